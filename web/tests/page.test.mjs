// The page in a browser: ways to move, the game tree, analysis, records, links, loading and accessibility.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { checkAccessibility } from './accessibility.mjs';
import { openPage, skip, start } from './browser.mjs';
import { share } from '../src/score.js';
import { fenOf, place, waitForFen } from './play.mjs';

const persons = { white: { engine: false, level: '0' }, black: { engine: false, level: '0' } };
const saved = (variant, rest = {}) => ({ variant, fen: null, players: persons, clock: null, thinkTime: 20, paused: false, verdict: null, ...rest });

/** Fails on console errors and closes the page. */
async function finish(page) {
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

test('a refused move says why', { skip }, async () => {
  const page = await openPage({ game: saved('chess') });
  await place(page, 'e2').click();
  await place(page, 'e5').click();
  await page.locator('#toast.shown').waitFor();
  assert.match(await page.locator('#toast').textContent(), /pawn/);
  await finish(page);
});

test('moves by drag, by typing and by keyboard', { skip }, async () => {
  const page = await openPage({ game: saved('chess') });
  let fen = await fenOf(page);
  await place(page, 'e2').dragTo(place(page, 'e4'));
  await waitForFen(page, fen);
  fen = await fenOf(page);
  await page.keyboard.press('/');
  await page.keyboard.type('e5');
  await page.keyboard.press('Enter');
  await waitForFen(page, fen);
  fen = await fenOf(page);
  await place(page, 'g1').focus();
  await page.keyboard.press('Enter');
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
  await waitForFen(page, fen);
  assert.deepEqual(await page.locator('.move-list .move').allTextContents(), ['e4', 'e5', 'Nf3']);
  assert.match(await page.locator('#announcer').textContent(), /White: Nf3/);
  await finish(page);
});

test('variations, arrow keys, notation and taking back', { skip }, async () => {
  const page = await openPage({ game: saved('chess') });
  const type = async (text) => {
    const fen = await fenOf(page);
    await page.locator('.typed input').fill(text);
    await page.locator('.typed input').press('Enter');
    await waitForFen(page, fen);
  };
  for (const text of ['e4', 'e7e5', 'Nf3']) await type(text);
  await page.locator('#state').click();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => document.querySelector('.move.current')?.textContent === 'e4');
  await type('c5');
  assert.equal(await page.locator('.variation .move').count(), 1);
  await page.getByLabel('Notation', { exact: true }).selectOption('uci');
  await page.waitForFunction(() => document.querySelector('.move')?.textContent === 'e2e4');
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.waitForFunction(() => !document.querySelector('.variation .move'));
  assert.deepEqual(await page.locator('.move-list .move').allTextContents(), ['e2e4', 'e7e5', 'g1f3']);
  await finish(page);
});

test('analysis: lines, a step into a line, threat and review', { skip }, async () => {
  const page = await openPage({ game: saved('federation'), settings: { tab: 'analysis' } });
  const fen = await fenOf(page);
  await page.getByLabel('Analyze', { exact: true }).check();
  await page.waitForFunction(() => document.querySelectorAll('.lines li').length === 3 && document.querySelectorAll('.lines li:first-child .step').length > 2);
  assert.match(await page.locator('.analysis-panel .status').textContent(), /Depth \d+\/\d+ · .* nodes/);
  assert.ok(await page.locator('.arrows g').count() >= 1);
  await page.locator('.lines li').first().locator('.step').nth(1).click();
  await waitForFen(page, fen);
  await page.keyboard.press('ArrowRight');
  await page.getByLabel('Analyze', { exact: true }).uncheck();
  await page.locator('#tab-moves').click();
  assert.ok(await page.locator('.move-list .move').count() >= 3);
  await page.locator('#tab-analysis').click();
  await page.getByRole('button', { name: 'Show threat' }).click();
  await page.waitForFunction(() => document.querySelector('.threat-text').textContent !== '');
  await page.getByLabel('Thoroughness').selectOption('Quick');
  await page.getByRole('button', { name: 'Analyze game' }).click();
  await page.locator('.chart canvas').waitFor();
  await finish(page);
});

