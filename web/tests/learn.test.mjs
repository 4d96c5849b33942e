// Lessons and puzzles against the engine, then learning and the tour on the page.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { serve } from '../dev-server.mjs';
import { findMate } from '../src/learn/judge.js';
import { loadLessons } from '../src/learn/learn.js';
import { Engine } from '../src/engine.js';
import { checkAccessibility } from './accessibility.mjs';
import { engine as program, skip, openPage } from './browser.mjs';
import { Oracle, place, waitForFen, fenOf } from './play.mjs';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const puzzles = JSON.parse(read('../src/learn/puzzles.json'));
/** The names of the files in a folder, without their endings. */
const filesOf = (folder, ending) => readdirSync(new URL(folder, import.meta.url)).filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
const BY_HAND = ['federation-plain', ...filesOf('../src/learn/lessons', '.js')];
/** The games whose lessons are made from their rules. */
const FROM_RULES = filesOf('../../games', '.toml').filter((name) => !BY_HAND.includes(name));

/** The engine of the page, with a process of its own. */
function engineFor(t, variant) {
  const child = spawn(program, ['--variant', variant]);
  t.after(() => child.kill());
  let listener = () => {};
  createInterface({ input: child.stdout }).on('line', (line) => listener(line));
  return new Engine({ send: (line) => child.stdin.write(`${line}\n`), onLine: (cb) => { listener = cb; }, onState: () => {}, close: () => {} });
}

/** Makes the lessons of a game; `variant` is its name, or its file beside the name. */
const lessonsOf = (t, variant, name = variant) => loadLessons(name, engineFor(t, variant));

const saved = (variant) => ({
  variant, fen: null, players: { white: { engine: false, level: '0' }, black: { engine: false, level: '0' } }, clock: null, thinkTime: 20, paused: false, verdict: null });

/** Checks the lessons of a game against the engine. `variant` is its name, or its file beside the name. */
async function checkLessons(t, variant, name = variant) {
  const oracle = new Oracle(variant);
  t.after(() => oracle.close());
  const geometry = JSON.parse(await oracle.ask('geometry', 'geometry'));
  const places = new Set([...geometry.cells, ...geometry.posts].map((place) => place.name));
  const start = JSON.parse(await oracle.ask('board', 'board'));
  const lessons = await lessonsOf(t, variant, name);
  const titles = lessons.map(({ title }) => title);
  assert.equal(new Set(titles).size, titles.length, titles.join());
  for (const piece of geometry.pieces) {
    const own = lessons.filter(({ title }) => title.toLowerCase().startsWith(piece.name));
    assert.ok(own.length && own.every(({ select }) => select), `lessons of the ${piece.name}`);
  }
  assert.equal(titles.includes('Platforms'), geometry.posts.length > 0);
  for (const { title, text, fen = start.fen, select, show = [], task, goal } of lessons) {
    const board = JSON.parse(await oracle.ask(`position fen ${fen}\nboard`, 'board'));
    assert.equal(board.fen, fen, title);
    assert.equal(board.result, 'none', title);
    const legal = await oracle.moves(fen);
    if (select) assert.ok(legal.some(({ from }) => from === select), `${title}: moves of ${select}`);
    for (const uci of goal ?? []) assert.ok(legal.some((move) => move.uci === uci), `${title}: ${uci}`);
    assert.equal(task === undefined, goal === undefined, title);
    assert.ok(text.length && text.every((line) => /^[A-Z0-9].*\.$/.test(line) && !/undefined|NaN|  /.test(line)), `${title}: ${text}`);
    const pattern = geometry.levels > 1 ? /\b[a-p]\d+[+-]?/g : /\b[a-p]\d\b/g;
    const named = [...text, task ?? ''].join(' ').replace(/There is no cell [^.]*/, '').matchAll(pattern);
    for (const place of [...show, ...named].map(String)) assert.ok(places.has(place), `${title}: ${place}`);
  }
  return lessons;
}

for (const variant of BY_HAND) test(`${variant}: the lessons agree with the engine`, { skip }, (t) => checkLessons(t, variant));

/** Pages that ask for a move. */
const TASKS = /^(Promotion|Castling|En passant|Freezing|To the other level|The ride)/;

