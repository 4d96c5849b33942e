// Plays on the page by clicks, in either view, with the moves of an engine of its own.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { engine, settle } from './browser.mjs';

/** An engine of the tests, which lists the legal moves and finds good ones. */
export class Oracle {
  constructor(variant) {
    this.child = spawn(engine, ['--variant', variant]);
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  async ask(commands, word) {
    this.child.stdin.write(`${commands}\n`);
    for (;;) {
      const { value, done } = await this.lines.next();
      if (done) throw new Error('the engine has ended');
      if (value.startsWith(word)) return value.slice(word.length).trim();
    }
  }

  async moves(fen) {
    return JSON.parse(await this.ask(`position fen ${fen}\nmoves json`, 'moves'));
  }

  async best(fen, limit) {
    const uci = (await this.ask(`position fen ${fen}\ngo ${limit}`, 'bestmove')).split(' ')[0];
    return (await this.moves(fen)).find((move) => move.uci === uci);
  }

  close() {
    this.child.kill();
  }
}

export const fenOf = (page) => page.locator('#stage').getAttribute('data-fen');
export const waitForFen = (page, old) => page.waitForFunction((fen) => document.querySelector('#stage').dataset.fen !== fen, old);
/** The element of a cell or platform that can be clicked. */
export const place = (page, name) => page.locator(`#flat-box [data-place="${name}"]:visible:enabled`).first();
/** The label of a cell in the flat view, which is kept while it is hidden. */
export const labelOf = (page, name) => page.locator(`#flat-box .cell[data-place="${name}"]`).getAttribute('aria-label');

const pixel = async (page, name) => {
  await page.waitForSelector('#space canvas');
  await settle(page);
  return page.evaluate((wanted) => document.querySelector('#space .space').probe.pixel(wanted), name);
};

/** Where the view in space shows a place, after a turn of the camera if another piece hides it. */
async function seek(page, name) {
  for (const turn of ['', 'White', 'Reset', 'Black', 'Side', 'Top']) {
    if (turn) await page.locator('#camera').getByRole('button', { name: turn }).click();
    const point = await pixel(page, name);
    if (point) return point;
  }
  // From the top nothing hides a place once its level is the one in use.
  const level = Number(/\d(?=[+-]?$)/.exec(name)[0]) + (name.endsWith('+') ? 1 : name.endsWith('-') ? -1 : 0);
  await page.getByLabel('Level in use').selectOption(String(level));
  const point = await pixel(page, name);
  if (!point) throw new Error(`${name} cannot be picked`);
  return point;
}

/** How a place is clicked in each view. */
export const hands = {
  flat: async (page, name) => {
    // Playwright's own click waits for several frames, which take long without a graphics card.
    const { x, y, covered } = await place(page, name).evaluate((element) => {
      const box = element.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const top = document.elementFromPoint(x, y);
      return { x, y, covered: top?.closest('[data-place]')?.dataset.place === element.dataset.place ? '' : top?.outerHTML.slice(0, 200) ?? 'nothing' };
    });
    if (covered) throw new Error(`${name} cannot be clicked, at its place is ${covered}`);
    await page.mouse.click(x, y);
  },
  space: async (page, name) => {
    const { x, y } = await seek(page, name);
    await page.mouse.click(x, y);
  },
};

/** Plays a move by clicks and waits until the board has changed. `legal` are the legal moves. */
export async function clickMove(page, click, move, legal) {
  const before = await fenOf(page);
  await click(page, move.from);
  await click(page, move.to);
  if (legal.filter(({ from, to }) => from === move.from && to === move.to).length > 1) await page.locator(`dialog.choice [data-uci="${move.uci}"]`).click();
  await waitForFen(page, before);
}

/** The number of colors that the canvas shows, read back from it. */
export const canvasColors = (page) => page.evaluate(() => {
  const { probe } = document.querySelector('#space .space');
  probe.draw();
  const gl = probe.canvas.getContext('webgl2');
  const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
  const pixels = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return new Set(new Uint32Array(pixels.buffer).filter((_, index) => index % 7 === 0)).size;
});
