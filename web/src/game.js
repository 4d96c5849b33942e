// The game: its tree, players, clocks and result, and what the engine does for it. The engine knows the rules.

import { passTurn } from './fen.js';
import { packText } from './link.js';
import { gameName } from './names.js';
import { MATE } from './score.js';
import { Node, follow, indexPath } from './tree.js';

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./types.d.ts').EndingMove} EndingMove */
/** @typedef {import('./types.d.ts').Info} Info */
/** @typedef {import('./types.d.ts').Move} Move */
/** @typedef {import('./view-model.js').Geometry} Geometry */
/** @typedef {'white'|'black'} Side */

/** @typedef {{engine: boolean, level: string}} Player  `level` is a skill level or `elo:` and an Elo */
/** @typedef {{base: number, increment: number}} Clock  in milliseconds */
/** @typedef {{result: string, reason: string}} Ending  as the engine's `query result` and `query reason` */
/** @typedef {{node: Node, move: Move|null, error: string}} Threat */

/**
 * `source` is the text of the rules of a game that the engine does not have.
 * @typedef {{variant: string, source: string|null, fen: string|null, chess960: boolean, tree: import('./tree.js').SavedNode, at: number[], tip: number[],
 *   players: Record<Side, Player>, clock: Clock|null, times: Record<Side, number>, thinkTime: number, paused: boolean,
 *   verdict: Ending|null}} SavedGame
 */

/** What the engine is doing. `node` is the position; `canceled` means that the result of the task is void. */
/** @typedef {{key: string, canceled: boolean}} Activity */

/** The level without a limit. */
const FULL_STRENGTH = '20';

export const other = (/** @type {Side} */ side) => (side === 'white' ? 'black' : 'white');

export class Game {
  variant = '';
  /** @type {string|null} the text of the rules of a game that the engine does not have */
  source = null;
  /** The same, compressed for addresses. */
  packed = '';
  /** @type {Geometry|null} */
  geometry = null;
  /** @type {string|null} the FEN of the first position, `null` for the start position of the rule set */
  fen = null;
  /** Whether castling follows the rules of Chess960. */
  chess960 = false;
  root = new Node(null);
  /** The position on display. */
  node = this.root;
  /** The position where the players play on. */
  tip = this.root;
  /** @type {Record<Side, Player>} */
  players = { white: { engine: false, level: '4' }, black: { engine: true, level: '4' } };
  /** @type {Clock|null} */
  clock = null;
  times = { white: 0, black: 0 };
  /** Milliseconds of the engine for a move without a clock. */
  thinkTime = 1500;
  paused = false;
  /** Whether the engine rests while a position is edited. */
  suspended = false;
  /** @type {(Ending & {node: Node})|null} an end that the rules do not know: resignation, agreement, time */
  verdict = null;
  notation = '';
  analyzing = false;
  /** Whether the boards show what each piece is worth. */
  showsWorths = false;
  lineCount = 3;
  /** @type {{node: Node, infos: Info[]}} */
  analysis = { node: this.root, infos: [] };
  /** @type {Threat|null} */
  threat = null;
  /** Whether the engine proposes a move to a person. */
  hints = false;
  /** @type {{node: Node, uci: string}|null} */
  hint = null;
  /** @type {{node: Node|null, moves: EndingMove[]}} */
  #endings = { node: null, moves: [] };
  /** @type {{done: number, total: number}|null} */
  review = null;
  connected = false;
  /** @type {import('./types.d.ts').Board|null} the start position of the rule set */
  startBoard = null;

  /** @type {Activity|null} */
  #activity = null;
  #visits = 0;
  #turnStart = Date.now();

  /**
   * @param {Engine} engine
   * @param {(event: 'change'|'info'|'move'|'score') => void} notify
   */
  constructor(engine, notify) {
    this.engine = engine;
    this.notify = notify;
  }

  /** Reacts to a connection that is open or lost. */
  setConnected(/** @type {boolean} */ on) {
    this.connected = on;
    this.#activity = null;
    if (on) this.#reconnect();
    this.notify('change');
  }

