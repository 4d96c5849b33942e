// The meshes of the view. Each is one draw call and is filled anew when what it shows changes.

import {
  BufferAttribute, BufferGeometry, CanvasTexture, DynamicDrawUsage, InstancedBufferAttribute, InstancedBufferGeometry,
  InstancedMesh, LinearFilter, Matrix4, Mesh, Quaternion, Vector3,
} from '../../vendor/three/three.module.min.js';

/** @typedef {import('../../vendor/three/three.module.min.js').ShaderMaterial} ShaderMaterial */
/** @typedef {import('./layout.js').Point} Point */
/** @typedef {[number, number, number, number]} Tint  red, green, blue and opacity from 0 to 1 */

const UP = new Vector3(0, 1, 0);

/** Instances of one geometry, each with a tint and the name of the place that it stands for. */
export class Crowd {
  /** @type {string[]} */
  places = [];

  /** @param {BufferGeometry[]} shapes  from the coarsest to the finest @param {ShaderMaterial} material @param {number} order */
  constructor(shapes, material, order) {
    this.shapes = shapes.map(shape => {
      const own = new BufferGeometry();
      for (const [name, attribute] of Object.entries(shape.attributes)) own.setAttribute(name, attribute);
      return own.setIndex(shape.index);
    });
    this.mesh = new InstancedMesh(this.shapes[0], material, 0);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = order;
    this.#reserve(16);
  }

  /** @param {number} capacity */
  #reserve(capacity) {
    this.mesh.instanceMatrix = new InstancedBufferAttribute(new Float32Array(16 * capacity), 16);
    this.tints = new InstancedBufferAttribute(new Float32Array(4 * capacity), 4);
    for (const shape of this.shapes) shape.setAttribute('tint', this.tints);
  }

  /** @param {boolean} fine */
  refine(fine) { this.mesh.geometry = this.shapes[fine ? this.shapes.length - 1 : 0]; }

  /** What a ray meets. The finest shape counts, so that it does not depend on the detail of the picture. @param {import('../../vendor/three/three.module.min.js').Raycaster} caster */
  met(caster) {
    const shown = this.mesh.geometry;
    this.refine(true);
    const hits = caster.intersectObject(this.mesh);
    this.mesh.geometry = shown;
    return hits;
  }

  /** @param {{place: string, matrix: Matrix4, tint: Tint}[]} items */
  fill(items) {
    const {mesh} = this;
    if (items.length > mesh.instanceMatrix.count) this.#reserve(items.length * 2);
    const tint = /** @type {InstancedBufferAttribute} */ (this.tints);
    items.forEach((item, i) => {
      mesh.setMatrixAt(i, item.matrix);
      tint.setXYZW(i, ...item.tint);
    });
    this.places = items.map(item => item.place);
    mesh.count = items.length;
    mesh.visible = items.length > 0;
    mesh.instanceMatrix.needsUpdate = tint.needsUpdate = true;
    mesh.boundingSphere = null;
  }
}

/** The matrix of a piece. @param {Point} at @param {number} turn  around the vertical axis @param {number} [size] */
export const standing = ([x, y, z], turn, size = 1) =>
  new Matrix4().compose(new Vector3(x, y, z), new Quaternion().setFromAxisAngle(UP, turn), new Vector3(size, size, size));

/** The matrix of a rod. @param {Point} from @param {Point} to @param {number} radius */
export function stretched(from, to, radius) {
  const start = new Vector3(...from), span = new Vector3(...to).sub(start), length = span.length();
  const turn = new Quaternion().setFromUnitVectors(UP, span.divideScalar(length || 1));
  return new Matrix4().compose(start, turn, new Vector3(radius, length, radius));
}

/** Vertical and horizontal quadrilaterals with a spot and a color, drawn in the order in which they are added. */
export class Quads {
  /** @type {number[]} */
  #positions = [];
  /** @type {number[]} */
  #spots = [];
  /** @type {number[]} */
  #colors = [];

