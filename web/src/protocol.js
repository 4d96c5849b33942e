// The line protocol: requests with replies, and searches.

/** @typedef {import('./transport.js').EngineConnection} EngineConnection */
/** @typedef {import('./view-model.js').Geometry} Geometry */

/**
 * A legal move, as in the reply to `moves json`.
 * @typedef {{uci: string, display: string, from: string, to: string, captured_cell: string|null, promotion: string,
 *   is_platform_move: boolean}} Move
 */

/**
 * A position, as in the reply to `board`.
 * @typedef {{variant: string, fen: string, pieces: Record<string, string>, platforms: Record<string, 'w'|'b'|null>,
 *   side_to_move: 'w'|'b', in_check: boolean, checkers: string[], last_move: string|null,
 *   last_move_display: string|null, result: string, reason: string|null}} Board
 */

/**
 * The static evaluation, as in the reply to `eval json`: in centipawns for White, with what each piece is worth by cell.
 * @typedef {{score: number, terms: {name: string, score: number}[], pieces: Record<string, number>}} Evaluation
 */

/** @typedef {{board: Board, moves: Move[], evaluation: Evaluation}} Position */

/** @typedef {{cp?: number, mate?: number, bound?: string}} Score  from the side to move */

/**
 * @typedef {{depth: number, seldepth: number, multipv: number, score: Score, nodes: number, nps: number, time: number,
 *   pv: string[]}} Info
 */

/** @typedef {{default: string, min: number, max: number, choices: string[]}} Option */

/**
 * What the text of a game says, or what is wrong with it, as in the reply to `game`. `variant` selects the game.
 * @typedef {{variant: string|null, errors: {file: string, line: number, key: string, message: string}[],
 *   notes: string[], rules: import('./learn/describe.js').Rules|null, geometry: Geometry|null}} GameCheck
 */

/** The cells that a piece reaches, as in the reply to `reach`. @typedef {{moves: string[], captures: string[], threats: string[], stopped: string[]}} Reach */

/** The name of an option and its default, bounds and choices, from the words of an `option` line. */
function parseOption(/** @type {string} */ line) {
  const [, name = '', rest = ''] = /^option name (.*?) type (.*)$/.exec(line) ?? [];
  const value = (/** @type {string} */ word) => new RegExp(` ${word} (\\S*)`).exec(rest)?.[1] ?? '';
  const choices = [...rest.matchAll(/ var (.*?)(?= var |$)/g)].map((match) => match[1]);
  return { name, option: { default: value('default'), min: +value('min'), max: +value('max'), choices } };
}

/** Parses an `info` line; `null` if it has no score. */
function parseInfo(/** @type {string} */ line) {
  const words = line.split(/\s+/);
  const number = (/** @type {string} */ word) => Number(words[words.indexOf(word) + 1]) || 0;
  const at = words.indexOf('score');
  if (at < 0) return null;
  const pv = words.indexOf('pv');
  /** @type {Info} */
  const info = {
    depth: number('depth'), seldepth: number('seldepth'), multipv: words.includes('multipv') ? number('multipv') : 1,
    score: { [words[at + 1]]: Number(words[at + 2]) }, nodes: number('nodes'), nps: number('nps'), time: number('time'),
    pv: pv < 0 ? [] : words.slice(pv + 1),
  };
  if (/bound$/.test(words[at + 3])) info.score.bound = words[at + 3];
  return info;
}

/** The engine's words about a position, without the place where the error was read. */
const errorText = (/** @type {string} */ error) => error
  .replace(/^position: (FEN: )?/, '')
  .replace(/^move \d+ of the list, "(.*?)": /, '');

export class Engine {
  /**
   * `goesOn` gets each line of a reply and says whether another one follows.
   * @type {{word: string, errors: string[], goesOn: (text: string) => boolean,
   *   resolve: (reply: {text: string, errors: string[]}) => void, reject: (error: Error) => void}[]}
   */
  #requests = [];
  /** @type {{onInfo: (info: Info) => void, resolve: (move: string|null) => void}[]} */
  #searches = [];
  /** @type {Map<string, Option>} */
  options = new Map();
  /** @type {Map<string, string>} */
  #values = new Map();
  /** The last text of a game without errors, and the name that selects its game. */
  #loaded = { text: '', name: '' };

  /** @param {EngineConnection} connection */
  constructor(connection) {
    this.connection = connection;
    connection.onLine((line) => this.#read(line));
  }

  #read(/** @type {string} */ line) {
    const [word] = line.split(' ', 1);
    const [request] = this.#requests;
    if (line.startsWith('info string error: ')) {
      // The errors of commands without a reply come before the next reply.
      request?.errors.push(line.slice('info string error: '.length));
    } else if (word === 'info') {
      const info = line.startsWith('info string') ? null : parseInfo(line);
      if (info) this.#searches[0]?.onInfo(info);
    } else if (word === 'bestmove') {
      const move = line.split(' ')[1];
      this.#searches.shift()?.resolve(move === '(none)' ? null : move);
    } else if (word === 'option') {
      const { name, option } = parseOption(line);
      this.options.set(name, option);
    } else if (word === request?.word) {
      const text = line.slice(word.length + 1);
      if (request.goesOn(text)) return;
      this.#requests.shift();
      request.resolve({ text, errors: request.errors });
    }
  }

