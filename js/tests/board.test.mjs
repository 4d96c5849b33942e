// Boards: the rules of the program and the reference data, texts of moves, errors, copies.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { native, random, reference, root, skip, skipWithoutProgram } from './support.mjs';

const { Board, Move, load, loadGame, variants } = skip ? {} : await import('../index.js');
const names = skip ? [] : variants();

/** The moves as the protocol writes them. */
const asJson = (move) => ({
  uci: move.uci, display: move.display, from: move.from, to: move.to, captured_cell: move.capturedCell, promotion: move.promotion ?? '',
  is_platform_move: move.isPlatformMove,
});

for (const variant of [...names, 'chess960']) {
  const chess960 = variant === 'chess960';
  const makeBoard = (fen = null) => new Board(chess960 ? 'chess' : variant, fen, { chess960 });

  test(`${variant}: random games as the program plays them`, { skip: skipWithoutProgram, timeout: 300_000 }, () => {
    const next = random(names.indexOf(variant) + 7);
    const commands = [`setoption name UCI_Variant value ${chess960 ? 'chess' : variant}`, `setoption name UCI_Chess960 value ${chess960}`];
    const expected = [];
    const start = chess960 ? JSON.parse(reference('chess960.special.jsonl')[0]).fen : null;
    for (let game = 0; game < 2; game += 1) {
      const board = makeBoard(start);
      for (let ply = 0; ply < 60 && !board.isGameOver(); ply += 1) {
        const moves = board.legalMoves;
        const move = moves[next(moves.length)];
        const { fen, turn } = board;
        const [isCapture, givesCheck] = [board.isCapture(move), board.givesCheck(move)];
        assert.equal(isCapture, move.capturedCell !== null);
        // Moves as objects, in UCI notation and in that of the game.
        board.push([move, move.uci, move.display][ply % 3]);
        assert.equal(board.isCheck(), givesCheck);
        assert.equal(board.moveStack.at(-1).uci, move.uci);
        commands.push(`position ${start ? `fen ${start}` : 'startpos'} moves ${board.moveStack.join(' ')}`, 'board', 'moves json', 'query reason');
        expected.push({ fen: board.fen, before: fen, turn, board, moves: board.legalMoves, copy: board.copy() });
      }
    }
    const lines = native(commands).filter((line) => /^(board|moves|response) /.test(line));
    assert.equal(lines.length, 3 * expected.length);
    for (const [index, { fen, turn, moves, copy }] of expected.entries()) {
      const position = JSON.parse(lines[3 * index].slice('board '.length));
      assert.equal(fen, position.fen);
      assert.deepEqual(moves.map(asJson), JSON.parse(lines[3 * index + 1].slice('moves '.length)));
      const reason = lines[3 * index + 2].slice('response '.length);
      assert.equal(copy.outcome()?.reason ?? 'none', reason);
      assert.notEqual(copy.turn, turn);
      assert.equal(copy.isCheck(), position.in_check);
      assert.deepEqual(copy.checkers(), position.checkers);
      assert.deepEqual(Object.fromEntries([...copy.pieceMap()].map(([cell, { symbol }]) => [cell, symbol])), position.pieces);
      assert.deepEqual(Object.fromEntries(copy.platforms), position.platforms);
    }
    // The moves are taken back to the start.
    const last = expected.at(-1);
    const { board } = last;
    assert.equal(board.pop().uci, last.copy.moveStack.at(-1).uci);
    assert.equal(board.fen, last.before);
    while (board.moveStack.length) board.pop();
    assert.ok(board.equals(makeBoard(start)));
  });

  test(`${variant}: counts, moves and positions of the reference data`, { skip, timeout: 300_000 }, () => {
    for (const line of reference(`${variant}.perft`).slice(0, 12)) {
      const [fen, ...counts] = line.split(' ; ');
      const board = makeBoard(fen);
      for (const [, depth, count] of counts.map((text) => /^D(\d+) (\d+)$/.exec(text))) {
        if (count <= 20_000) assert.equal(board.perft(+depth), +count, `${fen} depth ${depth}`);
      }
    }
    for (const { fen, moves, check } of reference(`${variant}.moves.jsonl`).slice(0, 40).map(JSON.parse)) {
      const board = makeBoard(fen);
      assert.deepEqual(board.legalMoves.map(String), moves);
      assert.equal(board.isCheck(), check);
    }
    for (const { fen, after } of reference(`${variant}.special.jsonl`).slice(0, 15).map(JSON.parse)) {
      for (const [move, next] of Object.entries(after)) {
        const board = makeBoard(fen);
        board.push(move);
        assert.equal(board.fen, next, `${fen} ${move}`);
      }
    }
  });
}

test('each game has a network in the package', { skip }, () => {
  assert.deepEqual(readdirSync(join(root, 'js/dist/networks')).map((file) => file.replace(/\.net$/, '')).sort(), [...names].sort());
  assert.equal(names[0], new Board().variant);
});

