// The line protocol over a connection: commands with their replies, and searches.

/**
 * @import { EndingMove, Geometry, Info } from './index.d.ts'
 * @import { Board, Connection, GameCheck, GameError, Option, Position, Reach, Request } from './replies.d.ts'
 */

const ERROR = 'info string error: ';

/** The errors among lines that the engine printed. */
export const errorsOf = (/** @type {string[]} */ lines) =>
  lines.filter((line) => line.startsWith(ERROR)).map((line) => line.slice(ERROR.length));

export const optionCommand = (/** @type {string} */ name, /** @type {string|number|boolean} */ value) => `setoption name ${name} value ${value}`;

export const gameCommand = (/** @type {string} */ text) => `game ${JSON.stringify(text)}`;

export const positionCommand = (/** @type {string|null} */ fen, /** @type {readonly string[]} */ moves) =>
  `position ${fen === null ? 'startpos' : `fen ${fen}`}${moves.length ? ' moves ' : ''}${moves.join(' ')}`;

/** The words about an error in the text of a game. */
export const gameErrorText = (/** @type {GameError} */ { file, line, key, message }) =>
  `${file && `${file}: `}line ${line}: ${key && `${key}: `}${message}`;

/** The name of an option and its default, bounds and choices, from the words of an `option` line. */
export function parseOption(/** @type {string} */ line) {
  const [, name = '', rest = ''] = /^option name (.*?) type (.*)$/.exec(line) ?? [];
  const value = (/** @type {string} */ word) => new RegExp(` ${word} (\\S*)`).exec(rest)?.[1] ?? '';
  const choices = [...rest.matchAll(/ var (.*?)(?= var |$)/g)].map((match) => match[1]);
  return { name, option: { default: value('default'), min: +value('min'), max: +value('max'), choices } };
}

/** Parses an `info` line; `null` if it has no score. @returns {Info|null} */
function parseInfo(/** @type {string} */ line) {
  const words = line.split(/\s+/);
  const score = words.indexOf('score');
  if (words[1] === 'string' || score < 0) return null;
  const number = (/** @type {string} */ word) => (words.includes(word) && Number(words[words.indexOf(word) + 1])) || 0;
  const [pv, wdl] = [words.indexOf('pv'), words.indexOf('wdl')];
  const value = Number(words[score + 2]);
  const [, bound = null] = /^(lower|upper)bound$/.exec(words[score + 3]) ?? [];
  return {
    depth: number('depth'), seldepth: number('seldepth'), multipv: number('multipv') || 1,
    score: words[score + 1] === 'mate' ? { mate: value } : { cp: value }, bound: /** @type {Info['bound']} */ (bound),
    wdl: wdl < 0 ? null : /** @type {[number, number, number]} */ (words.slice(wdl + 1, wdl + 4).map(Number)),
    nodes: number('nodes'), nps: number('nps'), hashfull: number('hashfull'), time: number('time'),
    pv: pv < 0 ? [] : words.slice(pv + 1),
  };
}

/** @template {Connection} C */
export class Client {
  /** @type {Request[]} */
  #requests = [];
  options = /** @type {Map<string, Option>} */ (new Map());
  #values = /** @type {Map<string, string>} */ (new Map());
  /** The last text of a game without errors, and the name that selects its game. */
  #loaded = { text: '', name: '' };

  /** @param {C} connection */
  constructor(connection) {
    this.connection = connection;
    connection.onLine((line) => this.#read(line));
  }

  #read(/** @type {string} */ line) {
    const [word] = line.split(' ', 1);
    if (line.startsWith(ERROR)) {
      // The errors of commands without a reply come before the next reply. That of a search may come much later.
      const request = this.#requests.find((other) => other.word !== 'bestmove') ?? this.#requests[0];
      request?.errors.push(line.slice(ERROR.length));
    } else if (word === 'info') {
      const info = parseInfo(line);
      if (info) this.#requests.find((other) => other.word === 'bestmove')?.onInfo(info);
    } else if (word === 'option') {
      const { name, option } = parseOption(line);
      this.options.set(name, option);
    } else {
      const request = this.#requests.find((other) => other.word === word);
      const text = line.slice(word.length + 1);
      if (!request || request.goesOn(text)) return;
      this.#requests.splice(this.#requests.indexOf(request), 1);
      request.resolve({ text, errors: request.errors });
    }
  }

