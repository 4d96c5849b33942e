// The engine in a worker. It does one thing after another: each call waits for those before it.

import { Client, optionCommand, positionCommand } from './client.js';
import { checkFen, checkMove, checkPosition, loadModule, networkFiles, variantCommands } from './session.js';
import { startEngine } from './thread.js';

/**
 * @typedef {import('./index.d.ts').EngineOptions} EngineOptions
 * @typedef {import('./index.d.ts').Info} Info
 * @typedef {import('./index.d.ts').Limits} Limits
 * @typedef {import('./index.d.ts').Position} Position
 * @typedef {import('./index.d.ts').SearchResult} SearchResult
 */

/** The options of the engine by their names in `EngineOptions`. @type {Record<string, string>} */
const OPTIONS = {
  hash: 'Hash', skillLevel: 'Skill Level', showWdl: 'UCI_ShowWDL', moveOverhead: 'Move Overhead', endgames: 'Endgames',
  endgameMemory: 'EndgameMemory',
};

/** The commands that set options. */
function optionCommands(/** @type {EngineOptions} */ options) {
  return Object.entries(options).flatMap(([key, value]) => {
    if (value === undefined) return [];
    if (key === 'elo') {
      return [...(value === null ? [] : [optionCommand('UCI_Elo', value)]), optionCommand('UCI_LimitStrength', value !== null)];
    }
    if (!Object.hasOwn(OPTIONS, key)) throw new Error(`option: read "${key}", expected one of ${[...Object.keys(OPTIONS), 'elo'].join(', ')}`);
    return [optionCommand(OPTIONS[key], value)];
  });
}

/** The parameters of `go` by their names in `Limits`. @type {Record<string, string>} */
const PARAMETERS = {
  depth: 'depth', nodes: 'nodes', time: 'movetime', mate: 'mate', whiteClock: 'wtime', blackClock: 'btime', whiteInc: 'winc',
  blackInc: 'binc', remainingMoves: 'movestogo',
};

/** The command of a search. */
function goCommand(/** @type {Limits} */ { multipv, rootMoves, ...limits }) {
  const words = Object.entries(limits).flatMap(([key, value]) => {
    if (value === undefined) return [];
    if (!Object.hasOwn(PARAMETERS, key)) throw new Error(`search: read "${key}", expected one of ${[...Object.keys(PARAMETERS), 'multipv', 'rootMoves'].join(', ')}`);
    if (!Number.isFinite(value)) throw new Error(`search: ${key}: read ${value}, expected a number`);
    // A time that is shorter than a millisecond is one.
    return [PARAMETERS[key], String(key === 'time' ? Math.max(1, Math.round(value)) : Math.round(value))];
  });
  if (rootMoves?.length) words.push('searchmoves', ...rootMoves.map(checkMove));
  return ['go', ...(Object.values(limits).some((value) => value !== undefined) ? words : ['infinite', ...words])].join(' ');
}

/** What a board or an object says of a position. */
function setupOf(/** @type {Position} */ position) {
  const { variant = 'federation', chess960 = false } = position;
  const [fen, moves] = 'moveStack' in position ? [position.startFen, position.moveStack] : [position.fen ?? null, position.moves ?? []];
  return { variant, chess960, fen: fen === null ? null : checkFen(fen), moves: moves.map(checkMove) };
}

/** A search that runs: its reports as an asynchronous iterator, and its result. */
export class Analysis {
  /** @type {Info[]} */
  #infos = [];
  #isOver = false;
  /** Continues what waits for a report. */
  #wake = () => {};
  #stop;

  /**
   * @param {() => void} stop
   * @param {(onInfo: (info: Info) => void) => Promise<SearchResult>} run
   */
  constructor(stop, run) {
    this.#stop = stop;
    this.result = run((info) => {
      this.#infos.push(info);
      this.#wake();
    });
    const end = () => {
      this.#isOver = true;
      this.#wake();
    };
    this.result.then(end, end);
  }

  stop() {
    this.#stop();
  }