  /** Forgets everything after the connection was lost. */
  reset() {
    for (const request of this.#requests.splice(0)) request.reject(new Error('The connection to the engine is lost.'));
    for (const search of this.#searches.splice(0)) search.resolve(null);
    this.#values.clear();
    this.#loaded = { text: '', name: '' };
  }

  /**
   * Sends a command whose reply begins with `word`.
   * @param {string} command
   * @param {string} [word]
   * @param {(text: string) => boolean} [goesOn]  gets each line of the reply and says whether another one follows
   * @returns {Promise<{text: string, errors: string[]}>}
   */
  request(command, word = command.split(' ', 1)[0], goesOn = () => false) {
    return new Promise((resolve, reject) => {
      this.#requests.push({ word, errors: [], goesOn, resolve, reject });
      this.connection.send(command);
    });
  }

  /** Checks the text of a game. @returns {Promise<GameCheck>} */
  async checkGame(/** @type {string} */ text) {
    /** @type {GameCheck} */
    const check = JSON.parse((await this.request(`game ${JSON.stringify(text)}`)).text);
    if (check.variant) this.#loaded = { text, name: check.variant };
    return check;
  }

  /** The name that selects the game of a text. Rejects with its first error. */
  async loadGame(/** @type {string} */ text) {
    if (this.#loaded.text === text) return this.#loaded.name;
    const { variant, errors: [error] } = await this.checkGame(text);
    if (!variant) throw new Error(error ? `line ${error.line}: ${error.key && `${error.key}: `}${error.message}` : 'The engine does not read games.');
    return variant;
  }

  /** The name that selects a rule set of the engine, or the game of a text. */
  async nameOf(/** @type {{variant: string, source?: string|null}} */ { variant, source = null }) {
    return source === null ? variant : this.loadGame(source);
  }

  /** The cells that a piece of the last checked text reaches. @returns {Promise<Reach>} */
  async reach(/** @type {string} */ letter, /** @type {string} */ cell, /** @type {string[]} */ own, /** @type {string[]} */ enemy) {
    const others = [['own', own], ['enemy', enemy]].filter(([, cells]) => cells.length).map(([side, cells]) => ` ${side} ${/** @type {string[]} */ (cells).join(' ')}`);
    return JSON.parse((await this.request(`reach ${letter} ${cell}${others.join('')}`)).text);
  }

  /**
   * Plays games of the rule set until they are all played or `stop` is sent.
   * @param {number} games
   * @param {number} nodes  of a move
   * @param {(report: import('./workshop/survey.js').Report) => void} onReport  gets the report of the games so far
   */
  async survey(games, nodes, onReport) {
    await this.request(`survey games ${games} nodes ${nodes} seed ${1 + Math.floor(Math.random() * 1e9)}`, 'survey', (text) => {
      const report = JSON.parse(text);
      if (report) onReport(report);
      return report !== null && !report.complete;
    });
  }

  /** Sets an option unless it has the value. */
  setOption(/** @type {string} */ name, /** @type {string|number|boolean} */ value) {
    if (this.#values.get(name) === String(value)) return;
    this.#values.set(name, String(value));
    this.connection.send(`setoption name ${name} value ${value}`);
  }

  /**
   * Selects a rule set and a notation, which is ignored if the rule set does not have it, and returns the geometry.
   * @param {string} name
   * @param {boolean} chess960
   * @param {string} notation
   */
  async setVariant(name, chess960, notation) {
    this.setOption('UCI_Variant', name);
    this.setOption('UCI_Chess960', chess960);
    this.#values.delete('Notation');
    if (notation) this.setOption('Notation', notation);
    this.options.clear();
    const options = this.request('uci', 'uciok');
    const geometry = JSON.parse((await this.request('geometry')).text);
    await options;
    const posts = geometry.posts.map((/** @type {{name: string, covers: string[]}} */ { name, covers }) => ({ name, cells: covers }));
    return { ...geometry, posts };
  }

  /**
   * Sets the position and returns it with its legal moves and its evaluation. Rejects with the engine's words if it is not legal.
   * @returns {Promise<Position>}
   */
  async position(/** @type {string|null} */ fen, /** @type {string[]} */ moves) {
    const [board, legal, evaluation] = await this.#ask(fen, moves, ['board', 'moves json', 'eval json']);
    return { board, moves: legal, evaluation };
  }

  /** Sets the position after some moves and returns the last of them in the notation in use. Rejects as `position` does. */
  async display(/** @type {string|null} */ fen, /** @type {string[]} */ moves) {
    const [board] = await this.#ask(fen, moves, ['board']);
    return /** @type {Board} */ (board).last_move_display ?? '';
  }

  /** Sets the position and returns the replies to commands, whose values are JSON. */
  async #ask(/** @type {string|null} */ fen, /** @type {string[]} */ moves, /** @type {string[]} */ commands) {
    this.#setPosition(fen, moves);
    const replies = await Promise.all(commands.map((command) => this.request(command)));
    const errors = replies[0].errors.filter((error) => error.startsWith('position'));
    if (errors.length) throw new Error(errors.map(errorText).join('\n'));
    return replies.map(({ text }) => JSON.parse(text));
  }

  #setPosition(/** @type {string|null} */ fen, /** @type {string[]} */ moves) {
    const start = fen === null ? 'startpos' : `fen ${fen}`;
    this.connection.send(`position ${start}${moves.length ? ' moves ' : ''}${moves.join(' ')}`);
  }

  /**
   * Searches a position and returns the best move. A running search ends first.
   * @param {string|null} fen
   * @param {string[]} moves
   * @param {string} limits
   * @param {(info: Info) => void} onInfo
   * @returns {Promise<string|null>}
   */
  search(fen, moves, limits, onInfo) {
    this.#setPosition(fen, moves);
    return new Promise((resolve) => {
      this.#searches.push({ onInfo, resolve });
      this.connection.send(`go ${limits}`);
    });
  }

  get isSearching() {
    return this.#searches.length > 0;
  }

  stop() {
    if (this.isSearching) this.connection.send('stop');
  }
}