test('analysis: lines and threat are in the chosen notation', { skip }, async () => {
  const page = await openPage({ game: saved('federation'), settings: { tab: 'analysis', notation: 'roth' } });
  const fen = await fenOf(page);
  await page.getByLabel('Analyze', { exact: true }).check();
  await page.waitForFunction(() => document.querySelectorAll('.lines li:first-child .step').length === 10);
  const inUci = () => page.locator('.step').allTextContents().then((texts) => texts.filter((text) => /^[a-z]\d\d[+-]?[a-z]\d\d/.test(text)));
  assert.deepEqual(await inUci(), []);
  // The moves of a line are those that it leads to.
  const shown = await page.locator('.lines li:first-child .step').evaluateAll((steps) => {
    steps[2].click();
    return steps.slice(0, 3).map((step) => step.textContent);
  });
  await waitForFen(page, fen);
  await page.getByRole('button', { name: 'Show threat' }).click();
  await page.waitForFunction(() => document.querySelector('.threat-text').textContent !== '');
  await page.locator('#tab-moves').click();
  assert.deepEqual((await page.locator('.move-list .move').allTextContents()).slice(0, 3), shown);
  await page.getByLabel('Notation', { exact: true }).selectOption('smith');
  await page.waitForFunction((text) => document.querySelector('.move').textContent !== text, shown[0]);
  await page.locator('#tab-analysis').click();
  await page.waitForFunction(() => document.querySelectorAll('.lines li:first-child .step').length === 10);
  assert.doesNotMatch((await page.locator('.step').allTextContents()).join(' '), /\(\d\)/);
  assert.deepEqual(await inUci(), []);
  assert.doesNotMatch(await page.locator('.threat-text').textContent(), /\(\d\)/);
  await finish(page);
});

test('analysis: what each piece is worth', { skip }, async () => {
  const page = await openPage({ game: saved('sixfold'), settings: { tab: 'analysis', view: 'both' } });
  const worths = page.locator('.piece-box[data-worth]');
  assert.equal(await worths.count(), 0);
  await page.getByLabel('What each piece is worth').check();
  // Every piece has a worth but the kings.
  assert.equal(await worths.count(), await page.locator('.piece-box').count() - 2);
  const shown = await worths.evaluateAll((boxes) => boxes.map((box) => Number(box.dataset.worth)));
  assert.ok(Math.max(...shown) > 5 && Math.min(...shown) > 0, String(shown));
  assert.match(await page.locator('.terms li').last().textContent(), /evaluation without a search[+−]\d+\.\d\d/);
  await page.getByLabel('What each piece is worth').uncheck();
  assert.equal(await worths.count(), 0);
  await finish(page);
});

/** The scores of the main line as they are stored, without that of the first position. */
const scoresOf = (page) => page.evaluate(() => {
  const scores = [];
  for (let [node] = JSON.parse(localStorage.getItem('triskelion.game')).tree.c ?? []; node; [node] = node.c ?? []) scores.push(node.s ?? null);
  return scores;
});

test('the scores of a game of a low level are those of full strength', { skip, timeout: 120_000 }, async (t) => {
  const cadet = { engine: true, level: '0' };
  const page = await openPage({ game: saved('federation', { players: { white: cadet, black: cadet }, paused: true }) });
  const sent = [];
  page.on('websocket', (socket) => {
    const lines = sent[sent.push([]) - 1];
    socket.on('framesent', ({ payload }) => lines.push(payload));
  });
  await page.reload();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.move-list .move').length > 20);
  await page.getByRole('button', { name: 'Pause' }).click();
  let scores = [];
  while (scores.length < 20 || scores.includes(null)) {
    await page.waitForTimeout(50);
    scores = (await scoresOf(page)).slice(0, -1);
  }
  // The engine that plays searches nothing but its moves.
  assert.deepEqual([...new Set(sent[0].filter((line) => line.startsWith('go ')))], ['go movetime 20']);
  await page.locator('#tab-analysis').click();
  await page.getByRole('button', { name: 'Analyze game' }).click();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await page.getByRole('button', { name: 'Analyze game' }).waitFor();
  await page.waitForTimeout(300);
  const after = await scoresOf(page);
  const errors = scores.map((score, index) => Math.abs(share(score) - share(after[index])));
  const mean = errors.reduce((sum, error) => sum + error) / errors.length;
  t.diagnostic(`the scores differ from those of a deeper search by ${mean.toFixed(3)} of the chart`);
  assert.ok(mean < 0.06, `${mean}: ${scores}`);
  await finish(page);
});

