// The view of the boards in space.

import {
  ColorManagement, BufferGeometry, BufferAttribute, LinearSRGBColorSpace, Mesh, Scene, Vector3, WebGLRenderer,
} from '../../vendor/three/three.module.min.js';
import {cellLabel, postLabel} from '../flat-view.js';
import {pieceName, shapeOf} from '../pieces.js';
import {SILHOUETTES} from '../silhouettes.js';
import {OrbitCamera, between, writesEast} from './camera.js';
import {listen} from './input.js';
import {Layout, THICKNESS} from './layout.js';
import {MARK, cellMaterial, groundMaterial, labelMaterial, lineMaterial, markMaterial, solidMaterial} from './materials.js';
import {Crowd, Quads, Sprites, standing, stretched, textAtlas} from './meshes.js';
import {Motion, ease} from './motion.js';
import {PALETTES, paletteOf} from './palette.js';
import {Picker, isFaded} from './picking.js';
import {DETAIL, knobGeometry, pieceGeometry, rodGeometry} from './shapes.js';

/** @typedef {import('../view-model.js').ViewModel} ViewModel */
/** @typedef {import('../view-model.js').BoardView} BoardView */
/** @typedef {import('./camera.js').Preset} Preset */
/** @typedef {import('./camera.js').Pose} Pose */
/** @typedef {import('./layout.js').Point} Point */
/** @typedef {import('./meshes.js').Tint} Tint */
/**
 * For tests: `pixel` is a point of the page where a click picks the place, or `null`; `pick` is what a click there
 * picks; `draw` draws at once; `stats` counts the last picture.
 * @typedef {{
 *   pixel(place: string): {x: number, y: number}|null,
 *   pick(x: number, y: number): string|null,
 *   draw(): void,
 *   stats(): {calls: number, triangles: number, ratio: number},
 *   canvas: HTMLCanvasElement,
 * }} Probe
 */
/** @typedef {BoardView & {setCamera(preset: Preset): void, probe: Probe}} SpaceView */

/** Opacity of the levels above the one in use. */
const FADED = {cell: 0.22, piece: 0.2, label: 0.3};
const CAMERA_TIME = 450;
/** After this time without change the picture is drawn in full quality, in milliseconds. */
const STILL_AFTER = 140;
/** A picture during a motion should not take longer, in milliseconds; a still one may take this many times as long. */
const FRAME_TIME = 26;
const STILL_FRAMES = 5;
/** Below one pixel of the page for each pixel of the picture nothing is won: the browser must scale the picture then. */
const RATIO = {min: 1, max: 2};
/** Steps of the order in which the meshes are drawn. */
const ORDER = {ground: 0, solid: 1, cells: 2, marks: 3, labels: 4, faded: 5, lines: 6};
/** Flat shapes turn with the camera, so that their profile is seen from every side: White's to the right, Black's to the left. */
const PROFILE_TURN = {white: 0.4, black: Math.PI - 0.4};
/** The shapes that turn: the flat ones. */
const TURNING = new Set(['N', 'U', ...Object.keys(SILHOUETTES)]);

/**
 * Creates the view in space. Throws an error if the browser has no WebGL 2.
 * @param {HTMLElement} container
 * @returns {SpaceView}
 */