for (const variant of FROM_RULES) {
  test(`${variant}: the lessons from the rules agree with the engine`, { skip }, async (t) => {
    const lessons = await checkLessons(t, variant);
    for (const { title, task } of lessons.filter((lesson) => TASKS.test(lesson.title))) assert.ok(task, `${title} has a task`);
    assert.ok(lessons.some(({ title }) => title.startsWith('Promotion')));
  });
}

test('files of games have lessons', { skip }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'triskelion-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [, text, name] of read('../../docs/games.md').matchAll(/```toml\n(name = "(.*?)"[^]*?)```/g)) {
    if (text.includes('inherits')) continue;
    const file = join(folder, `${name}.toml`);
    writeFileSync(file, text);
    const titles = (await checkLessons(t, file, name)).map(({ title }) => title);
    assert.equal(titles[0], 'The board');
    for (const [key, page] of [['castling', 'Castling'], ['rides', 'The ride'], ['freezes', 'Freezing: the watcher'], ['promotes', 'Promotion'], ['en_passant', 'En passant']]) {
      assert.equal(titles.includes(page), new RegExp(`^\\W*${key}\\b|[ {]${key} =`, 'm').test(text), `${name}: ${page}`);
    }
  }
});

for (const variant of Object.keys(puzzles)) {
  test(`${variant}: the puzzles are mates that the judge finds`, { skip }, async (t) => {
    const mates = new Set(read(`../../tests/mates/${variant}.mates`).split('\n'));
    const engine = engineFor(t, variant);
    for (const [index, fens] of puzzles[variant].entries()) {
      const count = index + 1;
      // A game can lack long mates that the judge finds soon enough.
      if (count > 2 && !fens.length) continue;
      for (const fen of fens) assert.ok(mates.has(`${count} ${fen}`), fen);
      const { mates: found, line } = await findMate(engine, fens[0], [], count);
      assert.ok(found && line.length === 2 * count - 1, fens[0]);
      if (count === 1) continue;
      assert.ok((await findMate(engine, fens[0], [], count, line[0])).mates);
      assert.ok(!(await findMate(engine, fens[0], [], 1)).mates);
    }
  });
}

const board = '.learn .practice';
const on = (page, name) => page.locator(`.learn [data-place="${name}"]:visible:enabled`).first();
const status = (page, pattern) => page.waitForFunction((text) => new RegExp(text).test(document.querySelector('.learn-status').textContent), pattern.source);
const waitForBoard = (page, fen) => page.waitForFunction(([selector, text]) => document.querySelector(selector)?.dataset.fen === text, [board, fen]);

async function openLearn(page) {
  await page.locator('#tools').getByRole('button', { name: 'Learn' }).click();
  await page.locator(`${board}[data-fen]`).waitFor();
}
const contents = (page, name) => page.locator('.contents').getByRole('button', { name, exact: true }).click();

