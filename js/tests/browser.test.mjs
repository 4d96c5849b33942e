// The package in headless Chromium, served as static files: boards, engines, the page of README.md, the board of
// `examples/javascript`, and a page that imports the package from another host.

import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { install, root, serve, skip as skipWithoutModule } from './support.mjs';

const tools = existsSync(join(root, 'web/node_modules/playwright-core')) ? await import('../../web/tests/browser.mjs') : null;
const executable = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const skip = skipWithoutModule || (!tools && 'Playwright is missing (npm ci in web/)') || (!executable && 'Chromium is missing (install chromium, or set CHROMIUM)') || tools.skip;
if (skip && process.env.CI) throw new Error(skip);

const closers = [];
let browser;
let server;
let folder;

before(async () => {
  if (skip) return;
  const installed = install();
  closers.push(installed.remove);
  folder = installed.folder;
  cpSync(join(root, 'examples/javascript'), join(folder, 'example'), { recursive: true });
  cpSync(join(folder, 'node_modules'), join(folder, 'example/node_modules'), { recursive: true });
  writeFileSync(join(folder, 'empty.html'), '<!doctype html><title>empty</title><script type="importmap">{ "imports": { "triskelion": "./node_modules/triskelion/index.js" } }</script>');
  server = await serve(folder);
  closers.push(server.close);
  ({ browser } = await tools.start());
  closers.push(tools.stop);
}, { timeout: 240_000 });

after(async () => { for (const close of closers.reverse()) await close(); });

/** Opens a page and collects its errors. */
async function open(t, address) {
  const page = await browser.newPage();
  t.after(() => page.close());
  page.setDefaultTimeout(60_000);
  page.faults = [];
  page.requests = [];
  page.on('console', (message) => { if (message.type() === 'error') page.faults.push(`${message.text()} ${message.location().url}`); });
  page.on('pageerror', (error) => page.faults.push(error.stack ?? error.message));
  page.on('request', (request) => page.requests.push(request.url()));
  await page.goto(address);
  return page;
}

/** Runs a function in the page with what the package exports. */
const use = (page, run) => page.evaluate(`(async () => (${run})(await import('triskelion')))()`);

test('boards', { skip, timeout: 180_000 }, async (t) => {
  const page = await open(t, `${server.url}/empty.html`);
  const result = await use(page, async ({ Board, load, variants }) => {
    let early = '';
    try {
      new Board();
    } catch (error) {
      early = error.message;
    }
    const progress = [];
    await load({ onProgress: (bytes) => progress.push(bytes) });
    const counts = Object.fromEntries(variants().map((variant) => [variant, new Board(variant).perft(1)]));
    const board = new Board('chess');
    for (const move of ['f3', 'e5', 'g4', 'Qh4']) board.push(move);
    let error = '';
    try {
      board.push('e4');
    } catch ({ message }) {
      error = message;
    }
    return { early, counts, loaded: progress.at(-1), outcome: board.outcome(), error, perft: new Board().perft(3) };
  });
  assert.equal(result.early, 'The module is not loaded yet; call `await load()` first.');
  assert.deepEqual([result.counts.federation, result.counts.chess, result.counts.dragonchess > 30, result.perft], [21, 20, true, 10172]);
  assert.equal(result.loaded, statSync(join(root, 'js/dist/engine.wasm')).size);
  assert.deepEqual(result.outcome, { winner: 'b', reason: 'checkmate', result: '0-1' });
  assert.match(result.error, /^move "e4": /);
  assert.deepEqual(page.faults, []);
});