test('a move of a person gets a score against a low level, also if moves are taken back meanwhile', { skip }, async () => {
  const page = await openPage({ game: saved('chess', { players: { white: persons.white, black: { engine: true, level: '0' } } }) });
  const hasMoves = (count) => page.waitForFunction((moves) => document.querySelectorAll('.move-list .move').length === moves, count);
  const type = async (text, count) => {
    await page.locator('.typed input').fill(text);
    await page.locator('.typed input').press('Enter');
    await hasMoves(count);
  };
  const areScored = () => page.waitForFunction(() => [...document.querySelectorAll('.move-list .move')].every((move) => move.title));
  await type('e4', 2);
  await areScored();
  await page.locator('.chart canvas').waitFor();
  await page.getByRole('button', { name: 'Take back' }).click();
  await hasMoves(0);
  await type('d4', 2);
  await type('Nf3', 4);
  await page.getByRole('button', { name: 'Take back' }).click();
  await hasMoves(2);
  await type('Nc3', 4);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  await areScored();
  await finish(page);
});

test('records: PGN and FEN in and out, link, files', { skip }, async () => {
  const page = await openPage({ game: saved('chess'), settings: { tab: 'record' } });
  const text = page.getByLabel('A position (FEN) or a game (PGN)');
  const load = async (value) => {
    const fen = await fenOf(page);
    await text.fill(value);
    await page.getByRole('button', { name: 'Load' }).click();
    await waitForFen(page, fen);
  };
  await load('[Variant "chess"]\n\n1. e4 {best} e5 (1... c5 2. Nf3 $1) 2. Nf3! Nc6 *');
  await page.locator('#tab-moves').click();
  assert.deepEqual(await page.locator('.move-list .move').allTextContents(), ['e4', 'e5', 'c5', 'Nf3!', 'Nf3!', 'Nc6']);
  await page.locator('#tab-record').click();
  await page.getByRole('button', { name: 'Copy PGN' }).click();
  assert.match(await text.inputValue(), /1\. e4 e5 \(1\.\.\. c5 2\. Nf3 \$1\) 2\. Nf3 \$1 Nc6 \*/);
  await load('1. Pb2(2)-b4(2) Pb7(6)-b5(6)'.replace(/^/, '[Variant "Federation"]\n\n'));
  assert.equal(await page.locator('#game-name').textContent(), 'Federation');
  await load('nbbn/pppp/4/4|4/4/4/4|4/4/PPPP/NBBN b12+w:PP/RQ,b86+b:rq/pp,e12+w:PP/KR,e86+b:kr/pp b - - - 3 9');
  await page.waitForFunction(() => location.hash.includes('_b_-_-_-_3_9'));
  const link = page.url();
  const other = await openPage({ hash: new URL(link).hash });
  assert.equal(await fenOf(other), await fenOf(page));
  await finish(other);
  await finish(page);
});

test('resignation, a new game and the sides', { skip }, async () => {
  const page = await openPage({ game: saved('chess') });
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.waitForFunction(() => /Black wins: White resigns/.test(document.querySelector('#state').textContent));
  await page.getByRole('button', { name: 'New game' }).click();
  await page.locator('input[value=kobayashi]').check({ force: true });
  await page.getByLabel('You play').selectOption('black');
  await page.getByLabel('Clock', { exact: true }).selectOption('3+2');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForFunction(() => /Black to move/.test(document.querySelector('#state').textContent));
  assert.match(await page.locator('#bottom-player').textContent(), /Black/);
  assert.match(await page.locator('#bottom-player .clock').textContent(), /^[23]:\d\d$/);
  await finish(page);
});

test('a link asks before it replaces a game', { skip }, async () => {
  const page = await openPage({ game: saved('chess') });
  let fen = await fenOf(page);
  await page.locator('.typed input').fill('e4');
  await page.locator('.typed input').press('Enter');
  await waitForFen(page, fen);
  fen = await fenOf(page);
  const follow = () => page.evaluate(() => { location.hash = '#game=spacechess&fen=8/2P5/8/7k/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/K7_w_-_-_-_0_30'; });
  await follow();
  await page.getByRole('button', { name: 'Keep the game' }).click();
  await page.waitForFunction(() => location.hash.startsWith('#game=chess&'));
  assert.equal(await fenOf(page), fen);
  // The same for a link that is opened while a game is stored.
  await follow();
  await page.locator('dialog[open]').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await waitForFen(page, fen);
  assert.equal(await page.locator('#game-name').textContent(), 'Space chess');
  await finish(page);
});

