// Engines in worker threads of Node.js: searches as in the program, reports, stops, options, errors.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { native, root, skip, skipWithoutProgram } from './support.mjs';

const { Analysis, Board, Engine, load, loadGame, variants } = skip ? {} : await import('../index.js');
const timeout = 120_000;

/** Runs a test with an engine, which is closed at its end. */
const withEngine = (run, options) => async (t) => {
  const engine = new Engine(options);
  try {
    await run(engine, t);
  } finally {
    engine.close();
  }
};

test('a search as in the program, with its network, in every game', { skip: skipWithoutProgram, timeout }, withEngine(async (engine) => {
  for (const variant of variants()) {
    const board = new Board(variant);
    board.push(board.legalMoves[3]);
    const evaluation = await engine.evaluate(board);
    assert.ok(evaluation.terms.some(({ name }) => name === 'network'), variant);
    // A slice is 120 ms where a search cannot be suspended; a pause changes the nodes that are searched.
    await engine.newGame();
    const { move, score, depth, pv, lines } = await engine.search(board, { depth: 3 });
    const commands = [`setoption name UCI_Variant value ${variant}`, `position startpos moves ${board.moveStack}`, 'eval json', 'setoption name Hash value 8', 'go depth 3', 'wait'];
    const printed = native(commands);
    const { score: expected, terms } = JSON.parse(printed.find((line) => line.startsWith('eval ')).slice('eval '.length));
    assert.deepEqual([evaluation.score, evaluation.terms], [expected, terms], variant);
    assert.equal(move, printed.find((line) => line.startsWith('bestmove')).split(' ')[1], variant);
    const last = printed.filter((line) => line.startsWith('info depth')).at(-1);
    assert.ok(last.includes(` cp ${score.cp} `) && last.endsWith(` pv ${pv.join(' ')}`) && depth === 3 && lines.length === 1, variant);
    assert.ok(board.isLegal(board.parseMove(move)));
  }
}));

test('limits', { skip, timeout }, withEngine(async (engine) => {
  const board = new Board('raumschach');
  assert.ok((await engine.search(board, { nodes: 3000 })).nodes <= 3100);
  assert.equal((await engine.search(board, { depth: 4 })).depth, 4);
  const started = performance.now();
  await engine.search(board, { time: 300 });
  const time = performance.now() - started;
  // Machines that check changes are busy.
  assert.ok(time > 200 && time < 5000, `${time} ms`);
  const { move } = await engine.search(board, { whiteClock: 2000, blackClock: 2000, whiteInc: 10, blackInc: 10 });
  assert.ok(board.parseMove(move));
  const rootMoves = [board.legalMoves[0], board.legalMoves[1].uci];
  assert.ok(rootMoves.map(String).includes((await engine.search(board, { depth: 3, rootMoves })).move));
}));

test('reports, lines, mate and win, draw and loss', { skip, timeout }, withEngine(async (engine) => {
  const board = new Board('chess', '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1');
  const infos = [];
  const result = await engine.search(board, { depth: 6, multipv: 3, onInfo: (info) => infos.push(info) });
  assert.deepEqual([result.move, result.score, result.pv, result.lines.length], ['a1a8', { mate: 1 }, ['a1a8'], 3]);
  assert.ok(infos.length >= 12 && infos.every(({ depth, nodes, time, bound, wdl }) => depth > 0 && nodes >= 0 && time >= 0 && bound === null && wdl === null));
  assert.deepEqual(new Set(infos.map(({ multipv }) => multipv)), new Set([1, 2, 3]));
  assert.deepEqual(result.lines.map(({ multipv }) => multipv), [1, 2, 3]);
  // The number of lines is that of one search.
  assert.equal((await engine.search(board, { depth: 2 })).lines.length, 1);
  assert.equal((await engine.search(board, { mate: 1 })).score.mate, 1);
  board.push('Ra8');
  assert.deepEqual(await engine.search(board, { depth: 3 }).then(({ move, score, lines }) => [move, score, lines.length]), [null, { mate: 0 }, 1]);
  await engine.configure({ showWdl: true });
  const { wdl } = await engine.search({ variant: 'chess' }, { depth: 4 });
  assert.equal(wdl.reduce((sum, share) => sum + share), 1000);
}));

