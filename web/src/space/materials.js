// The shaders of the view. They compute in the color space of the screen and stay small, because the view must also be
// drawn by a processor without a graphics card.

import {DoubleSide, FrontSide, ShaderMaterial} from '../../vendor/three/three.module.min.js';

/** @typedef {import('../../vendor/three/three.module.min.js').IUniform} IUniform */

/** The kinds of marks on cells, as the shader numbers them. */
export const MARK = {selected: 1, target: 2, capture: 3, last: 4, check: 5, hover: 6, ghost: 7};

/**
 * @param {string} vertexShader
 * @param {string} fragmentShader
 * @param {Record<string, IUniform>} uniforms
 * @param {{blend?: boolean, write?: boolean, test?: boolean, double?: boolean}} [options]
 */
const material = (vertexShader, fragmentShader, uniforms, {blend = true, write = !blend, test = true, double = blend} = {}) =>
  new ShaderMaterial({
    vertexShader, fragmentShader, uniforms, transparent: blend, depthWrite: write, depthTest: test,
    side: double ? DoubleSide : FrontSide, toneMapped: false,
  });

/**
 * Pieces, knobs and rods: soft light from the sky and from the left of the viewer, and a rim that sets them off from
 * the background.
 * @param {Record<string, IUniform>} uniforms  `rimOfLight` and `rimOfDark`: color and strength
 * @param {boolean} faded
 */
export const solidMaterial = (uniforms, faded) => material(`
  attribute float shade;
  attribute vec4 tint;
  varying vec4 facing;
  varying vec4 color;
  void main() {
    vec3 turned = mat3(instanceMatrix) * normal;
    facing = vec4(mat3(viewMatrix) * turned, turned.y);
    color = vec4(tint.rgb * shade, tint.a);
    gl_Position = projectionMatrix * (viewMatrix * (instanceMatrix * vec4(position, 1.0)));
  }`, `
  uniform vec4 rimOfLight, rimOfDark;
  varying vec4 facing;
  varying vec4 color;
  void main() {
    vec4 n = facing * inversesqrt(dot(facing.xyz, facing.xyz));
    float key = max(dot(n.xyz, vec3(-0.48, 0.64, 0.6)), 0.0);
    // The field of view is so narrow that the viewer is always in direction z.
    float edge = 1.0 - max(n.z, 0.0);
    vec4 rim = color.r > 0.5 ? rimOfLight : rimOfDark;
    vec3 lit = color.rgb * (0.5 + 0.16 * n.w + 0.46 * key) + 0.07 * key * key * key;
    gl_FragColor = vec4(mix(lit, rim.rgb, rim.a * edge * edge * edge), color.a);
  }`, uniforms, {blend: faded, write: true, double: false});

/** The vertex shader of cells and of the marks on them. */
const CELL_VERTICES = `
  attribute vec3 spot;
  attribute vec4 color;
  varying vec3 where;
  varying vec4 fill;
  void main() {
    where = spot;
    fill = color;
    gl_Position = projectionMatrix * (modelViewMatrix * vec4(position, 1.0));
  }`;

/**
 * The translucent cells: `spot` holds the place in the cell (-1 to 1) and the strength of the shadow of its piece.
 * @param {Record<string, IUniform>} uniforms  `line`: the color of the fine edges
 */
export const cellMaterial = uniforms => material(CELL_VERTICES, `
  uniform vec4 line;
  varying vec3 where;
  varying vec4 fill;
  void main() {
    vec2 reach = abs(where.xy);
    vec2 width = fwidth(where.xy);
    vec2 near = smoothstep(1.0 - 1.6 * width, vec2(1.0) - 0.4 * width, reach);
    float edge = max(near.x, near.y) * step(-0.5, where.z);
    vec4 c = mix(fill, vec4(line.rgb, max(line.a, fill.a) * min(1.0, fill.a * 4.0)), edge * line.a);
    float shadow = max(where.z, 0.0) * (1.0 - smoothstep(0.35, 0.8, length(where.xy)));
    gl_FragColor = vec4(c.rgb * (1.0 - 0.7 * shadow), c.a + (1.0 - c.a) * 0.55 * shadow);
  }`, uniforms);

