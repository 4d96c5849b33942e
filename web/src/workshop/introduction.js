// The page of a link: a game that somebody has invented, with its board, what is special about it, and a game to start.

import { button, h } from '../dom.js';
import { summary } from '../learn/describe.js';
import { loadStyles } from './styles.js';
import { Engine } from '../engine.js';
import { createPicture } from './board.js';

/** @typedef {import('./workshop.js').Host} Host */

/** @param {Host} host @param {string} source */
export async function openIntroduction(host, source) {
  await loadStyles();
  const engine = new Engine(host.connect());
  /** @type {{resize(): void, dispose(): void}|null} */
  let picture = null;
  const body = h('div', { class: 'introduction-body' }, h('p', {}, 'Loading …'));
  const title = h('h2', {}, 'A game');
  const dialog = h('dialog', { class: 'introduction', 'aria-label': 'A game from a link', onclose: () => {
    picture?.dispose();
    engine.connection.close();
    dialog.remove();
  } }, title, body);
  document.body.append(dialog);
  dialog.showModal();

  const then = (/** @type {() => void} */ act) => () => {
    dialog.close();
    act();
  };
  const close = button('Close', () => dialog.close(), '', 'quiet');

  async function show() {
    const { rules, geometry, errors } = await engine.checkGame(source);
    if (!rules || !geometry) {
      body.replaceChildren(h('p', {}, 'The rules of this link have errors:'), ...errors.slice(0, 5).map(({ line, key, message }) => h('p', { class: 'verdict error' }, `Line ${line}: ${key && `${key}: `}${message}`)),
        h('div', { class: 'row end' }, close, button('Open in the workshop', then(() => host.edit(source)), '', 'primary')));
      return;
    }
    const name = rules.title || rules.name;
    title.textContent = name;
    const shown = createPicture(geometry, rules, host.theme());
    picture = shown;
    body.replaceChildren(shown.element, ...[...rules.about, ...summary(rules).slice(rules.about.length ? 1 : 0)].map((text) => h('p', {}, text)),
      h('div', { class: 'row end' }, close, button('Workshop', then(() => host.edit(source))), button('Rules', then(() => host.learn(source, name))),
        button('Play', then(() => host.play(source).catch((error) => host.notify(error.message, true))), '', 'primary')));
    shown.resize();
    dialog.dataset.ready = 'true';
  }
  engine.onState((isOpen) => {
    if (isOpen) show().catch((error) => body.replaceChildren(h('p', { class: 'verdict error' }, error.message), close));
  });
}
