// The workshop: templates, links and verdicts, then the whole way of somebody who invents a game.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { packText, readLink, unpackText } from '../src/link.js';
import { createDescriber, summary } from '../src/learn/describe.js';
import { Engine } from '../src/engine.js';
import { verdict } from '../src/workshop/survey.js';
import { ARMIES, SIZES, derived, template } from '../src/workshop/templates.js';
import { checkAccessibility } from './accessibility.mjs';
import { engine as program, openPage, skip } from './browser.mjs';

const games = readdirSync(new URL('../../games', import.meta.url)).filter((name) => name.endsWith('.toml'));
const textOf = (name) => readFileSync(new URL(`../../games/${name}`, import.meta.url), 'utf8');

/** An engine with a process of its own. */
function engineFor(t) {
  const child = spawn(program);
  t.after(() => child.kill());
  let listener = () => {};
  createInterface({ input: child.stdout }).on('line', (line) => listener(line));
  return new Engine({ send: (line) => child.stdin.write(`${line}\n`), onLine: (cb) => { listener = cb; }, onState: () => {}, close: () => {} });
}

test('every template and every changed game is a game', { skip }, async (t) => {
  const engine = engineFor(t);
  const sizes = SIZES.map(([size]) => size.split('x').map(Number));
  const texts = [
    ...sizes.flatMap(([files, ranks, levels]) => ARMIES.map(([army]) => template({ files, ranks, levels, army }))),
    ...games.map((name) => derived(textOf(name))),
  ];
  for (const text of texts) {
    const { errors, rules, geometry, variant } = await engine.checkGame(text);
    assert.deepEqual(errors, [], text);
    assert.match(variant, /^my-[\w-]+@[0-9a-f]{8}$/);
    assert.ok(rules.title.startsWith('My ') && rules.survey === null, text);
    assert.equal(geometry.variant, rules.name);
    // The game can be played.
    await engine.setVariant(await engine.loadGame(text), false, '');
    const { moves, board } = await engine.position(null, []);
    assert.ok(moves.length > 5 && board.result === 'none', text);
  }
});

test('errors have their lines, and a wrong text selects no game', { skip }, async (t) => {
  const engine = engineFor(t);
  const { errors, variant, rules } = await engine.checkGame(`bord = 3\n${template({ files: 4, ranks: 4, levels: 2, army: 'small' })}`);
  assert.ok(errors.length === 1 && errors[0].line === 1 && /bord.*board/.test(errors[0].message), JSON.stringify(errors));
  assert.deepEqual([variant, rules], [null, null]);
  await assert.rejects(engine.loadGame('name = 3'), /line 1: name/);
});

test('pieces reach the cells of the engine’s moves', { skip }, async (t) => {
  const engine = engineFor(t);
  const text = textOf('raumschach.toml');
  await engine.checkGame(text);
  await engine.setVariant('raumschach', false, '');
  const { board, moves } = await engine.position(null, []);
  const own = Object.keys(board.pieces).filter((cell) => /[A-Z]/.test(board.pieces[cell]));
  const enemy = Object.keys(board.pieces).filter((cell) => /[a-z]/.test(board.pieces[cell]));
  for (const cell of own) {
    const { moves: reached, captures } = await engine.reach(board.pieces[cell], cell, own.filter((other) => other !== cell), enemy);
    assert.deepEqual([...reached, ...captures].sort(), moves.filter(({ from }) => from === cell).map(({ to }) => to).sort(), cell);
  }
});

test('a link holds the whole text', async () => {
  const text = textOf('dragonchess.toml');
  const packed = await packText(text);
  assert.match(packed, /^[\w-]+$/);
  assert.ok(packed.length < text.length * 0.7, `${packed.length} of ${text.length}`);
  assert.equal(await unpackText(packed), text);
  assert.equal(await unpackText(await packText('name = "ü"')), 'name = "ü"');
  await assert.rejects(unpackText(packed.slice(0, -20)));
  await assert.rejects(unpackText('?'));
  await assert.rejects(unpackText(await packText(' '.repeat(70_000))), /too long/);
  assert.deepEqual(readLink(`#rules=${packed}`), { variant: '', chess960: false, packed, fen: null });
  assert.equal(readLink(`#rules=${packed}&fen=8/8_w`).fen, '8/8 w');
  assert.equal(readLink('#game=chess&fen=8/8_w').variant, 'chess');
  assert.deepEqual(readLink('#game=chess960'), { variant: 'chess', chess960: true, packed: '', fen: null });
  for (const hash of ['', '#game=', '#rules=', '#rules=%', '#other=1']) assert.equal(readLink(hash), null, hash);
});

