// A flat board that shows a position of the workshop and asks no engine.

import { createFlatView } from '../flat-view.js';
import { h } from '../dom.js';

/** @typedef {import('../view-model.js').Geometry} Geometry */
/** @typedef {import('../view-model.js').ViewModel} ViewModel */
/** @typedef {import('../view-model.js').BoardView} BoardView */
/** @typedef {import('../learn/describe.js').Rules} Rules */

/** The letters of the pieces at the start, by cell. */
export const startPieces = (/** @type {Rules} */ { pieces }) => new Map(pieces.flatMap(({ letter, start }) => [
  ...start.w.map((cell) => /** @type {[string, string]} */ ([cell, letter])),
  ...start.b.map((cell) => /** @type {[string, string]} */ ([cell, letter.toLowerCase()])),
]));

/** The model of a view that shows these pieces. @returns {ViewModel} */
export function positionModel(
  /** @type {Geometry} */ geometry, /** @type {Map<string, string>} */ pieces, /** @type {'dark'|'light'} */ theme, /** @type {Partial<ViewModel>} */ display = {},
) {
  return {
    geometry, pieces, theme, live: new Set(geometry.cells.map(({ name }) => name)), platforms: [], selected: null, targets: new Map(), lastMove: [],
    check: null, worths: new Map(), arrows: [], orientation: 'white', level: null, reducedMotion: true, ...display,
  };
}

/** The size of a picture before it is made smaller, in pixels. */
const PICTURE = { width: 900, height: 640 };

/** A small picture of the start position, as wide as its container. */
export function createPicture(/** @type {Geometry} */ geometry, /** @type {Rules} */ rules, /** @type {'dark'|'light'} */ theme) {
  const inner = h('div', {});
  const element = h('div', { class: 'board-picture', role: 'img', 'aria-label': 'The start position', inert: true }, inner);
  const view = createFlatView(inner);
  view.update(positionModel(geometry, startPieces(rules), theme));
  return {
    element,
    resize() {
      const scale = element.clientWidth / PICTURE.width;
      Object.assign(inner.style, { width: `${PICTURE.width}px`, height: `${PICTURE.height}px`, transform: `scale(${scale})` });
      view.resize();
      // A small board leaves no empty space.
      const height = Math.min(PICTURE.height, (inner.querySelector('.surface')?.clientHeight ?? PICTURE.height) + 16);
      inner.style.height = `${height}px`;
      element.style.height = `${height * scale}px`;
    },
    dispose: view.dispose,
  };
}
