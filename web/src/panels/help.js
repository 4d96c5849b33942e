// The keys of the page.

import { button, h } from '../dom.js';

export function openHelp() {
  const keys = [['← →', 'previous and next move'], ['↑ ↓', 'first and last position'], ['Tab', 'to the board; then arrow keys, Enter, Escape'],
    ['U', 'take back'], ['F', 'flip the board'], ['A', 'analysis on or off'], ['T', 'show the threat'], ['H', 'hints on or off'], ['L', 'rules and puzzles'], ['V', 'next view'],
    ['1 – 6', 'camera: front, side, top, White, Black, reset'], ['N', 'new game'], ['M', 'sound on or off'], ['/', 'type a move']];
  const dialog = h('dialog', { class: 'help', 'aria-label': 'Keys', onclose: () => dialog.remove() }, h('h2', {}, 'Keys'),
    h('dl', {}, ...keys.flatMap(([key, text]) => [h('dt', {}, key), h('dd', {}, text)])),
    h('div', { class: 'row end' }, button('Close', () => dialog.close(), '', 'primary')));
  document.body.append(dialog);
  dialog.showModal();
}