test('a verdict names what stands out', () => {
  const share = (count, all) => ({ count, share: count / all, interval: [count / all - 0.05, count / all + 0.05] });
  const report = (white, draws, black, more = {}) => {
    const all = white + draws + black;
    return {
      games: all, white_wins: share(white, all), draws: share(draws, all), black_wins: share(black, all), white_score: { value: (white + draws / 2) / all, error: 0.1 },
      plies: { value: 80, error: 5 }, moves: { value: 40, error: 1 }, lengths: [40, 80, 120], ends: [['checkmate', share(white + black, all)]], pieces: [], ...more };
  };
  assert.match(verdict(report(71, 0, 29)).join(), /^White wins 71 % of the decided games \(61 to 79 %\): the first move is worth too much\.$/);
  assert.match(verdict(report(20, 10, 70)).join(), /^Black wins 78 % of the decided games/);
  assert.match(verdict(report(50, 0, 50)).join(), /^Nothing stands out in 100 games/);
  assert.match(verdict(report(2, 0, 1)).join(), /^After 3 games nothing is certain/);
  assert.deepEqual(verdict(report(20, 60, 20, { ends: [['fifty-moves', share(50, 100)]] })), ['60 % of the games are drawn.', '50 % of the games end by the fifty-move rule.']);
  assert.match(verdict(report(50, 0, 50, { lengths: [10, 12, 14] })).join(), /half of them end before move 7/);
  const queen = { letter: 'Q', name: 'queen', assumed: 9, elo: { value: 300, error: 50 }, pawns: { value: 4, error: 1 } };
  assert.match(verdict(report(50, 0, 50, { pieces: [queen] })).join(), /^The queen is worth 4\.0 pawns and not 9\.0/);
});

test('every game has a summary and its pieces are described', { skip }, async (t) => {
  const engine = engineFor(t);
  for (const name of games) {
    const { rules, geometry } = await engine.checkGame(textOf(name));
    const sentences = summary(rules);
    assert.ok(sentences.length === 3 && sentences.every((text) => /^[A-Z].*\.$/.test(text)), sentences.join('\n'));
    const { sentences: describe, stands } = createDescriber(rules, geometry);
    for (const kind of rules.pieces) assert.ok(describe(kind, kind.moves, stands(kind)).length, `${name} ${kind.name}`);
    assert.ok(rules.survey.games >= 50, name);
  }
});

/** Replaces the text in the editor by pasting another one. */
async function write(page, text) {
  const editor = page.locator('dialog.workshop .cm-content');
  await editor.click();
  await page.keyboard.press('Control+A');
  await editor.evaluate((content, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    content.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }));
  }, text);
}

const errorCount = (page, count) => page.waitForSelector(`dialog.workshop[data-errors="${count}"]`);
const facts = (page, pattern) => page.waitForFunction((text) => new RegExp(text).test(document.querySelector('.facts')?.textContent), pattern.source);

/** The way of somebody who invents a game. `address` is that of another server. */
export async function inventGame(address = '') {
  const page = await openPage({ address });
  await page.getByRole('button', { name: 'Workshop', exact: true }).click();
  await errorCount(page, 0);
  await checkAccessibility(page, 'workshop');

  // From a template, a kind is changed: the rook becomes a unicorn. The error on the way has its line.
  await page.getByLabel('Start from').selectOption('template');
  await page.getByRole('combobox', { name: 'Board' }).selectOption('4x4x2');
  await page.getByLabel('Army').selectOption('chess');
  await page.getByRole('button', { name: 'Begin' }).click();
  await facts(page, /^My Game: 32 cells, 5 kinds of pieces, 8 of each side$/);
  const text = template({ files: 4, ranks: 4, levels: 2, army: 'chess' }).replace('My Game', 'Corners');
  await write(page, text.replace('slides = "face" }', 'slide = "corner" }'));
  await page.waitForFunction(() => document.querySelector('dialog.workshop').dataset.errors > 0);
  assert.match(await page.locator('.text-errors').innerText(), /Line 13\s*pieces\.R: .*slide.*slides/);
  assert.ok(await page.getByRole('button', { name: /^Play/ }).isDisabled());
  await write(page, text.replace('slides = "face" }', 'slides = ["face", "corner"] }'));
  await facts(page, /^Corners: /);
  await errorCount(page, 0);

  // The rook, on an empty and on a random board, and on another cell.
  await page.getByRole('tab', { name: 'Pieces' }).click();
  await page.getByRole('radio', { name: 'rook' }).click();
  const reach = () => page.locator('.pieces-panel').getAttribute('data-reach');
  await page.waitForFunction(() => document.querySelector('.pieces-panel').dataset.reach?.startsWith('R '));
  assert.match(await reach(), /^R \w+ \d+ 0 0$/);
  await page.locator('.piece-board [data-place="a11"]').click();
  await page.waitForFunction(() => document.querySelector('.pieces-panel').dataset.reach === 'R a11 8 0 0');
  assert.match(await page.locator('.piece-words').innerText(), /Worth \d/);
  await page.getByRole('button', { name: 'Random board' }).click();
  await page.getByRole('button', { name: 'Empty board' }).click();
  await page.waitForFunction(() => document.querySelector('.pieces-panel').dataset.reach === 'R a11 8 0 0');
  return page;
}

