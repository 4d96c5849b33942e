// The static folder in a browser, below a path of a plain server: a game, analysis, and a visit without a network.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { start } from './browser.mjs';
import { engine, serveFolder, site } from './site.mjs';
import { inventGame, keystroke, measure, openLink } from './workshop.test.mjs';

const skip = !existsSync(new URL('engine.wasm', site)) ? 'the folder is missing (web/build --out target/page, or set PAGE)'
  : !engine ? 'the program is missing (cargo build --release, or set TRISKELION)' : false;

const fenOf = (page) => page.locator('#stage').getAttribute('data-fen');

/** Plays a move by clicks and waits for the engine's answer. */
async function playAndWait(page, from, to) {
  const before = await fenOf(page);
  await page.locator(`#flat-box [data-place="${from}"]:visible:enabled`).first().click();
  await page.locator(`#flat-box [data-place="${to}"]:visible:enabled`).first().click();
  const side = before.includes(' w ') ? ' w ' : ' b ';
  await page.waitForFunction(([fen, word]) => {
    const now = document.querySelector('#stage').dataset.fen;
    return now !== fen && now.includes(word);
  }, [before, side]);
}

test('the folder plays a game, and again without a network', { skip, timeout: 180_000 }, async () => {
  const { browser } = await start();
  const server = await serveFolder();
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const faults = [];
  page.on('console', (message) => { if (message.type() === 'error') faults.push(message.text()); });
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.addInitScript(() => {
    const game = {
      variant: 'chess', fen: null, tree: { m: '', d: '' }, at: [], tip: [], thinkTime: 100, paused: false, verdict: null,
      clock: null, players: { white: { engine: false, level: '0' }, black: { engine: true, level: '3' } },
    };
    if (localStorage.getItem('triskelion.game')) return;
    localStorage.setItem('triskelion.settings', JSON.stringify({ view: 'flat', muted: true }));
    localStorage.setItem('triskelion.game', JSON.stringify(game));
  });

  await page.goto(server.url);
  await page.waitForSelector('[data-ready]');
  await playAndWait(page, 'e2', 'e4');
  // Everything comes from the folder.
  const base = new URL(server.url);
  assert.deepEqual(requests.filter((url) => /^https?:/.test(url) && !url.startsWith(base.href)), []);

  // The game survives the loss of the network and a reload.
  await page.evaluate(() => navigator.serviceWorker.ready);
  const fen = await fenOf(page);
  await context.setOffline(true);
  server.close();
  await page.reload();
  await page.waitForSelector('[data-ready]');
  await page.waitForFunction((old) => document.querySelector('#stage').dataset.fen === old, fen);
  await playAndWait(page, 'd2', 'd3');
  assert.deepEqual(faults, []);
  await context.close();
});

test('a search in a worker answers at once', { skip, timeout: 120_000 }, async (t) => {
  const { browser } = await start();
  const other = await serveFolder('/');
  const page = await browser.newPage();
  await page.goto(other.url);
  const result = await page.evaluate(async () => {
    const { connectWorker } = await import(new URL('src/engine.js', document.baseURI).href);
    const lines = [];
    const url = (file) => new URL(file, document.baseURI).href;
    const connection = connectWorker(url('engine.wasm'), { federation: url('networks/federation.net') }, () => {}, (error) => lines.push(error));
    let check = () => {};
    connection.onLine((line) => { lines.push(line); check(line); });
    const until = (word) => new Promise((resolve) => { check = (line) => { if (line.startsWith(word)) resolve(line); }; });
    await new Promise((resolve) => { connection.onState((state) => { if (state === 'open') resolve(); }); });
    const times = [];
    for (let round = 0; round < 5; round += 1) {
      connection.send('go infinite');
      await until('info depth 9');
      const started = performance.now();
      connection.send('stop');
      await until('bestmove');
      times.push(performance.now() - started);
    }
    const count = lines.filter((line) => line.startsWith('bestmove')).length;
    connection.close();
    return { times, count, suspends: 'Suspending' in WebAssembly };
  });
  t.diagnostic(`stop was answered after ${result.times.map(Math.round).join(', ')} ms`);
  assert.equal(result.count, 5);
  // Machines that check changes are busy.
  assert.ok(Math.min(...result.times) < 200, JSON.stringify(result));
  await page.close();
  other.close();
});

test('a game is invented, measured, played to its end and sent without a server', { skip, timeout: 900_000 }, async (t) => {
  await start();
  const server = await serveFolder();
  const page = await inventGame(server.url);
  await measure(page, 50);
  await page.getByRole('button', { name: 'Link' }).click();
  await page.getByLabel('Address of the game').waitFor();
  const link = await page.getByLabel('Address of the game').inputValue();

  // The engine plays it against itself.
  await page.getByRole('button', { name: /^Play the/ }).click();
  await page.waitForFunction(() => document.querySelector('#game-name').textContent === 'Corners');
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByLabel('You play').selectOption('none');
  await page.getByLabel('Engine thinks').selectOption('300');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForSelector('#state.over', { timeout: 600_000 });
  t.diagnostic(await page.locator('#state').innerText());
  assert.deepEqual(page.faults, []);
  await page.context().close();

  const { page: other } = await openLink(link);
  assert.deepEqual(other.faults, []);
  await other.context().close();
  t.diagnostic(`from the keystroke to the board in the module: median ${await keystroke(server.url)} ms`);
  server.close();
});
