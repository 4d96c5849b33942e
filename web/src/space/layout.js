// Where the cells, platforms and rods of a geometry are in space. A cell is one unit wide: x is the file, y the height
// and z points to White.

/** @typedef {import('../view-model.js').Cell} Cell */
/** @typedef {import('../view-model.js').Geometry} Geometry */
/** @typedef {[number, number, number]} Point */
/** @typedef {{level: number, file: number, rank: number, files: number, ranks: number}} Board  a fixed board: its first file and rank and its size */
/** @typedef {{level: number, center: Point, root: Point, cells: readonly string[]}} Site  a post: `root` is where its rod meets the fixed board */

export const THICKNESS = 0.07;
/** The height of a king with some air: platforms stay this far above a board. */
const HEADROOM = 1.3;
const ROD = 0.045;

export class Layout {
  /** @param {Geometry} geometry */
  constructor(geometry) {
    this.geometry = geometry;
    /** @type {Map<string, Cell>} */
    this.cells = new Map(geometry.cells.map(cell => [cell.name, cell]));
    /** @type {Map<string, string>} */
    this.names = new Map(geometry.cells.map(cell => [`${cell.file},${cell.rank},${cell.level}`, cell.name]));
    /** The post of each cell that belongs to one. @type {Map<string, string>} */
    this.postOf = new Map(geometry.posts.flatMap(post => post.covers.map(cell => [cell, post.name])));
    this.levels = [...new Set(geometry.cells.map(cell => cell.level))].sort((a, b) => a - b);
    this.boards = this.#findBoards();
    this.spacing = this.#levelSpacing();
    /** The more boards cover each other, the clearer each must be. @type {number} */
    this.clarity = 1 / (0.82 + 0.18 * Math.max(...this.boards.map(a => this.boards.filter(b => a.rank < b.rank + b.ranks && b.rank <= a.rank).length)));
    this.sites = new Map(geometry.posts.map(post => [post.name, this.#site(post.name, post.covers)]));

    const files = geometry.cells.map(cell => cell.file), ranks = geometry.cells.map(cell => cell.rank);
    this.minFile = Math.min(...files);
    this.minRank = Math.min(...ranks);
    this.maxFile = Math.max(...files);
    this.maxRank = Math.max(...ranks);
    this.bottom = this.height(this.levels[0]) - 0.3;
    this.rods = this.#stand();
  }

  /** The height of the top of a level. @param {number} level */
  height(level) { return (level - this.levels[0]) * this.spacing; }

  /** The middle of a cell's top. @param {Cell} cell @returns {Point} */
  at(cell) { return [cell.file, this.height(cell.level), -cell.rank]; }

  /** The middle of a cell or of a platform on a post. @param {string} place @returns {Point} */
  point(place) {
    const cell = this.cells.get(place);
    return cell ? this.at(cell) : this.sites.get(place)?.center ?? [0, 0, 0];
  }

  /** @param {string} place */
  levelOf(place) { return this.cells.get(place)?.level ?? this.sites.get(place)?.level ?? 0; }

  /** The cell at a point of a level's plane. @param {number} x @param {number} z @param {number} level */
  cellAt(x, z, level) { return this.names.get(`${Math.round(x)},${Math.round(-z)},${level}`); }

  /** The corners of the space that boards, possible platforms and pieces fill. */
  extent() {
    /** @type {Point[]} */
    const points = [];
    for (const cell of this.cells.values()) {
      const [x, y, z] = this.at(cell), top = this.postOf.has(cell.name) ? 0.6 : 0.9;
      for (const [dx, dz] of [[-0.5, -0.5], [-0.5, 0.5], [0.5, -0.5], [0.5, 0.5]]) {
        points.push([x + dx, y, z + dz], [x + dx * 0.7, y + top, z + dz * 0.7]);
      }
    }
    for (const rod of this.rods) points.push(rod.from);
    return points;
  }

  /** The outer ends of the texts beside the boards, on both sides. */
  texts() {
    /** @param {number} reach @returns {Point[]} */
    const ends = reach => this.boards.flatMap(({level, file, rank, files, ranks}) => [rank, rank + ranks - 1].map(at =>
      /** @type {Point} */ ([(reach < 0 ? file : file + files - 1) + reach, this.height(level), -at])));
    return this.boards.length > 1 ? {east: ends(2.3), west: ends(-2.3)} : {east: [], west: []};
  }

  /** @returns {Board[]} */
  #findBoards() {
    /** @type {Map<number, Cell[]>} */
    const fixed = new Map();
    for (const cell of this.cells.values()) {
      if (this.postOf.has(cell.name)) continue;
      const list = fixed.get(cell.level);
      if (list) list.push(cell); else fixed.set(cell.level, [cell]);
    }
    return [...fixed].sort((a, b) => a[0] - b[0]).map(([level, cells]) => {
      const file = Math.min(...cells.map(c => c.file)), rank = Math.min(...cells.map(c => c.rank));
      return {
        level, file, rank, files: Math.max(...cells.map(c => c.file)) - file + 1,
        ranks: Math.max(...cells.map(c => c.rank)) - rank + 1,
      };
    });
  }

  /** Levels lie so far apart that one can look between the boards: further where boards cover each other more. */
  #levelSpacing() {
    let spacing = HEADROOM;
    this.boards.forEach((board, i) => {
      const above = this.boards[i + 1];
      if (!above) return;
      const overlap = Math.min(board.rank + board.ranks, above.rank + above.ranks) - Math.max(board.rank, above.rank);
      spacing = Math.max(spacing, (0.7 + 0.36 * overlap) / (above.level - board.level));
    });
    return spacing;
  }

  /** @param {string} name @param {readonly string[]} names @returns {Site} */
  #site(name, names) {
    const cells = names.flatMap(n => this.cells.get(n) ?? []);
    const level = cells[0].level, y = this.height(level);
    const x = cells.reduce((sum, c) => sum + c.file, 0) / cells.length;
    const z = -cells.reduce((sum, c) => sum + c.rank, 0) / cells.length;
    // The name of a post is its corner cell and a sign.
    const corner = this.cells.get(name.slice(0, -1));
    return {level, center: [x, y, z], root: [x, corner ? this.height(corner.level) : y, z], cells: names};
  }