export function createSpaceView(container) {
  ColorManagement.enabled = false;
  const element = document.createElement('div');
  element.className = 'space';
  element.tabIndex = 0;
  element.setAttribute('role', 'application');
  element.setAttribute('aria-label', 'The boards in space. Arrow keys turn them, + and − zoom, Home resets the view. The flat view can be read and played by keyboard.');
  element.style.cssText = 'position:relative;width:100%;height:100%;min-height:0;overflow:hidden;touch-action:none;user-select:none';
  const readout = document.createElement('div');
  readout.className = 'space-readout';
  readout.setAttribute('aria-hidden', 'true');
  readout.style.cssText = 'position:absolute;left:10px;bottom:8px;font-size:13px;pointer-events:none;opacity:.85';

  const renderer = new WebGLRenderer({antialias: false, alpha: false, stencil: false, powerPreference: 'high-performance'});
  renderer.outputColorSpace = LinearSRGBColorSpace;
  const canvas = renderer.domElement;
  canvas.style.cssText = 'display:block;width:100%;height:100%';
  element.append(canvas, readout);
  container.append(element);

  const uniforms = {
    line: {value: /** @type {number[]} */ ([0, 0, 0, 0])}, rimOfLight: {value: [0, 0, 0, 0]}, rimOfDark: {value: [0, 0, 0, 0]},
    ground: {value: [0, 0, 0, 0]}, background: {value: [0, 0, 0]}, ink: {value: [0, 0, 0]}, screen: {value: [1, 1, 1]}, atlas: {value: /** @type {any} */ (null)},
  };
  const scene = new Scene(), orbit = new OrbitCamera();
  const solid = solidMaterial(uniforms, false), faint = solidMaterial(uniforms, true);
  /** The pieces of each type: solid ones and those of faded levels. @type {Map<string, [Crowd, Crowd]>} */
  const crowds = new Map();
  /** @type {Crowd[]} */
  const pieceCrowds = [];
  let isFine = true;
  /** The pieces of a type, whose shape is made when the first of them is drawn. @param {string} type @returns {[Crowd, Crowd]} */
  const crowdsOf = type => {
    const known = crowds.get(type);
    if (known) return known;
    const shapes = [pieceGeometry(type, DETAIL.low), pieceGeometry(type, DETAIL.high)];
    /** @type {[Crowd, Crowd]} */
    const pair = [new Crowd(shapes, solid, ORDER.solid), new Crowd(shapes, faint, ORDER.faded)];
    for (const crowd of pair) {
      crowd.refine(isFine);
      scene.add(crowd.mesh);
      pieceCrowds.push(crowd);
    }
    crowds.set(type, pair);
    return pair;
  };
  const rods = new Crowd([rodGeometry()], solid, ORDER.solid), knobs = new Crowd([knobGeometry()], solid, ORDER.solid);
  const cells = new Quads(cellMaterial(uniforms), ORDER.cells), marks = new Quads(markMaterial(), ORDER.marks);
  const labels = new Sprites(labelMaterial(uniforms), ORDER.labels, {anchor: 3, area: 4, look: 3, shift: 1});
  const lines = new Sprites(lineMaterial(uniforms), ORDER.lines, {from: 3, to: 3, style: 3, tint: 4});
  const ground = new Mesh(groundGeometry(), groundMaterial(uniforms));
  ground.renderOrder = ORDER.ground;
  ground.frustumCulled = false;
  scene.add(ground, cells.mesh, marks.mesh, labels.mesh, lines.mesh, rods.mesh, knobs.mesh);

  /** @type {ViewModel|null} */
  let model = null;
  /** @type {Layout|null} */
  let layout = null;
  /** @type {Picker|null} */
  let picker = null;
  let palette = PALETTES.dark;
  /** @type {ReturnType<typeof textAtlas>|null} */
  let atlas = null;
  /** @type {Motion|null} */
  let motion = null;
  let motionStart = 0;
  /** @type {{from: Pose, to: Pose, start: number}|null} */
  let flight = null;
  /** The place under the pointer. @type {string|null} */
  let hovered = null;
  /** A piece or platform that is dragged, and where it is. @type {{place: string, at: Point}|null} */
  let carried = null;
  /** @type {(place: string) => void} */
  let onPick = () => {};
  /** @type {(from: string, to: string) => void} */
  let onDrag = () => {};

  // Drawing happens on demand only. After each picture one more frame measures how long it took.
  let frame = 0, stillTimer = 0, drawnAt = 0, wanted = false, still = false;
  let ratio = devicePixelRatio, movingRatio = devicePixelRatio, pace = 0;
  let sortedFor = '', labeledFor = '', turnedTo = 0;
  const stale = {cells: true, pieces: true, profiles: true, marks: true, lines: true, labels: true};

  /** @param {Partial<typeof stale>} [what] @param {boolean} [quick]  whether more changes may follow soon */
  function invalidate(what = {}, quick = true) {
    Object.assign(stale, what);
    still = !quick && !wanted;
    wanted = true;
    if (!frame) frame = requestAnimationFrame(tick);
  }

  /** @param {number} now */
  function tick(now) {
    frame = 0;
    if (!model || !layout) return;
    if (drawnAt) adapt(now - drawnAt);
    drawnAt = 0;
    if (flight) {
      const t = Math.min(1, (now - flight.start) / CAMERA_TIME);
      orbit.show(between(flight.from, flight.to, ease(Math.max(0, t))));
      if (t >= 1) flight = null;
      invalidate();
    }
    if (motion) {
      motion.progress = Math.min(1, Math.max(0, (now - motionStart) / motion.duration));
      const ended = motion.progress >= 1;
      stale.cells ||= motion.movesPlatform;
      if (ended) motion = null;
      invalidate({pieces: true});
    }
    if (!wanted) return;
    wanted = false;
    setRatio(still ? stillRatio() : movingRatio);
    isFine = still || movingRatio > devicePixelRatio;
    for (const crowd of pieceCrowds) crowd.refine(isFine);
    draw();
    clearTimeout(stillTimer);
    if (still) return;
    drawnAt = now;
    if (!frame) frame = requestAnimationFrame(tick);
    if (ratio < stillRatio() - 0.05) stillTimer = window.setTimeout(() => invalidate({}, false), STILL_AFTER);
  }

  /** Adapts the resolution of moving pictures to the speed of the machine. @param {number} time */
  function adapt(time) {
    pace = pace ? pace * 0.7 + time * 0.3 : time;
    const best = fullRatio();
    if (pace > FRAME_TIME * 1.15) movingRatio = Math.max(Math.min(RATIO.min, devicePixelRatio), movingRatio * 0.88);
    else if (pace < FRAME_TIME * 0.7) movingRatio = Math.min(best, movingRatio * 1.04);
  }
  const fullRatio = () => Math.max(devicePixelRatio, Math.min(RATIO.max, devicePixelRatio * 2));
  const stillRatio = () => Math.max(movingRatio, Math.min(fullRatio(), movingRatio * Math.sqrt(STILL_FRAMES * FRAME_TIME / Math.max(pace, 8))));

  /** @param {number} next */
  function setRatio(next) {
    // Small steps are not worth new buffers.
    if (Math.abs(next - ratio) < 0.08 && next !== fullRatio() || next === ratio) return;
    ratio = next;
    resize();
  }

  function resize() {
    const width = Math.max(1, element.clientWidth), height = Math.max(1, element.clientHeight);
    renderer.setPixelRatio(ratio);
    renderer.setSize(width, height, false);
    uniforms.screen.value = [width * ratio, height * ratio, ratio];
    if (Math.abs(orbit.camera.aspect - width / height) > 1e-4) {
      orbit.camera.aspect = width / height;
      orbit.camera.updateProjectionMatrix();
      if (orbit.preset && model && !flight) orbit.show(orbit.poseOf(orbit.preset, model.orientation === 'black'));
    }
  }

  function draw() {
    if (!model || !layout) return;
    // Translucent levels are drawn from the farthest plane to the nearest; the labels stand on the near sides.
    const eye = orbit.camera.position.y;
    const order = layout.levels.map(level => Number(/** @type {Layout} */ (layout).height(level) > eye)).join('');
    if (order !== sortedFor) { sortedFor = order; stale.cells = true; }
    const sides = labelSides();
    if (sides !== labeledFor) { labeledFor = sides; stale.labels = true; }
    if (orbit.pose.azimuth !== turnedTo) { turnedTo = orbit.pose.azimuth; stale.profiles = true; }
    if (stale.cells) fillCells();
    if (stale.pieces || stale.cells) fillPieces(); else if (stale.profiles) fillPieces(TURNING);
    if (stale.marks) fillMarks();
    if (stale.lines) fillLines();
    if (stale.labels) fillLabels();
    for (const key of /** @type {(keyof typeof stale)[]} */ (Object.keys(stale))) stale[key] = false;
    renderer.render(scene, orbit.camera);
  }

  /** The opacity of a level. @param {number} level @param {keyof typeof FADED} what */
  const opacity = (level, what) => model && isFaded(model, level) ? FADED[what] : 1;

  function fillCells() {
    if (!model || !layout) return;
    const {live, pieces, geometry} = model, place = layout, eye = orbit.camera.position.y;
    /** The way that each platform's cells still have to go. @type {Map<string, {shift: Point, owner: 'white'|'black'|null}>} */
    const platforms = new Map();
    for (const {post, owner} of model.platforms) {
      const end = place.point(post), now = pointOf(post, end);
      /** @type {Point} */
      const shift = [now[0] - end[0], now[1] - end[1], now[2] - end[2]];
      for (const cell of place.sites.get(post)?.cells ?? []) platforms.set(cell, {shift, owner});
    }
    const shown = [...live].flatMap(name => {
      const cell = place.cells.get(name);
      if (!cell) return [];
      const [x, y, z] = place.at(cell), platform = platforms.get(name), [dx, dy, dz] = platform?.shift ?? [0, 0, 0];
      return [{cell, platform, at: /** @type {Point} */ ([x + dx, y + dy, z + dz])}];
    }).sort((a, b) => Math.abs(b.at[1] - eye) - Math.abs(a.at[1] - eye));
    for (const {cell, platform, at} of shown) {
      const parity = cell.file + cell.rank + (geometry.posts.length ? 0 : cell.level + 1);
      const fade = opacity(cell.level, 'cell');
      const tint = platform ? parity % 2 ? palette.darkPlate : palette.lightPlate : parity % 2 ? palette.dark : palette.light;
      cells.flat(at, 0.5, pieces.has(cell.name) && carried?.place !== cell.name ? fade : 0, alpha(tint, fade * (platform ? 1 : place.clarity)));
      const edge = platform ? ownerTint(platform.owner) : palette.edge;
      for (const [dx, dz] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        const beside = place.names.get(`${cell.file + dx},${cell.rank - dz},${cell.level}`);
        // Platforms end at their own edge, also beside another platform.
        if (beside && live.has(beside) && place.postOf.get(beside) === place.postOf.get(cell.name)) continue;
        const [x, y, z] = [at[0] + dx / 2, at[1], at[2] + dz / 2];
        cells.side([x - dz / 2, y, z - dx / 2], [x + dz / 2, y, z + dx / 2], THICKNESS, alpha(edge, fade));
      }
    }
    cells.commit();
  }

  /** @param {'white'|'black'|null} owner */
  const ownerTint = owner => owner === 'white' ? palette.whiteOwner : owner === 'black' ? palette.blackOwner : palette.noOwner;

  /** Where a piece or platform is now, in motion or under the pointer. @param {string} place @param {Point} end @returns {Point} */
  function pointOf(place, end) {
    if (carried && layout) {
      if (carried.place === place) return carried.at;
      const site = layout.sites.get(carried.place);
      if (site?.cells.includes(place)) {
        return [end[0] + carried.at[0] - site.center[0], end[1] + carried.at[1] - site.center[1], end[2] + carried.at[2] - site.center[2]];
      }
    }
    return motion ? motion.point(place, end) : end;
  }

  /** @param {Set<string>} [types]  the types of the pieces to fill; without it all and the platforms */
  function fillPieces(types) {
    if (!model || !layout) return;
    const {geometry} = model;
    /** @type {Map<Crowd, {place: string, matrix: import('../../vendor/three/three.module.min.js').Matrix4, tint: Tint}[]>} */
    const items = new Map([...crowds].filter(([type]) => types?.has(type) ?? true).flatMap(([, pair]) => pair.map(crowd => [crowd, []])));
    /** @param {string} cell @param {string} letter @param {Point} at @param {number} size */
    const add = (cell, letter, at, size) => {
      const type = shapeOf(geometry, letter) || 'D', white = letter === letter.toUpperCase();
      if (types && !types.has(type)) return;
      const fade = opacity(layout?.levelOf(cell) ?? 0, 'piece');
      const crowd = crowdsOf(type)[fade < 1 ? 1 : 0];
      const list = items.get(crowd) ?? [];
      items.set(crowd, list);
      const turn = TURNING.has(type) ? orbit.pose.azimuth + PROFILE_TURN[white ? 'white' : 'black'] : 0;
      list.push({
        place: cell, matrix: standing(at, turn, size), tint: alpha(white ? palette.whitePiece : palette.blackPiece, fade),
      });
    };
    for (const [cell, letter] of model.pieces) add(cell, letter, pointOf(cell, layout.point(cell)), 1);
    if (motion) for (const [cell, letter] of motion.captured) add(cell, letter, layout.point(cell), motion.remaining);
    for (const [crowd, list] of items) crowd.fill(list);
    if (types) return;

    const posts = model.platforms.map(({post, owner}) => ({post, owner, ghost: false}));
    const ghosts = [...model.targets.keys()].filter(place => layout?.sites.has(place)).map(post => ({post, owner: null, ghost: true}));
    const stems = layout.rods.map(rod => ({place: '', matrix: stretched(rod.from, rod.to, rod.radius), tint: palette.rod}));
    knobs.fill([...posts, ...ghosts].map(({post, owner, ghost}) => {
      const at = pointOf(post, /** @type {Layout} */ (layout).point(post)), site = /** @type {Layout} */ (layout).sites.get(post);
      if (site) stems.push({place: post, matrix: stretched([at[0], site.root[1] + at[1] - site.center[1], at[2]], at, 0.05), tint: palette.rod});
      const lit = ghost || post === model?.selected;
      return {place: post, matrix: standing(at, 0, ghost ? 0.8 : 1), tint: lit ? palette.accent : owner ? owner === 'white' ? palette.whitePiece : palette.blackPiece : palette.rod};
    }));
    rods.fill(stems);
  }

  function fillMarks() {
    if (!model || !layout) return;
    /** @param {string} place @param {number} kind @param {Tint} color */
    const mark = (place, kind, color) => {
      for (const name of layout?.sites.get(place)?.cells ?? [place]) {
        const cell = layout?.cells.get(name);
        if (!cell || !layout) continue;
        const [x, y, z] = layout.at(cell);
        marks.flat([x, y + 0.012, z], 0.49, kind, color);
      }
    };
    for (const place of model.lastMove) mark(place, MARK.last, palette.last);
    if (model.check) mark(model.check, MARK.check, palette.check);
    for (const [place, {capture, ending}] of model.targets) {
      mark(place, layout.sites.has(place) ? MARK.ghost : capture ? MARK.capture : MARK.target, ending ? palette[ending.result] : palette.accent);
    }
    if (model.selected) mark(model.selected, MARK.selected, palette.accent);
    if (hovered && hovered !== model.selected) mark(hovered, MARK.hover, model.targets.has(hovered) ? palette.accent : palette.ink);
    marks.commit();
  }

  function fillLines() {
    if (!model || !layout) return;
    /** @type {Record<string, number[]>[]} */
    const items = [];
    const {selected, targets} = model, origin = selected && layout.cells.get(selected);
    if (origin) {
      // One guide for each column: from the level of the chosen piece to its highest and lowest target there.
      /** @type {Map<string, {x: number, z: number, low: number, high: number, strong: boolean}>} */
      const columns = new Map();
      const home = layout.height(origin.level);
      for (const place of targets.keys()) {
        const cell = layout.cells.get(place);
        if (!cell || cell.level === origin.level) continue;
        const [x, y, z] = layout.at(cell), key = `${x},${z}`;
        const column = columns.get(key) ?? {x, z, low: home, high: home, strong: false};
        columns.set(key, {...column, low: Math.min(column.low, y), high: Math.max(column.high, y), strong: column.strong || place === hovered});
      }
      for (const {x, z, low, high, strong} of columns.values()) {
        items.push({from: [x, low, z], to: [x, high, z], style: [strong ? 2.5 : 1.4, strong ? 0 : 7, 0], tint: alpha(palette.accent, strong ? 0.95 : 0.55)});
      }
    }
    for (const {from, to, weight, ...rest} of model.arrows) {
      const [a, b] = [layout.point(from), layout.point(to)];
      const color = 'kind' in rest ? palette.threat : palette.arrow;
      items.push({from: [a[0], a[1] + 0.3, a[2]], to: [b[0], b[1] + 0.15, b[2]], style: [3 + 3 * weight, 0, 1], tint: alpha(color, 0.4 + 0.5 * weight)});
    }
    lines.fill(items);
  }

  /** Which sides of the boards are near the camera, as a text to compare. */
  function labelSides() {
    const {azimuth, elevation} = orbit.pose;
    return `${elevation > 1.2 ? 'top ' : ''}${Math.cos(azimuth) >= -0.02 ? 'south' : 'north'} ${writesEast(azimuth) ? 'east' : 'west'}`;
  }

  function fillLabels() {
    if (!model || !layout) return;
    const {geometry, live} = model, place = layout;
    const text = textAtlasOf();
    /** @type {Record<string, number[]>[]} */
    const items = [];
    /** @param {string} word @param {Point} anchor @param {number} size @param {number} strength @param {number} [shift]  in widths */
    const put = (word, anchor, size, strength, shift = 0) => {
      const entry = text.areas.get(word);
      if (entry && clear(anchor[0], anchor[2])) items.push({anchor, area: entry.area, look: [size, entry.aspect, strength], shift: [shift]});
    };
    const south = labeledFor.includes('south'), east = labeledFor.endsWith('east');
    /** From the top, texts at the same place or over another board would cover each other. @type {Set<string>} */
    const taken = new Set();
    const clear = (/** @type {number} */ x, /** @type {number} */ z) => {
      const key = `${x},${z}`, free = !labeledFor.startsWith('top') || !taken.has(key)
        && !place.levels.some(level => live.has(place.cellAt(x, z, level) ?? ''));
      taken.add(key);
      return free;
    };
    for (const board of [...place.boards].reverse()) {
      const y = place.height(board.level), strength = opacity(board.level, 'label');
      const z = south ? -board.rank + 0.82 : -(board.rank + board.ranks - 1) - 0.82;
      const x = east ? board.file + board.files - 1 + 0.82 : board.file - 0.82;
      const far = south ? -(board.rank + board.ranks) + 0.4 : -board.rank + 0.6;
      for (let i = 0; i < board.files; i++) put(fileName(board.file + i), [board.file + i, y, z], 0.36, 0.9 * strength);
      for (let i = 0; i < board.ranks; i++) put(String(board.rank + i), [x, y, -(board.rank + i)], 0.36, 0.9 * strength);
      if (geometry.levels > 1) put(`Level ${board.level}`, [x, y + 0.06, far], 0.36, strength, east === south ? 0.66 : -0.66);
    }
    for (const [cell, word] of notesOf(model)) {
      const entry = text.areas.get(word), [x, y, z] = place.point(cell);
      const strength = opacity(place.levelOf(cell) ?? 0, 'label');
      if (entry) items.push({anchor: [x, y + (model.pieces.has(cell) ? 1 : 0.3), z], area: entry.area, look: [0.3, entry.aspect, strength], shift: [0]});
    }
    labels.fill(items);
  }

  function textAtlasOf() {
    if (layout && model) {
      const words = new Set(layout.boards.map(board => `Level ${board.level}`));
      for (const cell of layout.cells.values()) words.add(fileName(cell.file)).add(String(cell.rank));
      for (const [, word] of notesOf(model)) words.add(word);
      if (!atlas || ![...words].every(word => atlas?.areas.has(word))) {
        atlas?.texture.dispose();
        atlas = textAtlas([...words]);
        uniforms.atlas.value = atlas.texture;
      }
    }
    return /** @type {NonNullable<typeof atlas>} */ (atlas);
  }

  /** @param {ViewModel} next */
  function build(next) {
    layout = new Layout(next.geometry);
    picker = new Picker(layout, pieceCrowds, orbit.camera);
    atlas?.texture.dispose();
    atlas = null;
    orbit.extent = layout.extent();
    orbit.texts = layout.texts();
    orbit.preset = 'reset';
    const {minFile, maxFile, minRank, maxRank, bottom} = layout;
    ground.position.set((minFile + maxFile) / 2, bottom - 0.06, -(minRank + maxRank) / 2);
    ground.scale.set((maxFile - minFile + 1) * 0.95, 1, (maxRank - minRank + 1) * 0.95);
  }

  /** @param {ViewModel} next */
  function paint(next) {
    palette = paletteOf(element, next.theme);
    uniforms.line.value = palette.line;
    uniforms.ground.value = palette.ground;
    uniforms.ink.value = palette.ink.slice(0, 3);
    uniforms.rimOfLight.value = palette.whiteRim;
    uniforms.rimOfDark.value = palette.blackRim;
    const [r, g, b] = palette.background;
    uniforms.background.value = [r, g, b];
    renderer.setClearColor(Math.round(r * 255) << 16 | Math.round(g * 255) << 8 | Math.round(b * 255));
    readout.style.color = `rgb(${palette.ink.slice(0, 3).map(v => Math.round(v * 255)).join()})`;
  }

  /** @param {Preset} preset @param {boolean} [animate] */
  function setCamera(preset, animate = true) {
    if (!model) return;
    orbit.preset = preset;
    const to = orbit.poseOf(preset, model.orientation === 'black');
    flight = animate && !model.reducedMotion ? {from: orbit.pose, to, start: performance.now()} : null;
    if (!flight) orbit.show(to);
    invalidate();
  }

  /** @param {number} x @param {number} y @param {string|null} [ignored] */
  function hitAt(x, y, ignored) {
    if (!model || !picker) return undefined;
    const box = canvas.getBoundingClientRect();
    return picker.pick(model, (x - box.left) / box.width * 2 - 1, 1 - (y - box.top) / box.height * 2, ignored);
  }

  /** What a finger means: also what is just beside it. @param {number} x @param {number} y */
  function hitNear(x, y) {
    const hits = [[0, 0], [9, 0], [-9, 0], [0, 9], [0, -9]].flatMap(([dx, dy]) => hitAt(x + dx, y + dy) ?? []);
    const lit = hits.find(hit => model?.targets.has(hit.place));
    return lit && hits[0]?.kind === 'cell' ? lit : hits.find(hit => hit.kind !== 'cell') ?? hits[0];
  }

  /** @param {string|null} place */
  function hover(place) {
    if (place === hovered) return;
    hovered = place;
    const cell = place && layout?.cells.get(place), letter = place && model?.pieces.get(place);
    const name = !place || !model ? '' : cell ? cellLabel(model.geometry, cell) : `platform ${postLabel(model.geometry, place)}`;
    const ending = place && model?.targets.get(place)?.ending;
    readout.textContent = [name, letter && pieceName(model?.geometry ?? null, letter), ending && ending.text].filter(Boolean).join(' · ');
    invalidate({marks: true, lines: true}, false);
  }

  /** Shows what is dragged above the place under the pointer, or on its own plane. @param {string} place @param {number} x @param {number} y */
  function carry(place, x, y) {
    if (!model || !layout) return;
    if (!carried && !model.targets.has(place) && model.selected !== place) onPick(place);
    const hit = hitAt(x, y, place);
    const site = layout.sites.get(place);
    if (hit && (!site || layout.sites.has(hit.place))) {
      const [px, py, pz] = layout.point(hit.place);
      carried = {place, at: [px, py + 0.12, pz]};
      hover(hit.place);
    } else {
      const box = canvas.getBoundingClientRect(), home = layout.point(place), eye = orbit.camera.position;
      const ray = new Vector3((x - box.left) / box.width * 2 - 1, 1 - (y - box.top) / box.height * 2, 0.5).unproject(orbit.camera).sub(eye).normalize();
      const reach = eye.distanceTo(new Vector3(...home)), at = ray.multiplyScalar(reach).add(eye);
      carried = {place, at: [at.x, at.y, at.z]};
      hover(null);
    }
    invalidate({cells: true, pieces: true});
  }

  function release() {
    carried = null;
    hover(null);
    invalidate({cells: true, pieces: true});
  }

  listen(element, {
    grab(x, y, touch) {
      const hit = touch ? hitNear(x, y) : hitAt(x, y);
      return hit && (hit.kind === 'piece' || hit.kind === 'knob') ? hit.place : null;
    },
    carry,
    drop(place, x, y) {
      const hit = hitAt(x, y, place);
      release();
      if (hit && hit.place !== place) onDrag(place, hit.place);
    },
    release,
    click(x, y, touch) {
      const hit = touch ? hitNear(x, y) : hitAt(x, y);
      if (hit) onPick(hit.place);
    },
    hover(x, y) {
      const hit = hitAt(x, y);
      element.style.cursor = hit && (hit.kind !== 'cell' || model?.targets.has(hit.place)) ? 'pointer' : '';
      hover(hit?.place ?? null);
    },
    leave: () => hover(null),
    orbit(dx, dy) {
      flight = null;
      orbit.orbit(-dx * 0.0065, dy * 0.0065);
      invalidate();
    },
    pan(dx, dy) {
      flight = null;
      orbit.pan(-dx / element.clientHeight, dy / element.clientHeight);
      invalidate();
    },
    zoom(factor) {
      flight = null;
      orbit.zoom(factor);
      invalidate();
    },
    reset: () => setCamera('reset'),
  });

  const observer = new ResizeObserver(() => { resize(); invalidate({}, false); });
  observer.observe(element);
  canvas.addEventListener('webglcontextrestored', () => invalidate({}, false));

  /** @type {Probe} */
  const probe = {
    canvas,
    pixel(place) {
      if (!layout) return null;
      if (wanted) draw();
      const box = canvas.getBoundingClientRect(), [x, y, z] = layout.point(place);
      const tall = model?.pieces.has(place) ? [0.35, 0.6, 0.1, 0.8] : layout.sites.has(place) ? [0.16, 0] : [0];
      for (const up of tall) {
        for (const [dx, dz] of [[0, 0], [0.3, 0.3], [-0.3, 0.3], [0.3, -0.3], [-0.3, -0.3], [0, 0.4], [0, -0.4], [0.4, 0], [-0.4, 0]]) {
          const at = new Vector3(x + dx, y + up, z + dz).project(orbit.camera);
          const point = {x: box.left + (at.x + 1) / 2 * box.width, y: box.top + (1 - at.y) / 2 * box.height};
          if (hitAt(point.x, point.y)?.place === place) return point;
        }
      }
      return null;
    },
    pick: (x, y) => hitAt(x, y)?.place ?? null,
    draw,
    stats: () => ({calls: renderer.info.render.calls, triangles: renderer.info.render.triangles, ratio}),
  };

  Object.assign(element, {probe});
  return {
    element,
    probe,
    update(next, moved = []) {
      const before = model, rebuilt = !layout || layout.geometry !== next.geometry && JSON.stringify(layout.geometry) !== JSON.stringify(next.geometry);
      const flipped = before?.orientation !== next.orientation;
      if (before?.theme !== next.theme) paint(next);
      model = next;
      // New arrows or marks end neither a drag nor a motion.
      if (!before || rebuilt || !sameBoard(before, next)) carried = motion = null;
      if (rebuilt) {
        build(next);
        hovered = null;
        resize();
        setCamera('reset', false);
      } else if (layout && before) {
        if (flipped && orbit.preset) setCamera(orbit.preset);
        else if (flipped) {
          flight = {from: orbit.pose, to: {...orbit.pose, azimuth: orbit.pose.azimuth + Math.PI}, start: performance.now()};
        }
        if (moved.length && !next.reducedMotion) {
          motion = new Motion(layout, before, next, moved);
          motionStart = performance.now();
        }
      }
      invalidate({cells: true, pieces: true, marks: true, lines: true, labels: true}, motion !== null);
    },
    onPick: cb => { onPick = cb; },
    onDrag: cb => { onDrag = cb; },
    resize() { resize(); invalidate({}, false); },
    setCamera,
    dispose() {
      cancelAnimationFrame(frame);
      clearTimeout(stillTimer);
      observer.disconnect();
      renderer.dispose();
      element.remove();
    },
  };
}

