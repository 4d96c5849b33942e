// The shapes of the pieces: lathed profiles, and extruded silhouettes for the knight, the unicorn and the kinds of
// silhouettes.js. A cell is one unit wide. The triangles of a piece run from its top down, so that a translucent piece
// hides its own lower parts.

import {BufferAttribute, BufferGeometry, ExtrudeGeometry, Shape} from '../../vendor/three/three.module.min.js';
import {SILHOUETTES} from '../silhouettes.js';

/** @typedef {[number, number][]} Profile  pairs of radius and height, from the top down */
/**
 * Triangles. Vertices are shared wherever they can be, because each costs time without a graphics card. A shade of 1 is
 * the plain color.
 * @typedef {{positions: number[], normals: number[], shades: number[], index: number[]}} Part
 */

/** Steps around the axis: few, and coarse profiles, while the picture moves on a slow machine. */
export const DETAIL = {low: 8, high: 28};
let segmentsNow = DETAIL.high;
/** The profiles are drawn larger than the pieces are. */
const WIDTH = 1.08, HEIGHT = 0.95;
/** Faces that meet at a sharper angle than this one (its cosine) keep a visible edge. */
const CREASE = Math.cos(0.75);

/** The largest distance by which a coarse profile may miss a point of the fine one. */
const COARSENESS = 0.02;

/** Leaves out the points that change a profile little (Ramer, Douglas and Peucker). @param {Profile} profile @returns {Profile} */
function simplify(profile) {
  const first = profile[0], last = profile[profile.length - 1];
  const [dr, dy] = [last[0] - first[0], last[1] - first[1]], length = Math.hypot(dr, dy) || 1;
  const distances = profile.map(([r, y]) => Math.abs(dr * (y - first[1]) - dy * (r - first[0])) / length);
  const farthest = distances.indexOf(Math.max(...distances));
  if (distances[farthest] < COARSENESS) return [first, last];
  return [...simplify(profile.slice(0, farthest + 1)).slice(0, -1), ...simplify(profile.slice(farthest))];
}

/**
 * Turns a profile around the vertical axis.
 * @param {Profile} outline
 * @param {number} [shade]
 * @param {number} [segments]
 * @returns {Part}
 */
function lathe(outline, shade = 1, segments = segmentsNow) {
  const profile = segmentsNow === DETAIL.low ? simplify(outline) : outline;
  const slopes = profile.slice(1).map(([r, y], i) => {
    const [r0, y0] = profile[i];
    const length = Math.hypot(r - r0, y - y0);
    return [(y0 - y) / length, (r - r0) / length];
  });
  /** The normal of segment `i` at its point `j`: the mean of both segments there unless they form an edge.
   * @param {number} i @param {number} j */
  const normalAt = (i, j) => {
    const own = slopes[i], other = slopes[j === i ? i - 1 : i + 1];
    if (!other || own[0] * other[0] + own[1] * other[1] < CREASE) return own;
    const sum = [own[0] + other[0], own[1] + other[1]], length = Math.hypot(sum[0], sum[1]);
    return [sum[0] / length, sum[1] / length];
  };
  /** @type {Part} */
  const part = {positions: [], normals: [], shades: [], index: []};
  /** Adds the vertices around point `i`. @param {number} i @param {number[]} normal */
  const ring = (i, [nr, ny]) => {
    const [r, y] = profile[i];
    for (let s = 0; s < segments; s++) {
      const angle = s * 2 * Math.PI / segments;
      part.positions.push(r * Math.sin(angle), y, r * Math.cos(angle));
      part.normals.push(nr * Math.sin(angle), ny, nr * Math.cos(angle));
      part.shades.push(shade);
    }
    return part.shades.length - segments;
  };
  let last = 0, lastNormal = [0, 0];
  for (let i = 0; i + 1 < profile.length; i++) {
    const above = normalAt(i, i), below = normalAt(i, i + 1);
    const upper = i && above[0] === lastNormal[0] && above[1] === lastNormal[1] ? last : ring(i, above), lower = ring(i + 1, below);
    for (let s = 0; s < segments; s++) {
      const next = (s + 1) % segments;
      if (profile[i][0] > 0) part.index.push(upper + s, lower + s, upper + next);
      if (profile[i + 1][0] > 0) part.index.push(upper + next, lower + s, lower + next);
    }
    last = lower;
    lastNormal = below;
  }
  return part;
}

