// The engine in a worker. It does one thing after another: each call waits for those before it.

import { nodeModule } from './files.js';
import { checkFen, checkMove, checkPosition, errorsOf, loadModule, networkFiles, positionCommand, variantCommands } from './session.js';

/**
 * @typedef {import('./index.d.ts').EngineOptions} EngineOptions
 * @typedef {import('./index.d.ts').Info} Info
 * @typedef {import('./index.d.ts').Limits} Limits
 * @typedef {import('./index.d.ts').Position} Position
 * @typedef {import('./index.d.ts').SearchResult} SearchResult
 * @typedef {{postMessage(message: any): void, terminate(): void, keepAlive(on: boolean): void}} Thread
 */

/**
 * Starts a worker.
 * @param {(message: any) => void} onMessage
 * @param {(error: Error) => void} onError
 * @returns {Thread}
 */
function startThread(onMessage, onError) {
  const threads = nodeModule('worker_threads');
  if (threads) {
    // The arguments of this process can be wrong for the file.
    const thread = new threads.Worker(new URL('./worker.js', import.meta.url), { execArgv: [] });
    thread.on('message', onMessage);
    thread.on('error', onError);
    return {
      postMessage: (message) => thread.postMessage(message),
      terminate: () => { thread.terminate(); },
      keepAlive: (on) => (on ? thread.ref() : thread.unref()),
    };
  }
  const worker = startWorker();
  worker.onmessage = ({ data }) => onMessage(data);
  worker.onerror = (event) => onError(new Error(event.message || 'The worker could not be started.'));
  return { postMessage: (message) => worker.postMessage(message), terminate: () => worker.terminate(), keepAlive: () => {} };
}

function startWorker() {
  if (new URL(import.meta.url).origin === location.origin) {
    // Bundlers find the file by this form.
    return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  }
  // A page starts no worker from another origin, but a worker of its own may import one.
  const code = `import ${JSON.stringify(new URL('./worker.js', import.meta.url).href)};`;
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const worker = new Worker(url, { type: 'module' });
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return worker;
}

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
      return [...(value === null ? [] : [`setoption name UCI_Elo value ${value}`]), `setoption name UCI_LimitStrength value ${value !== null}`];
    }
    if (!Object.hasOwn(OPTIONS, key)) throw new Error(`option: read "${key}", expected one of ${[...Object.keys(OPTIONS), 'elo'].join(', ')}`);
    return [`setoption name ${OPTIONS[key]} value ${value}`];
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

