// A position of any game with the moves that led to it. The rules are those of the module; see session.js.

import { errorsOf } from './client.js';
import { checkFen, checkMove, theSession } from './session.js';

/**
 * @typedef {import('./index.d.ts').Color} Color
 * @typedef {import('./index.d.ts').Outcome} Outcome
 * @typedef {import('./index.d.ts').Piece} Piece
 * @typedef {import('./replies.d.ts').Board} Position
 */

export class Move {
  /** @param {import('./replies.d.ts').Move} move */
  constructor(move) {
    this.uci = move.uci;
    this.from = move.from;
    this.to = move.to;
    this.promotion = move.promotion || null;
    this.capturedCell = move.captured_cell;
    this.isPlatformMove = move.is_platform_move;
    this.display = move.display;
    Object.freeze(this);
  }

  toString() {
    return this.uci;
  }
}

const WINNERS = /** @type {Record<string, Color|null>} */ ({ p1win: 'w', p2win: 'b', draw: null });
const RESULTS = /** @type {Record<string, Outcome['result']>} */ ({ p1win: '1-0', p2win: '0-1', draw: '1/2-1/2' });

export class Board {
  /** @type {string} */
  #variant;
  #chess960;
  /** The FEN of the first position; `null` for the start position of the game. @type {string|null} */
  #start = null;
  /** @type {Move[]} */
  #moves = [];
  /** The position and its moves, once they have been asked for. */
  /** @type {Position|null} */
  #position = null;
  /** @type {readonly Move[]|null} */
  #legal = null;
  /** @type {Map<string, Map<string, string>>} the texts of the legal moves by notation */
  #texts = new Map();

  /** @param {string} [variant] @param {string|null} [fen] @param {{chess960?: boolean}} [options] */
  constructor(variant = 'federation', fen = null, { chess960 = false } = {}) {
    this.#chess960 = chess960;
    this.#variant = String(variant);
    this.#variant = this.#game.name;
    if (fen !== null) this.setFen(fen);
  }

  get #game() {
    return theSession().select(this.#variant, this.#chess960);
  }