/** Plays games of the engine against itself until there are `games`. */
export async function measure(page, games) {
  await page.getByRole('tab', { name: 'Measure' }).click();
  await page.getByLabel('Time').selectOption('600');
  await page.getByLabel('Strength of play').selectOption('100');
  await page.getByRole('button', { name: 'Play games' }).click();
  await page.waitForFunction((count) => Number(document.querySelector('.survey').dataset.games) >= count, games, { timeout: 300_000 });
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.waitForSelector('.survey[data-done]');
  assert.match(await page.locator('.survey-status').innerText(), /^\d+ games; \d+ moves in a position/);
  assert.ok(await page.locator('.survey-words li').count() > 0);
  assert.equal(await page.locator('.survey-pieces tr').count(), 5);
}

/** Opens a link in a fresh profile and plays the first move of a person. */
export async function openLink(link) {
  const page = await openPage({ address: link.split('#')[0], hash: `#${link.split('#')[1]}` });
  await page.waitForSelector('dialog.introduction[data-ready]');
  assert.match(await page.locator('dialog.introduction').innerText(), /^Corners\s/);
  await checkAccessibility(page, 'introduction');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForFunction(() => document.querySelector('#game-name').textContent === 'Corners');
  const fen = () => page.locator('#stage').getAttribute('data-fen');
  await page.locator('#flat-box [data-place="a21"]').click();
  await page.locator('#flat-box [data-place="a31"].target').click();
  // The engine has answered: White has the second move.
  await page.waitForFunction(() => / w \d+ 2$/.test(document.querySelector('#stage').dataset.fen));
  return { page, fen };
}

