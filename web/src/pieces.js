// The pieces of the flat view and the panels: names and outlines.

import { SILHOUETTES } from './silhouettes.js';

/** @typedef {import('./view-model.js').Geometry} Geometry */

/** The kinds with a shape of their own. Others are drawn as a disk with their letter. @type {Record<string, string>} */
const SHAPES = { king: 'K', queen: 'Q', rook: 'R', bishop: 'B', knight: 'N', pawn: 'P', unicorn: 'U' };

/** The name of the kind of a letter. */
export const kindName = (/** @type {Geometry|null} */ geometry, /** @type {string} */ letter) =>
  geometry?.pieces.find((kind) => kind.letter === letter.toLowerCase())?.name ?? letter;

/** The shape of a kind: its letter in chess, U for a unicorn, the name of a silhouette, or an empty text. */
export const shapeOf = (/** @type {Geometry|null} */ geometry, /** @type {string} */ letter) => {
  const name = kindName(geometry, letter);
  if (Object.hasOwn(SHAPES, name)) return SHAPES[name];
  return Object.hasOwn(SILHOUETTES, name) ? name : '';
};

const base = '<path d="M9.5 31h21q1.5 0 1.5 1.5V35H8v-2.5Q8 31 9.5 31z"/>';
const horse = '<path d="M13 31c-.3-6.5 5.2-8 5.4-12.6-1.6 1.5-3.8 1.6-5.3 3-1.2 1.1-2.2 2.3-3.9 1.7-1.7-.6-2.3-2.3-1.4-3.9l4.3-8c.3-1.7 1-2.7 2-3.7L14.3 3.5l4.5 2.6c7.7.2 12.2 6.4 12.2 15 0 3.7-.4 7-1 9.9z"/><path class="line" d="M21.5 9.5c4 2 5.8 6.5 5.5 12"/><circle class="eye" cx="15.3" cy="12.3" r="1.1"/>';

/** @type {Record<string, string>} */
const outlines = {
  P: `<path d="M17 16.5c0 7-2 11-5 14.5h16c-3-3.5-5-7.5-5-14.5z"/><circle cx="20" cy="12.5" r="5.2"/><path d="M14.5 17.5h11"/>${base}`,
  R: `<path d="M10 7h4.6v3.2h3.1V7h4.6v3.2h3.1V7H30v7.5l-3 2.5v10l2 4H11l2-4V17l-3-2.5z"/><path class="line" d="M13 17h14M13 27h14"/>${base}`,
  B: `<circle cx="20" cy="6.3" r="2.3"/><path d="M20 8.6c-5.5 4.2-8 8-8 12 0 3 1.5 5 3.5 6.4h9c2-1.4 3.5-3.4 3.5-6.4 0-4-2.5-7.8-8-12z"/><path d="M15 27h10l1.5 4h-13z"/><path class="line" d="M20 14v8M16 18h8"/>${base}`,
  N: horse + base,
  U: `<path d="M11.8 10.8L4 1.2l11.3 5z"/>${horse}<path class="line" d="M25 8.5l3.5-.5M28 13l3.3-.2M29.3 18l3-.2"/>${base}`,
  Q: `<path d="M8 12l4.5 14.5h15L32 12l-5.8 7.5L24.3 9 20 18.5 15.7 9l-1.9 10.5z"/><circle cx="7.5" cy="11" r="2"/><circle cx="15.5" cy="7.5" r="2"/><circle cx="24.5" cy="7.5" r="2"/><circle cx="32.5" cy="11" r="2"/><path d="M12.5 26.5h15L29 31H11z"/>${base}`,
  K: `<path class="cross" d="M20 3v9M16.3 6.3h7.4"/><path d="M20 13c2-3 9.5-4.5 11.3 1 1.4 4.5-3.3 8-4.3 12.5H13C12 22 7.3 18.5 8.7 14c1.8-5.5 9.3-4 11.3-1z"/><path class="line" d="M20 13v9"/><path d="M13 26.5h14l2 4.5H11z"/>${base}`,
};

for (const [name, { polygons, lines }] of Object.entries(SILHOUETTES)) {
  outlines[name] = `${polygons.map((corners) => `<path d="M${corners.join('L')}z"/>`).join('')}<path class="line" d="${lines ?? ''}"/>${base}`;
}

const disk = (/** @type {string} */ letter) => `<circle cx="20" cy="17" r="13"/><text x="20" y="17">${letter}</text>${base}`;

/** A drawing of a piece. */
export function pieceElement(/** @type {Geometry|null} */ geometry, /** @type {string} */ letter) {
  const upper = letter.toUpperCase();
  const template = document.createElement('template');
  template.innerHTML = `<svg viewBox="0 0 40 40" class="piece ${letter === upper ? 'white' : 'black'}" aria-hidden="true">${
    outlines[shapeOf(geometry, letter)] ?? disk(upper)}</svg>`;
  return /** @type {SVGElement} */ (template.content.firstChild);
}

/** `white pawn` for `P`. */
export const pieceName = (/** @type {Geometry|null} */ geometry, /** @type {string} */ letter) =>
  `${letter === letter.toUpperCase() ? 'white' : 'black'} ${kindName(geometry, letter)}`;