test('the counters are the last fields of a FEN', { skip }, () => {
  for (const variant of names) {
    const board = new Board(variant);
    assert.deepEqual([board.halfmoveClock, board.fullmoveNumber], [0, 1], variant);
    board.push(board.legalMoves[0]);
    board.push(board.legalMoves[0]);
    assert.equal(board.fullmoveNumber, 2, variant);
  }
});

test('texts of moves in every notation', { skip }, () => {
  const board = new Board();
  assert.deepEqual(board.notations, ['roth', 'smith', 'meder', 'uci']);
  const move = board.parseMove('b22b44');
  assert.ok(move instanceof Move && Object.isFrozen(move));
  assert.deepEqual(board.notations.map((notation) => board.moveText(move, notation)), ['Pb2(2)-b4(4)', 'P-Na2', 'a4N', 'b22b44']);
  assert.equal(board.moveText(move), move.display);
  for (const notation of board.notations) {
    for (const legal of board.legalMoves) assert.equal(board.parseMove(board.moveText(legal, notation)).uci, legal.uci);
  }
  // The notation of one call is not that of the next one.
  assert.equal(new Board().legalMoves[0].display, board.legalMoves[0].display);
  assert.throws(() => board.moveText(move, 'san'), { message: "option Notation: read 'san', expected one of roth, smith, meder, uci" });
});

