// A game as a tree of positions: the main line is the first child of each node, the others are variations.

/** @typedef {import('./types.d.ts').Position} Position */

/** @typedef {{m: string, d: string, s?: number, g?: string, c?: SavedNode[]}} SavedNode */

/**
 * A position of the game. `uci` and `display` are the move that led to it, `score` is in centipawns for White
 * (mates beyond ±`MATE`), `position` is known once the node was visited.
 */
export class Node {
  /** @type {Node[]} */
  children = [];
  /** @type {Position|null} */
  position = null;
  /** @type {number|null} */
  score = null;
  glyph = '';
  /** The engine's move in a reviewed position. */
  best = '';
  ply = 0;

  /** @param {Node|null} parent */
  constructor(parent, uci = '', display = '') {
    this.parent = parent;
    this.uci = uci;
    this.display = display;
    if (parent) this.ply = parent.ply + 1;
  }

  /** Returns the child of a move; adds it if there is none. */
  add(/** @type {string} */ uci, /** @type {string} */ display) {
    let child = this.children.find((node) => node.uci === uci);
    if (!child) {
      child = new Node(this, uci, display);
      this.children.push(child);
    }
    return child;
  }

  /** The nodes from the root to this one. */
  path() {
    /** @type {Node[]} */
    const nodes = [];
    for (let node = /** @type {Node|null} */ (this); node; node = node.parent) nodes.unshift(node);
    return nodes;
  }

  /** The moves from the root in UCI notation. */
  moves() {
    return this.path().slice(1).map((node) => node.uci);
  }

  /** The last node of the line that begins here. */
  end() {
    let node = /** @type {Node} */ (this);
    while (node.children.length) [node] = node.children;
    return node;
  }

  /** Removes this node from its parent. */
  remove() {
    const siblings = this.parent?.children ?? [];
    siblings.splice(siblings.indexOf(this), 1);
  }

  /** Makes this move the main one of its position. */
  lead() {
    this.parent?.children.sort((a, b) => Number(b === this) - Number(a === this));
  }

  /** Makes the line of this node the main line. */
  promote() {
    for (const node of this.path()) node.lead();
  }

  /** @returns {Generator<Node>} this node and all below it */
  *all() {
    yield this;
    for (const child of this.children) yield* child.all();
  }

  /** @returns {SavedNode} */
  save() {
    /** @type {SavedNode} */
    const saved = { m: this.uci, d: this.display };
    if (this.score !== null) saved.s = this.score;
    if (this.glyph) saved.g = this.glyph;
    if (this.children.length) saved.c = this.children.map((child) => child.save());
    return saved;
  }

  load(/** @type {SavedNode} */ saved) {
    this.score = saved.s ?? null;
    this.glyph = saved.g ?? '';
    for (const child of saved.c ?? []) this.add(child.m, child.d).load(child);
  }
}

/** The child indexes that lead from the root to a node. */
export const indexPath = (/** @type {Node} */ node) =>
  node.path().slice(1).map((step) => /** @type {Node} */ (step.parent).children.indexOf(step));

/** The node at the end of a path of child indexes, as far as it exists. */
export function follow(/** @type {Node} */ root, /** @type {number[]} */ indexes) {
  let node = root;
  for (const index of indexes) node = node.children[index] ?? node;
  return node;
}