test('engines: streams, stops, two at once, and the network that is needed', { skip, timeout: 180_000 }, async (t) => {
  const page = await open(t, `${server.url}/empty.html`);
  const result = await use(page, async ({ Engine }) => {
    const engines = [new Engine(), new Engine()];
    const depths = [];
    const times = [];
    for (let round = 0; round < 3; round += 1) {
      const runs = engines.map((engine) => engine.analyse({ variant: 'raumschach' }));
      await Promise.all(runs.map(async (run) => { for await (const { depth } of run) if (depth >= 5) break; }));
      const stopped = performance.now();
      depths.push(...(await Promise.all(runs.map((run) => run.result))).map(({ depth }) => depth));
      times.push(performance.now() - stopped);
    }
    const { score } = await engines[0].search({ variant: 'chess', fen: '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1' }, { time: 200, multipv: 2 });
    const error = await engines[0].search({ variant: 'chess', moves: ['e2e5'] }, { depth: 1 }).catch(({ message }) => message);
    const closed = engines[1].analyse({ variant: 'chess' }).result.catch(({ message }) => message);
    for (const engine of engines) engine.close();
    return { depths, times, score, error, closed: await closed };
  });
  assert.ok(result.depths.length === 6 && result.depths.every((depth) => depth >= 5));
  // Machines that check changes are busy.
  assert.ok(Math.min(...result.times) < 300, `${result.times} ms`);
  t.diagnostic(`stops were answered after ${result.times.map(Math.round).join(', ')} ms`);
  assert.equal(result.score.mate, 1);
  assert.match(result.error, /^move "e2e5": /);
  assert.equal(result.closed, 'The engine is closed.');
  const files = page.requests.map((url) => url.split('/').at(-1));
  assert.equal(files.filter((file) => file === 'engine.wasm').length, 1);
  assert.deepEqual([...new Set(files.filter((file) => file.endsWith('.net')))].sort(), ['chess.net', 'raumschach.net']);
  assert.deepEqual(page.faults, []);
});

test('a network that is missing is an error', { skip, timeout: 120_000 }, async (t) => {
  const page = await open(t, `${server.url}/empty.html`);
  const messages = await use(page, async ({ Engine, load }) => {
    await load({ networks: '/nowhere' });
    const engine = new Engine();
    const search = () => engine.search({ variant: 'meder' }, { depth: 1 }).catch(({ message }) => message);
    return [await search(), await search()];
  });
  const message = `network of meder: ${server.url}/nowhere/meder.net: HTTP status 404`;
  assert.deepEqual(messages, [message, message]);
});

test('the page of README.md', { skip, timeout: 120_000 }, async (t) => {
  const [, code] = /^```html\n(.*?)^```$/ms.exec(readFileSync(join(root, 'js/README.md'), 'utf8'));
  writeFileSync(join(folder, 'readme.html'), code);
  const page = await open(t, `${server.url}/readme.html`);
  await page.waitForFunction(() => document.getElementById('board').textContent.includes('Black to move'));
  assert.deepEqual(page.faults, []);
});

test('a page and the package on different hosts', { skip, timeout: 120_000 }, async (t) => {
  const cdn = await serve(join(folder, 'node_modules'), { 'access-control-allow-origin': '*' });
  t.after(cdn.close);
  mkdirSync(join(folder, 'other'), { recursive: true });
  writeFileSync(join(folder, 'other/index.html'), `<!doctype html><script type="importmap">{ "imports": { "triskelion": "${cdn.url}/triskelion/index.js" } }</script>`);
  const page = await open(t, `${server.url}/other/`);
  const move = await use(page, async ({ Board, Engine, load }) => {
    await load();
    return new Board('chess').parseMove((await new Engine().search({ variant: 'chess' }, { depth: 3 })).move).uci;
  });
  assert.match(move, /^[a-h][1-8][a-h][1-8]$/);
  assert.deepEqual(page.faults, []);
});

test('the board of examples/javascript plays a move', { skip, timeout: 180_000 }, async (t) => {
  assert.ok(readFileSync(join(root, 'examples/javascript/board.js'), 'utf8').split('\n').length <= 61);
  const page = await open(t, `${server.url}/example/`);
  const state = (text) => page.waitForFunction((wanted) => document.getElementById('state').textContent === wanted, text);
  const place = (name) => page.locator(`[data-place="${name}"]`);
  await state('Your move');
  assert.equal(await page.locator('.level button').count(), 64);
  await place('b22').click();
  assert.equal(await page.locator('#levels .to').count(), 4);
  await place('b44').click();
  assert.equal(await place('b44').textContent(), '♟');
  await state('Your move');
  assert.equal(await place('b22').textContent(), '');
  // Another game, with an engine that is already there.
  await page.getByLabel('Game').selectOption('chess');
  await place('e2').click();
  await place('e4').click();
  await page.waitForFunction(() => document.getElementById('state').textContent === 'Your move');
  assert.equal(await page.locator('.level button').count(), 64);
  assert.deepEqual(page.faults, []);
  if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT });
});
