// What moves from one model to the next: pieces, platforms with their pieces, and captured pieces that vanish.

/** @typedef {import('../view-model.js').ViewModel} ViewModel */
/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('./layout.js').Point} Point */

const PIECE_TIME = 320;
const PLATFORM_TIME = 560;
/** Captured pieces stay until the capturing piece is near. */
const CAPTURE_AT = 0.65;

/** @param {number} t */
export const ease = t => t * t * (3 - 2 * t);

export class Motion {
  /** Where each moving piece and platform comes from, by the place where it arrives. @type {Map<string, Point>} */
  #origins = new Map();
  /** The pieces that vanish. @type {Map<string, string>} */
  captured = new Map();
  duration = PIECE_TIME;
  /** From 0 to 1. */
  progress = 0;

  /**
   * @param {Layout} layout
   * @param {ViewModel} before
   * @param {ViewModel} after
   * @param {{from: string, to: string}[]} moved
   */
  constructor(layout, before, after, moved) {
    for (const {from, to} of moved) {
      this.#origins.set(to, layout.point(from));
      const site = layout.sites.get(to), origin = layout.sites.get(from);
      if (!site || !origin) continue;
      this.duration = PLATFORM_TIME;
      // The pieces on a platform travel with it.
      site.cells.forEach((cell, i) => {
        if (!moved.some(other => other.to === cell)) this.#origins.set(cell, layout.point(origin.cells[i]));
      });
    }
    const left = new Set(moved.flatMap(({from}) => [from, ...(layout.sites.get(from)?.cells ?? [])]));
    for (const [cell, letter] of before.pieces) {
      if (!left.has(cell) && after.pieces.get(cell) !== letter) this.captured.set(cell, letter);
    }
  }

  /** The size of the captured pieces. */
  get remaining() { return Math.max(0, 1 - Math.max(0, this.progress - CAPTURE_AT) / (1 - CAPTURE_AT) * 1.6); }

  get movesPlatform() { return this.duration === PLATFORM_TIME; }

  /** The point of a piece or platform now. @param {string} place @param {Point} end @returns {Point} */
  point(place, end) {
    const start = this.#origins.get(place);
    if (!start || this.progress >= 1) return end;
    const t = ease(this.progress), lift = Math.sin(Math.PI * t) * 0.5;
    return [start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t + lift, start[2] + (end[2] - start[2]) * t];
  }
}