/** @param {Tint} tint @param {number} factor @returns {Tint} */
const alpha = ([r, g, b, a], factor) => [r, g, b, a * factor];

/** The texts above cells: what pieces are worth, or the letters of those that are drawn as disks; what a move leads to. @param {ViewModel} model */
function notesOf({geometry, pieces, worths, targets}) {
  const notes = new Map(worths);
  if (!worths.size) for (const [cell, letter] of pieces) if (!shapeOf(geometry, letter)) notes.set(cell, letter.toUpperCase());
  for (const [cell, {ending}] of targets) if (ending) notes.set(cell, ending.mark);
  return notes;
}

/** Whether the same pieces and platforms stand on the same places. @param {ViewModel} a @param {ViewModel} b */
const sameBoard = (a, b) => a.pieces.size === b.pieces.size && [...a.pieces].every(([cell, letter]) => b.pieces.get(cell) === letter)
  && JSON.stringify(a.platforms) === JSON.stringify(b.platforms);

/** @param {number} file */
const fileName = file => String.fromCharCode(97 + file);

/** A disc around the origin whose strength falls off to its rim. */
function groundGeometry() {
  const geometry = new BufferGeometry();
  /** @type {number[]} */
  const positions = [], strengths = [];
  const rings = [0, 0.4, 0.8], steps = 20;
  for (let ring = 0; ring + 1 < rings.length; ring++) {
    for (let step = 0; step < steps; step++) {
      for (const [r, s] of [[0, 0], [1, 0], [0, 1], [0, 1], [1, 0], [1, 1]]) {
        const radius = rings[ring + r], angle = (step + s) / steps * 2 * Math.PI;
        positions.push(radius * Math.sin(angle), 0, radius * Math.cos(angle));
        strengths.push((1 - radius / 0.8) ** 2, 0);
      }
    }
  }
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute('uv', new BufferAttribute(new Float32Array(strengths), 2));
  return geometry;
}