  /** The rods of the stand: they join the boards that cover each other and end in a frame on the ground. */
  #stand() {
    /** @type {{from: Point, to: Point, radius: number}[]} */
    const rods = [];
    /** @type {Map<string, number>} */
    const tops = new Map();
    this.boards.forEach((board, i) => {
      const above = this.boards[i + 1];
      if (!above) return;
      const west = Math.max(board.file, above.file) - 0.5, east = Math.min(board.file + board.files, above.file + above.files) - 0.5;
      const south = Math.max(board.rank, above.rank) - 0.5, north = Math.min(board.rank + board.ranks, above.rank + above.ranks) - 0.5;
      const whole = north - south === board.ranks;
      for (const x of [west, east]) {
        for (const rank of whole ? [south, north] : [Math.round((south + north) / 2 + 0.5) - 0.5]) {
          tops.set(`${x},${-rank}`, this.height(above.level));
        }
      }
    });
    const feet = [...tops].map(([key, top]) => ({x: Number(key.split(',')[0]), z: Number(key.split(',')[1]), top}));
    for (const {x, z, top} of feet) {
      rods.push({from: [x, this.bottom, z], to: [x, top + 0.06, z], radius: ROD});
      for (const other of feet) {
        // The frame joins neighbors along the files and along the ranks.
        const dx = Math.abs(other.x - x), dz = Math.abs(other.z - z);
        if (other.x < x || other.z < z || (dx > 0) === (dz > 0)) continue;
        rods.push({from: [x, this.bottom, z], to: [other.x, this.bottom, other.z], radius: ROD * 1.3});
      }
    }
    return rods;
  }
}