  /** Forgets everything after the connection was lost. */
  reset(error = new Error('The connection to the engine is lost.')) {
    for (const request of this.#requests.splice(0)) request.reject(error);
    this.#values.clear();
    this.#loaded = { text: '', name: '' };
  }

  send(/** @type {string} */ command) {
    this.connection.send(command);
  }

  /**
   * Sends a command whose reply begins with `word`.
   * @param {string} command
   * @param {string} [word]
   * @param {{goesOn?: (text: string) => boolean, onInfo?: (info: Info) => void}} [listeners]
   * @returns {Promise<{text: string, errors: string[]}>}
   */
  request(command, word = command.split(' ', 1)[0], { goesOn = () => false, onInfo = () => {} } = {}) {
    return new Promise((resolve, reject) => {
      this.#requests.push({ word, errors: [], goesOn, onInfo, resolve, reject });
      this.send(command);
    });
  }

  /** Sends a command and returns the value of its reply. @returns {Promise<any>} */
  async json(/** @type {string} */ command) {
    return JSON.parse((await this.request(command)).text);
  }

  /** Returns the errors of the commands before it, after these have been executed. */
  async sync() {
    return (await this.request('isready', 'readyok')).errors;
  }

  /** Checks the text of a game. @returns {Promise<GameCheck>} */
  async checkGame(/** @type {string} */ text) {
    const check = await this.json(gameCommand(text));
    if (check.variant) this.#loaded = { text, name: check.variant };
    return check;
  }

  /** The name that selects the game of a text. Rejects with its first error. */
  async loadGame(/** @type {string} */ text) {
    if (this.#loaded.text === text) return this.#loaded.name;
    const { variant, errors: [error] } = await this.checkGame(text);
    if (!variant) throw new Error(error ? gameErrorText(error) : 'The engine does not read games.');
    return variant;
  }

  /** The name that selects a rule set of the engine, or the game of a text. */
  async nameOf(/** @type {{variant: string, source?: string|null}} */ { variant, source = null }) {
    return source === null ? variant : this.loadGame(source);
  }

  /** The cells that a piece of the last checked text reaches. @returns {Promise<Reach>} */
  reach(/** @type {string} */ letter, /** @type {string} */ cell, /** @type {string[]} */ own, /** @type {string[]} */ enemy) {
    return this.json(['reach', letter, cell, ...(own.length ? ['own', ...own] : []), ...(enemy.length ? ['enemy', ...enemy] : [])].join(' '));
  }

  /**
   * Plays games of the rule set until they are all played or `stop` is sent.
   * @param {number} games
   * @param {number} nodes  of a move
   * @param {(report: any) => void} onReport  gets the report of the games so far
   */
  survey(games, nodes, onReport) {
    const goesOn = (/** @type {string} */ text) => {
      const report = JSON.parse(text);
      if (report) onReport(report);
      return report !== null && !report.complete;
    };
    return this.request(`survey games ${games} nodes ${nodes} seed ${1 + Math.floor(Math.random() * 1e9)}`, 'survey', { goesOn });
  }

  /** Sets an option unless it has the value. */
  setOption(/** @type {string} */ name, /** @type {string|number|boolean} */ value) {
    if (this.#values.get(name) === String(value)) return;
    this.#values.set(name, String(value));
    this.send(optionCommand(name, value));
  }

  /**
   * Selects a rule set and a notation, which is ignored if the rule set does not have it, and returns the geometry.
   * @param {string} name
   * @param {boolean} chess960
   * @param {string} notation
   * @returns {Promise<Geometry>}
   */
  async setVariant(name, chess960, notation) {
    this.setOption('UCI_Variant', name);
    this.setOption('UCI_Chess960', chess960);
    this.#values.delete('Notation');
    if (notation) this.setOption('Notation', notation);
    this.options.clear();
    const options = this.request('uci', 'uciok');
    const geometry = await this.json('geometry');
    await options;
    return geometry;
  }

  /** Sets the position and returns it. Rejects with the engine's words if it is not legal. @returns {Promise<Position>} */
  async position(/** @type {string|null} */ fen, /** @type {string[]} */ moves) {
    const [board, legal, evaluation] = await this.#ask(fen, moves, ['board', 'moves json', 'eval json']);
    return { board, moves: legal, evaluation };
  }

  /** Sets the position after some moves and returns the last of them in the notation in use. */
  async display(/** @type {string|null} */ fen, /** @type {string[]} */ moves) {
    const [board] = await this.#ask(fen, moves, ['board']);
    return /** @type {Board} */ (board).last_move_display ?? '';
  }

  /** Sets the position and returns the replies to commands, whose values are JSON. */
  async #ask(/** @type {string|null} */ fen, /** @type {string[]} */ moves, /** @type {string[]} */ commands) {
    this.send(positionCommand(fen, moves));
    const replies = await Promise.all(commands.map((command) => this.request(command)));
    const errors = replies[0].errors.filter((error) => error.startsWith('position'));
    // Without the place where an error was read.
    const words = errors.map((error) => error.replace(/^position: (FEN: )?/, '').replace(/^move \d+ of the list, "(.*?)": /, ''));
    if (words.length) throw new Error(words.join('\n'));
    return replies.map(({ text }) => JSON.parse(text));
  }

  /** What each legal move of the position leads to; `null` if the table of its ending has not been made. @returns {Promise<EndingMove[]|null>} */
  async endings() {
    return (await this.json('endings')).moves;
  }

  /**
   * Searches the position.
   * @param {string} command
   * @param {(info: Info) => void} [onInfo]
   * @returns {Promise<{move: string|null, ponder: string|null, errors: string[]}>}
   */
  async go(command, onInfo) {
    const { text, errors } = await this.request(command, 'bestmove', { onInfo });
    const [move, , ponder = null] = text.split(' ');
    return { move: move === '(none)' ? null : move, ponder, errors };
  }

  /**
   * Searches a position and returns the best move, and the last report that is not a bound. A running search ends first.
   * A lost connection ends the search without a move.
   * @param {string|null} fen
   * @param {string[]} moves
   * @param {string} limits
   * @param {(info: Info) => void} [onInfo]
   */
  async search(fen, moves, limits, onInfo = () => {}) {
    /** @type {Info|null} */
    let last = null;
    this.send(positionCommand(fen, moves));
    const { move } = await this.go(`go ${limits}`, (info) => {
      if (!info.bound) last = info;
      onInfo(info);
    }).catch(() => ({ move: null }));
    return { move, info: /** @type {Info|null} */ (last) };
  }

  get isSearching() {
    return this.#requests.some(({ word }) => word === 'bestmove');
  }

  stop() {
    if (this.isSearching) this.send('stop');
  }
}