test('castling, en passant, promotions and platforms', { skip }, () => {
  const castling = new Board('chess', 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
  assert.deepEqual([castling.push('O-O').uci, castling.push('e8c8').display], ['e1g1', 'O-O-O']);
  const passant = new Board('chess');
  for (const move of ['e4', 'a6', 'e5', 'd5']) passant.push(move);
  assert.equal(passant.parseMove('exd6').capturedCell, 'd5');
  const promotion = new Board('chess', '7k/P7/8/8/8/8/8/K7 w - - 0 1');
  assert.deepEqual(promotion.legalMoves.filter(({ from }) => from === 'a7').map((move) => move.promotion), ['b', 'n', 'q', 'r']);
  const { fen } = reference('federation.moves.jsonl').map(JSON.parse).find(({ moves }) => moves.some((text) => /[+-]/.test(text)));
  const platform = new Board('federation', fen);
  const move = platform.legalMoves.find(({ isPlatformMove }) => isPlatformMove);
  assert.ok(platform.platforms.has(move.from));
  platform.push(move);
  assert.ok(platform.platforms.has(move.to) && !platform.platforms.has(move.from));
});

test('ends of games', { skip }, () => {
  const board = new Board('chess');
  assert.deepEqual([board.outcome(), board.result(), board.isGameOver()], [null, '*', false]);
  for (const move of ['f3', 'e5', 'g4', 'Qh4#']) board.push(move);
  assert.deepEqual(board.outcome(), { winner: 'b', reason: 'checkmate', result: '0-1' });
  assert.deepEqual([board.isCheckmate(), board.isStalemate(), board.result(), board.legalMoves.length, board.checkers()], [true, false, '0-1', 0, ['h4']]);
  const stalemate = new Board('chess', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1');
  assert.ok(stalemate.isStalemate() && !stalemate.isCheckmate());
  assert.deepEqual(stalemate.outcome(), { winner: null, reason: 'stalemate', result: '1/2-1/2' });
  // The history counts, and a copy without it knows of no repetition.
  const repetition = new Board('chess');
  for (let round = 0; round < 2; round += 1) for (const move of ['Nf3', 'Nf6', 'Ng1', 'Ng8']) repetition.push(move);
  assert.equal(repetition.outcome().reason, 'repetition');
  assert.equal(repetition.copy().outcome().reason, 'repetition');
  assert.equal(repetition.copy({ stack: false }).outcome(), null);
  repetition.pop();
  assert.ok(!repetition.isGameOver());
});

test('what is not legal is an error and changes nothing', { skip }, () => {
  const board = new Board('chess');
  board.push('e4');
  const state = () => [board.fen, board.moveStack.join(), board.legalMoves.length];
  const before = state();
  const errors = [
    [() => board.push('e4e5'), 'move "e4e5": '], [() => board.push('e7e5 e2e4'), 'move "e7e5 e2e4": expected one move'],
    [() => board.push('e7e5\nposition startpos'), 'move "e7e5\\nposition startpos": expected one move'],
    [() => board.push('e7e5\u0085g1f3'), 'move "e7e5'], [() => board.push(''), 'move "": expected one move'],
    [() => board.push(undefined), 'move "undefined": '], [() => board.push({}), 'move "undefined": '], [() => board.push('moves'), 'move "moves": expected one move'],
    [() => board.push(new Board('chess').legalMoves[0]), 'move "a2a3": '], [() => board.push(new Board().legalMoves[0]), 'move "b12c32": '],
    [() => board.parseMove('Nd5'), 'move "Nd5": '], [() => board.moveText('Nd5'), 'move "Nd5": '], [() => board.givesCheck('e2e4'), 'move "e2e4": '],
    [() => board.setFen('8/8 w'), 'FEN: '], [() => board.setFen(''), 'FEN: '], [() => board.setFen(`${new Board('chess').fen} moves e2e4`), 'FEN: '],
    [() => board.setFen('8/8/8/8/8/8/8/K1k w - - 0 1'), 'FEN: board: rank 1: 3 cells read in `K1k`, 8 expected'],
    [() => board.pieceAt('i9'), 'there is no cell `i9`'], [() => board.perft(-1), 'perft: '], [() => board.perft(1.5), 'perft: '],
    [() => new Board('checkers'), "option UCI_Variant: read 'checkers', expected one of federation, "],
    [() => new Board('chess\nquit'), 'option UCI_Variant: '], [() => new Board('chess', '8 w'), 'FEN: '], [() => new Board('chess').pop(), 'no move was played'],
  ];
  for (const [act, message] of errors) {
    assert.throws(act, (error) => error instanceof Error && error.message.startsWith(message), `${act}`);
    assert.deepEqual(state(), before, `${act}`);
  }
  assert.equal(board.perft(2), 600);
});

test('boards do not disturb each other', { skip }, () => {
  const boards = ['federation', 'chess', 'raumschach', 'chess'].map((variant) => new Board(variant));
  const next = random(3);
  for (let ply = 0; ply < 20; ply += 1) {
    for (const board of boards) board.push(board.legalMoves[next(board.legalMoves.length)]);
  }
  for (const board of boards) {
    const replay = new Board(board.variant);
    for (const move of board.moveStack) replay.push(move.uci);
    assert.ok(replay.equals(board) && replay.key === board.key);
  }
  assert.ok(!boards[1].equals(boards[0]) && !boards[0].equals(null));
});

test('copies', { skip }, () => {
  const board = new Board('chess');
  board.push('e4');
  const copy = board.copy();
  const bare = board.copy({ stack: false });
  assert.ok(copy.equals(board) && bare.equals(board) && copy.key === board.key);
  copy.push('e5');
  assert.ok(!copy.equals(board) && board.moveStack.length === 1);
  assert.equal(copy.pop().uci, 'e7e5');
  assert.throws(() => bare.pop(), /no move was played/);
  assert.equal(bare.startFen, board.fen);
  board.reset();
  assert.ok(board.equals(new Board('chess')));
});

test('counts, diagram, geometry and pieces', { skip }, () => {
  const board = new Board();
  assert.equal(board.perft(0), 1);
  assert.equal(board.perft(3), 10172);
  const counts = board.divide(2);
  assert.equal(counts.size, board.legalMoves.length);
  assert.equal([...counts.values()].reduce((sum, count) => sum + count), board.perft(2));
  assert.match(String(board), /^ {4}level 2 [^]*\nPlatforms: [^\n]*\nWhite to move$/);
  const { title, cells, posts, startpos } = board.geometry;
  assert.deepEqual([title, startpos, board.title, board.startFen], ['federation', board.fen, 'federation', board.fen]);
  assert.ok(cells.length > 60 && posts.some(({ name, covers }) => name === 'b12+' && covers.length === 4));
  // What a caller does with the value stays with him.
  cells.length = 0;
  assert.ok(board.geometry.cells.length > 60);
  assert.deepEqual(board.pieceAt('b03'), { symbol: 'Q', color: 'w', name: 'queen' });
  assert.deepEqual([board.pieceAt('b34'), board.pieceMap().size, board.platforms.get('b86+')], [null, 32, 'b']);
  const dragon = new Board('dragonchess');
  assert.ok([...dragon.pieceMap().values()].every(({ name }) => name));
});

test('games from texts', { skip }, () => {
  const text = 'name = "hasty"\ntitle = "Raumschach with a limit of forty plies"\ninherits = "raumschach"\nmove_limit = 40\n';
  const name = loadGame(text);
  assert.match(name, /^hasty@[0-9a-f]{8}$/);
  const board = new Board(name);
  assert.deepEqual([board.variant, board.title, board.perft(2)], [name, 'Raumschach with a limit of forty plies', 3615]);
  assert.ok(!board.equals(new Board('raumschach')));
  assert.equal(loadGame(text), name);
  // The same name with other rules is another game, also beside one of the program.
  const other = loadGame(text.replace('40', '50').replace('hasty', 'raumschach'));
  assert.notEqual(other, name);
  assert.deepEqual([new Board(other).variant, new Board('raumschach').variant, board.copy().variant], [other, 'raumschach', name]);
  for (const file of readdirSync(join(root, 'games')).filter((entry) => entry.endsWith('.toml'))) {
    const game = loadGame(readFileSync(join(root, 'games', file), 'utf8'));
    assert.equal(new Board(game).perft(1), new Board(file.slice(0, -'.toml'.length)).perft(1));
  }
  assert.throws(() => loadGame('name = 3'), { message: /^line 1: name: `3` read, a text in quotes expected\nline 1: board: missing/ });
  assert.throws(() => loadGame('x'.repeat(1 << 21)), /line: read .* expected at most/);
  assert.equal(board.perft(1), 61);
});

test('a second call of load and boards after it', { skip }, async () => {
  await Promise.all([load(), load()]);
  assert.equal(new Board('chess').legalMoves.length, 20);
});
