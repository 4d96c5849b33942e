// Turns mouse, touch and keys into the gestures of the view. A drag moves a piece if it starts on one; every other drag
// turns the camera.

/**
 * What the gestures do. Points are in pixels of the page.
 * @typedef {{
 *   grab(x: number, y: number, touch: boolean): string|null,
 *   carry(place: string, x: number, y: number): void,
 *   drop(place: string, x: number, y: number): void,
 *   release(): void,
 *   click(x: number, y: number, touch: boolean): void,
 *   hover(x: number, y: number): void,
 *   leave(): void,
 *   orbit(dx: number, dy: number): void,
 *   pan(dx: number, dy: number): void,
 *   zoom(factor: number): void,
 *   reset(): void,
 * }} Gestures
 */

/** Pixels that a pointer may move before a click becomes a drag. */
const SLOP = {mouse: 5, touch: 10};
const KEY_STEP = 40;

/**
 * @param {HTMLElement} element
 * @param {Gestures} gestures
 */
export function listen(element, gestures) {
  /** @type {Map<number, {x: number, y: number}>} */
  const pointers = new Map();
  /** @type {'none'|'press'|'carry'|'orbit'|'pan'|'pinch'} */
  let mode = 'none';
  let start = {x: 0, y: 0};
  /** @type {string|null} */
  let held = null;

  const pinch = () => {
    const [a, b] = pointers.values();
    return {x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, span: Math.hypot(a.x - b.x, a.y - b.y) || 1};
  };

  /** @param {PointerEvent} event */
  const down = event => {
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, {x: event.clientX, y: event.clientY});
    if (pointers.size > 1) {
      if (mode === 'carry') gestures.release();
      mode = 'pinch';
      return;
    }
    start = {x: event.clientX, y: event.clientY};
    const turns = event.button === 2, moves = event.button === 1 || event.shiftKey;
    mode = moves ? 'pan' : turns ? 'orbit' : 'press';
    held = mode === 'press' ? gestures.grab(start.x, start.y, event.pointerType === 'touch') : null;
    gestures.leave();
  };

  /** @param {PointerEvent} event */
  const move = event => {
    const last = pointers.get(event.pointerId), x = event.clientX, y = event.clientY;
    if (!last) {
      if (event.pointerType !== 'touch') gestures.hover(x, y);
      return;
    }
    const before = mode === 'pinch' && pointers.size > 1 ? pinch() : null;
    pointers.set(event.pointerId, {x, y});
    const slop = event.pointerType === 'touch' ? SLOP.touch : SLOP.mouse;
    if (mode === 'press' && Math.hypot(x - start.x, y - start.y) > slop) mode = held ? 'carry' : 'orbit';
    if (mode === 'carry' && held) gestures.carry(held, x, y);
    else if (mode === 'orbit') gestures.orbit(x - last.x, y - last.y);
    else if (mode === 'pan') gestures.pan(x - last.x, y - last.y);
    else if (before) {
      const after = pinch();
      gestures.zoom(after.span / before.span);
      gestures.pan(after.x - before.x, after.y - before.y);
    }
  };

  /** @param {PointerEvent} event */
  const up = event => {
    if (!pointers.delete(event.pointerId)) return;
    const canceled = event.type === 'pointercancel';
    if (mode === 'carry' && held) {
      if (canceled) gestures.release(); else gestures.drop(held, event.clientX, event.clientY);
    } else if (mode === 'press' && !canceled) {
      gestures.click(event.clientX, event.clientY, event.pointerType === 'touch');
    }
    // After a pinch the finger that stays does nothing.
    mode = pointers.size ? 'pinch' : 'none';
  };

  /** @param {KeyboardEvent} event */
  const key = event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const arrows = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
    const arrow = arrows[/** @type {keyof typeof arrows} */ (event.key)];
    if (event.key === 'Escape' && mode === 'carry') { mode = 'none'; gestures.release(); }
    else if (arrow) (event.shiftKey ? gestures.pan : gestures.orbit)(-arrow[0] * KEY_STEP, -arrow[1] * KEY_STEP);
    else if (event.key === '+' || event.key === '=') gestures.zoom(1.15);
    else if (event.key === '-') gestures.zoom(1 / 1.15);
    else if (event.key === 'Home') gestures.reset();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  // The arrow keys of a mouse user belong to the page: only Tab focuses the view.
  element.addEventListener('mousedown', event => event.preventDefault());
  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', up);
  element.addEventListener('pointerleave', gestures.leave);
  element.addEventListener('contextmenu', event => event.preventDefault());
  element.addEventListener('keydown', key);
  element.addEventListener('wheel', event => {
    event.preventDefault();
    gestures.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.03 : 0.0012)));
  }, {passive: false});
}
