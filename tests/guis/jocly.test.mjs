// The page of `examples/jocly` in headless Chromium: whole games, by clicks and by players in the page. Jocly is the
// referee. Its legal moves are compared with ours before each move, and the ends of the games. GAMES is the number of
// games of each pair of players, JOCLY the folder of the package, as `tests/guis/run` installs it.

import assert from 'node:assert/strict';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { install, random, root, serve } from '../../js/tests/support.mjs';
import { start, stop } from '../../web/tests/browser.mjs';

const { JOCLY: jocly } = process.env;
const games = Number(process.env.GAMES ?? 3);
const closers = [stop];
let browser;
let server;

before(async () => {
  const { folder, remove } = install();
  closers.push(remove);
  cpSync(join(root, 'examples/jocly'), folder, { recursive: true });
  symlinkSync(jocly, join(folder, 'node_modules/jocly'));
  server = await serve(folder);
  closers.push(server.close);
  ({ browser } = await start());
}, { timeout: 240_000 });

after(async () => { for (const close of closers.reverse()) await close(); });

/** Opens the page with settings and collects its errors. `page.jocly` is the frame of the board. */
async function open(t, { skin = 'skin2d', ...settings }) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
  t.after(() => page.close());
  page.setDefaultTimeout(120_000);
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(error.stack ?? error.message));
  await page.goto(`${server.url}/?${new URLSearchParams({ skin, ...settings })}`);
  await page.waitForFunction(() => document.getElementById('state').textContent !== 'Loading …');
  page.jocly = page.frames().find((frame) => frame.url().includes('jocly.embed'));
  return page;
}

/** The pieces that the pawn of a move can become. */
const choicesOf = (moves, move) => moves.filter(({ f, t, pr }) => f === move.f && t === move.t && pr !== undefined).map(({ pr }) => pr);

/** Plays a move of Jocly by clicks. */
async function click(page, moves, move) {
  const played = await page.jocly.evaluate('gMatch.game.mPlayedMoves.length');
  const clickOn = async (element) => {
    const { x, y, width, height } = await element.boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
  };
  for (const position of [move.f, move.cg ?? move.t]) {
    // A cell that can be chosen is marked.
    await page.jocly.waitForFunction((index) => document.querySelectorAll('.classic-cell')[index].classList.contains('cb-cell-select'), position);
    await clickOn(page.jocly.locator('.classic-cell').nth(position));
  }
  const promotions = choicesOf(moves, move);
  if (promotions.length > 1) {
    // The pieces and a button to cancel are side by side, the pieces in the order of the moves.
    await page.jocly.waitForFunction((length) => {
      const choices = [...document.querySelectorAll('.jocly-gadget')].filter(({ style }) => style.zIndex === '109' && style.display !== 'none');
      choices.forEach((element) => element.classList.add('choice'));
      return choices.length === length;
    }, promotions.length + 1);
    const choices = await page.jocly.locator('.choice:visible').all();
    const left = new Map(await Promise.all(choices.map(async (choice) => [choice, (await choice.boundingBox()).x])));
    await clickOn(choices.sort((one, other) => left.get(one) - left.get(other))[promotions.indexOf(move.pr)]);
  }
  await page.jocly.waitForFunction((before) => gMatch.game.mPlayedMoves.length > before, played);
  const { f, t, cg, pr } = await page.jocly.evaluate((index) => gMatch.game.mPlayedMoves[index], played);
  assert.deepEqual({ f, t, cg, pr }, { f: move.f, t: move.t, cg: move.cg, pr: move.pr });
}

/** Plays a game between players of the page, in the page. A list is a player that plays these moves. */
async function playGame({ variant, players: names, seed, random }) {
  const { Engine } = await import('triskelion');
  const { enginePlayer, games, legalMoves, person, play } = await import('./game.js');
  const next = (0, eval)(`(${random})`)(seed);
  const match = await Jocly.createMatch(games[variant]);
  if (names.includes('person')) {
    document.getElementById('board').replaceChildren();
    await match.attachElement(document.getElementById('board'), { viewOptions: { skin: 'skin2d' } });
  }
  const engine = new Engine({ hash: 4 });
  const apply = async (board, choose) => {
    const moves = await legalMoves(match, board);
    const text = await choose([...moves.keys()], moves);
    await match.applyMove(moves.get(text));
    return text;
  };
  const makePlayer = (name) => ({
    person,
    engine: enginePlayer(engine, { nodes: 1000 + 300 * seed }),
    random: (_, board) => apply(board, (texts) => texts[next(texts.length)]),
    jocly: (_, board) => apply(board, async (texts, moves) => {
      const { move } = await match.machineSearch({ level: { ai: 'uct', maxDuration: 0.2, maxNodes: 300 } });
      return texts.find((text) => ['f', 't', 'cg', 'pr'].every((key) => moves.get(text)[key] === move[key]));
    }),
  })[name] ?? ((_, board) => apply(board, () => name.shift()));
  const [w, b] = names.map(makePlayer);
  let positions = 0;
  const { board, winner, reason } = await play(match, variant, { w, b }, async (current) => {
    const ours = current.legalMoves.map(String).join(' ');
    const theirs = [...(await legalMoves(match, current)).keys()].sort().join(' ');
    if (ours !== theirs) throw new Error(`${current.fen}\nours: ${ours}\nJocly: ${theirs}`);
    positions += 1;
  });
  engine.close();
  const stack = board.moveStack;
  const sinceCapture = stack.length - 1 - stack.findLastIndex(({ capturedCell }) => capturedCell);
  return { winner, reason, positions, sinceCapture, ours: board.outcome(), isOver: (await match.getFinished()).finished };
}

