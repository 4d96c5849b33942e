// The list of moves with variations.

import { button, h, iconButton, select } from '../dom.js';
import { formatScore } from '../score.js';

/** @typedef {import('../game.js').Game} Game */
/** @typedef {import('../tree.js').Node} Node */

/** @type {Record<string, string>} */
const NOTATIONS = { roth: 'Roth', smith: 'Smith', meder: 'Meder', maack: 'Maack', san: 'Algebraic', uci: 'UCI' };

/** The commands that walk through the game. */
export const walks = {
  first: (/** @type {Node} */ node) => node.path()[0],
  back: (/** @type {Node} */ node) => node.parent ?? node,
  next: (/** @type {Node} */ node) => node.children[0] ?? node,
  last: (/** @type {Node} */ node) => node.end(),
};

/**
 * @param {Game} game
 * @param {(text: string) => void} playText
 */
export function createMovesPanel(game, playText) {
  /** @type {Map<Node, HTMLElement>} */
  let buttons = new Map();
  const list = h('div', { class: 'move-list', role: 'group', 'aria-label': 'Moves' });
  const notation = h('span', {});
  const walk = (/** @type {keyof typeof walks} */ name, /** @type {string} */ label) =>
    iconButton(name, label, () => game.goto(walks[name](game.node)));
  const input = h('input', { type: 'text', placeholder: 'Type a move', 'aria-label': 'Type a move in any notation', autocomplete: 'off', spellcheck: false });
  const form = h('form', { class: 'typed', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    if (input.value.trim()) playText(input.value.trim());
    input.value = '';
  } }, input);
  const variation = h('span', { class: 'variation-tools' },
    button('Make main line', () => { game.node.promote(); game.notify('change'); }, '', 'quiet'),
    button('Delete line', () => {
      let node = game.node;
      while (node.parent && node.parent.children[0] === node) node = node.parent;
      game.remove(node.parent ? node : game.node);
    }, '', 'quiet'));
  const element = h('div', { class: 'moves-panel' }, list, variation,
    h('div', { class: 'row walk' }, walk('first', 'First position'), walk('back', 'Previous move'), walk('next', 'Next move'), walk('last', 'Last move')),
    h('div', { class: 'row' }, form, notation));
  let shown = '';
  let choices = '';

  /** The elements of the line that follows a node. */
  function line(/** @type {Node} */ start, /** @type {boolean} */ numbered, depth = 0) {
    const box = h('div', { class: depth ? 'variation' : 'main-line' });
    const offset = game.sideToMove(game.root) === 'black' ? 1 : 0;
    const first = Number(game.root.position?.board.fen.split(' ').pop()) || 1;
    const move = (/** @type {Node} */ node, /** @type {boolean} */ always) => {
      const half = node.ply - 1 + offset;
      const white = half % 2 === 0;
      if (white || always) box.append(h('span', { class: 'number' }, `${first + Math.floor(half / 2)}.${white ? '' : '..'}`));
      if (!white && always && !depth) box.append(h('span', {}));
      const chip = button(node.display + node.glyph, () => game.goto(node), '', 'move');
      if (node.glyph) chip.classList.add(`glyph-${node.glyph === '??' ? 'blunder' : node.glyph === '?' ? 'mistake' : 'doubtful'}`);
      if (node.score !== null) chip.title = formatScore(node.score);
      buttons.set(node, chip);
      box.append(chip);
    };
    let always = numbered;
    for (let node = start; node.children.length; [node] = node.children) {
      const [main, ...others] = node.children;
      move(main, always);
      always = others.length > 0;
      for (const other of others) {
        const variationBox = line(other, false, depth + 1);
        const half = other.ply - 1 + offset;
        const chip = button(other.display + other.glyph, () => game.goto(other), '', 'move');
        buttons.set(other, chip);
        variationBox.prepend(h('span', { class: 'number' }, `${first + Math.floor(half / 2)}.${half % 2 ? '..' : ''}`), chip);
        box.append(variationBox);
      }
    }
    return box;
  }

  function update() {
    const { node, root } = game;
    const key = JSON.stringify(root.save());
    if (key !== shown || !buttons.size) {
      shown = key;
      buttons = new Map();
      list.replaceChildren(root.children.length ? line(root, true) : h('p', { class: 'empty' }, 'No moves yet.'));
    }
    for (const [at, chip] of buttons) {
      chip.classList.toggle('current', at === node);
      chip.toggleAttribute('aria-current', at === node);
      if (at === node) list.scrollTop = Math.max(0, chip.offsetTop - list.clientHeight / 2);
    }
    if (node === root) list.scrollTop = 0;
    variation.hidden = node.path().every((at) => !at.parent || at.parent.children[0] === at);
    const now = game.notations.join() + game.notation;
    if (now !== choices) {
      choices = now;
      notation.replaceChildren(select('Notation', game.notations.map((name) => [name, NOTATIONS[name] ?? name]), game.notation,
        (name) => game.setNotation(name)));
    }
  }
  return { element, update };
}