  async #reconnect() {
    if (!this.variant) return;
    await this.#setVariant(await this.engine.nameOf(this), this.chess960);
    await this.goto(this.node);
  }

  get position() {
    return this.node.position;
  }

  get notations() {
    return this.engine.options.get('Notation')?.choices ?? [];
  }

  /** What the moves of the displayed position lead to by its table; empty without a table, or without analysis and hints. */
  get endingMoves() {
    const { node, moves } = this.#endings;
    return node === this.node && (this.analyzing || this.hints) ? moves : [];
  }

  /** The letters of the pieces of the first position. */
  startLetters() {
    return Object.values((this.startBoard ?? this.root.position?.board)?.pieces ?? {});
  }

  sideToMove(/** @type {Node} */ node) {
    const first = this.root.position?.board.side_to_move === 'b' ? 1 : 0;
    return /** @type {Side} */ ((node.ply + first) % 2 ? 'black' : 'white');
  }

  /** The end of the game in a position, or `null`. */
  ending(/** @type {Node} */ node) {
    if (this.verdict?.node === node) return this.verdict;
    const board = node.position?.board;
    return board && board.result !== 'none' ? { result: board.result, reason: board.reason ?? '' } : null;
  }

  /**
   * Starts a game, new or saved.
   * @param {Partial<SavedGame> & {variant: string}} setup
   */
  async start(setup) {
    this.#cancel();
    this.#visits += 1;
    this.suspended = true;
    const { source = null, fen = null, chess960 = false } = setup;
    const root = new Node(null);
    if (setup.tree) root.load(setup.tree);
    const tip = follow(root, setup.tip ?? []);
    try {
      const name = await this.engine.nameOf(setup);
      const packed = source === null ? '' : await packText(source);
      // All requests are sent at once: the engine may be slow to start.
      const [geometry, { board }, position, last] = await Promise.all([
        this.#setVariant(name, chess960), this.engine.position(null, []), this.engine.position(fen, []), this.engine.position(fen, tip.moves())]);
      tip.position = last;
      root.position = position;
      const variant = source === null ? setup.variant : geometry.variant;
      Object.assign(this, { geometry, variant, source, packed, fen, chess960, root, node: root, startBoard: board });
    } catch (error) {
      if (this.variant) await this.#setVariant(await this.engine.nameOf(this), this.chess960);
      throw error;
    } finally {
      this.suspended = false;
    }
    this.engine.send('ucinewgame');
    this.players = structuredClone(setup.players ?? this.players);
    this.clock = setup.clock ?? null;
    this.thinkTime = setup.thinkTime ?? this.thinkTime;
    this.paused = setup.paused ?? false;
    const base = this.clock?.base ?? 0;
    this.times = { ...(setup.times ?? { white: base, black: base }) };
    this.tip = tip;
    this.verdict = setup.verdict ? { ...setup.verdict, node: this.tip } : null;
    this.threat = null;
    this.review = null;
    this.#turnStart = Date.now();
    await this.goto(follow(root, setup.at ?? []));
  }

  /** @returns {SavedGame} */
  save() {
    const { variant, source, fen, chess960, players, clock, thinkTime, paused, verdict } = this;
    const times = { white: this.remaining('white'), black: this.remaining('black') };
    return {
      variant, source, fen, chess960, players, clock, thinkTime, paused, times, tree: this.root.save(), at: indexPath(this.node), tip: indexPath(this.tip),
      verdict: verdict && { result: verdict.result, reason: verdict.reason },
    };
  }

  /** What a game with the same rules starts with. */
  get ruleSet() {
    const { variant, source, chess960 } = this;
    return { variant, source, chess960 };
  }

  /** The name of the rule set for people. */
  get title() {
    return this.source === null ? gameName(this.variant, this.geometry?.title)[0] : this.geometry?.title || this.variant;
  }

  /** Selects a rule set, with the notation in use if it has that. */
  async #setVariant(/** @type {string} */ variant, /** @type {boolean} */ chess960) {
    const geometry = await this.engine.setVariant(variant, chess960, this.notation);
    if (!this.notations.includes(this.notation)) {
      this.notation = this.engine.options.get('Notation')?.default ?? 'uci';
      this.engine.setOption('Notation', this.notation);
    }
    return geometry;
  }

  /** Asks the engine for the position of a node. */
  async #load(/** @type {Node} */ node) {
    if (node.position) return;
    this.#cancel();
    const position = await this.engine.position(this.fen, node.moves());
    node.position = position;
    node.uci = position.board.last_move ?? '';
    node.display = position.board.last_move_display ?? '';
  }

  /** Shows a position. */
  async goto(/** @type {Node} */ node) {
    const visit = ++this.#visits;
    await this.#load(node);
    if (visit !== this.#visits) return;
    this.node = node;
    this.notify('change');
    this.schedule();
  }

  /** Plays a legal move in the position on display. */
  async play(/** @type {Move} */ move) {
    await this.#advance(this.node, move.uci, move.display);
  }

  /** Plays a typed move in any notation. Rejects with the engine's words. */
  async playText(/** @type {string} */ text) {
    const node = this.node;
    this.#cancel();
    try {
      const position = await this.engine.position(this.fen, [...node.moves(), text]);
      const child = node.add(position.board.last_move ?? text, position.board.last_move_display ?? text);
      child.position = position;
      await this.#advance(node, child.uci, child.display);
    } finally {
      this.schedule();
    }
  }

  /** Returns the engine's reason why a move is not legal. */
  async refusal(/** @type {string} */ uci) {
    this.#cancel();
    try {
      await this.engine.position(this.fen, [...this.node.moves(), uci]);
      return 'This move needs a choice.';
    } catch (error) {
      return /** @type {Error} */ (error).message;
    } finally {
      this.schedule();
    }
  }

  async #advance(/** @type {Node} */ node, /** @type {string} */ uci, /** @type {string} */ display) {
    const watching = this.node === node;
    const mover = this.sideToMove(node);
    if (node === this.tip && this.clock) {
      this.times[mover] = this.remaining(mover) + this.clock.increment;
    }
    const child = node.add(uci, display);
    if (node === this.tip) child.lead();
    this.tip = child;
    this.verdict = null;
    this.#turnStart = Date.now();
    await this.#load(child);
    this.notify('move');
    if (watching) await this.goto(child);
    else this.schedule();
  }

  /** Removes the last moves up to the last decision of a person. */
  async takeBack() {
    let node = this.tip;
    const isEngine = (/** @type {Node} */ at) => this.players[this.sideToMove(at)].engine;
    if (!node.parent) return;
    do node = /** @type {Node} */ (node.parent); while (node.parent && isEngine(node) && !(this.players.white.engine && this.players.black.engine));
    this.#cancel();
    this.verdict = null;
    for (const child of node.children.filter((step) => this.tip.path().includes(step))) child.remove();
    this.tip = node;
    this.#turnStart = Date.now();
    await this.goto(node);
  }

  /** Removes a node and all below it. */
  async remove(/** @type {Node} */ node) {
    if (!node.parent) return;
    const { parent } = node;
    node.remove();
    if (this.tip.path().includes(node)) this.tip = parent;
    await this.goto(this.node.path().includes(node) ? parent : this.node);
  }

  /** Ends the game by an agreement of the players or a rule of the clock. */
  end(/** @type {string} */ result, /** @type {string} */ reason) {
    this.#cancel();
    for (const side of /** @type {Side[]} */ (['white', 'black'])) this.times[side] = this.remaining(side);
    this.verdict = { node: this.tip, result, reason };
    this.goto(this.tip);
  }

  /** Milliseconds that a side has left. */
  remaining(/** @type {Side} */ side) {
    const running = this.isRunning && this.sideToMove(this.tip) === side;
    return Math.max(0, this.times[side] - (running ? Date.now() - this.#turnStart : 0));
  }

  /** Whether a clock runs: from the first move to the end. */
  get isRunning() {
    return this.clock !== null && this.tip !== this.root && !this.paused && !this.ending(this.tip);
  }

  setPaused(/** @type {boolean} */ paused) {
    for (const side of /** @type {Side[]} */ (['white', 'black'])) this.times[side] = this.remaining(side);
    this.#turnStart = Date.now();
    this.paused = paused;
    this.notify('change');
    this.schedule();
  }

  /** Suspends the engine while a position is edited. */
  suspend(/** @type {boolean} */ on) {
    this.suspended = on;
    if (on) this.#cancel();
    else this.goto(this.node);
  }

  /** Starts a game whose moves, in any notation, `build` adds to the root. Returns the engine's objections. */
  async importGame(/** @type {Partial<SavedGame> & {variant: string}} */ setup, /** @type {(root: Node) => void} */ build) {
    const players = { white: { ...this.players.white, engine: false }, black: { ...this.players.black, engine: false } };
    await this.start({ players, ...setup });
    build(this.root);
    /** @type {string[]} */
    const errors = [];
    await Promise.all([...this.root.all()].map((node) => this.#load(node).catch((error) => {
      if (node.parent?.position || !errors.length) errors.push(`${node.display}: ${error.message}`);
      node.remove();
    })));
    this.tip = this.root.end();
    await this.goto(this.tip);
    return errors;
  }

  async setNotation(/** @type {string} */ notation) {
    this.#cancel();
    this.notation = notation;
    this.engine.setOption('Notation', notation);
    this.analysis = { node: this.node, infos: [] };
    const nodes = [...this.root.all()];
    for (const node of nodes) node.position = null;
    await Promise.all(nodes.map((node) => this.#load(node)));
    const { threat } = this;
    if (threat?.move) {
      const { moves } = await this.engine.position(passTurn(threat.node.position?.board.fen ?? ''), []);
      threat.move = moves.find(({ uci }) => uci === threat.move?.uci) ?? null;
    }
    await this.goto(this.node);
  }

  setShowsWorths(/** @type {boolean} */ on) {
    this.showsWorths = on;
    this.notify('change');
  }

  setAnalyzing(/** @type {boolean} */ on) {
    this.analyzing = on;
    this.notify('change');
    this.schedule();
  }

  setHints(/** @type {boolean} */ on) {
    this.hints = on;
    this.notify('change');
    this.schedule();
  }

  setLineCount(/** @type {number} */ count) {
    this.lineCount = count;
    this.analysis = { node: this.node, infos: [] };
    this.notify('change');
    this.schedule();
  }

  /** Adds a line of the analysis to the tree and goes to its position after `count` moves. */
  async follow(/** @type {Node} */ node, /** @type {string[]} */ line, count = 1) {
    this.#cancel();
    let target = node;
    let at = node;
    for (const [index, uci] of line.entries()) {
      at = at.add(uci, uci);
      await this.#load(at);
      if (index < count) target = at;
    }
    await this.goto(target);
  }

  /** Searches the best move of the other side, as if it were its turn. */
  async findThreat() {
    const { node } = this;
    const activity = this.#begin('threat');
    const passed = passTurn(node.position?.board.fen ?? '');
    /** @type {Threat} */
    const threat = { node, move: null, error: '' };
    try {
      const { moves } = await this.engine.position(passed, []);
      this.#setStrength(FULL_STRENGTH, 1);
      const { move: best } = await this.engine.search(passed, [], 'movetime 600');
      threat.move = moves.find((move) => move.uci === best) ?? null;
    } catch (error) {
      threat.error = /** @type {Error} */ (error).message;
    }
    if (activity.canceled) return;
    this.#activity = null;
    this.threat = threat;
    this.notify('change');
    this.schedule();
  }

  /** Evaluates every position of the current line and marks the mistakes. */
  async analyzeGame(/** @type {number} */ nodes) {
    const line = this.node.end().path();
    for (const node of line) await this.#load(node);
    const activity = this.#begin('review');
    this.review = { done: 0, total: line.length };
    this.#setStrength(FULL_STRENGTH, 1);
    for (const node of line) {
      const { move, info } = await this.engine.search(this.fen, node.moves(), `nodes ${nodes}`);
      if (activity.canceled) break;
      this.record(node, info);
      node.best = move ?? '';
      this.review.done += 1;
      this.notify('change');
    }
    this.review = null;
    if (!activity.canceled) {
      for (const node of line) this.#mark(node);
      this.#activity = null;
    }
    this.notify('change');
    this.schedule();
  }

  stopReview() {
    this.#cancel();
    this.schedule();
  }

  #mark(/** @type {Node} */ node) {
    const { parent } = node;
    if (!parent || node.score === null || parent.score === null) return;
    const chance = (/** @type {number} */ score) => 1 / (1 + Math.exp(-0.004 * score));
    const sign = this.sideToMove(parent) === 'white' ? 1 : -1;
    const loss = sign * (chance(parent.score) - chance(node.score));
    node.glyph = parent.best === node.uci || loss < 0.08 ? '' : loss < 0.15 ? '?!' : loss < 0.25 ? '?' : '??';
  }

  /** The score of a report about a position, for White. */
  whiteScore(/** @type {Node} */ node, /** @type {Info} */ { score: { cp = 0, mate } }) {
    const score = mate === undefined ? cp : (mate > 0 ? MATE - mate : -MATE - mate);
    return this.sideToMove(node) === 'white' ? score : -score;
  }

  /** Takes the score of a position from a search at full strength. */
  record(/** @type {Node} */ node, /** @type {Info|null} */ info) {
    if (info && !info.bound) node.score = this.whiteScore(node, info);
  }

  #setStrength(/** @type {string} */ level, /** @type {number} */ lines) {
    const elo = /^elo:(\d+)$/.exec(level)?.[1];
    this.engine.setOption('UCI_LimitStrength', Boolean(elo));
    if (elo) this.engine.setOption('UCI_Elo', elo);
    else this.engine.setOption('Skill Level', level);
    this.engine.setOption('MultiPV', lines);
    // The lower levels search few nodes, which several threads would only slow down.
    this.engine.setOption('Threads', level === FULL_STRENGTH ? Math.max(1, Math.min(8, navigator.hardwareConcurrency - 1)) : 1);
    this.engine.setOption('Hash', 64);
    this.engine.setOption('Endgames', true);
  }

  #cancel() {
    if (this.#activity) this.#activity.canceled = true;
    this.#activity = null;
    this.engine.stop();
  }

  #begin(/** @type {string} */ key) {
    this.#cancel();
    this.#activity = { key, canceled: false };
    return this.#activity;
  }

  get isThinking() {
    return this.#activity?.key.startsWith('play') ?? false;
  }

  /** Lets the engine do what the game needs: its move, the analysis, or nothing. */
  schedule() {
    if (!this.connected || !this.geometry || this.suspended) return;
    const key = this.#activity?.key ?? '';
    if (/^(threat|review)$/.test(key)) return;
    const { tip, node } = this;
    const mover = this.players[this.sideToMove(tip)];
    if (tip.position && mover.engine && !this.paused && !this.ending(tip)) {
      const wanted = `play ${tip.moves().join(' ')} ${mover.level}`;
      if (key !== wanted) this.#think(tip, mover, wanted);
    } else if (this.analyzing && node.position && !this.ending(node)) {
      const wanted = `analyze ${this.lineCount} ${node.moves().join(' ')}`;
      if (key !== wanted) this.#analyze(node, wanted);
    } else if (this.hints && node === tip && !mover.engine && node.position && this.hint?.node !== node && !this.ending(node)) {
      const wanted = `hint ${node.moves().join(' ')}`;
      if (key !== wanted) this.#advise(node, wanted);
    } else if (key) {
      this.#cancel();
      this.notify('change');
    }
  }

  async #think(/** @type {Node} */ node, /** @type {Player} */ player, /** @type {string} */ key) {
    const activity = this.#begin(key);
    this.notify('change');
    this.#setStrength(player.level, 1);
    const { clock } = this;
    const limits = clock
      ? `wtime ${this.remaining('white')} btime ${this.remaining('black')} winc ${clock.increment} binc ${clock.increment}`
      : `movetime ${this.thinkTime}`;
    const begin = Date.now();
    const { move, info } = await this.engine.search(this.fen, node.moves(), limits);
    // A move at once would be hard to see.
    await new Promise((resolve) => { setTimeout(resolve, Math.max(0, Math.min(300, this.thinkTime) - (Date.now() - begin))); });
    if (activity.canceled) return;
    this.#activity = null;
    // The score of a lower level is not worth showing: few nodes, with errors on purpose.
    if (player.level === FULL_STRENGTH) this.record(node, info);
    if (move === null) return;
    const display = node.position?.moves.find(({ uci }) => uci === move)?.display ?? move;
    await this.#advance(node, move, display);
  }

  async #advise(/** @type {Node} */ node, /** @type {string} */ key) {
    const activity = this.#begin(key);
    this.#setStrength(FULL_STRENGTH, 1);
    const { move } = await this.engine.search(this.fen, node.moves(), 'nodes 30000');
    if (!activity.canceled) await this.#readEndings(node, activity);
    if (activity.canceled) return;
    this.#activity = null;
    this.hint = { node, uci: move ?? '' };
    this.notify('change');
  }

  /** Asks what the moves lead to, in the position of a search that has made the table. */
  async #readEndings(/** @type {Node} */ node, /** @type {Activity} */ activity) {
    const moves = await this.engine.endings().catch(() => null);
    if (activity.canceled || !moves) return;
    this.#endings = { node, moves };
    this.notify('change');
  }

  async #analyze(/** @type {Node} */ node, /** @type {string} */ key) {
    const activity = this.#begin(key);
    this.#setStrength(FULL_STRENGTH, this.lineCount);
    /** @type {Info[]} */
    const infos = [];
    this.analysis = { node, infos };
    await this.engine.search(this.fen, node.moves(), 'infinite', (info) => {
      if (activity.canceled || info.bound) return;
      if (!infos.length) this.#readEndings(node, activity);
      infos[info.multipv - 1] = info;
      if (info.multipv === 1) this.record(node, info);
      this.notify('info');
    });
  }
}
