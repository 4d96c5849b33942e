// The WebAssembly module in Node.js: the protocol, searches in slices, and the same results as the program.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { EngineModule } from '../../js/engine-module.js';
import { engine, site } from './site.mjs';

const file = new URL('engine.wasm', site);
const skip = !existsSync(file) ? 'the module is missing (web/build --out target/page, or set PAGE)'
  : !engine ? 'the program is missing (cargo build --release, or set TRISKELION)' : false;
const code = skip ? null : new WebAssembly.Module(readFileSync(file));

const variants = ['federation', 'federation-plain', 'kobayashi', 'meder', 'sixfold', 'spacechess', 'raumschach', 'chess'];

/** The network of a rule set in the folder. */
async function loadNetwork(variant) {
  const network = new URL(`networks/${variant}.net`, site);
  return existsSync(network) ? readFileSync(network) : null;
}

/**
 * Starts an engine. The function sends commands and returns the lines up to one that begins with `word`, or, without it,
 * up to the reply to `isready`. `interval` is the time between pauses.
 */
async function start(interval, load = loadNetwork) {
  let lines = [];
  let check = () => {};
  let fail = () => {};
  const engine = await EngineModule.start(code, load, (more) => {
    lines.push(...more);
    check();
  }, (error) => fail(error));
  engine.interval = interval ?? engine.interval;
  return (/** @type {string[]} */ commands, word = 'readyok') => new Promise((resolve, reject) => {
    fail = reject;
    check = () => {
      const end = lines.findIndex((line) => line.startsWith(word));
      if (end < 0) return;
      check = () => {};
      resolve(lines.splice(0, end + 1));
    };
    for (const command of commands) engine.send(command);
    if (word === 'readyok') engine.send('isready');
    check();
  });
}

/** The lines that the program prints. */
const native = (commands) => execFileSync(engine, { input: `${commands.join('\n')}\nwait\nquit\n`, encoding: 'utf8' }).split('\n');

/** The lines without times and without the reply to `wait`. */
const comparable = (lines) => lines
  .filter((line) => /^(info depth|bestmove|Nodes|\S+: \d+$)/.test(line))
  .map((line) => line.replace(/ (nps|time) \d+/g, ''));

test('handshake and options', { skip }, async () => {
  const run = await start();
  const lines = await run(['uci']);
  assert.ok(lines.includes('uciok'));
  assert.ok(lines.includes('option name Threads type spin default 1 min 1 max 1'));
  // Text of any length and kind.
  assert.match((await run([`position fen ${'♞'.repeat(100_000)}`]))[0], /^info string error: position/);
  assert.match((await run(['x'.repeat((1 << 20) + 1)]))[0], /^info string error: line: read 'x+/);
  assert.deepEqual(await run([]), ['readyok']);
});

test('the networks of the games that are played, and play without them', { skip }, async () => {
  /** @type {string[]} */
  const loaded = [];
  const run = await start(60_000, (variant) => {
    loaded.push(variant);
    return loadNetwork(variant);
  });
  await run(['setoption name UCI_Variant value sixfold', 'setoption name UCI_Variant value chess', 'isready']);
  assert.deepEqual(loaded, ['federation', 'sixfold', 'chess']);
  const hasTerm = async (run) => (await run(['setoption name UCI_Variant value meder', 'eval json'], 'eval')).at(-1).includes('"network"');
  assert.ok(await hasTerm(run));
  // What cannot be loaded or used is reported, and the engine plays on without it.
  for (const load of [async () => { throw new Error('no connection'); }, () => loadNetwork('chess960'), () => loadNetwork('sixfold')]) {
    const other = await start(60_000, load);
    assert.ok(!await hasTerm(other));
    assert.match((await other(['go nodes 100', 'wait'], 'bestmove')).at(-1), /^bestmove \S+/);
  }
  const failing = await start(60_000, async () => { throw new Error('no connection'); });
  const lines = await failing(['setoption name UCI_Variant value meder']);
  assert.ok(lines.includes('info string error: network of meder: no connection'), lines.join('\n'));
});

for (const variant of variants) {
  // Without pauses: they change the nodes that are searched.
  test(`${variant}: searches and counts of the program`, { skip }, async () => {
    const run = await start(60_000);
    const setup = [`setoption name UCI_Variant value ${variant}`, 'setoption name Hash value 8'];
    const commands = [...setup, 'go perft 3', 'go nodes 20000', 'wait', 'setoption name MultiPV value 3', 'go nodes 5000', 'wait'];
    const lines = comparable(await run(commands));
    assert.ok(lines.length > 40);
    assert.deepEqual(lines, comparable(native(commands)));
  });

  test(`${variant}: a game of twenty moves`, { skip }, async () => {
    const run = await start();
    await run([`setoption name UCI_Variant value ${variant}`, 'setoption name Skill Level value 3']);
    const moves = [];
    while (moves.length < 20) {
      const position = `position startpos${moves.length ? ' moves ' : ''}${moves.join(' ')}`;
      const move = (await run([position, 'go wtime 3000 btime 3000 winc 10 binc 10'], 'bestmove')).at(-1).split(' ')[1];
      if (move === '(none)') break;
      moves.push(move);
    }
    const end = await run([`position startpos moves ${moves.join(' ')}`, 'query result']);
    assert.ok(!end.some((line) => line.includes('error')));
  });
}

test('stop ends an infinite search in time', { skip }, async () => {
  const run = await start();
  await run(['go infinite'], 'info depth 10');
  // The engine answers during a search.
  assert.equal((await run(['isready'])).at(-1), 'readyok');
  const times = [];
  for (let round = 0; round < 5; round += 1) {
    const stopped = performance.now();
    const lines = await run(['stop'], 'bestmove');
    times.push(performance.now() - stopped);
    assert.equal(lines.filter((line) => line.startsWith('bestmove')).length, 1);
    await run(['go infinite'], 'info depth 9');
  }
  await run(['stop'], 'bestmove');
  // Machines that check changes are busy.
  assert.ok(Math.min(...times) < 200, `${times} ms`);
});

test('ponder and a fixed time', { skip }, async () => {
  const run = await start();
  const ponder = await run(['go ponder wtime 1000 btime 1000'], 'info depth 6');
  assert.ok(!ponder.some((line) => line.startsWith('bestmove')));
  await run(['ponderhit'], 'bestmove');
  const started = performance.now();
  await run(['go movetime 300'], 'bestmove');
  const time = performance.now() - started;
  assert.ok(time > 250 && time < 1500, `${time} ms`);
});

test('too little memory is an error', { skip }, async () => {
  const run = await start();
  assert.match((await run(['setoption name Hash value 4096']))[0], /^info string error: option Hash/);
  // The largest table fits, or the engine says that it does not; it plays on in both cases.
  await run(['setoption name Hash value 1024', 'setoption name UCI_Variant value spacechess', 'go nodes 1000'], 'bestmove');
});

test('deep lines fit the stack', { skip }, async () => {
  const run = await start();
  const fens = { chess: '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1', raumschach: '5/5/5/5/4k|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|K4/5/5/5/5 w 0 30' };
  for (const [variant, fen] of Object.entries(fens)) {
    await run([`setoption name UCI_Variant value ${variant}`, `position fen ${fen}`, 'go movetime 1500'], 'bestmove');
  }
});
