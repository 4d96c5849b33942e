#!/usr/bin/env node
// Lets the engine of github.com/AceSpartiate/cubicchess (alpha-beta) play Cubic Chess as a UCI engine.
//
//     node tests/opponents/acespartiate.js [ENGINE]
//
// ENGINE is the file that `fetch` makes of the engine, by default target/opponents/acespartiate.js.
"use strict";

const path = require("path");
const { forEachPiece, run } = require("./uci.js");

/** The search looks at the clock every 1,024 nodes; the rest is for the reply. */
const OVERHEAD_MS = 50;

/** The greatest depth; each line has 64 entries, and checks extend it. */
const MAX_DEPTH = 40;

const START_FEN = "8/8/8/8/8/8/8/8|".repeat(7) + "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq 0 1";

/** The letters of the piece types, in its order; Black's have the bit 8. */
const TYPES = ".pnbrqk";
const BLACK = 8;

/** The flag of castling. */
const CASTLES = 2;

/** The cells of king and rook of each castling right: file, level, rank. */
const CASTLING = {
  K: [[4, 0, 0], [7, 0, 0]],
  Q: [[4, 0, 0], [0, 0, 0]],
  k: [[4, 0, 7], [7, 0, 7]],
  q: [[4, 0, 7], [0, 0, 7]],
};

class CubicChess {
  name = "acespartiate";
  variants = ["cubic"];
  overheadMs = OVERHEAD_MS;

  constructor(engine) {
    this.engine = engine;
  }

  setVariant() {}

  cellName(cell) {
    const { X, Y, Z } = this.engine;
    return "abcdefgh"[X(cell)] + (Z(cell) + 1) + (Y(cell) + 1);
  }

  /** Castling is written as the cells of king and rook. */
  moveToUci(move) {
    const { mFrom, mTo, mFlag, mPromo } = this.engine;
    let to = mTo(move);
    if (mFlag(move) & CASTLES) {
      to += to > mFrom(move) ? 1 : -2;
    }
    const promotion = mPromo(move) ? TYPES[mPromo(move)] : "";
    return this.cellName(mFrom(move)) + this.cellName(to) + promotion;
  }

  parseLevels(levels) {
    const pieces = new Int8Array(512);
    forEachPiece(levels, (letter, file, fromBack, fromTop) => {
      const type = letter.toLowerCase();
      const cell = this.engine.SQ(file, 7 - fromTop, 7 - fromBack);
      pieces[cell] = TYPES.indexOf(type) | (letter === type ? BLACK : 0);
    });
    return pieces;
  }

  setFen(fen = START_FEN) {
    const [levels, side, castling] = fen.split(" ");
    const pieces = this.parseLevels(levels);
    // The pieces that have never moved: those at home, but kings and rooks by the castling rights.
    const initial = this.parseLevels(START_FEN.split(" ")[0]);
    const unmoved = Uint8Array.from(pieces, (piece, cell) => (piece !== 0 && piece === initial[cell] ? 1 : 0));
    const mark = (cells, value) => cells.forEach((cell) => (unmoved[this.engine.SQ(...cell)] = value));
    Object.values(CASTLING).forEach((cells) => mark(cells, 0));
    [...castling].forEach((right) => mark(CASTLING[right] ?? [], 1));
    this.engine.loadRaw(pieces, unmoved, side === "w" ? 0 : 1);
  }

  play(uci) {
    const move = this.encodedMoves().find((legalMove) => this.moveToUci(legalMove) === uci);
    if (move === undefined) {
      throw new Error(`the move ${uci} is illegal in cubicchess`);
    }
    this.engine.make(move, 0);
  }

  /** Returns the legal moves in the form of the engine. It generates moves that leave the king in check, too. */
  encodedMoves() {
    const { engine } = this;
    const moves = new Int32Array(engine.MV[0].length);
    const count = engine.genMoves(engine.side, moves, 0, false);
    return Array.from(moves.subarray(0, count)).filter((move) => {
      engine.make(move, 0);
      const isLegal = !engine.inCheck(engine.side ^ 1);
      engine.unmake(move, 0);
      return isLegal;
    });
  }

  legalMoves() {
    const isBareKings = this.engine.bd.filter((piece) => piece !== 0).length === 2;
    return isBareKings ? [] : this.encodedMoves().map((move) => this.moveToUci(move));
  }

  side() {
    return this.engine.side === 0 ? "w" : "b";
  }

  search({ milliseconds, depth }) {
    const { move } = this.engine.rootSearch(depth ?? MAX_DEPTH, milliseconds ?? 1e9, 0, null);
    return this.moveToUci(move);
  }
}

run(__filename, () => {
  const file = process.argv[2] || path.join(__dirname, "../../target/opponents/acespartiate.js");
  return new CubicChess(require(path.resolve(file)));
});