/**
 * Extrudes a silhouette along z to the half thickness `depth` and smooths its gentle edges.
 * @param {Profile} outline
 * @param {number} depth
 * @param {(x: number, y: number) => number} thickness  scales the thickness over the silhouette
 * @returns {Part}
 */
function extrude(outline, depth, thickness) {
  const shape = new Shape();
  outline.forEach(([x, y], i) => i ? shape.lineTo(x, y) : shape.moveTo(x, y));
  const bevel = depth * 0.55;
  const geometry = new ExtrudeGeometry(shape, {
    depth: 2 * (depth - bevel), bevelEnabled: true, bevelThickness: bevel, bevelSize: 0.035, bevelOffset: -0.02,
    bevelSegments: segmentsNow === DETAIL.low ? 1 : 2, steps: 1,
  });
  const positions = Array.from(geometry.getAttribute('position').array);
  for (let i = 0; i < positions.length; i += 3) {
    positions[i + 2] = (positions[i + 2] - depth + bevel) * thickness(positions[i], positions[i + 1]);
  }
  geometry.dispose();
  return smooth(positions);
}

/**
 * Gives triangles, three coordinates a vertex, normals that are shared where faces meet gently.
 * @param {number[]} positions
 * @returns {Part}
 */
function smooth(positions) {
  /** @type {number[][]} */
  const faces = [];
  /** @type {Map<string, number[]>} */
  const around = new Map();
  /** @param {number} i */
  const key = i => positions.slice(i, i + 3).map(v => Math.round(v * 1e4)).join();
  for (let i = 0; i < positions.length; i += 9) {
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = positions.slice(i, i + 9);
    const [ux, uy, uz, vx, vy, vz] = [bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az];
    faces.push([uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]);
    for (let j = i; j < i + 9; j += 3) {
      const list = around.get(key(j));
      if (list) list.push(faces.length - 1); else around.set(key(j), [faces.length - 1]);
    }
  }
  /** @param {number[]} a @param {number[]} b */
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  /** @type {Part} */
  const part = {positions: [], normals: [], shades: [], index: []};
  /** @type {Map<string, number>} */
  const known = new Map();
  for (let j = 0; j < positions.length; j += 3) {
    const own = faces[Math.floor(j / 9)];
    const near = (around.get(key(j)) ?? []).map(f => faces[f])
      .filter(f => dot(f, own) > CREASE * Math.sqrt(dot(f, f) * dot(own, own)));
    const sum = near.reduce((s, f) => [s[0] + f[0], s[1] + f[1], s[2] + f[2]], [0, 0, 0]);
    const length = Math.sqrt(dot(sum, sum)) || 1;
    const normal = sum.map(v => v / length), name = `${key(j)} ${normal.map(v => v.toFixed(2))}`;
    if (!known.has(name)) {
      known.set(name, part.shades.length);
      part.positions.push(...positions.slice(j, j + 3));
      part.normals.push(...normal);
      part.shades.push(1);
    }
    part.index.push(/** @type {number} */ (known.get(name)));
  }
  return part;
}

/**
 * A box between two corners.
 * @param {number[]} low
 * @param {number[]} high
 * @returns {Part}
 */
function box(low, high) {
  const positions = [];
  for (const axis of [0, 1, 2]) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const end of [low, high]) {
      const corners = [[low, low], [high, low], [high, high], [low, low], [high, high], [low, high]];
      for (const [a, b] of end === high ? corners : corners.reverse()) {
        const point = [0, 0, 0];
        point[axis] = end[axis];
        point[u] = a[u];
        point[v] = b[v];
        positions.push(...point);
      }
    }
  }
  return smooth(positions);
}

/**
 * Rotates a part about z, then about y, and moves it.
 * @param {Part} part
 * @param {{z?: number, y?: number, at?: number[]}} motion
 * @returns {Part}
 */
