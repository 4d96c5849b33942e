#!/usr/bin/env node
// Lets the npm package jocly (UCT search) play Raumschach, and its game "3D Chess", as a UCI engine.
//
//     node tests/opponents/jocly.js [PACKAGE]
//
// PACKAGE is the folder of the package, by default target/opponents/node_modules/jocly.
"use strict";

const path = require("path");
const { forEachPiece, run } = require("./uci.js");

/** The search looks at the clock every 100 ms; the rest is for the reply. */
const OVERHEAD_MS = 150;

/** The games by their name in UCI, with their name in jocly and the cells of king and rook of each castling right. */
const GAMES = {
  raumschach: {
    module: "raumschach",
    startFen: "rnknr/ppppp/5/5/5|ubqub/ppppp/5/5/5|5/5/5/5/5|5/5/5/PPPPP/BUQBU|5/5/5/PPPPP/RNKNR w 0 1",
  },
  jocly3d: {
    module: "3dchess",
    startFen:
      "pnbbnp/1pppp1/6/6/6/6/1PPPP1/PNBBNP|prkqrp/1pppp1/6/6/6/6/1PPPP1/PRKQRP|" +
      "pnbbnp/1pppp1/6/6/6/6/1PPPP1/PNBBNP w KQkq * - 0 1",
    castling: { K: ["c12", "b12"], Q: ["c12", "e12"], k: ["c82", "b82"], q: ["c82", "e82"] },
  },
};

/** The letters of the piece types of jocly, in its order. The pawns follow: 6 and 7, and in jocly3d 8 and 9 unmoved. */
const TYPES = "kqrbun";
const WHITE_PAWN = 6;
const BLACK_PAWN = 7;
const UNMOVED = 2;

/** jocly numbers cells file by file, rank by rank, level by level. */
function cellName(geometry, cell) {
  return "abcdef"[geometry.C(cell)] + (geometry.R(cell) + 1) + (geometry.F(cell) + 1);
}

function parseCell(geometry, name) {
  return geometry.POS("abcdef".indexOf(name[0]), Number(name[1]) - 1, Number(name[2]) - 1);
}

/** Castling is written as the cells of king and rook. */
function moveToUci(geometry, move) {
  const destination = move.cg === undefined ? move.t : move.cg;
  const promotion = move.pr === undefined ? "" : (TYPES[move.pr] ?? "");
  return cellName(geometry, move.f) + cellName(geometry, destination) + promotion;
}

/** Returns the fields of a FEN after the levels. Only jocly3d has castling, fresh pawns and en passant. */
function parseFields(fields) {
  const [side, castling, fresh, enPassant, halfmoveClock] =
    fields.length === 3 ? [fields[0], "-", "*", "-", fields[1]] : fields;
  return { side, castling, fresh, enPassant, halfmoveClock };
}

/** Returns whether a piece at home has never moved: some pawns, kings and rooks have come back. */
function isUnmoved({ castling }, fields, letter, name) {
  if (letter === "p" || letter === "P") {
    return fields.fresh === "*" || (fields.fresh.match(/.../g) ?? []).includes(name);
  }
  if (castling && "kKrR".includes(letter)) {
    return [...fields.castling].some((right) => castling[right]?.includes(name));
  }
  return true;
}

/** Returns the value of `game.mInitial` for a FEN. The package's own import of positions fails for three dimensions. */
function parseFen(fen, variant, { geometry, pieceTypes }) {
  const [levels, ...rest] = fen.split(" ");
  const fields = parseFields(rest);
  const pieces = [];
  forEachPiece(levels, (letter, file, fromBack, fromTop) => {
    const s = letter === letter.toUpperCase() ? 1 : -1;
    const p = geometry.POS(file, geometry.height - 1 - fromBack, geometry.floors - 1 - fromTop);
    const t = { P: WHITE_PAWN, p: BLACK_PAWN }[letter] ?? TYPES.indexOf(letter.toLowerCase());
    const home = t >= WHITE_PAWN && t + UNMOVED in pieceTypes ? t + UNMOVED : t;
    const isAtHome = pieceTypes[home].initial.some((initial) => initial.s === s && initial.p === p);
    const m = !(isAtHome && isUnmoved(variant, fields, letter, cellName(geometry, p)));
    pieces.push({ s, t: m ? t : home, p, m });
  });
  const noCaptCount = Number(fields.halfmoveClock);
  const initial = { pieces, turn: fields.side === "w" ? 1 : -1, lastMove: null, noCaptCount };
  return { initial, enPassant: fields.enPassant };
}

/** Sets what `mInitial` has no words for: check, which forbids castling, and the pawn that can be taken en passant. */
function completePosition(game, geometry, enPassant) {
  const board = game.mBoard;
  board.check = board.cbGetAttackers(game, board.kings[board.mWho], board.mWho, true).length > 0;
  if (enPassant !== "-") {
    const [runner, passed] = enPassant.split(":").map((name) => parseCell(geometry, name));
    board.epTarget = { p: passed, i: board.board[runner] };
  }
}

class Jocly {
  name = "jocly";
  variants = Object.keys(GAMES);
  overheadMs = OVERHEAD_MS;

  async setVariant(name) {
    this.variant = GAMES[name];
    this.match = await this.package.createMatch(this.variant.module);
    this.geometry = this.match.game.cbVar.geometry;
  }

  setFen(fen = this.variant.startFen) {
    const game = this.match.game;
    const { initial, enPassant } = parseFen(fen, this.variant, game.cbVar);
    game.mInitial = initial;
    game.BackTo(0, []);
    game.mFullPlayedMoves = [];
    completePosition(game, this.geometry, enPassant);
  }

  async play(uci) {
    const board = this.match.game.mBoard;
    const legalMoves = await this.match.getPossibleMoves();
    const move = legalMoves.find((legalMove) => moveToUci(this.geometry, legalMove) === uci);
    if (!move) {
      throw new Error(`the move ${uci} is illegal in jocly`);
    }
    // Its counter of moves without a capture ignores pawn moves; ours starts anew.
    const isPawnMove = board.pieces[board.board[move.f]].t >= WHITE_PAWN;
    await this.match.applyMove(move);
    if (isPawnMove) {
      this.match.game.mBoard.noCaptCount = 0;
    }
  }

  async legalMoves() {
    if (this.match.game.mBoard.pieces.filter((piece) => piece.p >= 0).length === 2) {
      return [];
    }
    const moves = await this.match.getPossibleMoves();
    return moves.map((move) => moveToUci(this.geometry, move));
  }

  async side() {
    return (await this.match.getTurn()) === 1 ? "w" : "b";
  }

  async search({ milliseconds, nodes }) {
    const strongest = (await this.match.getConfig()).model.levels.find((level) => level.name === "strong");
    // 0 is no limit; one of the two must be given.
    const maxDuration = milliseconds === undefined ? (nodes ? 0 : 1e9) : milliseconds / 1000;
    const level = { ...strongest, maxDuration, maxNodes: nodes || 0 };
    const { move } = await this.match.machineSearch({ level, threaded: false });
    return moveToUci(this.geometry, move);
  }
}

run(__filename, async () => {
  const folder = process.argv[2] || path.join(__dirname, "../../target/opponents/node_modules/jocly");
  const jocly = new Jocly();
  jocly.package = require(path.resolve(folder, "dist/node/jocly.core.js"));
  await jocly.setVariant(jocly.variants[0]);
  return jocly;
});
