// What the moves of an ending lead to, on the page: with hints or analysis only, as the engine says, and readable.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAccessibility } from './accessibility.mjs';
import { openPage, skip } from './browser.mjs';
import { Oracle, fenOf, hands, labelOf, place, waitForFen } from './play.mjs';

const players = { white: { engine: false, level: '0' }, black: { engine: true, level: '4' } };
const saved = (variant, fen, rest = {}) => ({ variant, fen, players, clock: null, thinkTime: 20, paused: false, verdict: null, ...rest });
const QUEEN = '8/8/8/8/8/5k2/8/4Q2K w - - 0 1';
/** A queen against a bare king in five boards of 5×5. */
const SPACE = '5/5/5/5/5|5/5/5/5/5|5/5/2k2/5/5|5/5/5/5/5|K4/5/5/5/3Q1 w 0 1';

/** The marks on the board by cell, with the words of their tooltips. */
const marks = (page) => page.locator('#flat-box .cell:has(.ending)').evaluateAll((cells) =>
  Object.fromEntries(cells.map((cell) => [cell.dataset.place, `${cell.querySelector('.ending').textContent} ${cell.title}`])));

/** What the moves from a cell lead to, as the page writes it. */
async function expected(variant, fen, from) {
  const oracle = new Oracle(variant);
  const { moves } = JSON.parse(await oracle.ask(`setoption name Endgames value true\nposition fen ${fen}\ngo nodes 100\nwait\nendings`, 'endings'));
  const legal = await oracle.moves(fen);
  oracle.close();
  const notes = { win: (count) => `#${count} mate in ${count}`, draw: () => '= draw', loss: (count) => `#−${count} mated in ${count}` };
  return Object.fromEntries(moves.flatMap(({ move, result, plies }) => {
    const { from: origin, to } = legal.find(({ uci }) => uci === move);
    return origin === from ? [[to, notes[result](Math.ceil(plies / 2))]] : [];
  }));
}

test('a game says nothing of an ending, hints and the analysis do', { skip }, async () => {
  const page = await openPage({ game: saved('chess', QUEEN) });
  const line = page.locator('.ending-line');
  await place(page, 'e1').click();
  assert.deepEqual(await marks(page), {});
  assert.ok(await line.isHidden());
  await page.getByRole('button', { name: 'Hints' }).click();
  await line.filter({ hasText: /^Ending: White mates in \d+ moves\.$/ }).waitFor();
  const wanted = await expected('chess', QUEEN, 'e1');
  assert.ok(Object.values(wanted).includes('= draw'));
  assert.deepEqual(await marks(page), wanted);
  assert.match(await labelOf(page, 'e2'), /can move here, draw$/);
  await page.getByRole('button', { name: 'Hints' }).click();
  assert.deepEqual(await marks(page), {});
  assert.ok(await line.isHidden());

  await page.locator('#tab-analysis').click();
  await page.getByLabel('Analyze', { exact: true }).check();
  await line.filter({ hasText: /White mates/ }).waitFor();
  assert.deepEqual(await marks(page), wanted);
  // The position of the other side, which the engine has left to a person.
  const [best] = Object.entries(wanted).filter(([, note]) => note.startsWith('#')).sort(([, a], [, b]) => parseInt(a.slice(1), 10) - parseInt(b.slice(1), 10))[0];
  await page.getByRole('button', { name: 'Pause' }).click();
  const fen = await fenOf(page);
  await place(page, best).click();
  await waitForFen(page, fen);
  await line.filter({ hasText: /^Ending: Black is mated in \d+ moves?\.$/ }).waitFor();
  await place(page, 'f3').click();
  const replies = await marks(page);
  assert.ok(Object.keys(replies).length > 0 && Object.values(replies).every((note) => /^#−\d+ mated in \d+$/.test(note)), JSON.stringify(replies));
  assert.deepEqual(replies, await expected('chess', await fenOf(page), 'f3'));
  // A position without a table.
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await line.waitFor({ state: 'hidden' });
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

for (const theme of ['dark', 'light']) {
  test(`the marks of an ending in space and on the flat boards: ${theme}`, { skip, timeout: 180_000 }, async () => {
    const page = await openPage({ game: saved('raumschach', SPACE), settings: { view: 'both', hints: true }, theme });
    await page.locator('.ending-line').waitFor({ timeout: 120_000 });
    await place(page, 'd11').click();
    const wanted = await expected('raumschach', SPACE, 'd11');
    assert.deepEqual(await marks(page), wanted);
    await checkAccessibility(page, 'ending');
    const [to, note] = Object.entries(wanted).find(([, text]) => text.startsWith('#'));
    await hands.space(page, 'd11');
    await hands.space(page, 'd11');
    const point = await page.evaluate((name) => document.querySelector('#space .space').probe.pixel(name), to);
    if (point) {
      await page.mouse.move(point.x, point.y);
      await page.waitForFunction((text) => document.querySelector('.space-readout').textContent.endsWith(text), note.slice(note.indexOf(' ') + 1));
    }
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/ending-${theme}.png` });
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}
