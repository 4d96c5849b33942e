// The checks of accessibility that the tests of the page share.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** Fails if axe-core finds a serious violation, or if the page must be scrolled sideways. `where` names the part. */
export async function checkAccessibility(page, where) {
  if (!await page.evaluate(() => 'axe' in globalThis)) {
    await page.evaluate(readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8'));
  }
  const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }));
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${where}: ${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`);
  assert.deepEqual(serious, []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${where}: no sideways scrolling`);
}