/** Checks that the ends agree as far as the rules do. */
function checkEnd({ winner, reason, sinceCapture, ours, isOver }) {
  if (!isOver) return assert.match(ours.reason, /^(repetition|dead-position)$/);
  if (!ours) return assert.deepEqual([winner, sinceCapture, reason], [null, 100, 'a draw of Jocly']);
  assert.equal(winner, ours.winner);
}

/** The moves of White and those of Black of a line. */
const split = (...lines) => [0, 1].map((side) => lines.flatMap((line) => line.split(' ').filter((_, index) => index % 2 === side)));

test('raumschach: two knights that change places are no repetition in Jocly', { timeout: 180_000 }, async (t) => {
  const page = await open(t, { game: 'raumschach' });
  const change = 'b11a31 b55c35 a31b33 c35b55 b33d23 b55c35 d11c31 c35b55 c31b11 b55c35 d23d11 c35b55';
  const game = await page.evaluate(playGame, { variant: 'raumschach', players: split('e21e31 e45e35', change, change), seed: 1, random: String(random) });
  checkEnd(game);
  assert.deepEqual([game.isOver, game.reason, game.positions], [false, 'repetition', 26]);
});

for (const variant of ['raumschach', 'jocly3d']) {
  for (const players of [['engine', 'random'], ['random', 'engine'], ['engine', 'engine'], ['engine', 'jocly'], ['jocly', 'engine'], ['random', 'random']]) {
    test(`${variant}: ${players.join(' against ')}`, { timeout: 1_200_000 }, async (t) => {
      const page = await open(t, { game: variant });
      const ends = new Map();
      let positions = 0;
      for (let seed = 1; seed <= games; seed += 1) {
        const game = await page.evaluate(playGame, { variant, players, seed, random: String(random) });
        checkEnd(game);
        positions += game.positions;
        const end = `${game.reason}${game.isOver ? '' : ', which Jocly does not know'}`;
        ends.set(end, (ends.get(end) ?? 0) + 1);
      }
      t.diagnostic(`${games} games, ${positions} positions: ${[...ends].map(([end, number]) => `${number} ${end}`).join(', ')}`);
      assert.deepEqual(page.faults, []);
    });
  }

  test(`${variant}: repetition`, { timeout: 180_000 }, async (t) => {
    const page = await open(t, { game: variant });
    // Jocly does not count the start position, so a move comes first.
    const [first, there] = { raumschach: ['b21b31 b45b35', 'b11c31 b55c35'], jocly3d: ['b22b32 b72b62', 'b11c31 b81c61'] }[variant];
    const back = there.replace(/(\w{3})(\w{3})/g, '$2$1');
    const game = await page.evaluate(playGame, { variant, players: split(first, there, back, there, back), seed: 1, random: String(random) });
    checkEnd(game);
    assert.ok(game.isOver && game.reason === 'repetition');
  });

  for (const side of ['w', 'b']) {
    test(`${variant}: a person with ${side} clicks a game`, { timeout: 600_000 }, async (t) => {
      const page = await open(t, { game: variant, side });
      const next = random(7);
      for (;;) {
        const handle = await page.waitForFunction(() => /^(Your move|.*: .*)$/.exec(document.getElementById('state').textContent)?.[0]);
        const state = await handle.jsonValue();
        if (state !== 'Your move') {
          assert.equal(state, 'The engine wins: checkmate');
          break;
        }
        const moves = await page.jocly.evaluate('gMatch.getPossibleMoves()');
        await click(page, moves, moves[next(moves.length)]);
        await page.waitForFunction(() => document.getElementById('state').textContent !== 'Your move');
      }
      assert.deepEqual(page.faults, []);
    });
  }

  test(`${variant}: a person clicks promotions`, { timeout: 600_000 }, async (t) => {
    const page = await open(t, { game: variant });
    const over = page.evaluate(playGame, { variant, players: ['person', 'random'], seed: 5, random: String(random) }).catch(() => {});
    await page.waitForFunction(() => document.querySelector('iframe').name !== 'jocly-embedded-1');
    page.jocly = await page.locator('iframe').elementHandle().then((element) => element.contentFrame());
    const next = random(3);
    const promotions = new Set();
    while (promotions.size < 3) {
      await page.jocly.waitForFunction(() => gMatch?.userTurnReject);
      const moves = await page.jocly.evaluate('gMatch.getPossibleMoves()');
      // A promotion to another piece than before, or else a pawn.
      const isNew = (move) => choicesOf(moves, move).length > 1 && !promotions.has(move.pr);
      const wanted = [moves.filter(isNew), moves.filter(({ a }) => a === 'P'), moves].find(({ length }) => length);
      const move = wanted[next(wanted.length)];
      await click(page, moves, move);
      if (isNew(move)) promotions.add(move.pr);
    }
    assert.deepEqual(page.faults, []);
    await page.close();
    await over;
  });

  test(`${variant}: the board in space shows a move of the engine`, { timeout: 300_000 }, async (t) => {
    const page = await open(t, { game: variant, side: 'b', skin: 'skin3d' });
    await page.waitForFunction(() => document.getElementById('state').textContent === 'Your move');
    assert.equal(await page.jocly.evaluate('gMatch.game.mPlayedMoves.length'), 1);
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT });
    assert.deepEqual(page.faults, []);
  });
}
