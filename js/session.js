// The module for boards: one instance for all of them. Rules need no search, so each command has its reply at once.

import { errorsOf, gameCommand, gameErrorText, optionCommand, parseOption, positionCommand } from './client.js';
import { compileModule, compileNow } from './files.js';
import { ModuleInstance } from './instance.js';

/** @typedef {import('./index.d.ts').LoadOptions} LoadOptions */

// Bundlers find the files of the package by this form and no other.
const MODULE = new URL('./dist/engine.wasm', import.meta.url);

/** The networks of the rule sets of the program. @type {Record<string, URL>} */
const NETWORKS = {
  alice: new URL('./dist/networks/alice.net', import.meta.url),
  artemis: new URL('./dist/networks/artemis.net', import.meta.url),
  chess: new URL('./dist/networks/chess.net', import.meta.url),
  cubic: new URL('./dist/networks/cubic.net', import.meta.url),
  dragonchess: new URL('./dist/networks/dragonchess.net', import.meta.url),
  federation: new URL('./dist/networks/federation.net', import.meta.url),
  'federation-plain': new URL('./dist/networks/federation-plain.net', import.meta.url),
  jocly3d: new URL('./dist/networks/jocly3d.net', import.meta.url),
  kobayashi: new URL('./dist/networks/kobayashi.net', import.meta.url),
  meder: new URL('./dist/networks/meder.net', import.meta.url),
  millennium: new URL('./dist/networks/millennium.net', import.meta.url),
  raumschach: new URL('./dist/networks/raumschach.net', import.meta.url),
  sixfold: new URL('./dist/networks/sixfold.net', import.meta.url),
  spacechess: new URL('./dist/networks/spacechess.net', import.meta.url),
  strato: new URL('./dist/networks/strato.net', import.meta.url),
};

/** @type {LoadOptions} */
let options = {};
/** @type {WebAssembly.Module|null} */
let module = null;
/** @type {Promise<WebAssembly.Module>|null} */
let loadingModule = null;
/** @type {Promise<void>|null} */
let loading = null;
/** @type {Session|null} */
let session = null;

/** The texts of the games that were loaded, by name. @type {Map<string, string>} */
const texts = new Map();

/** An address that may be relative to the page. */
const absolute = (/** @type {string|URL} */ url) => new URL(url, /** @type {any} */ (globalThis).document?.baseURI ?? import.meta.url).href;

/** Whether the option is an address and not a module. @returns {source is string|URL} */
const isAddress = (/** @type {unknown} */ source) => typeof source === 'string' || source instanceof URL;

/** The addresses of the networks by rule set. @returns {Record<string, string>} */
export function networkFiles() {
  const { networks } = options;
  if (networks === null) return {};
  const folder = networks === undefined ? '' : absolute(networks).replace(/\/?$/, '/');
  return Object.fromEntries(Object.entries(NETWORKS).map(([name, file]) => [name, folder ? `${folder}${name}.net` : file.href]));
}

/** Loads and compiles the module once. @returns {Promise<WebAssembly.Module>} */
export function loadModule() {
  loadingModule ??= (async () => {
    const source = options.module ?? MODULE;
    module ??= isAddress(source) ? await compileModule(absolute(source), options.onProgress) : source;
    return module;
  })();
  loadingModule.catch(() => { loadingModule = null; });
  return loadingModule;
}

/** Loads what boards need. The options of the first call count. @param {LoadOptions} [given] */
export function load(given) {
  if (given && !loadingModule) options = given;
  loading ??= loadModule().then(async (code) => { session ??= new Session(await ModuleInstance.start(code)); });
  loading.catch(() => { loading = null; });
  return loading;
}

/** The session of all boards. Node.js starts it when it is needed. */
export function theSession() {
  if (session) return session;
  if (!module) {
    const { module: source = MODULE } = options;
    module = isAddress(source) ? compileNow(source) : source;
    if (!module) throw new Error('The module is not loaded yet; call `await load()` first.');
  }
  session = new Session(ModuleInstance.startNow(module));
  return session;
}

/** A text as one line of the protocol, with single spaces. */
const oneLine = (/** @type {string} */ text) => text.replace(/[\s\u0085]+/g, ' ').trim();

/** The engine's words about a position, without those about its command. */
const positionError = (/** @type {string[]} */ errors) => new Error(errors.join('\n')
  .replace(/^position: /, '')
  .replace(/^move \d+ of the list, /, 'move '));

/** Throws unless a FEN is one of the protocol. A FEN with moves behind it is no position. */
export function checkFen(/** @type {string} */ fen) {
  const line = oneLine(String(fen));
  if (!line || line.split(' ').includes('moves')) throw new Error(`FEN: read ${JSON.stringify(line)}, expected a FEN`);
  return line;
}