test('a link to a game starts it, and asks before it replaces another one', { skip }, async () => {
  const page = await openPage({ game: saved('chess'), hash: '#game=chess' });
  // The game of the link is on the board already.
  await page.waitForFunction(() => location.hash.startsWith('#game=chess&'));
  const fen = await fenOf(page);
  await page.locator('.typed input').fill('e4');
  await page.locator('.typed input').press('Enter');
  await waitForFen(page, fen);
  const played = await fenOf(page);
  await page.waitForFunction((text) => JSON.parse(localStorage.getItem('triskelion.game')).tree.c?.length > 0 && location.hash.includes(text), played.split(' ')[0]);
  const { url } = await start();
  let visits = 0;
  const open = async (hash) => {
    // Between two addresses that differ in their ends only, the browser would not load the page again.
    await page.goto(`${url}?${visits += 1}${hash}`);
    await page.waitForSelector('[data-ready]');
  };
  await open('#game=chess');
  assert.equal(await page.locator('dialog').count(), 0);
  assert.equal(await fenOf(page), played);
  // As `triskelion serve --variant raumschach` opens the page.
  await open('#game=raumschach');
  await page.getByRole('button', { name: 'Keep the game' }).click();
  await page.waitForFunction(() => location.hash.startsWith('#game=chess&'));
  assert.equal(await fenOf(page), played);
  await open('#game=raumschach');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await waitForFen(page, played);
  assert.equal(await page.locator('#game-name').textContent(), 'Raumschach');
  assert.match(await fenOf(page), / w 0 1$/);
  // A link in the page itself.
  await page.evaluate(() => { location.hash = '#game=sixfold'; });
  await page.waitForFunction(() => document.querySelector('#game-name').textContent === 'Sixfold');
  await finish(page);
});

test('a first visit by a link to a game starts it with a tour', { skip }, async () => {
  const page = await openPage({ isFirst: true, hash: '#game=raumschach' });
  await page.locator('#tour').waitFor();
  assert.equal(await page.locator('#game-name').textContent(), 'Raumschach');
  await finish(page);
});

test('a reload with an address that is behind the game asks nothing', { skip }, async () => {
  const page = await openPage({ game: saved('chess') });
  const start = await (await page.waitForFunction(() => location.hash)).jsonValue();
  const fen = await fenOf(page);
  await page.locator('.typed input').fill('e4');
  await page.locator('.typed input').press('Enter');
  await waitForFen(page, fen);
  const played = await fenOf(page);
  await page.waitForFunction((hash) => location.hash !== hash, start);
  await page.evaluate((hash) => history.replaceState(null, '', hash), start);
  await page.reload();
  await page.waitForFunction((hash) => document.documentElement.dataset.ready && location.hash !== hash, start);
  assert.equal(await page.locator('dialog').count(), 0);
  assert.equal(await fenOf(page), played);
  await finish(page);
});

test('Chess960: a random start position, castling and the link', { skip }, async () => {
  const page = await openPage({ game: saved('chess') });
  const before = await fenOf(page);
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByLabel(/Chess960/).check();
  await page.getByLabel('You play').selectOption('both');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForFunction(() => document.querySelector('#game-name').textContent === 'Chess 960');
  const [back] = (await fenOf(page)).split('/');
  assert.match(back, /^(?=.*r.*k.*r)(?=(..)*b)(?=.(..)*b)[bknqr]{8}$/, before);
  await page.locator('#tab-record').click();
  await page.getByLabel('A position (FEN) or a game (PGN)').fill('8/8/8/7k/8/8/8/1K4R1 w G - 0 1');
  await page.getByRole('button', { name: 'Load' }).click();
  await page.waitForFunction(() => document.querySelector('#stage').dataset.fen.startsWith('8/8/8/7k'));
  await page.waitForFunction(() => location.hash.startsWith('#game=chess960'));
  await page.reload();
  await page.waitForSelector('[data-ready]');
  const fen = await fenOf(page);
  await place(page, 'b1').click();
  await place(page, 'g1').click();
  await waitForFen(page, fen);
  assert.match(await fenOf(page), /5RK1 b/);
  await finish(page);
});