/** The marks on cells: selection, targets, the last move, check. */
export const markMaterial = () => material(CELL_VERTICES, `
  varying vec3 where;
  varying vec4 fill;
  void main() {
    int kind = int(where.z + 0.5);
    vec2 p = abs(where.xy);
    float r = length(p), m = max(p.x, p.y), w = fwidth(r) + 0.01;
    float border = smoothstep(0.86, 0.86 + w, m);
    float a = 0.0;
    if (kind == ${MARK.selected}) a = 0.34 + 0.6 * border;
    else if (kind == ${MARK.target}) a = 0.2 + 0.75 * (1.0 - smoothstep(0.3, 0.3 + w, r));
    else if (kind == ${MARK.capture}) a = 0.2 + 0.75 * smoothstep(0.76, 0.76 + w, r) * (1.0 - smoothstep(0.95, 0.95 + w, r));
    else if (kind == ${MARK.last}) a = 0.3 + 0.55 * smoothstep(0.9, 0.9 + w, m) * step(0.55, min(p.x, p.y));
    else if (kind == ${MARK.check}) a = 0.45 + 0.5 * max(smoothstep(0.88, 0.88 + w, m), smoothstep(0.66, 0.66 + w, m) * (1.0 - smoothstep(0.76, 0.76 + w, m)));
    else if (kind == ${MARK.hover}) a = 0.1 + 0.6 * smoothstep(0.92, 0.92 + w, m);
    else a = 0.22 + 0.6 * border * step(0.5, fract((where.x + where.y) * 2.5));
    gl_FragColor = vec4(fill.rgb, fill.a * a);
  }`, {});

/**
 * Lines of a width in pixels, facing the viewer: `style` is the width, the length of a dash in pixels, and 1 for an arrow.
 * @param {Record<string, IUniform>} uniforms  `screen`: the size of the picture and the scale of pixels
 */
export const lineMaterial = uniforms => material(`
  uniform vec3 screen;
  attribute vec3 from, to, style;
  attribute vec4 tint;
  varying vec4 color;
  varying vec2 along;
  varying vec3 shape;
  void main() {
    vec4 a = projectionMatrix * (viewMatrix * vec4(from, 1.0)), b = projectionMatrix * (viewMatrix * vec4(to, 1.0));
    vec2 span = (b.xy / b.w - a.xy / a.w) * screen.xy * 0.5;
    float size = length(span), half_ = style.x * screen.z * (style.z > 0.5 ? 2.4 : 0.5) + screen.z;
    vec2 dir = size > 0.001 ? span / size : vec2(1.0, 0.0);
    vec4 at = position.x < 0.0 ? a : b;
    at.xy += vec2(-dir.y, dir.x) * position.y * half_ / screen.xy * 2.0 * at.w;
    along = vec2((position.x * 0.5 + 0.5) * size, position.y * half_) / screen.z;
    // Perspective must not bend what is measured in pixels.
    shape = vec3(style.xy, style.z > 0.5 ? size / screen.z : 0.0);
    color = tint;
    gl_Position = vec4(at.xyz / at.w, 1.0);
  }`, `
  varying vec4 color;
  varying vec2 along;
  varying vec3 shape;
  void main() {
    float side = abs(along.y), half_ = shape.x * 0.5;
    if (shape.z > 0.0) {
      float head = min(shape.x * 4.0, shape.z * 0.6), left = shape.z - along.x;
      half_ = left < head ? shape.x * 2.2 * left / head : half_;
    }
    float a = 1.0 - smoothstep(half_ - 0.5, half_ + 0.5, side);
    if (shape.y > 0.0) a *= step(fract(along.x / shape.y), 0.5);
    gl_FragColor = vec4(color.rgb, color.a * a);
  }`, uniforms, {test: false});

/**
 * Texts that face the viewer, never smaller than they can be read.
 * @param {Record<string, IUniform>} uniforms  `screen`, `atlas`, `ink`
 */
export const labelMaterial = uniforms => material(`
  uniform vec3 screen;
  attribute vec3 anchor;
  attribute vec4 area;
  attribute vec3 look;
  attribute float shift;
  varying vec2 at;
  varying float strength;
  void main() {
    vec4 clip = projectionMatrix * (viewMatrix * vec4(anchor, 1.0));
    float size = max(look.x * projectionMatrix[1][1] * screen.y * 0.5 / clip.w, 11.0 * screen.z);
    clip.xy += (position.xy + vec2(shift * 2.0, 0.0)) * vec2(look.y, 1.0) * size / screen.xy * clip.w;
    at = area.xy + area.zw * (position.xy * 0.5 + 0.5);
    strength = look.z;
    gl_Position = clip;
  }`, `
  uniform sampler2D atlas;
  uniform vec3 ink;
  varying vec2 at;
  varying float strength;
  void main() { gl_FragColor = vec4(ink, texture2D(atlas, at).a * strength); }`, uniforms);

/**
 * The soft shadow on the ground: `uv.x` is its strength. It is drawn first and replaces the background, which costs less
 * than to blend the two.
 * @param {Record<string, IUniform>} uniforms  `ground`: its color; `background`
 */
export const groundMaterial = uniforms => material(`
  varying float strength;
  void main() {
    strength = uv.x;
    gl_Position = projectionMatrix * (modelViewMatrix * vec4(position, 1.0));
  }`, `
  uniform vec4 ground;
  uniform vec3 background;
  varying float strength;
  void main() { gl_FragColor = vec4(mix(background, ground.rgb, ground.a * strength), 1.0); }`, uniforms,
  {blend: false, write: false, test: false, double: true});