async function finish(page) {
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

test('every lesson by hand is drawn', { skip }, async () => {
  const page = await openPage({ game: saved('federation') });
  await openLearn(page);
  for (const variant of BY_HAND) {
    await page.locator('.learn').getByLabel('Game').selectOption(variant);
    for (const { title, fen, select } of await loadLessons(variant)) {
      await contents(page, title);
      if (fen) await waitForBoard(page, fen);
      if (select) await page.locator('.learn .target, .learn .capture').first().waitFor();
      assert.equal(await page.locator('.learn h3').textContent(), title);
    }
  }
  await finish(page);
});

for (const variant of FROM_RULES) {
  test(`${variant}: every lesson from the rules shows its moves, and its task is solved`, { skip, timeout: 600_000 }, async (t) => {
    const oracle = new Oracle(variant);
    t.after(() => oracle.close());
    const page = await openPage({ game: saved(variant) });
    await openLearn(page);
    for (const { title, text, fen, select, task, goal } of await lessonsOf(t, variant)) {
      await contents(page, title);
      assert.equal(await page.locator('.learn h3').textContent(), title);
      assert.deepEqual(await page.locator('.learn-text p').allTextContents(), task ? [...text, task] : text);
      if (!fen) continue;
      await waitForBoard(page, fen);
      const legal = (await oracle.moves(fen)).filter(({ from }) => from === select);
      const shown = () => page.locator('.learn :is(.target, .capture)[data-place]').evaluateAll((cells) => [...new Set(cells.map((cell) => cell.dataset.place))].sort());
      await page.locator('.learn :is(.target, .capture)').first().waitFor();
      const [places, expected] = [await shown(), [...new Set(legal.map(({ to }) => to))].sort()];
      assert.ok(expected.every((to) => places.includes(to)), `${title}: ${places} instead of ${expected}`);
      if (!task) continue;
      const move = legal.find(({ uci }) => goal.includes(uci));
      await on(page, move.to).click();
      if (legal.filter(({ to }) => to === move.to).length > 1) await page.locator(`dialog.choice [data-uci="${move.uci}"]`).click();
      await status(page, /Well done/);
    }
    await finish(page);
  });
}

test('a game from the file of a user has lessons and no puzzles', { skip }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'triskelion-'));
  const file = join(folder, 'own-game.toml');
  writeFileSync(file, read('../../games/artemis.toml').replace('name = "artemis"', 'name = "own-game"'));
  const server = await serve(program, 0, ['--variant', file]);
  t.after(() => { server.close(); rmSync(folder, { recursive: true }); });
  const page = await openPage({ address: server.url });
  await openLearn(page);
  assert.equal(await page.locator('.learn').getByLabel('Game').inputValue(), 'own-game');
  await contents(page, 'Bishop');
  await page.locator('.learn .target').first().waitFor();
  assert.equal(await page.locator('.contents button', { hasText: 'Puzzles' }).count(), 0);
  await page.locator('.learn').getByLabel('Game').selectOption('chess');
  await contents(page, 'Puzzles: mate in 1');
  await waitForBoard(page, puzzles.chess[0][0]);
  await finish(page);
});

test('a lesson is tried by clicks and goes on', { skip }, async () => {
  const page = await openPage({ game: saved('federation') });
  const fen = await fenOf(page);
  await openLearn(page);
  await contents(page, 'Platforms');
  await page.locator('.learn .post.target').first().waitFor();
  await on(page, 'b34-').click();
  await status(page, /Well done/);
  // It is the same side's turn again, in space as well.
  await page.locator('.learn .handle.selected[data-place="b34-"]').waitFor();
  await page.getByRole('button', { name: 'Show the board in 3-D or flat' }).click();
  await page.locator('.learn canvas').waitFor();
  await page.getByRole('button', { name: 'Show the board in 3-D or flat' }).click();
  await contents(page, 'Rook');
  await page.locator('.learn .cell.selected[data-place=c34]').waitFor();
  await on(page, 'd44').click();
  await status(page, /rook/);
  await on(page, 'c34').click();
  await on(page, 'c76').click();
  await page.locator('.learn .cell.selected[data-place=c76]').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.locator('dialog.learn').waitFor({ state: 'detached' });
  assert.equal(await fenOf(page), fen, 'the game on the page has not changed');
  await finish(page);
});

test('a puzzle is failed, hinted and solved, and another one is shown', { skip }, async (t) => {
  const page = await openPage({ game: saved('chess') });
  const [fen, second] = puzzles.chess[1];
  const oracle = new Oracle('chess');
  t.after(() => oracle.close());
  const play = async (move) => {
    await on(page, move.from).click();
    await on(page, move.to).click();
  };
  await openLearn(page);
  await contents(page, 'Puzzles: mate in 2');
  await waitForBoard(page, fen);
  const legal = await oracle.moves(fen);
  const best = await oracle.best(fen, 'mate 2 nodes 300000');
  const others = legal.filter((move) => move.from !== best.from && !move.promotion);
  const wrong = others.find((move) => !move.captured_cell) ?? others[0];
  await play(wrong);
  await status(page, /does not mate in two moves/);
  await waitForBoard(page, fen);
  await page.locator('.learn').getByRole('button', { name: 'Hint' }).click();
  await status(page, /^Move the/);
  await page.locator('.learn').getByRole('button', { name: 'Hint' }).click();
  await page.locator('.learn .arrows g').waitFor();
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.waitForFunction(() => !document.querySelector('.learn .arrows g'));
  await waitForBoard(page, fen);
  await play(best);
  await status(page, /^Right: .*mate in one move/);
  const next = await page.locator(board).getAttribute('data-fen');
  await play(await oracle.best(next, 'mate 1 nodes 20000'));
  await status(page, /Solved/);
  assert.match(await page.locator('.learn-text').textContent(), /1 solved/);
  await page.locator('.learn').getByRole('button', { name: 'Next' }).click();
  await waitForBoard(page, second);
  await page.getByRole('button', { name: 'Solution' }).click();
  await status(page, /^Solution: .*mate\.$/);
  await finish(page);
});