  /** @param {ShaderMaterial} material @param {number} order */
  constructor(material, order) {
    this.mesh = new Mesh(new BufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = order;
  }

  /** Adds a cell's top. @param {Point} at @param {number} half @param {number} spot @param {Tint} color */
  flat([x, y, z], half, spot, color) {
    const corners = [[-1, -1], [-1, 1], [1, 1], [1, -1]];
    this.#quad(corners.map(([dx, dz]) => [x + dx * half, y, z + dz * half]), corners.map(([u, v]) => [u, v, spot]), color);
  }

  /** Adds a side below the line from `a` to `b`. @param {Point} a @param {Point} b @param {number} depth @param {Tint} color */
  side(a, b, depth, color) {
    const points = [a, b, [b[0], b[1] - depth, b[2]], [a[0], a[1] - depth, a[2]]];
    this.#quad(points, points.map(() => [0, 0, -1]), color);
  }

  /** @param {number[][]} points @param {number[][]} spots @param {Tint} color */
  #quad(points, spots, color) {
    for (const i of [0, 1, 2, 0, 2, 3]) {
      this.#positions.push(...points[i]);
      this.#spots.push(...spots[i]);
      this.#colors.push(...color);
    }
  }

  /** Shows what was added since the last call. */
  commit() {
    set(this.mesh.geometry, 'position', this.#positions, 3);
    set(this.mesh.geometry, 'spot', this.#spots, 3);
    set(this.mesh.geometry, 'color', this.#colors, 4);
    this.mesh.geometry.setDrawRange(0, this.#positions.length / 3);
    this.mesh.visible = this.#positions.length > 0;
    this.#positions = [];
    this.#spots = [];
    this.#colors = [];
  }
}

/** Quadrilaterals that the shader turns to the viewer: lines or texts. */
export class Sprites {
  /** @param {ShaderMaterial} material @param {number} order @param {Record<string, number>} sizes  of the attributes */
  constructor(material, order, sizes) {
    this.geometry = new InstancedBufferGeometry();
    this.geometry.setAttribute('position', new BufferAttribute(new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]), 3));
    this.geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.sizes = sizes;
    this.mesh = new Mesh(this.geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = order;
  }

  /** @param {Record<string, number[]>[]} items */
  fill(items) {
    for (const [name, size] of Object.entries(this.sizes)) {
      set(this.geometry, name, items.flatMap(item => item[name]), size, true);
    }
    this.geometry.instanceCount = items.length;
    this.mesh.visible = items.length > 0;
  }
}

/** Writes an attribute and makes a larger buffer only where it must. @param {BufferGeometry} geometry @param {string} name @param {number[]} values @param {number} size @param {boolean} [instanced] */
function set(geometry, name, values, size, instanced = false) {
  let attribute = /** @type {BufferAttribute|undefined} */ (geometry.getAttribute(name));
  if (!attribute || attribute.array.length < values.length) {
    const array = new Float32Array(Math.max(64, values.length * 1.5));
    // The old buffer goes with the geometry's other buffers; `dispose` lets the renderer make all of them anew.
    if (attribute) geometry.dispose();
    attribute = new (instanced ? InstancedBufferAttribute : BufferAttribute)(
      array.length % size ? new Float32Array(array.length + size - array.length % size) : array, size);
    attribute.setUsage(DynamicDrawUsage);
    geometry.setAttribute(name, attribute);
  }
  attribute.array.set(values);
  attribute.needsUpdate = true;
}

/** Draws texts side by side into a texture. @param {string[]} texts */
export function textAtlas(texts) {
  const size = 48, canvas = document.createElement('canvas');
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const font = `600 ${size * 0.72}px system-ui, sans-serif`;
  context.font = font;
  const widths = texts.map(text => Math.ceil(context.measureText(text).width + size * 0.3));
  canvas.width = 512;
  /** @type {Map<string, {area: Tint, aspect: number}>} */
  const areas = new Map();
  let x = 0, row = 0;
  const spots = widths.map(width => {
    if (x + width > canvas.width) { x = 0; row++; }
    x += width;
    return [x - width, row * size];
  });
  canvas.height = (row + 1) * size;
  context.font = font;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  texts.forEach((text, i) => {
    const [left, top] = spots[i];
    context.fillText(text, left + widths[i] / 2, top + size * 0.54);
    areas.set(text, {
      area: [left / canvas.width, 1 - (top + size) / canvas.height, widths[i] / canvas.width, size / canvas.height],
      aspect: widths[i] / size,
    });
  });
  const texture = new CanvasTexture(canvas);
  texture.generateMipmaps = false;
  texture.minFilter = LinearFilter;
  return {texture, areas};
}