/** Throws unless a text is one move, and returns it as one word. */
export function checkMove(/** @type {unknown} */ move) {
  const word = oneLine(String(move)).replace(/\b([QK]L) /g, '$1').replace(/ (e\.p\.)/g, '$1');
  if (!word || word.includes(' ') || word === 'moves') throw new Error(`move ${JSON.stringify(String(move))}: expected one move`);
  return word;
}

/** The commands that select a rule set or the game of a text. */
export function variantCommands(/** @type {string} */ variant) {
  const game = texts.get(variant);
  return [...(game === undefined ? [] : [gameCommand(game)]), optionCommand('UCI_Variant', oneLine(variant))];
}

/** Throws the errors of a command that sets a position. */
export function checkPosition(/** @type {string[]} */ errors) {
  if (errors.length) throw positionError(errors);
}

class Session {
  #instance;
  #variant = '';
  #chess960 = false;
  /** The board whose position is set. @type {object|null} */
  owner = null;
  /** By rule set. @type {Map<string, {name: string, geometry: import('./index.d.ts').Geometry, notations: string[]}>} */
  #games = new Map();
  /** @type {string[]} */
  variants;

  /** @param {ModuleInstance} instance */
  constructor(instance) {
    this.#instance = instance;
    // The table of the search, which boards do not need.
    this.ask(optionCommand('Hash', 1));
    this.variants = this.#choices('UCI_Variant');
  }

  /** Sends a command and returns the lines of its reply. */
  ask(/** @type {string} */ command) {
    try {
      this.#instance.receive(command);
      while (this.#instance.runSlice(1_000_000) !== 0);
      return this.#instance.takeLines();
    } catch (error) {
      // Boards keep their moves and continue with another instance.
      if (session === this) session = loading = null;
      throw this.#instance.explain(error);
    }
  }

  /** Sends a command and returns the value of its reply. @returns {any} */
  json(/** @type {string} */ command) {
    const word = `${command.split(' ', 1)[0]} `;
    const lines = this.ask(command);
    const reply = lines.find((line) => line.startsWith(word));
    if (reply === undefined) throw new Error(errorsOf(lines).join('\n'));
    return JSON.parse(reply.slice(word.length));
  }

  /** The choices of an option. */
  #choices(/** @type {string} */ option) {
    const line = this.ask('uci').find((other) => other.startsWith(`option name ${option} `)) ?? '';
    return parseOption(line).option.choices;
  }

  /** Selects a rule set and returns what it consists of. */
  select(/** @type {string} */ variant, /** @type {boolean} */ chess960) {
    if (variant !== this.#variant) {
      this.owner = null;
      const errors = variantCommands(variant).flatMap((command) => errorsOf(this.ask(command)));
      if (errors.length) throw new Error(errors.join('\n'));
      this.#variant = variant;
    }
    if (chess960 !== this.#chess960) {
      this.owner = null;
      this.ask(optionCommand('UCI_Chess960', chess960));
      this.#chess960 = chess960;
    }
    let game = this.#games.get(variant);
    if (!game) {
      const geometry = this.json('geometry');
      game = { name: texts.has(variant) ? variant : geometry.variant, geometry, notations: this.#choices('Notation') };
      this.#games.set(variant, game);
    }
    return game;
  }

  /** Sets a position of the rule set. On an error the position of no board is set. */
  setPosition(/** @type {string|null} */ fen, /** @type {readonly string[]} */ moves) {
    this.owner = null;
    checkPosition(errorsOf(this.ask(positionCommand(fen, moves))));
  }

  /** The texts of the legal moves in a notation, by their texts in UCI notation. @returns {Map<string, string>} */
  moveTexts(/** @type {string} */ notation, /** @type {string} */ standard) {
    const [error] = errorsOf(this.ask(optionCommand('Notation', oneLine(notation))));
    if (error) throw new Error(error);
    const moves = this.json('moves json');
    this.ask(optionCommand('Notation', standard));
    return new Map(moves.map((/** @type {{uci: string, display: string}} */ { uci, display }) => [uci, display]));
  }

  /** Loads the game of a text and returns its name. */
  loadGame(/** @type {string} */ text) {
    const { variant, errors } = this.json(gameCommand(text));
    if (!variant) throw new Error(errors.map(gameErrorText).join('\n'));
    texts.set(variant, text);
    this.select(variant, this.#chess960);
    return variant;
  }
}

/** The names of the games of the program. */
export const variants = () => [...theSession().variants];

/** Loads the game of a text and returns its name, the first argument of `Board`. */
export const loadGame = (/** @type {string} */ text) => /** @type {string} */ (theSession().loadGame(String(text)));