test('a game is invented, played, measured and sent', { skip, timeout: 600_000 }, async () => {
  const page = await inventGame();
  await measure(page, 5);

  // The link opens the game for somebody else, who reads its rules and plays.
  await page.getByRole('button', { name: 'Link' }).click();
  await page.getByLabel('Address of the game').waitFor();
  const link = await page.getByLabel('Address of the game').inputValue();
  assert.match(link, /#rules=[\w-]+$/);
  const { page: other, fen } = await openLink(link);
  assert.match(await other.evaluate(() => location.hash), /^#rules=[\w-]+&fen=/);
  // A reload keeps the game.
  await other.waitForTimeout(400);
  const before = await fen();
  await other.reload();
  await other.waitForFunction((old) => document.querySelector('#stage').dataset.fen === old, before);
  await other.getByRole('button', { name: 'Learn' }).click();
  await other.waitForSelector('dialog.learn[data-page="0"]');
  assert.ok(await other.locator('dialog.learn .contents button').count() >= 5);
  await other.keyboard.press('Escape');
  assert.deepEqual(other.faults, []);
  await other.context().close();

  // The text is kept, and played on the page.
  await page.getByRole('button', { name: /^Play the/ }).click();
  await page.waitForFunction(() => document.querySelector('#game-name').textContent === 'Corners');
  await page.getByRole('button', { name: 'Workshop', exact: true }).click();
  await facts(page, /^Corners: /);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('the gallery shows every game, and one is changed', { skip, timeout: 300_000 }, async () => {
  const page = await openPage();
  await page.getByRole('button', { name: 'Workshop', exact: true }).click();
  await errorCount(page, 0);
  await page.getByRole('button', { name: /^Gallery/ }).click();
  await page.waitForSelector('dialog.gallery[data-ready]');
  const shown = await page.locator('.gallery-game').evaluateAll((cards) => cards.map((card) => card.dataset.game));
  assert.deepEqual(shown.sort(), games.map((name) => name.replace('.toml', '')));
  for (const text of await page.locator('.gallery-numbers').allInnerTexts()) assert.match(text, /^\d+ games: White scores \d+ ± \d+ %/);
  await checkAccessibility(page, 'gallery');
  await page.getByRole('button', { name: 'Change it: Artemis Chess in the workshop' }).click();
  await facts(page, /^My Artemis Chess/);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

/** Drags with a finger. Playwright has no function for it. */
async function dragByTouch(page, from, to) {
  const session = await page.context().newCDPSession(page);
  const [start, end] = await Promise.all([from, to].map(async (locator) => {
    const { x, y, width, height } = await locator.boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  }));
  const send = (type, touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [start]);
  for (const part of [0.25, 0.5, 0.75, 1]) await send('touchMove', [{ x: start.x + part * (end.x - start.x), y: start.y + part * (end.y - start.y) }]);
  await send('touchEnd', []);
  await session.detach();
}

test('pieces are dragged to see their moves, with the mouse and with a finger', { skip, timeout: 300_000 }, async () => {
  const page = await openPage({ width: 390, height: 844, touch: true });
  await page.getByRole('button', { name: 'Workshop', exact: true }).click();
  await errorCount(page, 0);
  await write(page, template({ files: 4, ranks: 4, levels: 2, army: 'chess' }));
  await facts(page, /^My Game: 32 cells/);
  await page.getByRole('tab', { name: 'Pieces' }).click();
  await page.getByRole('radio', { name: 'king' }).click();
  const cell = (name) => page.locator(`.piece-board [data-place="${name}"]`);
  const reach = (text) => page.waitForFunction((wanted) => document.querySelector('.pieces-panel').dataset.reach === wanted, text);
  const targets = () => page.locator('.piece-board .target').evaluateAll((cells) => cells.map(({ dataset }) => dataset.place).sort());
  await cell('c31').click();
  await reach('K c31 17 0 0');

  await cell('c31').dragTo(cell('a11'));
  await reach('K a11 7 0 0');
  assert.deepEqual(await targets(), ['a12', 'a21', 'a22', 'b11', 'b12', 'b21', 'b22']);
  await dragByTouch(page, cell('a11'), cell('d42'));
  await reach('K d42 7 0 0');
  assert.deepEqual(await targets(), ['c31', 'c32', 'c41', 'c42', 'd31', 'd32', 'd41']);

  // Another piece is dragged next to the king. The random board has one piece, on the first cell.
  await page.evaluate(() => {
    const numbers = [0];
    Math.random = () => numbers.pop() ?? 0.9;
  });
  await page.getByRole('button', { name: 'Random board' }).click();
  const other = await page.locator('.piece-board .occupied:not(.selected)').getAttribute('data-place');
  await dragByTouch(page, cell(other), cell('c42'));
  await reach('K d42 6 1 0');
  await cell('c42').dragTo(cell(other));
  await reach('K d42 7 0 0');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('the workshop is usable at 390 px, and a damaged link is refused', { skip, timeout: 300_000 }, async () => {
  const page = await openPage({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Workshop', exact: true }).click();
  await errorCount(page, 0);
  await checkAccessibility(page, 'narrow workshop');
  for (const name of ['Pieces', 'Measure', 'Board']) {
    await page.getByRole('tab', { name }).click();
    assert.ok(await page.evaluate(() => document.querySelector('dialog.workshop').scrollWidth <= innerWidth), name);
  }
  await page.getByRole('button', { name: 'Close' }).click();
  await page.evaluate(() => { location.hash = '#rules=AAAA'; });
  await page.waitForFunction(() => /damaged/.test(document.querySelector('#toast').textContent));
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

/** The milliseconds from a keystroke to the board, of a game of 192 cells: the median. */
export async function keystroke(address = '') {
  const page = await openPage({ address });
  await page.getByRole('button', { name: 'Workshop', exact: true }).click();
  await errorCount(page, 0);
  await write(page, derived(textOf('strato.toml')));
  await facts(page, /192 cells/);
  await page.evaluate(() => performance.clearMeasures('workshop'));
  for (let count = 0; count < 12; count += 1) {
    await page.keyboard.type('\n');
    await page.waitForFunction((number) => performance.getEntriesByName('workshop').length > number, count);
  }
  const times = await page.evaluate(() => performance.getEntriesByName('workshop').map(({ duration }) => duration).sort((a, b) => a - b));
  await page.context().close();
  return Math.round(times[Math.floor(times.length / 2)]);
}

test('a keystroke is drawn at once', { skip, timeout: 300_000 }, async (t) => {
  t.diagnostic(`from the keystroke to the board: median ${await keystroke()} ms`);
});