test('the first visit: the tour is finished, and the game has hints', { skip }, async () => {
  const page = await openPage({ isFirst: true });
  const tour = page.locator('#tour');
  await tour.waitFor();
  assert.match(await page.locator('#top-player select').inputValue(), /^0$/);
  await page.locator('#flat-box .arrows g').waitFor();
  await tour.getByRole('button', { name: 'Next' }).click();
  await tour.locator('.post.target').first().click();
  await tour.locator('.handle.selected').waitFor();
  await tour.getByRole('button', { name: 'Next' }).click();
  await tour.getByRole('button', { name: 'Next' }).click();
  await tour.getByRole('button', { name: 'Play' }).click();
  assert.equal(await tour.count(), 0);
  const fen = await fenOf(page);
  await place(page, 'c22').click();
  await place(page, 'c34').click();
  await waitForFen(page, fen);
  await page.waitForFunction(() => /White to move/.test(document.querySelector('#state').textContent) && document.querySelector('#flat-box .arrows g'));
  await page.getByRole('button', { name: 'Hints' }).click();
  assert.equal(await page.locator('#flat-box .arrows g').count(), 0);
  await page.reload();
  await page.waitForSelector('[data-ready]');
  await page.waitForTimeout(500);
  assert.equal(await tour.count(), 0, 'the tour is shown once');
  await openLearn(page);
  await page.getByRole('button', { name: 'Show the tour' }).click();
  await tour.waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await tour.count(), 0);
  await finish(page);
});

test('the first visit: the tour is skipped, or ended by a move', { skip }, async () => {
  const first = await openPage({ isFirst: true, width: 360, height: 740 });
  await first.getByRole('button', { name: 'Skip the tour' }).click();
  assert.equal(await first.locator('#tour').count(), 0);
  await finish(first);
  const second = await openPage({ isFirst: true });
  await second.locator('#tour').waitFor();
  await place(second, 'c22').click();
  await place(second, 'c34').click();
  await second.locator('#tour').waitFor({ state: 'detached' });
  await finish(second);
});

for (const theme of ['dark', 'light']) {
  for (const width of [1280, 360]) {
    test(`accessibility of learning: ${theme}, ${width} pixels`, { skip }, async () => {
      const page = await openPage({ isFirst: true, theme, width, height: 740 });
      const check = async (where) => {
        await checkAccessibility(page, where);
        const box = await page.locator('#tour, dialog.learn').first().boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= 740, `${where}: inside the window`);
      };
      const tour = page.locator('#tour');
      await tour.waitFor();
      await check('tour');
      await tour.getByRole('button', { name: 'Next' }).click();
      await tour.locator('.post.target').first().waitFor();
      await check('tour, platform');
      await tour.getByRole('button', { name: 'Skip the tour' }).click();
      await openLearn(page);
      await check('lesson');
      await contents(page, 'Under ceilings');
      await page.locator('.learn .target').first().waitFor();
      await on(page, 'b22').click();
      await status(page, /Capture/);
      await check('lesson, tried');
      await page.locator('.learn').getByLabel('Game').selectOption('dragonchess');
      await contents(page, 'Basilisk');
      await page.locator('.learn .target').first().waitFor();
      await check('lesson from the rules');
      await page.locator('.learn').getByLabel('Game').selectOption('federation');
      await contents(page, 'Puzzles: mate in 1');
      await waitForBoard(page, puzzles.federation[0][0]);
      await check('puzzle');
      await finish(page);
    });
  }
}
