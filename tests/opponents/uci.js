// What the adapters in JavaScript share: the UCI loop, the limits of a search, how to stop it, and the pieces of a FEN.
//
// The program of an adapter runs in a thread of its own, so that commands are read during a search. Both programs only
// stop when their time is up. So `stop` advances the clock of the thread.
"use strict";

const readline = require("readline");
const { Worker, isMainThread, parentPort, workerData } = require("worker_threads");

/** The number of moves that the remaining time is divided among. */
const MOVES_TO_GO = 30;

/** What each look at the clock adds once a search is to stop: more than any limit, in milliseconds. */
const STOP_STEP_MS = 1e13;

/** Reads the commands and passes them to the thread, which runs the same file. */
async function relay(file) {
  const stopFlag = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(file, { argv: process.argv.slice(2), workerData: stopFlag });
  let isSearching = false;
  worker.on("message", (line) => {
    isSearching &&= !line.startsWith("bestmove");
    process.stdout.write(line + "\n");
  });
  worker.on("error", (error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  });
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const words = line.trim().split(/\s+/);
    if (words[0] === "isready" && isSearching) {
      process.stdout.write("readyok\n");
      continue;
    }
    if (words[0] === "go") {
      isSearching = words[1] !== "perft";
      Atomics.store(stopFlag, 0, 0);
    } else if (words[0] === "stop" || words[0] === "quit") {
      Atomics.store(stopFlag, 0, 1);
    }
    worker.postMessage(words);
  }
  // The end of the input stops the search like `quit`.
  Atomics.store(stopFlag, 0, 1);
  worker.postMessage(["quit"]);
}

/** Lets the clock of this thread run away when the search is to stop. */
function replaceClock(stopFlag) {
  const now = Date.now;
  let skew = 0;
  Date.now = () => {
    skew = Atomics.load(stopFlag, 0) ? skew + STOP_STEP_MS : 0;
    return now() + skew;
  };
}

/** Returns the limits of a `go` command; one that is missing is undefined. */
function parseLimits(words, side, overheadMs) {
  const number = (name) => (words.includes(name) ? Number(words[words.indexOf(name) + 1]) : undefined);
  let time = number("movetime");
  const ownTime = number(side + "time");
  if (time === undefined && ownTime !== undefined) {
    const movesToGo = Math.min(number("movestogo") || MOVES_TO_GO, MOVES_TO_GO);
    time = Math.min(ownTime / movesToGo + (number(side + "inc") || 0), ownTime);
  }
  const milliseconds = time === undefined ? undefined : Math.max(time - overheadMs, 1);
  return { milliseconds, nodes: number("nodes"), depth: number("depth") };
}

/** The base position, undefined for the start position, and the moves on the board; null before the first position. */
let current = null;

/** Plays only the new moves of the same game, since a move may take some milliseconds. */
async function setPosition(engine, words) {
  const movesAt = words.includes("moves") ? words.indexOf("moves") : words.length;
  const fen = words[1] === "fen" ? words.slice(2, movesAt).join(" ") : undefined;
  const moves = words.slice(movesAt + 1);
  if (current?.fen !== fen || current?.moves.some((move, index) => move !== moves[index]) !== false) {
    await engine.setFen(fen);
    current = { fen, moves: [] };
  }
  for (const move of moves.slice(current.moves.length)) {
    await engine.play(move);
    current.moves.push(move);
  }
}

async function execute(engine, words) {
  const send = (line) => parentPort.postMessage(line);
  switch (words[0]) {
    case "uci": {
      const variants = engine.variants.map((variant) => ` var ${variant}`).join("");
      send(`id name ${engine.name}`);
      send(`option name UCI_Variant type combo default ${engine.variants[0]}${variants}`);
      send("uciok");
      break;
    }
    case "setoption":
      if (words[2] === "UCI_Variant") {
        await engine.setVariant(words[4]);
        current = null;
      }
      break;
    case "isready":
      send("readyok");
      break;
    case "position":
      await setPosition(engine, words);
      break;
    case "go": {
      const legalMoves = await engine.legalMoves();
      if (words[1] === "perft") {
        legalMoves.forEach((move) => send(`${move}: 1`));
        send(`Nodes searched: ${legalMoves.length}`);
      } else {
        const limits = parseLimits(words, await engine.side(), engine.overheadMs);
        send(`bestmove ${legalMoves.length === 0 ? "(none)" : await engine.search(limits)}`);
      }
      break;
    }
    case "quit":
      process.exit(0);
  }
}

/** Calls `visit` with each piece of a FEN: its letter, its file, and its rank and level counted from the last. */
exports.forEachPiece = (levels, visit) => {
  levels.split("|").forEach((ranks, fromTop) =>
    ranks.split("/").forEach((row, fromBack) => {
      let file = 0;
      for (const letter of row) {
        if (/\d/.test(letter)) {
          file += Number(letter);
        } else {
          visit(letter, file, fromBack, fromTop);
          file += 1;
        }
      }
    }),
  );
};

/**
 * Runs an adapter. `file` is its own file; `createEngine` returns an object with `name`, `variants`, `overheadMs`,
 * `setVariant`, `setFen`, `play`, `legalMoves`, `side` and `search`, whose functions may return promises.
 */
exports.run = async (file, createEngine) => {
  if (isMainThread) {
    return relay(file);
  }
  replaceClock(workerData);
  const engine = await createEngine();
  let queue = Promise.resolve();
  parentPort.on("message", (words) => {
    queue = queue.then(() => execute(engine, words));
  });
};
