#!/usr/bin/env node
// Lets the npm package jocly (UCT search) play Raumschach as a UCI engine.
//
//     node tests/opponents/jocly.js [PACKAGE]
//
// PACKAGE is the folder of the package, by default target/opponents/node_modules/jocly.
"use strict";

const path = require("path");
const readline = require("readline");

const START_FEN =
  "rnknr/ppppp/5/5/5|ubqub/ppppp/5/5/5|5/5/5/5/5|5/5/5/PPPPP/BUQBU|5/5/5/PPPPP/RNKNR w 0 1";

/** The search looks at the clock every 100 ms; the rest is for the reply. */
const OVERHEAD_MS = 150;

/** The number of moves that the remaining time is divided among. */
const MOVES_TO_GO = 30;

/** The letters of the piece types of jocly, in its order; 6 is White's pawn, 7 Black's. */
const TYPES = "kqrbun";

/** The only way to stop a search and get its move is to advance its clock, by this time. */
const STOP_SKEW_MS = 1e15;
let isSearching = false;
let isStopped = false;
const now = Date.now;
Date.now = () => now() + (isStopped ? STOP_SKEW_MS : 0);

const send = (message) => process.stdout.write(message + "\n");

/** jocly numbers cells from a11 on: file + 5 * rank + 25 * level. */
function cellName(cell) {
  return "abcde"[cell % 5] + ((Math.floor(cell / 5) % 5) + 1) + (Math.floor(cell / 25) + 1);
}

function moveToUci(move) {
  return cellName(move.f) + cellName(move.t) + (move.pr === undefined ? "" : TYPES[move.pr]);
}

/** Returns the value of `game.mInitial` for a FEN. The package's own import of positions fails for three dimensions. */
function parseFen(fen, pieceTypes) {
  const [levels, side, halfmoveClock] = fen.split(" ");
  const pieces = [];
  levels.split("|").forEach((ranks, fromTop) =>
    ranks.split("/").forEach((row, fromBack) => {
      let file = 0;
      for (const letter of row) {
        if (/\d/.test(letter)) {
          file += Number(letter);
          continue;
        }
        const s = letter === letter.toUpperCase() ? 1 : -1;
        const t = letter === "P" ? 6 : letter === "p" ? 7 : TYPES.indexOf(letter.toLowerCase());
        const p = file + 5 * (4 - fromBack) + 25 * (4 - fromTop);
        const isAtHome = pieceTypes[t].initial.some((initial) => initial.s === s && initial.p === p);
        pieces.push({ s, t, p, m: !isAtHome });
        file += 1;
      }
    }),
  );
  return { pieces, turn: side === "w" ? 1 : -1, lastMove: null, noCaptCount: Number(halfmoveClock) };
}

/** The base position and the moves on the board. */
let current = { fen: undefined, moves: [] };

/**
 * Sets the position and plays the moves, so that the search knows which positions occurred before. Plays only the new
 * moves of the same game: a move takes some milliseconds.
 */
async function setPosition(match, words) {
  const fen = words[0] === "fen" ? words.slice(1, 5).join(" ") : START_FEN;
  const moves = words.includes("moves") ? words.slice(words.indexOf("moves") + 1) : [];
  const game = match.game;
  if (current.fen !== fen || current.moves.some((move, index) => move !== moves[index])) {
    game.mInitial = parseFen(fen, game.cbVar.pieceTypes);
    game.BackTo(0, []);
    game.mFullPlayedMoves = [];
    current = { fen, moves: [] };
  }
  for (const uci of moves.slice(current.moves.length)) {
    const legalMoves = await match.getPossibleMoves();
    const move = legalMoves.find((legalMove) => moveToUci(legalMove) === uci);
    if (!move) {
      throw new Error(`the move ${uci} is illegal in jocly`);
    }
    // Its counter of moves without a capture ignores pawn moves; ours starts anew.
    const isPawnMove = game.mBoard.pieces[game.mBoard.board[move.f]].t >= 6;
    await match.applyMove(move);
    if (isPawnMove) {
      game.mBoard.noCaptCount = 0;
    }
    current.moves.push(uci);
  }
}

/** Returns the limits of a search in the words of jocly; 0 is no limit. */
function parseLimits(words, turn) {
  const number = (name) => (words.includes(name) ? Number(words[words.indexOf(name) + 1]) : undefined);
  let time = number("movetime");
  const ownTime = number(turn === 1 ? "wtime" : "btime");
  if (time === undefined && ownTime !== undefined) {
    const movesToGo = Math.min(number("movestogo") || MOVES_TO_GO, MOVES_TO_GO);
    time = Math.min(ownTime / movesToGo + (number(turn === 1 ? "winc" : "binc") || 0), ownTime);
  }
  const maxDuration = time === undefined ? 0 : Math.max(time - OVERHEAD_MS, 1) / 1000;
  return { maxDuration, maxNodes: number("nodes") || 0 };
}

async function search(match, words) {
  const legalMoves = await match.getPossibleMoves();
  if (legalMoves.length === 0 || match.game.mBoard.pieces.filter((piece) => piece.p >= 0).length === 2) {
    return "(none)";
  }
  const strongest = (await match.getConfig()).model.levels.find((level) => level.name === "strong");
  const limits = parseLimits(words, await match.getTurn());
  if (limits.maxDuration === 0 && limits.maxNodes === 0) {
    limits.maxDuration = 1e9;
  }
  if (isStopped) {
    limits.maxNodes = 1;
  }
  const { move } = await match.machineSearch({ level: { ...strongest, ...limits }, threaded: false });
  return moveToUci(move);
}

async function main() {
  const folder = process.argv[2] || path.join(__dirname, "../../target/opponents/node_modules/jocly");
  const jocly = require(path.resolve(folder, "dist/node/jocly.core.js"));
  const match = await jocly.createMatch("raumschach");
  let queue = Promise.resolve();

  const execute = async (words) => {
    switch (words[0]) {
      case "uci":
        send("id name jocly");
        send("option name UCI_Variant type combo default raumschach var raumschach");
        send("uciok");
        break;
      case "isready":
        send("readyok");
        break;
      case "position":
        await setPosition(match, words.slice(1));
        break;
      case "go":
        send(`bestmove ${await search(match, words)}`);
        isSearching = isStopped = false;
        break;
      case "quit":
        process.exit(0);
    }
  };

  for await (const line of readline.createInterface({ input: process.stdin })) {
    const words = line.trim().split(/\s+/);
    if (words[0] === "isready" && isSearching) {
      send("readyok");
      continue;
    }
    if (words[0] === "go") {
      isSearching = true;
    } else if (["stop", "quit"].includes(words[0])) {
      isStopped = isSearching;
    }
    queue = queue
      .then(() => execute(words))
      .catch((error) => {
        process.stderr.write(`${error.stack}\n`);
        process.exit(1);
      });
  }
  // The end of the input stops the search like `quit`.
  isStopped = isSearching;
  await queue;
  process.exit(0);
}

main();
