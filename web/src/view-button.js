// The button that changes a board between its flat view and the one in space, which is loaded when it is needed first.

import { button } from './dom.js';

/** @typedef {import('./view-model.js').BoardView} BoardView */

/**
 * @param {BoardView[]} views  the flat view, to which that in space is added
 * @param {HTMLElement} flatBox
 * @param {HTMLElement} spaceBox
 * @param {() => void} draw
 * @param {(view: BoardView) => void} [onAdd]
 */
export function createViewButton(views, flatBox, spaceBox, draw, onAdd = () => {}) {
  const element = button('3-D', async () => {
    const toSpace = spaceBox.hidden;
    try {
      if (toSpace && views.length === 1) {
        const { createSpaceView } = await import('./space/view.js');
        spaceBox.hidden = false;
        views.push(createSpaceView(spaceBox));
        onAdd(views[1]);
      }
      spaceBox.hidden = !toSpace;
      flatBox.hidden = toSpace;
      element.textContent = toSpace ? 'Flat' : '3-D';
      draw();
      for (const view of views) view.resize();
    } catch {
      spaceBox.hidden = true;
      element.disabled = true;
    }
  }, 'Show the board in 3-D or flat');
  return element;
}
