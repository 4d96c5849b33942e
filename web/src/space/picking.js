// Finds the place under the pointer. What a player sees is what he gets: the first piece, handle or lit target on the
// ray, through the empty cells in front of it.

import {Raycaster, Vector3} from '../../vendor/three/three.module.min.js';

/** @typedef {import('../view-model.js').ViewModel} ViewModel */
/** @typedef {import('../../vendor/three/three.module.min.js').Camera} Camera */
/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('./meshes.js').Crowd} Crowd */
/** @typedef {{place: string, kind: 'cell'|'ghost'|'piece'|'knob', distance: number, offset: number}} Hit  `offset`: from the middle of the cell */

const KNOB_REACH = 0.27;
/** A click within this distance from the middle of an empty lit cell means that cell and not what is below it. */
const TARGET_REACH = 0.44;

/** @param {ViewModel} model @param {number} level */
export const isFaded = (model, level) => model.level !== null && level > model.level;

export class Picker {
  #caster = new Raycaster();

  /**
   * @param {Layout} layout
   * @param {Iterable<Crowd>} crowds  the pieces
   * @param {Camera} camera
   */
  constructor(layout, crowds, camera) {
    this.layout = layout;
    this.crowds = crowds;
    this.camera = camera;
  }

  /**
   * Returns the place at a point of the screen (-1 to 1) and what was hit.
   * @param {ViewModel} model
   * @param {number} x
   * @param {number} y
   * @param {string|null} [ignored]  the place of a piece that is dragged
   * @returns {Hit|undefined}
   */
  pick(model, x, y, ignored = null) {
    const hits = this.#hits(model, x, y).filter(hit => hit.place !== ignored).sort((a, b) => a.distance - b.distance);
    /** @type {Hit|undefined} */
    let near, far;
    for (const hit of hits) {
      const lit = model.targets.has(hit.place), faded = isFaded(model, this.layout.levelOf(hit.place));
      if (faded && !lit) { far ??= hit; continue; }
      if (hit.kind !== 'cell' || model.pieces.has(hit.place)) return hit;
      if (lit && hit.offset < TARGET_REACH) return hit;
      near ??= hit;
    }
    return near ?? far;
  }

  /** @param {ViewModel} model @param {number} x @param {number} y @returns {Hit[]} */
  #hits(model, x, y) {
    const {layout} = this;
    this.#caster.setFromCamera(/** @type {any} */ ({x, y}), this.camera);
    const {ray} = this.#caster;
    /** @type {Hit[]} */
    const hits = [];
    for (const crowd of this.crowds) {
      if (!crowd.mesh.visible) continue;
      for (const {distance, instanceId} of crowd.met(this.#caster)) {
        hits.push({place: crowd.places[instanceId ?? 0], kind: 'piece', distance, offset: 0});
      }
    }
    const ghosts = [...layout.sites].filter(([post]) => model.targets.has(post));
    for (const post of [...model.platforms.map(platform => platform.post), ...ghosts.map(([post]) => post)]) {
      const [px, py, pz] = layout.point(post), center = new Vector3(px, py + 0.16, pz);
      if (ray.distanceSqToPoint(center) < KNOB_REACH * KNOB_REACH) {
        hits.push({place: post, kind: 'knob', distance: ray.origin.distanceTo(center) - KNOB_REACH, offset: 0});
      }
    }
    for (const level of layout.levels) {
      const distance = (layout.height(level) - ray.origin.y) / ray.direction.y;
      if (!(distance > 0)) continue;
      const at = ray.at(distance, new Vector3()), name = layout.cellAt(at.x, at.z, level);
      if (!name) continue;
      const offset = Math.hypot(at.x - Math.round(at.x), at.z - Math.round(at.z));
      if (model.live.has(name)) hits.push({place: name, kind: 'cell', distance, offset});
      for (const [post, site] of ghosts) {
        if (site.cells.includes(name)) hits.push({place: post, kind: 'ghost', distance, offset});
      }
    }
    return hits;
  }
}
