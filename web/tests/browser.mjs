// One server and one browser for all tests.

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { serve } from '../dev-server.mjs';

export const engine = process.env.TRISKELION ?? ['release', 'debug'].map((profile) => new URL(`../../target/${profile}/triskelion`, import.meta.url).pathname).find(existsSync) ?? '';
const executablePath = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

/** Why the tests cannot run, or false: the value of the option `skip`. */
export const skip = !executablePath ? 'Chromium is missing (install chromium, or set CHROMIUM)'
  : !existsSync(engine) ? 'the program is missing (cargo build --release, or set TRISKELION)' : false;

// Nothing is skipped where a change is checked.
if (skip && process.env.CI) throw new Error(skip);

let started;

/** Starts the server and the browser once. */
export function start() {
  started ??= (async () => {
    // SwiftShader draws WebGL without a GPU.
    const args = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
    const [server, browser] = await Promise.all([serve(engine), chromium.launch({ executablePath, args, timeout: 0 })]);
    return { server, browser, url: server.url };
  })();
  return started;
}

export async function stop() {
  if (!started) return;
  const { server, browser } = await started;
  server.close();
  const gone = new Promise((resolve) => { browser.once('disconnected', resolve); });
  await Promise.race([browser.close(), gone]);
}

/** Waits for two frames: the views get their size with the first. */
export const settle = (page) => page.evaluate(async () => {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
});

/** Waits until a page that was opened can be used. */
export async function waitUntilReady(page) {
  await page.waitForSelector('[data-ready]');
  await settle(page);
}

/**
 * Opens the page with stored settings and a stored game, or for the first time. Console errors are collected in `page.faults`.
 * `address` is that of another server, `touch` whether the device has a touch screen.
 */
export async function openPage({ settings = {}, game = null, hash = '', isFirst = false, width = 1280, height = 720, theme = 'dark', address = '', touch = false } = {}) {
  const { browser, url } = await start();
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce', hasTouch: touch });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  page.faults = [];
  page.on('console', (message) => { if (message.type() === 'error') page.faults.push(message.text()); });
  page.on('pageerror', (error) => page.faults.push(error.stack ?? error.message));
  if (!isFirst) await page.addInitScript(([stored, saved]) => {
    if (sessionStorage.getItem('prepared')) return;
    sessionStorage.setItem('prepared', 'yes');
    localStorage.setItem('triskelion.settings', JSON.stringify({ view: 'flat', muted: true, ...stored }));
    localStorage.setItem('triskelion.tour', 'true');
    if (saved) localStorage.setItem('triskelion.game', JSON.stringify({ at: [], tip: [], tree: { m: '', d: '' }, ...saved }));
  }, [settings, game]);
  await page.goto((address || url) + hash);
  await waitUntilReady(page);
  return page;
}