  async *[Symbol.asyncIterator]() {
    try {
      for (;;) {
        const info = this.#infos.shift();
        if (info) yield info;
        else if (this.#isOver) break;
        else await new Promise((/** @type {(value: void) => void} */ resolve) => { this.#wake = resolve; });
      }
      await this.result;
    } finally {
      this.stop();
    }
  }
}

export class Engine {
  /** @type {ReturnType<typeof startEngine>|null} */
  #thread = null;
  #receive = (/** @type {string} */ line) => {};
  #client = new Client({
    send: (/** @type {string} */ line) => {
      if (this.#failure) throw this.#failure;
      this.#thread?.send(line);
    },
    onLine: (/** @type {(line: string) => void} */ receive) => { this.#receive = receive; },
  });
  /** Why the engine is of no more use. @type {Error|null} */
  #failure = null;
  /** Settles when all calls so far have ended. @type {Promise<unknown>} */
  #last;
  /** Gets the failure of an engine that is not ready yet. */
  #onFailure = (/** @type {Error} */ error) => {};
  /** The searches that were asked for and have not ended. @type {Set<{isStopped: boolean, isRunning: boolean}>} */
  #searches = new Set();
  #variant = '';
  #chess960 = false;
  #multipv = 1;

  /** @param {EngineOptions} [options] */
  constructor(options = {}) {
    const commands = optionCommands(options);
    this.#last = this.#start(commands);
    // Each call reports the failure.
    this.#last.catch((error) => this.#fail(error));
  }

  async #start(/** @type {string[]} */ commands) {
    const module = await loadModule();
    if (this.#failure) return;
    await new Promise((/** @type {(value: void) => void} */ resolve, reject) => {
      this.#onFailure = reject;
      this.#thread = startEngine(module, {}, { onLine: (line) => this.#receive(line), onOpen: resolve, onError: (error) => this.#fail(error) });
    });
    // Not before: the network of the default rule set may not be needed.
    this.#thread?.send({ networks: networkFiles() });
    await this.#ask(commands);
    this.#thread?.keepAlive(false);
  }

  #fail(/** @type {Error} */ error) {
    this.#failure ??= error;
    this.#thread?.close();
    this.#client.reset(this.#failure);
    this.#onFailure(this.#failure);
  }

  /**
   * Does something after all earlier calls.
   * @template T
   * @param {() => Promise<T>} task
   * @returns {Promise<T>}
   */
  #enqueue(task) {
    const run = async () => {
      if (this.#failure) throw this.#failure;
      this.#thread?.keepAlive(true);
      try {
        return await task();
      } finally {
        this.#thread?.keepAlive(false);
      }
    };
    const result = this.#last.then(run, run);
    this.#last = result.catch(() => {});
    return result;
  }

  /** Sends commands and returns the errors of their execution. */
  async #execute(/** @type {string[]} */ commands) {
    for (const command of commands) this.#client.send(command);
    return this.#client.sync();
  }

  /** Executes commands. Rejects with their errors. */
  async #ask(/** @type {string[]} */ commands) {
    checkPosition(await this.#execute(commands));
  }

  async #setPosition(/** @type {ReturnType<typeof setupOf>} */ { variant, chess960, fen, moves }) {
    if (variant !== this.#variant) {
      // If the network cannot be loaded, the next call tries it again.
      this.#variant = '';
      const errors = await this.#execute(variantCommands(variant));
      // The game of a text may have the name of another one, whose network does not fit it.
      checkPosition(errors.filter((error) => !error.startsWith('the default network: ')));
      this.#variant = variant;
    }
    if (chess960 !== this.#chess960) await this.#ask([optionCommand('UCI_Chess960', chess960)]);
    this.#chess960 = chess960;
    await this.#ask([positionCommand(fen, moves)]);
  }

  /** @param {Position} position @param {Limits} limits */
  analyse(position, limits = {}) {
    const search = { isStopped: false, isRunning: false };
    const run = async (/** @type {(info: Info) => void} */ onInfo) => {
      const setup = setupOf(position);
      const go = goCommand(limits);
      const multipv = limits.multipv ?? 1;
      this.#searches.add(search);
      try {
        return await this.#enqueue(async () => {
          await this.#setPosition(setup);
          if (multipv !== this.#multipv) await this.#ask([optionCommand('MultiPV', multipv)]);
          this.#multipv = multipv;
          search.isRunning = true;
          return this.#search(go, search.isStopped, onInfo);
        });
      } finally {
        this.#searches.delete(search);
      }
    };
    return new Analysis(() => this.#stop(search), run);
  }

  /** @returns {Promise<SearchResult>} */
  async #search(/** @type {string} */ command, /** @type {boolean} */ isStopped, /** @type {(info: Info) => void} */ onInfo) {
    /** @type {Info[]} */
    const lines = [];
    /** @type {Info|null} */
    let last = null;
    const result = this.#client.go(command, (info) => {
      last = info;
      const old = lines[info.multipv - 1];
      // A bound says less than the score of the iteration before.
      if (!old || old.bound || !info.bound) lines[info.multipv - 1] = info;
      onInfo(info);
    });
    if (isStopped) this.#client.stop();
    const { move, ponder, errors } = await result;
    if (errors.length) throw new Error(errors.join('\n'));
    const [{ score = null, pv = [], depth = 0, wdl = null } = {}] = lines;
    const { nodes, time } = /** @type {{nodes: number, time: number}} */ (last ?? { nodes: 0, time: 0 });
    return { move, ponder, score, wdl, pv, depth, nodes, time, lines: lines.filter(Boolean) };
  }

  /** @param {Position} position @param {Limits & {onInfo?: (info: Info) => void}} limits */
  async search(position, { onInfo = () => {}, ...limits } = {}) {
    if (goCommand(limits).includes('infinite')) throw new Error('search: expected a limit: depth, nodes, time, mate or clocks; `analyse` searches without limits');
    const analysis = this.analyse(position, limits);
    for await (const info of analysis) onInfo(info);
    return analysis.result;
  }

  #stop(/** @type {{isStopped: boolean, isRunning: boolean}} */ search) {
    if (search.isStopped || !this.#searches.has(search)) return;
    search.isStopped = true;
    if (search.isRunning) this.#client.stop();
  }

  stop() {
    for (const search of this.#searches) this.#stop(search);
  }

  get isSearching() {
    return this.#searches.size > 0;
  }

  /** @param {EngineOptions} options */
  async configure(options) {
    const commands = optionCommands(options);
    await this.#enqueue(() => this.#ask(commands));
  }

  /** Sets a position and returns the answer to a question. @template T @param {Position} position @param {() => Promise<T>} ask */
  async #question(position, ask) {
    const setup = setupOf(position);
    return this.#enqueue(async () => {
      await this.#setPosition(setup);
      return ask();
    });
  }

  /** @param {Position} position @returns {Promise<import('./index.d.ts').Evaluation>} */
  evaluate(position) {
    return this.#question(position, () => this.#client.json('eval json'));
  }

  /** @param {Position} position */
  endings(position) {
    return this.#question(position, () => this.#client.endings());
  }

  async newGame() {
    await this.#enqueue(() => this.#ask(['ucinewgame']));
  }

  close() {
    this.#fail(new Error('The engine is closed.'));
  }
}
