// The dialog for moves with the same origin and destination: promotions and ways.

import { button, h } from '../dom.js';
import { kindName, pieceElement } from '../pieces.js';

/** @typedef {import('../types.d.ts').Move} Move */
/** @typedef {import('../view-model.js').Geometry} Geometry */

/**
 * Asks which of several moves is meant.
 * @param {Geometry} geometry
 * @param {Move[]} moves
 * @param {string} letter  the piece that moves, empty for a platform
 * @param {boolean} white
 * @returns {Promise<Move|null>}
 */
export function chooseMove(geometry, moves, letter, white) {
  return new Promise((resolve) => {
    const dialog = h('dialog', { class: 'choice', onclose: () => {
      dialog.remove();
      resolve(moves.find((move) => move.uci === dialog.returnValue) ?? null);
    } });
    const promotes = moves.every((move) => move.promotion);
    const offer = (/** @type {Move} */ move) => {
      const letters = [...move.promotion].map((letter) => (white ? letter.toUpperCase() : letter));
      const names = letters.map((letter) => kindName(geometry, letter)).join(' and ');
      const option = button('', () => dialog.close(move.uci), names || move.display);
      option.dataset.uci = move.uci;
      option.append(...letters.map((letter) => pieceElement(geometry, letter)), h('small', {}, move.display));
      return option;
    };
    const pawns = Math.max(...moves.map((move) => move.promotion.length));
    // In meder a move of any piece may begin with the promotion of a pawn that waits for it.
    const waits = geometry.posts.length && letter && letter.toUpperCase() !== 'P';
    const title = !promotes ? 'Which move?' : pawns > 1 ? `Promote ${pawns} pawns to` : waits ? 'Promote the waiting pawn to' : 'Promote to';
    dialog.append(h('h2', {}, title), h('div', { class: 'choices' }, ...moves.map(offer)),
      button('Cancel', () => dialog.close(''), '', 'quiet'));
    document.body.append(dialog);
    dialog.showModal();
  });
}