test('a stream, and the ways to stop it', { skip, timeout }, withEngine(async (engine) => {
  const board = new Board();
  const depths = [];
  const analysis = engine.analyse(board);
  assert.ok(analysis instanceof Analysis && engine.isSearching);
  for await (const { depth } of analysis) {
    depths.push(depth);
    if (depth >= 5) break;
  }
  assert.deepEqual(depths.slice(0, 3), [1, 2, 3]);
  const { move, depth } = await analysis.result;
  assert.ok(board.parseMove(move) && depth >= 5);
  // A stop without a loop, and one before the search has started.
  const other = engine.analyse(board);
  setTimeout(() => other.stop(), 200);
  assert.ok((await other.result).move);
  const [first, second] = [engine.analyse(board), engine.analyse(new Board('meder'))];
  engine.stop();
  assert.ok((await first.result).move && (await second.result).move);
  assert.ok(!engine.isSearching);
  engine.stop();
  // A limit ends the stream.
  let count = 0;
  for await (const _ of engine.analyse(board, { depth: 3 })) count += 1;
  assert.ok(count >= 3);
  // An error in the loop stops the search.
  await assert.rejects(engine.search(board, { depth: 60, onInfo: () => { throw new Error('enough'); } }), { message: 'enough' });
  assert.equal((await engine.search(board, { depth: 1 })).depth, 1);
}));

test('a stop is answered in time', { skip, timeout }, withEngine(async (engine) => {
  const times = [];
  for (let round = 0; round < 5; round += 1) {
    const analysis = engine.analyse({ variant: 'spacechess' });
    for await (const { depth } of analysis) if (depth >= 5) break;
    const stopped = performance.now();
    await analysis.result;
    times.push(performance.now() - stopped);
  }
  // Machines that check changes are busy.
  assert.ok(Math.min(...times) < 300, `${times} ms`);
}));

test('two engines at once, and boards meanwhile', { skip, timeout }, async () => {
  const engines = [new Engine(), new Engine({ hash: 1 })];
  const runs = ['kobayashi', 'chess'].map((variant, index) => engines[index].analyse({ variant }));
  const reached = runs.map(async (run) => { for await (const { depth } of run) if (depth >= 4) return true; });
  const board = new Board('sixfold');
  for (let ply = 0; ply < 6; ply += 1) board.push(board.legalMoves[ply]);
  assert.deepEqual(await Promise.all(reached), [true, true]);
  const [one, two] = await Promise.all(runs.map(({ result }) => result));
  assert.ok(new Board('kobayashi').parseMove(one.move) && new Board('chess').parseMove(two.move));
  engines.forEach((engine) => engine.close());
});

test('a position is that of the call', { skip, timeout }, withEngine(async (engine) => {
  const board = new Board('chess');
  const runs = [];
  for (const move of ['e4', 'e5', 'Nf3']) {
    runs.push([board.copy(), engine.search(board, { depth: 2 })]);
    board.push(move);
  }
  for (const [copy, run] of runs) assert.ok(copy.parseMove((await run).move));
  // The same in words.
  const { move } = await engine.search({ variant: 'chess', fen: board.startFen, moves: board.moveStack }, { depth: 2 });
  assert.ok(board.parseMove(move));
  const chess960 = new Board('chess', 'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1', { chess960: true });
  assert.ok(chess960.parseMove((await engine.search(chess960, { depth: 3 })).move));
  assert.ok((await engine.search({ variant: 'chess' }, { depth: 1 })).move);
}));

test('games from texts', { skip, timeout }, withEngine(async (engine) => {
  const text = 'title = "Raumschach with a limit of forty plies"\ninherits = "raumschach"\nmove_limit = 40\n';
  for (const name of ['hasty', 'raumschach', 'chess']) {
    const board = new Board(loadGame(`name = "${name}"\n${text}`));
    assert.ok(board.parseMove((await engine.search(board, { nodes: 500 })).move));
  }
  assert.ok((await engine.search(new Board('chess'), { nodes: 500 })).move);
}));

test('options', { skip, timeout }, withEngine(async (engine) => {
  const board = new Board('chess');
  const { nodes } = await engine.search(board, { depth: 7 });
  await engine.configure({ elo: 800 });
  assert.ok((await engine.search(board, { depth: 7 })).nodes < nodes);
  await engine.configure({ elo: null, hash: 16, moveOverhead: 0, skillLevel: undefined });
  assert.equal((await engine.search(board, { depth: 7 })).depth, 7);
  await assert.rejects(engine.configure({ hash: 0 }), { message: "option Hash: read '0', expected a whole number from 1 to 1024" });
  await assert.rejects(engine.configure({ threads: 2 }), /option: read "threads", expected one of hash, skillLevel, /);
}, { skillLevel: 20 }));

