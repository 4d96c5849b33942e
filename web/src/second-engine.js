// An engine beside that of the game. It works while the first one searches, because a new position ends a search.

import { Engine } from './engine.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./tree.js').Node} Node */

/** The nodes of a search for the score of a position, which takes some hundredths of a second. */
const NODES = 10_000;
/** The milliseconds that pass for each line sent: `triskelion serve` allows a hundred lines a second. */
const MS_PER_LINE = 10;

export class SecondEngine {
  /** @type {Engine|null} connected when it is needed first */
  #engine = null;
  #isOpen = false;
  /** Continues the task that waits for the connection. */
  #resume = () => {};
  /** The rule set and the notation of the engine. */
  #settings = '';
  /** @type {Promise<void>} the end of the last task */
  #tasks = Promise.resolve();
  /** The lines to write, from the position of a node. @type {{node: Node|null, notation: string, lines: string[][]}} */
  #wanted = { node: null, notation: '', lines: [] };
  /** The last moves of the beginnings of lines, in the notation. @type {Map<string, string>} */
  #texts = new Map();
  /** Whether lines are written, or were just before. */
  #isWriting = false;

  /**
   * @param {Game} game
   * @param {() => import('./types.d.ts').EngineConnection} connect
   * @param {(event: 'info'|'score') => void} notify
   */
  constructor(game, connect, notify) {
    this.game = game;
    this.connect = connect;
    this.notify = notify;
  }

  /** Whether moves that are not known will be known soon. */
  get isWriting() {
    return this.#isOpen && this.#isWriting;
  }

  #open() {
    const engine = new Engine(this.connect());
    engine.onState((isOpen) => {
      this.#isOpen = isOpen;
      this.#settings = '';
      if (!isOpen) return;
      this.#resume();
      this.notify('info');
    });
    return engine;
  }

  /** Runs a task after those before it, with the rule set and the notation of the game. A lost connection ends it. */
  #run(/** @type {(engine: Engine) => Promise<void>} */ task) {
    this.#tasks = this.#tasks.then(async () => {
      const engine = this.#engine ??= this.#open();
      if (!this.#isOpen) await new Promise((resolve) => { this.#resume = () => resolve(null); });
      const read = () => JSON.stringify([this.game.ruleSet, this.game.notation]);
      // The settings of the game may change while the engine takes them.
      while (this.#settings !== read()) {
        this.#settings = read();
        const { ruleSet, notation } = this.game;
        await engine.setVariant(await engine.nameOf(ruleSet), ruleSet.chess960, notation);
      }
      await task(engine);
    }).catch(() => {});
    return this.#tasks;
  }

  /**
   * Gives a position a score if no deeper search does. The first engine cannot: its clock runs, and a search at full
   * strength leaves entries in the transposition table that would help a lower level.
   */
  score(/** @type {Node} */ node) {
    const { root, fen } = this.game;
    this.#run(async (engine) => {
      if (this.game.root !== root || node.score !== null) return;
      const { info } = await engine.search(fen, node.moves(), `nodes ${NODES}`);
      if (node.score !== null) return;
      this.game.record(node, info);
      this.notify('score');
    });
  }

  /**
   * Returns lines in the notation of the game, of each the moves that are known. `notify` is called when there are more.
   * @param {Node} node  the position where the lines begin
   * @param {string[][]} lines  in UCI notation
   */
  write(node, lines) {
    const { notation } = this.game;
    if (node !== this.#wanted.node || notation !== this.#wanted.notation) {
      this.#texts = new Map(node.position?.moves.map(({ uci, display }) => [uci, display]));
    }
    this.#wanted = { node, notation, lines };
    if (!this.#isWriting && this.#unknown().length) this.#writeWanted();
    return lines.map((line) => {
      const texts = line.map((_, index) => this.#texts.get(line.slice(0, index + 1).join(' ')));
      return /** @type {string[]} */ (texts.includes(undefined) ? texts.slice(0, texts.indexOf(undefined)) : texts);
    });
  }

  /** The beginnings of the lines whose last moves are not known. */
  #unknown() {
    const beginnings = this.#wanted.lines.flatMap((line) => line.map((_, index) => line.slice(0, index + 1).join(' ')));
    return [...new Set(beginnings)].filter((moves) => !this.#texts.has(moves));
  }

  async #writeWanted() {
    this.#isWriting = true;
    // A failure is not repeated at once.
    let pause = 100;
    await this.#run(async (engine) => {
      // The lines may have changed while the task waited.
      const [texts, unknown, { fen }, before] = [this.#texts, this.#unknown(), this.game, this.#wanted.node?.moves() ?? []];
      pause = 2 * MS_PER_LINE * unknown.length;
      await Promise.all(unknown.map(async (moves) => texts.set(moves, await engine.display(fen, [...before, ...moves.split(' ')]))));
    });
    this.notify('info');
    await new Promise((resolve) => { setTimeout(resolve, pause); });
    this.#isWriting = false;
    this.notify('info');
  }
}
