// Every game in both views: a game against the engine, a reload, a promotion, a platform, the editor, the analysis.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { serve } from '../dev-server.mjs';
import { engine, skip, openPage, waitUntilReady } from './browser.mjs';
import { Oracle, canvasColors, clickMove, fenOf, hands, labelOf, waitForFen } from './play.mjs';

/** The games that are played to their end in the view in space as well, which is slow without a graphics card. */
const WHOLE = ['federation', 'raumschach'];

const STAIRCASE = '4/1P1k/4/4|4/4/4/4|4/4/4/1K2 b12+w:2/2,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - - - 0 30';
/** Positions with a pawn one step from its promotion, and with a platform that can move: FEN, origin, destination. */
const POSITIONS = {
  federation: [STAIRCASE, 'c76', 'c86'],
  'federation-plain': [STAIRCASE, 'c76', 'c86'],
  meder: [STAIRCASE, 'c76', 'c86'],
  kobayashi: ['4/1P1k/4/4|4/4/4/4|4/4/4/1K2 b12-:2/2,b86+:2/2,e12-:2/2,e86+:2/2 w - - - 0 30', 'c76', 'c86'],
  sixfold: ['4/4/4/1K2|4/4/4/4|4/1P1k/p3/4 b16+:2/2,b34+:2/2,b82-:2/2,e16+:2/2,e64-:2/2,e82-:2/2 w - - - 0 30', 'c72', 'c82'],
  spacechess: ['8/2P5/8/7k/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/K7 w - - - 0 30', 'c73', 'c83'],
  raumschach: ['5/1P3/5/5/5|5/5/5/5/k4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/4K w 0 30', 'b45', 'b55'],
  chess: ['8/2P5/8/7k/8/8/8/K7 w - - 0 30', 'c7', 'c8'],
};

const persons = { white: { engine: false, level: '0' }, black: { engine: false, level: '0' } };

const variants = Object.keys(POSITIONS);
/** The games from files that the engine contains. */
const files = readdirSync(new URL('../../games', import.meta.url))
  .filter((name) => name.endsWith('.toml')).map((name) => name.slice(0, -'.toml'.length));

test('every game of the engine is tested', { skip }, async (t) => {
  const oracle = new Oracle('chess');
  t.after(() => oracle.close());
  const line = await oracle.ask('uci', 'option name UCI_Variant');
  assert.deepEqual([...line.matchAll(/var (\S+)/g)].map((match) => match[1]).sort(), [...new Set([...variants, ...files])].sort());
});

/** Plays against the weakest level, to the end or for some moves, and reloads the page on the way. */
async function playGame(page, oracle, click, whole) {
  for (let plies = 0; plies < (whole ? 150 : 4); plies += 1) {
    // The text of the state may be ahead of the board, which waits for the engine's description of the position.
    await page.waitForFunction(() => / w /.test(document.querySelector('#stage').dataset.fen) || document.querySelector('#state').textContent.includes(':'));
    const state = await page.locator('#state').textContent();
    if (state.includes(':')) {
      assert.match(state, /^(White wins|Black wins|Draw): [a-z -]+$/);
      assert.ok(await page.locator('.move-list .move').count() >= 2 * plies - 1);
      return;
    }
    const fen = await fenOf(page);
    if (plies === 3) {
      await page.reload();
      await waitUntilReady(page);
      assert.equal(await fenOf(page), fen, 'the game survives a reload');
      assert.ok(await page.locator('.move-list .move').count() >= 6);
    }
    await clickMove(page, click, await oracle.best(fen, 'nodes 6000'), await oracle.moves(fen));
  }
  assert.ok(!whole, 'the game ends');
}

/** Loads a position as a user does. */
async function load(page, fen) {
  await page.locator('#tab-record').click();
  await page.getByLabel('A position (FEN) or a game (PGN)').fill(fen);
  await page.getByRole('button', { name: 'Load' }).click();
  // The engine may still make a move in the game before.
  await page.waitForFunction((text) => document.querySelector('#stage').dataset.fen === text && !document.querySelector('.move-list .move'), fen);
}

async function promote(page, oracle, click, [fen, from, to]) {
  await load(page, fen);
  const legal = (await oracle.moves(fen)).filter((move) => move.from === from && move.to === to);
  const chosen = legal.find((move) => move.promotion === 'r') ?? legal[0];
  assert.ok(chosen?.promotion);
  await clickMove(page, click, chosen, legal);
  assert.match(await labelOf(page, to), chosen.promotion === 'r' ? /white rook/ : /white queen/);
}