test('meder: a move asks for the promotion of a waiting pawn', { skip }, async () => {
  const page = await openPage({ game: saved('meder', { fen: 'P3/1P1k/4/4|4/4/4/4|4/4/4/1K2 b12+w:2/2,b64+b:2/2,e12+w:2/2,e86+b:2/2 w - - - 0 30' }) });
  const fen = await fenOf(page);
  await place(page, 'c12').click();
  await place(page, 'b12').click();
  await page.getByRole('heading', { name: 'Promote the waiting pawn to' }).waitFor();
  await page.locator('dialog').getByRole('button', { name: 'knight' }).click();
  await waitForFen(page, fen);
  assert.match(await page.locator('#flat-box .cell[data-place=b86]').getAttribute('aria-label'), /white knight/);
  await finish(page);
});

test('loading: little code before the first move, every module preloaded, three.js only after the board', { skip }, async (t) => {
  const page = await openPage({ game: saved('federation'), settings: { view: 'both' } });
  await page.waitForSelector('#space canvas');
  const { board, loads } = await page.evaluate(() => ({
    board: performance.getEntriesByName('board')[0].startTime,
    loads: performance.getEntriesByType('resource').map(({ name, startTime }) => ({ path: new URL(name).pathname.slice(1), start: startTime })),
  }));
  const own = loads.filter(({ path }) => /^(src|js)\//.test(path));
  const early = own.filter(({ start }) => start < board);
  const preloaded = await page.locator('link[rel=modulepreload]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  assert.deepEqual(preloaded, early.map(({ path }) => path).filter((path) => path !== 'src/main.js').sort());
  assert.ok(board < loads.find(({ path }) => path.includes('three')).start);
  // `triskelion serve` compresses what it sends.
  const size = (modules) => modules.reduce((sum, { path }) => sum + gzipSync(readFileSync(new URL(path.startsWith('js/') ? `../../${path}` : `../${path}`, import.meta.url))).length, 0);
  t.diagnostic(`first board after ${board.toFixed(0)} ms; ${size(early)} bytes of modules for it, ${size(own)} with the view in space`);
  assert.ok(size(own) < 80_000);
  await finish(page);
});

for (const [width, height] of [[1280, 720], [1024, 768], [390, 844]]) {
  test(`the row of the state keeps its height at ${width}×${height} pixels`, { skip }, async () => {
    const players = { white: persons.white, black: { engine: true, level: '20' } };
    const page = await openPage({ game: saved('chess', { players, thinkTime: 60_000 }), width, height });
    const measure = () => page.evaluate(() => {
      const [row, state, ...buttons] = [...document.querySelectorAll('#status-row, #state, #actions button')];
      return {
        shown: [state.textContent, state.title], isCut: state.scrollHeight > state.clientHeight, lines: state.clientHeight / 17,
        place: JSON.stringify([row, ...buttons].map((element) => element.getBoundingClientRect())),
      };
    });
    const { place: before } = await measure();
    await place(page, 'e2').click();
    await place(page, 'e4').click();
    await page.waitForFunction(() => document.querySelector('#state').textContent === 'Black is thinking …');
    assert.deepEqual(await measure(), { shown: Array(2).fill('Black is thinking …'), isCut: false, lines: 1, place: before });
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    await page.waitForFunction(() => /White resigns/.test(document.querySelector('#state').textContent));
    assert.deepEqual({ ...await measure(), lines: 0 }, { shown: Array(2).fill('Black wins: White resigns'), isCut: false, lines: 0, place: before });
    // A text that is too long for the row ends with an ellipsis.
    await page.locator('#state').evaluate((state) => { state.textContent = 'The engine has failed: RuntimeError: memory access out of bounds at some place'; });
    const long = await measure();
    assert.ok(long.isCut && long.lines === 2 && long.place === before, JSON.stringify(long));
    await finish(page);
  });
}

for (const theme of ['dark', 'light']) {
  for (const [view, width] of [['both', 1280], ['flat', 360]]) {
    test(`accessibility: ${theme}, ${view} at ${width} pixels`, { skip }, async () => {
      const page = await openPage({ game: saved('federation'), settings: { view }, theme, width, height: 740 });
      const check = (where) => checkAccessibility(page, where);
      await place(page, 'c22').click();
      await check('moves');
      await page.locator('#tab-analysis').click();
      await check('analysis');
      await page.locator('#tab-editor').click();
      await page.getByRole('button', { name: 'Edit the position' }).click();
      await check('editor');
      await page.locator('#tab-record').click();
      await check('share');
      await page.getByRole('button', { name: 'New game' }).click();
      await check('new game');
      await finish(page);
    });
  }
}