function place(part, {z = 0, y = 0, at = [0, 0, 0]}) {
  const [cz, sz, cy, sy] = [Math.cos(z), Math.sin(z), Math.cos(y), Math.sin(y)];
  /** @param {number[]} list @param {number[]} offset */
  const turn = (list, offset) => {
    const out = [];
    for (let i = 0; i < list.length; i += 3) {
      const px = list[i] * cz - list[i + 1] * sz, py = list[i] * sz + list[i + 1] * cz, pz = list[i + 2];
      out.push(px * cy + pz * sy + offset[0], py + offset[1], pz * cy - px * sy + offset[2]);
    }
    return out;
  };
  return {...part, positions: turn(part.positions, at), normals: turn(part.normals, [0, 0, 0])};
}

/** The foot that all pieces share: `r` is its radius.
 * @param {number} r @param {number} neck @param {number} top @returns {Profile} */
const foot = (r, neck, top) => [
  [neck, top], [neck + 0.02, 0.2], [r * 0.72, 0.145], [r * 0.8, 0.14], [r * 0.82, 0.115], [r, 0.085], [r, 0.02],
  [r - 0.02, 0],
];

/** @returns {Part[]} */
const pawn = () => [lathe([
  [0, 0.66], [0.08, 0.645], [0.14, 0.59], [0.16, 0.52], [0.135, 0.445], [0.09, 0.405], [0.19, 0.39], [0.19, 0.365],
  [0.1, 0.34], ...foot(0.27, 0.1, 0.28),
])];

/** @returns {Part[]} */
function rook() {
  const body = lathe([
    [0, 0.6], [0.13, 0.6], [0.14, 0.66], [0.235, 0.66], [0.24, 0.53], [0.19, 0.49], [0.17, 0.45], [0.16, 0.4],
    ...foot(0.32, 0.17, 0.3),
  ]);
  const merlons = [];
  for (let i = 0; i < 6; i++) {
    merlons.push(place(box([0.14, 0.64, -0.072], [0.238, 0.76, 0.072]), {y: (i + 0.5) * Math.PI / 3}));
  }
  return [...merlons, body];
}

/** @returns {Part[]} */
const bishop = () => [
  lathe([[0, 0.97], [0.035, 0.96], [0.05, 0.925], [0.03, 0.89], [0.09, 0.82], [0.145, 0.72], [0.155, 0.66], [0.13, 0.58],
    [0.09, 0.54], [0.2, 0.52], [0.2, 0.495], [0.11, 0.47], [0.1, 0.42], ...foot(0.29, 0.11, 0.32)]),
  place(lathe([[0, 0.02], [0.158, 0.02], [0.158, -0.02], [0, -0.02]], 0.35), {z: 0.62, at: [0, 0.735, 0]}),
];

/** @returns {Part[]} */
function queen() {
  const points = [];
  for (let i = 0; i < 8; i++) {
    const angle = i * Math.PI / 4;
    points.push(place(lathe([[0, 0.13], [0.055, 0]], 1, 5), {z: -0.35, at: [0.185, 0.89, 0], y: 0}));
    points[i] = place(points[i], {y: angle});
  }
  return [
    lathe([[0, 1.05], [0.045, 1.035], [0.06, 0.995], [0.04, 0.955], [0.11, 0.925], [0.16, 0.88]], 1, 12),
    ...points,
    lathe([[0.16, 0.88], [0.225, 0.91], [0.2, 0.82], [0.15, 0.72], [0.12, 0.64], [0.12, 0.62], [0.22, 0.6], [0.22, 0.57],
      [0.13, 0.545], [0.115, 0.46], ...foot(0.33, 0.13, 0.34)]),
  ];
}

/** @returns {Part[]} */
const king = () => [
  ...[box([-0.035, 0.98, -0.035], [0.035, 1.24, 0.035]), box([-0.105, 1.085, -0.035], [0.105, 1.155, 0.035]),
    box([-0.035, 1.085, -0.105], [0.035, 1.155, 0.105])].map(part => place(part, {y: Math.PI / 4})),
  lathe([[0, 1.01], [0.08, 0.995], [0.18, 0.95], [0.215, 0.91], [0.2, 0.86], [0.16, 0.76], [0.135, 0.68], [0.135, 0.66],
    [0.23, 0.64], [0.23, 0.605], [0.14, 0.58], [0.125, 0.48], ...foot(0.345, 0.14, 0.36)]),
];