  get #uci() {
    return this.#moves.map(({ uci }) => uci);
  }

  /** The session, in which the position of this board is set. */
  #synchronize() {
    const session = theSession();
    if (session.owner === this) return session;
    session.select(this.#variant, this.#chess960);
    session.setPosition(this.#start, this.#uci);
    session.owner = this;
    return session;
  }

  /** Forgets what the session has said about the last position. */
  #change() {
    const session = theSession();
    if (session.owner === this) session.owner = null;
    this.#position = this.#legal = null;
    this.#texts.clear();
  }

  /** @returns {Position} */
  get #state() {
    this.#position ??= /** @type {Position} */ (this.#synchronize().json('board'));
    return this.#position;
  }

  /** Reads a text in any notation and returns the position after the move. The session stays there. */
  #after(/** @type {string} */ text) {
    const session = theSession();
    const word = checkMove(text);
    session.select(this.#variant, this.#chess960);
    session.setPosition(this.#start, [...this.#uci, word]);
    return /** @type {Position} */ (session.json('board'));
  }

  /** The legal move that an object or a text means. */
  #find(/** @type {Move|string} */ move) {
    const uci = typeof move === 'object' && move ? move.uci : this.#after(move).last_move;
    const legal = this.legalMoves.find((other) => other.uci === uci);
    if (legal) return legal;
    // The engine reports the reason.
    this.#after(String(uci));
    throw new Error(`move "${uci}": it is not legal in this position`);
  }

  get variant() {
    return this.#variant;
  }

  get title() {
    return this.geometry.title;
  }

  get chess960() {
    return this.#chess960;
  }

  get geometry() {
    return structuredClone(this.#game.geometry);
  }

  get notations() {
    return [...this.#game.notations];
  }

  get legalMoves() {
    this.#legal ??= Object.freeze(this.#synchronize().json('moves json').map((/** @type {any} */ move) => new Move(move)));
    return /** @type {readonly Move[]} */ (this.#legal);
  }

  get moveStack() {
    return [...this.#moves];
  }

  push(/** @type {Move|string} */ move) {
    const played = this.#find(move);
    this.#change();
    this.#moves.push(played);
    return played;
  }

  pop() {
    const move = this.peek();
    this.#change();
    this.#moves.pop();
    return move;
  }

  peek() {
    const move = this.#moves.at(-1);
    if (!move) throw new Error('no move was played');
    return move;
  }

  parseMove(/** @type {string} */ text) {
    return this.#find(String(text));
  }

  moveText(/** @type {Move|string} */ move, /** @type {string} */ notation = this.notations[0]) {
    const { uci } = this.#find(move);
    let texts = this.#texts.get(notation);
    if (!texts) {
      texts = this.#synchronize().moveTexts(notation, this.notations[0]);
      this.#texts.set(notation, texts);
    }
    return /** @type {string} */ (texts.get(uci));
  }

  get fen() {
    return this.#state.fen;
  }

  get startFen() {
    return this.#start ?? this.#game.geometry.startpos;
  }

  setFen(/** @type {string} */ fen) {
    const session = theSession();
    session.select(this.#variant, this.#chess960);
    session.setPosition(checkFen(fen), []);
    const position = /** @type {Position} */ (session.json('board'));
    this.#change();
    this.#start = position.fen;
    this.#moves = [];
  }

  reset() {
    this.#change();
    this.#start = null;
    this.#moves = [];
  }

  get turn() {
    return this.#state.side_to_move;
  }

  get halfmoveClock() {
    return Number(this.fen.split(' ').at(-2));
  }

  get fullmoveNumber() {
    return Number(this.fen.split(' ').at(-1));
  }

  isCheck() {
    return this.#state.in_check;
  }

  isCheckmate() {
    return this.#state.in_check && this.#state.reason === 'checkmate';
  }

  isStalemate() {
    return !this.#state.in_check && this.#state.reason === 'stalemate';
  }

  isGameOver() {
    return this.#state.reason !== null;
  }

  /** @returns {Outcome|null} */
  outcome() {
    const { result, reason } = this.#state;
    return reason === null ? null : { winner: WINNERS[result], reason, result: RESULTS[result] };
  }

  result() {
    return this.outcome()?.result ?? '*';
  }

  checkers() {
    return [...this.#state.checkers];
  }

  isLegal(/** @type {Move} */ move) {
    return this.legalMoves.some(({ uci }) => uci === move.uci);
  }

  isCapture(/** @type {Move|string} */ move) {
    return this.#find(move).capturedCell !== null;
  }

  givesCheck(/** @type {Move|string} */ move) {
    return this.#after(this.#find(move).uci).in_check;
  }

  /** @returns {Piece} */
  #piece(/** @type {string} */ symbol) {
    const { pieces } = this.#game.geometry;
    const name = pieces.find(({ letter }) => letter.toLowerCase() === symbol.toLowerCase())?.name ?? '';
    return { symbol, color: symbol === symbol.toUpperCase() ? 'w' : 'b', name };
  }

  pieceAt(/** @type {string} */ cell) {
    if (!this.#game.geometry.cells.some(({ name }) => name === cell)) throw new Error(`there is no cell \`${cell}\``);
    const symbol = this.#state.pieces[cell];
    return symbol === undefined ? null : this.#piece(symbol);
  }

  pieceMap() {
    return new Map(Object.entries(this.#state.pieces).map(([cell, symbol]) => [cell, this.#piece(symbol)]));
  }

  get platforms() {
    return new Map(Object.entries(this.#state.platforms));
  }

  divide(/** @type {number} */ depth) {
    if (!Number.isInteger(depth) || depth < 0) throw new RangeError(`perft: read ${depth}, expected a whole number`);
    const lines = this.#synchronize().ask(`go perft ${depth}`);
    const [error] = errorsOf(lines);
    if (error) throw new Error(error);
    const counts = lines.flatMap((line) => (/^(\S+): (\d+)$/.exec(line) ? [line.split(': ')] : []));
    return new Map(counts.map(([move, count]) => [move, Number(count)]));
  }

  perft(/** @type {number} */ depth) {
    return depth === 0 ? 1 : [...this.divide(depth).values()].reduce((sum, count) => sum + count, 0);
  }

  get key() {
    return /** @type {string} */ (this.#synchronize().ask('d').find((line) => line.startsWith('Key: '))).slice('Key: '.length);
  }

  copy({ stack = true } = {}) {
    const copy = new Board(this.#variant, null, { chess960: this.#chess960 });
    copy.#start = stack ? this.#start : this.fen;
    copy.#moves = stack ? [...this.#moves] : [];
    return copy;
  }

  equals(/** @type {unknown} */ other) {
    return other instanceof Board && other.#variant === this.#variant && other.#chess960 === this.#chess960 && other.fen === this.fen;
  }

  toString() {
    const lines = this.#synchronize().ask('d');
    return lines.slice(0, lines.findIndex((line) => /^(Last move|Fen): /.test(line))).join('\n');
  }
}