async function movePlatform(page, oracle, click, [fen]) {
  const legal = await oracle.moves(fen);
  const move = legal.find((candidate) => candidate.is_platform_move);
  if (!move) return;
  await load(page, fen);
  await clickMove(page, click, move, legal);
  await page.waitForFunction((post) => document.querySelector(`#flat-box .handle[data-place="${post}"]:not([hidden])`), move.to);
}

async function edit(page, click, start) {
  await load(page, start);
  await page.locator('#tab-editor').click();
  await page.getByRole('button', { name: 'Edit the position' }).click();
  const { name, king } = await page.evaluate(() => {
    const cells = [...document.querySelectorAll('#flat-box .cell.live')];
    return { name: cells.find((cell) => !cell.classList.contains('occupied')).dataset.place, king: cells.find((cell) => /white king/.test(cell.ariaLabel)).dataset.place };
  });
  const palette = page.locator('.palette');
  await palette.getByRole('button', { name: 'white queen' }).click();
  await click(page, name);
  await palette.getByRole('button', { name: 'Erase' }).click();
  await click(page, king);
  await page.locator('.verdict.error').waitFor();
  assert.match(await page.locator('.verdict').textContent(), /king/i);
  assert.ok(await page.getByRole('button', { name: 'Play from here' }).isDisabled());
  await palette.getByRole('button', { name: 'white king' }).click();
  await click(page, king);
  await page.waitForFunction(() => !document.querySelector('.verdict.error'));
  const before = await fenOf(page);
  await page.getByRole('button', { name: 'Play from here' }).click();
  await waitForFen(page, before);
  assert.match(await labelOf(page, name), /white queen/);
}

async function analyze(page, start) {
  await load(page, start);
  await page.locator('#tab-analysis').click();
  await page.getByLabel('Analyze', { exact: true }).check();
  await page.waitForFunction(() => document.querySelectorAll('.lines li:first-child .step').length > 1);
  await page.locator('.lines li').first().locator('.step').nth(1).click();
  await waitForFen(page, start);
  await page.getByLabel('Analyze', { exact: true }).uncheck();
  await page.locator('#tab-moves').click();
  assert.ok(await page.locator('.move-list .move').count() >= 2);
}

for (const variant of variants) {
  for (const [view, click] of Object.entries(hands)) {
    test(`${variant}, ${view}: play, reload, promote, move a platform, edit, analyze`, { skip, timeout: 600_000 }, async (t) => {
      const oracle = new Oracle(variant);
      t.after(() => oracle.close());
      const players = { white: persons.white, black: { engine: true, level: '0' } };
      const page = await openPage({ settings: { view }, game: { variant, fen: null, players, clock: null, thinkTime: 20, paused: false, verdict: null } });
      t.after(() => page.context().close());
      if (view === 'space') await page.waitForSelector('#space canvas');
      const start = await fenOf(page);
      await playGame(page, oracle, click, view === 'flat' || WHOLE.includes(variant));
      await promote(page, oracle, click, POSITIONS[variant]);
      await movePlatform(page, oracle, click, POSITIONS[variant]);
      await edit(page, click, start);
      await analyze(page, start);
      if (view === 'space') assert.ok(await canvasColors(page) > 100, 'the canvas is not blank');
      assert.deepEqual(page.faults, []);
    });
  }
}

for (const [view, click] of Object.entries(hands)) {
  test(`a game from a file, ${view}: kinds have shapes by their names, others letters`, { skip, timeout: 600_000 }, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'triskelion-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const variant = join(folder, 'dragonchess.toml');
    // A name that every object of JavaScript knows.
    const text = readFileSync(new URL('../../games/dragonchess.toml', import.meta.url), 'utf8');
    writeFileSync(variant, text.replace('"griffin"', '"constructor"'));
    const server = await serve(engine, 0, ['--variant', variant]);
    const oracle = new Oracle(variant);
    t.after(() => { oracle.close(); server.close(); });
    const page = await openPage({ settings: { view }, isFirst: view === 'flat', address: server.url });
    t.after(() => page.context().close());
    assert.equal(await page.locator('#game-name').textContent(), 'Dragonchess');
    assert.match(await labelOf(page, 'c13'), /white constructor/);
    assert.deepEqual(await page.locator('#flat-box .piece.white text').allTextContents().then((letters) => [...new Set(letters)]), ['G']);
    if (view === 'space') {
      await page.waitForSelector('#space canvas');
      assert.ok(await canvasColors(page) > 100, 'the canvas is not blank');
    }
    const fen = await fenOf(page);
    await clickMove(page, click, await oracle.best(fen, 'nodes 500'), await oracle.moves(fen));
    await page.waitForFunction(() => document.querySelectorAll('.move-list .move').length >= 2);
    assert.deepEqual(page.faults, []);
  });
}
