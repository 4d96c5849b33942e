// What moves lead to by the table of an ending: as marks on the board, and in one line about the position.

import { h } from '../dom.js';

/** @typedef {import('../types.d.ts').EndingMove} EndingMove */

/** What a move leads to, as a mark like a score and in words. */
export function endingNote(/** @type {EndingMove} */ { result, plies = 0 }) {
  const moves = Math.ceil(plies / 2);
  const [mark, text] = { win: [`#${moves}`, `mate in ${moves}`], draw: ['=', 'draw'], loss: [`#−${moves}`, `mated in ${moves}`] }[result];
  return { result, mark, text };
}

/** The best of some moves for the side that makes it; `undefined` without any. */
export function bestEnding(/** @type {readonly EndingMove[]} */ moves) {
  const worth = (/** @type {EndingMove} */ { result, plies = 0 }) => ({ win: 1e6 - plies, draw: 0, loss: plies - 1e6 })[result];
  return [...moves].sort((a, b) => worth(b) - worth(a)).at(0);
}

/** The line about the position. */
export function createEndingLine(/** @type {import('../game.js').Game} */ game) {
  const element = h('p', { class: 'ending-line' });
  function update() {
    const best = bestEnding(game.endingMoves);
    element.hidden = !best;
    if (!best) return;
    const side = game.sideToMove(game.node) === 'white' ? 'White' : 'Black';
    const count = Math.ceil((best.plies ?? 0) / 2);
    const end = `in ${count} move${count === 1 ? '' : 's'}`;
    element.textContent = `Ending: ${{ win: `${side} mates ${end}`, draw: 'a draw', loss: `${side} is mated ${end}` }[best.result]}.`;
  }
  return { element, update };
}
