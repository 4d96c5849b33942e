// Writes src/learn/puzzles.json from tests/mates: `node scripts/puzzles.mjs`. The engine is target/release/triskelion or
// `TRISKELION`.
//
// Takes mates in 1, 2, 3 and 4 of each game, evenly spread over its file, and leaves out those that the engine does not
// find with a third of the nodes that it has for judging. tests/mates proves the distances.

import { spawn } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { NODES } from '../src/learn/judge.js';

const MATES = new URL('../../tests/mates/', import.meta.url);
const COUNTS = [10, 14, 10, 6];
const engine = process.env.TRISKELION ?? new URL('../../target/release/triskelion', import.meta.url).pathname;

/** Returns a function that says whether the engine finds a mate in `count` moves. */
function solver(game) {
  const child = spawn(engine, ['--variant', game], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const finds = async (fen, count) => {
    child.stdin.write(`ucinewgame\nposition fen ${fen}\ngo mate ${count} nodes ${Math.floor(NODES[count] / 3)}\n`);
    for (let last = ''; ;) {
      const { value = 'bestmove' } = await lines.next();
      if (value.startsWith('bestmove')) return last === String(count);
      if (value.includes(' score ') && !value.includes('bound')) last = / score mate (\d+)/.exec(value)?.[1] ?? '';
    }
  };
  return { finds, close: () => child.kill() };
}

/** The FENs of a game by their distance to mate. */
async function select(game) {
  const text = readFileSync(new URL(`${game}.mates`, MATES), 'utf8');
  const { finds, close } = solver(game);
  const selected = [];
  for (const [index, count] of COUNTS.entries()) {
    const fens = text.split('\n').filter((line) => line.startsWith(`${index + 1} `)).map((line) => line.slice(2));
    const step = Math.max(1, Math.floor(fens.length / count));
    const order = Array.from({ length: step }, (_, first) => fens.filter((_, at) => at % step === first)).flat();
    const found = [];
    for (const fen of order) if (found.length < count && await finds(fen, index + 1)) found.push(fen);
    // One or two are no series, and likely at the limit of what the judge finds.
    selected.push(found.length > 2 ? found : []);
  }
  close();
  return selected;
}

const puzzles = {};
const games = readdirSync(MATES).filter((file) => file.endsWith('.mates')).map((file) => file.replace('.mates', '')).sort();
for (const game of games) {
  puzzles[game] = await select(game);
  console.log(game, ...puzzles[game].map((fens) => fens.length));
}
writeFileSync(new URL('../src/learn/puzzles.json', import.meta.url), `${JSON.stringify(puzzles, null, 1)}\n`);