test('what the moves of an ending lead to', { skip, timeout }, withEngine(async (engine) => {
  const board = new Board('chess', '8/8/8/8/8/5k2/8/4Q2K w - - 0 1');
  assert.equal(await engine.endings(board), null);
  const { move, score } = await engine.search(board, { nodes: 100 });
  const endings = await engine.endings(board);
  assert.deepEqual(endings.map((ending) => ending.move), board.legalMoves.map(String));
  assert.deepEqual(new Set(endings.map(({ result }) => result)), new Set(['win', 'draw']));
  assert.ok(endings.every(({ result, plies }) => (result === 'draw' ? plies === undefined : plies % 2 === 1)));
  const fastest = Math.min(...endings.map(({ plies = Infinity }) => plies));
  assert.equal(fastest, 2 * score.mate - 1);
  assert.equal(endings.find((ending) => ending.move === move).plies, fastest);
  // After the best move the other side is lost in one ply less, whatever it does.
  board.push(move);
  const replies = await engine.endings(board);
  assert.ok(replies.every(({ result }) => result === 'loss'));
  assert.equal(Math.max(...replies.map(({ plies }) => plies)), fastest - 1);
  assert.equal(await engine.endings({ variant: 'chess' }), null);
}, { endgames: true }));

test('errors', { skip, timeout }, withEngine(async (engine) => {
  const board = new Board('chess');
  const limits = { depth: 1 };
  await assert.rejects(engine.search(board), /^Error: search: expected a limit: /);
  await assert.rejects(engine.search(board, { multipv: 2 }), /expected a limit/);
  await assert.rejects(engine.search(board, { depth: NaN }), /search: depth: read NaN, expected a number/);
  await assert.rejects(engine.search(board, { ...limits, speed: 1 }), /search: read "speed", expected one of depth, nodes, /);
  await assert.rejects(engine.search(board, { ...limits, multipv: 0 }), /option MultiPV: read '0'/);
  await assert.rejects(engine.search(board, { ...limits, rootMoves: ['e2e5'] }), /go searchmoves: read 'e2e5'/);
  await assert.rejects(engine.search({ variant: 'checkers' }, limits), /option UCI_Variant: read 'checkers'/);
  await assert.rejects(engine.search({ variant: 'chess', fen: '8 w' }, limits), { message: /^FEN: / });
  await assert.rejects(engine.search({ variant: 'chess', moves: ['e2e5'] }, limits), { message: /^move "e2e5": / });
  await assert.rejects(engine.search({ variant: 'chess', moves: ['e2e4 quit'] }, limits), /expected one move/);
  await assert.rejects(async () => { for await (const _ of engine.analyse({ variant: 'checkers' })); }, /UCI_Variant/);
  assert.ok((await engine.search(board, limits)).move);
  assert.throws(() => new Engine({ speed: 1 }), /option: read "speed"/);
  const wrong = new Engine({ hash: -1 });
  await assert.rejects(wrong.search(board, limits), /option Hash: read '-1'/);
}));

test('a closed engine', { skip, timeout }, async () => {
  const engine = new Engine();
  const runs = [engine.analyse({}).result, engine.search({}, { depth: 1 }), engine.evaluate({})];
  setTimeout(() => engine.close(), 300);
  for (const run of runs) await assert.rejects(run, { message: 'The engine is closed.' });
  await assert.rejects(engine.newGame(), { message: 'The engine is closed.' });
  new Engine().close();
});

/** Runs a module in the folder of the package and returns what it prints. */
const run = (code, ...flags) => execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', code], { cwd: new URL('../', import.meta.url), encoding: 'utf8', timeout: 60_000 });

test('a program ends when nothing is left to do, and networks may lie elsewhere or be missing', { skip, timeout }, () => {
  assert.equal(run(`
    import { Engine } from 'triskelion';
    const { move } = await new Engine().search({ variant: 'chess' }, { depth: 2 });
    console.log(typeof move);
  `), 'string\n');
  const terms = (options) => run(`
    import { Engine, load } from 'triskelion';
    await load(${options});
    const engine = new Engine();
    const describe = async () => {
      const { terms } = await engine.evaluate({ variant: 'meder' });
      return terms.some(({ name }) => name === 'network');
    };
    console.log(await describe().catch((error) => error.message), await describe().catch((error) => error.message));
  `);
  assert.equal(terms(''), 'true true\n');
  assert.equal(terms('{ networks: null }'), 'false false\n');
  assert.equal(terms(`{ module: new URL('file://${root}js/dist/engine.wasm'), networks: 'file://${root}js/dist/networks' }`), 'true true\n');
  // A missing file is an error each time, not a weaker game.
  assert.match(terms(`{ networks: 'file://${root}nowhere' }`), /^network of (federation|meder): ENOENT.* network of meder: ENOENT/);
  assert.match(run(`
    import { load } from 'triskelion';
    console.log(await load({ module: 'file://${root}nowhere.wasm' }).catch((error) => error.code));
  `), /^ENOENT/);
});
