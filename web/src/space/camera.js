// A camera that orbits the boards: azimuth 0 looks from White's side, elevation 90° from the top.

import {PerspectiveCamera, Vector3} from '../../vendor/three/three.module.min.js';

/** @typedef {import('./layout.js').Point} Point */
/** @typedef {'front'|'side'|'top'|'white'|'black'|'reset'} Preset */
/** @typedef {{azimuth: number, elevation: number, distance: number, target: Point}} Pose */

const RADIANS = Math.PI / 180;
const FIELD = 20;
const LIMITS = {low: -12 * RADIANS, high: 89.9 * RADIANS};
/** Azimuth and elevation of the presets, from White's side. @type {Record<Preset, [number, number]>} */
const PRESETS = {
  front: [0, 9], side: [-90, 9], top: [0, 89.9], white: [0, 38], black: [180, 38], reset: [-23, 22],
};
/** The first view of a single board. */
const FLAT = [-16, 40];
/** Whether the ranks and levels are written on the east side of the boards. @param {number} azimuth */
export const writesEast = azimuth => Math.abs(Math.sin(azimuth)) > 0.3 ? Math.sin(azimuth) > 0 : Math.cos(azimuth) < 0;
/** Presets that turn with the board. */
const TURNING = new Set(['front', 'side', 'top', 'reset']);

export class OrbitCamera {
  camera = new PerspectiveCamera(FIELD, 1, 0.5, 200);
  /** @type {Pose} */
  pose = {azimuth: 0, elevation: 0.5, distance: 20, target: [0, 0, 0]};
  /** The preset that the camera shows, until a person turns it. @type {Preset|null} */
  preset = 'reset';
  /** @type {Point[]} */
  extent = [];
  /** The outer ends of the texts beside the boards. @type {{east: Point[], west: Point[]}} */
  texts = {east: [], west: []};
  #fitted = 20;

  /** The pose of a preset that shows the whole extent. @param {Preset} preset @param {boolean} black @returns {Pose} */
  poseOf(preset, black) {
    let [turn, up] = PRESETS[preset];
    const heights = this.extent.map(point => point[1]);
    if (preset === 'reset' && Math.max(...heights) - Math.min(...heights) < 2) [turn, up] = FLAT;
    return this.#fit((turn + (black && TURNING.has(preset) ? 180 : 0)) * RADIANS, up * RADIANS);
  }

  /** @param {Pose} pose */
  show(pose) {
    this.pose = pose;
    const {azimuth, elevation, distance, target: [x, y, z]} = pose;
    const flat = Math.cos(elevation) * distance;
    this.camera.position.set(x + Math.sin(azimuth) * flat, y + Math.sin(elevation) * distance, z + Math.cos(azimuth) * flat);
    this.camera.lookAt(x, y, z);
    this.camera.updateMatrixWorld();
  }

  /** Turns by angles in radians. @param {number} right @param {number} up */
  orbit(right, up) {
    this.preset = null;
    const elevation = Math.min(LIMITS.high, Math.max(LIMITS.low, this.pose.elevation + up));
    this.show({...this.pose, azimuth: this.pose.azimuth + right, elevation});
  }

  /** Moves the view by parts of its height. @param {number} right @param {number} up */
  pan(right, up) {
    this.preset = null;
    const height = 2 * this.pose.distance * Math.tan(FIELD * RADIANS / 2);
    const move = (/** @type {number} */ column, /** @type {number} */ part) =>
      new Vector3().setFromMatrixColumn(this.camera.matrixWorld, column).multiplyScalar(part * height);
    const sum = move(0, right).add(move(1, up)), reach = this.#fitted * 0.5, {target} = this.pose;
    const center = this.#center();
    /** @param {number} i */
    const axis = i => Math.min(center[i] + reach, Math.max(center[i] - reach, target[i] + sum.getComponent(i)));
    this.show({...this.pose, target: [axis(0), axis(1), axis(2)]});
  }

  /** @param {number} factor  above 1 moves nearer */
  zoom(factor) {
    this.preset = null;
    const distance = Math.min(this.#fitted * 1.6, Math.max(this.#fitted * 0.2, this.pose.distance / factor));
    this.show({...this.pose, distance});
  }

  /** @returns {Point} */
  #center() {
    /** @param {number} i */
    const middle = i => {
      const values = this.extent.map(point => point[i]);
      return (Math.min(...values) + Math.max(...values)) / 2;
    };
    return this.extent.length ? [middle(0), middle(1), middle(2)] : [0, 0, 0];
  }

  /** @param {number} azimuth @param {number} elevation @returns {Pose} */
  #fit(azimuth, elevation) {
    const right = new Vector3(Math.cos(azimuth), 0, -Math.sin(azimuth));
    const back = new Vector3(Math.sin(azimuth) * Math.cos(elevation), Math.sin(elevation), Math.cos(azimuth) * Math.cos(elevation));
    const up = new Vector3().crossVectors(back, right);
    const tangent = Math.tan(FIELD * RADIANS / 2) * 0.94, wide = tangent * this.camera.aspect;
    const target = new Vector3(...this.#center()), offset = new Vector3();
    const seen = [...this.extent, ...this.texts[writesEast(azimuth) ? 'east' : 'west']];
    let distance = 1;
    for (let round = 0; round < 4; round++) {
      distance = 1;
      const points = seen.map(point => {
        offset.set(...point).sub(target);
        const at = {x: offset.dot(right), y: offset.dot(up), near: offset.dot(back)};
        distance = Math.max(distance, at.near + Math.abs(at.x) / wide, at.near + Math.abs(at.y) / tangent);
        return at;
      });
      // The picture's middle moves to the middle of what is seen.
      const xs = points.map(p => p.x / (distance - p.near)), ys = points.map(p => p.y / (distance - p.near));
      target.addScaledVector(right, (Math.min(...xs) + Math.max(...xs)) / 2 * distance);
      target.addScaledVector(up, (Math.min(...ys) + Math.max(...ys)) / 2 * distance);
    }
    this.#fitted = distance;
    return {azimuth, elevation, distance, target: [target.x, target.y, target.z]};
  }
}

/** The pose between two poses; the camera takes the shorter way around. @param {Pose} a @param {Pose} b @param {number} t @returns {Pose} */
export function between(a, b, t) {
  const turn = ((b.azimuth - a.azimuth) % (2 * Math.PI) + 3 * Math.PI) % (2 * Math.PI) - Math.PI;
  /** @param {number} from @param {number} to */
  const mix = (from, to) => from + (to - from) * t;
  /** @param {number} i */
  const axis = i => mix(a.target[i], b.target[i]);
  return {
    azimuth: a.azimuth + turn * t, elevation: mix(a.elevation, b.elevation), distance: mix(a.distance, b.distance),
    target: [axis(0), axis(1), axis(2)],
  };
}