/** Parses an `info` line; `null` if it has no score. @returns {Info|null} */
function parseInfo(/** @type {string} */ line) {
  const words = line.split(/\s+/);
  const score = words.indexOf('score');
  if (words[1] === 'string' || score < 0) return null;
  const pv = words.indexOf('pv');
  const number = (/** @type {string} */ word) => Number(words[words.indexOf(word) + 1]) || 0;
  const wdl = words.indexOf('wdl');
  const value = Number(words[score + 2]);
  const [, bound = null] = /^(lower|upper)bound$/.exec(words[score + 3]) ?? [];
  return {
    depth: number('depth'), seldepth: words.includes('seldepth') ? number('seldepth') : 0,
    multipv: words.includes('multipv') ? number('multipv') : 1,
    score: words[score + 1] === 'mate' ? { mate: value } : { cp: value }, bound: /** @type {Info['bound']} */ (bound),
    wdl: wdl < 0 ? null : /** @type {[number, number, number]} */ (words.slice(wdl + 1, wdl + 4).map(Number)),
    nodes: words.includes('nodes') ? number('nodes') : 0, nps: words.includes('nps') ? number('nps') : 0,
    hashfull: words.includes('hashfull') ? number('hashfull') : 0, time: words.includes('time') ? number('time') : 0,
    pv: pv < 0 ? [] : words.slice(pv + 1),
  };
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
  /** @type {Thread|null} */
  #thread = null;
  /** Why the engine is of no more use. @type {Error|null} */
  #failure = null;
  /** Settles when all calls so far have ended. @type {Promise<unknown>} */
  #last;
  /** Gets the lines of the engine, and why there are no more. */
  #onLine = (/** @type {string} */ line) => {};
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
      this.#thread = startThread((message) => {
        if (message.lines) for (const line of message.lines) this.#onLine(line);
        else if (message.ready) resolve();
        else if (message.error) this.#fail(new Error(message.error));
      }, (error) => this.#fail(error));
      this.#thread.postMessage({ module, networks: {} });
    });
    // Not before: the network of the default rule set may not be needed.
    this.#thread?.postMessage({ networks: networkFiles() });
    await this.#ask(commands);
    this.#thread?.keepAlive(false);
  }

  #fail(/** @type {Error} */ error) {
    this.#failure ??= error;
    this.#thread?.terminate();
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

  /**
   * Sends commands and returns the lines of the engine up to one that begins with `word`.
   * @param {string[]} commands
   * @param {string} word
   * @param {(line: string) => void} [onLine]
   * @returns {Promise<string[]>}
   */
  #exchange(commands, word, onLine = () => {}) {
    return new Promise((resolve, reject) => {
      if (this.#failure) throw this.#failure;
      /** @type {string[]} */
      const lines = [];
      this.#onFailure = reject;
      this.#onLine = (line) => {
        lines.push(line);
        if (line.startsWith(word)) resolve(lines);
        else onLine(line);
      };
      for (const command of commands) this.#thread?.postMessage(command);
    });
  }

  /** Sends commands and returns the lines of their replies. Rejects with errors. */
  async #ask(/** @type {string[]} */ commands) {
    const lines = await this.#exchange([...commands, 'isready'], 'readyok');
    checkPosition(lines);
    return lines;
  }

  async #setPosition(/** @type {ReturnType<typeof setupOf>} */ { variant, chess960, fen, moves }) {
    if (variant !== this.#variant) {
      // If the network cannot be loaded, the next call tries it again.
      this.#variant = '';
      const lines = await this.#exchange([...variantCommands(variant), 'isready'], 'readyok');
      // The game of a text may have the name of another one, whose network does not fit it.
      checkPosition(lines.filter((line) => !line.includes(': the default network: ')));
      this.#variant = variant;
    }
    if (chess960 !== this.#chess960) await this.#ask([`setoption name UCI_Chess960 value ${chess960}`]);
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
          if (multipv !== this.#multipv) await this.#ask([`setoption name MultiPV value ${multipv}`]);
          this.#multipv = multipv;
          search.isRunning = true;
          return this.#search(search.isStopped ? [go, 'stop'] : [go], onInfo);
        });
      } finally {
        this.#searches.delete(search);
      }
    };
    return new Analysis(() => this.#stop(search), run);
  }

  /** @returns {Promise<SearchResult>} */
  async #search(/** @type {string[]} */ commands, /** @type {(info: Info) => void} */ onInfo) {
    /** @type {Info[]} */
    const lines = [];
    /** @type {Info|null} */
    let last = null;
    const printed = await this.#exchange(commands, 'bestmove', (line) => {
      const info = line.startsWith('info ') ? parseInfo(line) : null;
      if (!info) return;
      last = info;
      const old = lines[info.multipv - 1];
      // A bound says less than the score of the iteration before.
      if (!old || old.bound || !info.bound) lines[info.multipv - 1] = info;
      onInfo(info);
    });
    const errors = errorsOf(printed);
    if (errors.length) throw new Error(errors.join('\n'));
    const [, move, , ponder = null] = /** @type {string} */ (printed.at(-1)).split(' ');
    const [{ score = null, pv = [], depth = 0, wdl = null } = {}] = lines;
    const { nodes, time } = /** @type {{nodes: number, time: number}} */ (last ?? { nodes: 0, time: 0 });
    return { move: move === '(none)' ? null : move, ponder, score, wdl, pv, depth, nodes, time, lines: lines.filter(Boolean) };
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
    if (search.isRunning) this.#thread?.postMessage('stop');
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

  /** @param {Position} position @returns {Promise<import('./index.d.ts').Evaluation>} */
  async evaluate(position) {
    const setup = setupOf(position);
    return this.#enqueue(async () => {
      await this.#setPosition(setup);
      const reply = (await this.#ask(['eval json'])).find((line) => line.startsWith('eval ')) ?? '';
      return JSON.parse(reply.slice('eval '.length));
    });
  }

  async newGame() {
    await this.#enqueue(() => this.#ask(['ucinewgame']));
  }

  close() {
    this.#fail(new Error('The engine is closed.'));
  }
}