/** The head of a horse in profile, looking towards +x. @type {Profile} */
const HORSE = [
  [-0.17, 0.12], [0.17, 0.12], [0.18, 0.2], [0.13, 0.3], [0.07, 0.38], [0.06, 0.43], [0.12, 0.44], [0.2, 0.41], [0.25, 0.37],
  [0.3, 0.37], [0.34, 0.42], [0.34, 0.48], [0.28, 0.56], [0.22, 0.66], [0.15, 0.73], [0.1, 0.77], [0.07, 0.86], [0.01, 0.79],
  [-0.08, 0.76], [-0.17, 0.68], [-0.22, 0.56], [-0.235, 0.42], [-0.21, 0.26],
];

/** What an extruded silhouette stands on. */
const plinth = () =>
  lathe([[0, 0.17], [0.235, 0.165], [0.25, 0.14], [0.255, 0.115], [0.315, 0.085], [0.315, 0.02], [0.295, 0]]);

/** @param {number} lift  raises the head @returns {Part[]} */
const horse = lift => [
  extrude(HORSE.map(([x, y]) => [x, y > 0.3 ? y + lift * Math.min(1, (y - 0.3) * 4) : y]), 0.13, (x, y) =>
    Math.min(1.15, 1.35 - Math.abs(y - 0.2) * 0.55) * (x > 0.2 ? 0.8 : 1)),
  plinth(),
];

/** A disk on a stem, for kinds without a shape of their own. @returns {Part[]} */
const disk = () => [
  lathe([[0, 0.68], [0.2, 0.665], [0.25, 0.62], [0.25, 0.57], [0.2, 0.525], [0.11, 0.49], ...foot(0.3, 0.11, 0.32)]),
];

/** @returns {Part[]} */
const unicorn = () => [
  place(lathe([[0, 0.46], [0.05, 0.04], [0, 0]], 1, 8), {z: -0.62, at: [0.12, 0.83, 0]}),
  ...horse(0.08),
];

/** @param {string} name @returns {Part[]} */
const silhouette = name => [
  ...SILHOUETTES[name].polygons.map(corners =>
    extrude(corners.map(([x, y]) => /** @type {[number, number]} */ ([(20 - x) * 0.0185, 0.12 + (31 - y) * 0.026])), 0.1, () => 1)),
  plinth(),
];

/**
 * Builds the geometry of a piece type with the attributes `position`, `normal` and `shade`.
 * @param {string} letter  in upper case, D for a disk, or the name of a silhouette
 * @param {number} detail
 * @returns {BufferGeometry}
 */
export function pieceGeometry(letter, detail) {
  segmentsNow = detail;
  /** @type {Record<string, () => Part[]>} */
  const shapes = {P: pawn, R: rook, N: () => horse(0), B: bishop, Q: queen, K: king, U: unicorn, D: disk};
  return merge(shapes[letter]?.() ?? silhouette(letter)).scale(WIDTH, HEIGHT, WIDTH);
}

/** A ball on a collar: the handle of a platform. */
export const knobGeometry = () => merge([lathe([
  [0, 0.33], [0.09, 0.315], [0.155, 0.255], [0.17, 0.19], [0.145, 0.12], [0.08, 0.08], [0.11, 0.05], [0.16, 0.0],
], 1, 14)]);

/** A cylinder of radius 1 from height 0 to 1. */
export const rodGeometry = () => merge([lathe([[1, 1], [1, 0]], 1, 10)]);

/** @param {Part[]} parts */
function merge(parts) {
  const geometry = new BufferGeometry();
  /** @param {keyof Part} key @param {number} size */
  const attribute = (key, size) =>
    new BufferAttribute(new Float32Array(parts.flatMap(part => part[key])), size);
  geometry.setAttribute('position', attribute('positions', 3));
  geometry.setAttribute('normal', attribute('normals', 3));
  geometry.setAttribute('shade', attribute('shades', 1));
  let base = 0;
  geometry.setIndex(parts.flatMap(part => {
    const first = base;
    base += part.shades.length;
    return part.index.map(i => first + i);
  }));
  return geometry;
}
