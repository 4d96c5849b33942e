// The page in a browser: playing, the game tree, analysis, editor, records and accessibility, in every game.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { engine, missing, openPage } from './browser.mjs';

const skip = missing || false;
const axe = skip ? '' : readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** An engine that tells the tests which moves are legal and good. */
class Oracle {
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

const fenOf = (page) => page.locator('#stage').getAttribute('data-fen');
const waitForFen = (page, old) => page.waitForFunction((fen) => document.querySelector('#stage').dataset.fen !== fen, old);
const place = (page, name) => page.locator(`#flat-box [data-place="${name}"]:visible:enabled`).first();

/** Plays a move by clicks and waits until the board has changed. */
async function clickMove(page, move) {
  const before = await fenOf(page);
  await place(page, move.from).click();
  await place(page, move.to).click();
  if (move.promotion || await page.locator('dialog.choice').isVisible()) {
    const choice = page.locator('dialog.choice .choices button');
    if (await choice.first().isVisible().catch(() => false)) await choice.first().click();
  }
  await waitForFen(page, before);
}

const variants = skip ? [] : await (async () => {
  const oracle = new Oracle('chess');
  const line = await oracle.ask('uci', 'option name UCI_Variant');
  oracle.close();
  return [...line.matchAll(/var (\S+)/g)].map((match) => match[1]);
})();

const persons = { white: { engine: false, level: '0' }, black: { engine: false, level: '0' } };
const saved = (variant, rest = {}) => ({ variant, fen: null, players: persons, clock: null, thinkTime: 20, paused: false, verdict: null, ...rest });

/** Positions with a pawn one step from its promotion: FEN, origin, destination. */
const PROMOTIONS = {
  federation: ['4/1P1k/4/4|4/4/4/4|4/4/4/1K2 b12+w:2/2,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - - - 0 30', 'c76', 'c86'],
  'federation-plain': ['4/1P1k/4/4|4/4/4/4|4/4/4/1K2 b12+w:2/2,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - - - 0 30', 'c76', 'c86'],
  kobayashi: ['4/1P1k/4/4|4/4/4/4|4/4/4/1K2 b12-:2/2,b86+:2/2,e12-:2/2,e86+:2/2 w - - - 0 30', 'c76', 'c86'],
  sixfold: ['4/4/4/1K2|4/4/4/4|4/1P1k/p3/4 b16+:2/2,b34+:2/2,b82-:2/2,e16+:2/2,e64-:2/2,e82-:2/2 w - - - 0 30', 'c72', 'c82'],
  spacechess: ['8/2P5/8/7k/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/K7 w - - - 0 30', 'c73', 'c83'],
  raumschach: ['5/1P3/5/5/5|5/5/5/5/k4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/4K w 0 30', 'b45', 'b55'],
  chess: ['8/2P5/8/7k/8/8/8/K7 w - - 0 30', 'c7', 'c8'],
};

/** Fails on console errors and closes the page. */
async function finish(page) {
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

for (const variant of variants) {
  test(`${variant}: a game against the engine by clicks`, { skip }, async () => {
    const oracle = new Oracle(variant);
    const players = { white: persons.white, black: { engine: true, level: '0' } };
    const page = await openPage({ game: saved(variant, { players }) });
    let plies = 0;
    let reloaded = false;
    for (;;) {
      await page.waitForFunction(() => /White to move|:/.test(document.querySelector('#state').textContent));
      const state = await page.locator('#state').textContent();
      if (state.includes(':')) break;
      if (!reloaded && plies === 3) {
        reloaded = true;
        const fen = await fenOf(page);
        await page.waitForTimeout(200);
        await page.reload();
        await page.waitForSelector('[data-ready]');
        assert.equal(await fenOf(page), fen, 'the game survives a reload');
      }
      await clickMove(page, await oracle.best(await fenOf(page), 'nodes 6000'));
      plies += 1;
      assert.ok(plies < 150, 'the game ends');
    }
    assert.match(await page.locator('#state').textContent(), /^(White wins|Black wins|Draw): [a-z -]+$/);
    assert.ok(await page.locator('.move-list .move').count() >= 2 * plies - 1);
    oracle.close();
    await finish(page);
  });

  test(`${variant}: a promotion is chosen`, { skip }, async () => {
    const known = PROMOTIONS[variant];
    if (!known) return;
    const [fen, from, to] = known;
    const oracle = new Oracle(variant);
    const legal = (await oracle.moves(fen)).filter((move) => move.from === from && move.to === to);
    oracle.close();
    assert.ok(legal.length >= 1);
    const page = await openPage({ game: saved(variant, { fen }) });
    const before = await fenOf(page);
    await place(page, from).click();
    await place(page, to).click();
    if (legal.length > 1) {
      assert.equal(await page.locator('dialog.choice .choices button').count(), legal.length);
      await page.locator('dialog.choice').getByRole('button', { name: 'rook' }).click();
    }
    await waitForFen(page, before);
    assert.match(await place(page, to).getAttribute('aria-label'), legal.length > 1 ? /white rook/ : /white queen/);
    await finish(page);
  });

  test(`${variant}: a position is edited`, { skip }, async () => {
    const page = await openPage({ game: saved(variant), settings: { tab: 'editor' } });
    const start = await fenOf(page);
    await page.getByRole('button', { name: 'Edit the position' }).click();
    const { name, king } = await page.evaluate(() => {
      const cells = [...document.querySelectorAll('#flat-box .cell.live')];
      return { name: cells.find((cell) => !cell.classList.contains('occupied')).dataset.place, king: cells.find((cell) => /white king/.test(cell.ariaLabel)).dataset.place };
    });
    await page.locator('.palette').getByRole('button', { name: 'white queen' }).click();
    await place(page, name).click();
    await page.locator('.palette').getByRole('button', { name: 'Erase' }).click();
    await place(page, king).click();
    await page.locator('.verdict.error').waitFor();
    assert.match(await page.locator('.verdict').textContent(), /king/i);
    await page.locator('.palette').getByRole('button', { name: 'white king' }).click();
    await place(page, king).click();
    await page.waitForFunction(() => !document.querySelector('.verdict.error'));
    await page.getByRole('button', { name: 'Play from here' }).click();
    await waitForFen(page, start);
    assert.match(await place(page, name).getAttribute('aria-label'), /white queen/);
    await finish(page);
  });
}

for (const variant of variants.filter((name) => /federation|kobayashi|sixfold|meder/.test(name))) {
  test(`${variant}: a platform is moved by its handle`, { skip }, async () => {
    const oracle = new Oracle(variant);
    const page = await openPage({ game: saved(variant, { fen: variant.startsWith('federation') ? PROMOTIONS[variant][0] : null }) });
    let move;
    for (let ply = 0; ply < 30 && !move; ply += 1) {
      const fen = await fenOf(page);
      move = (await oracle.moves(fen)).find((candidate) => candidate.is_platform_move);
      if (!move) await clickMove(page, await oracle.best(fen, 'nodes 1000'));
    }
    assert.ok(move, 'a platform can move');
    await clickMove(page, move);
    await place(page, move.to).waitFor();
    assert.match(await place(page, move.to).getAttribute('class'), /handle/);
    oracle.close();
    await finish(page);
  });
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

for (const [theme, width] of [['dark', 1280], ['light', 360]]) {
  test(`accessibility: ${theme} at ${width} pixels`, { skip }, async () => {
    const page = await openPage({ game: saved('federation'), theme, width, height: 740 });
    await page.evaluate(axe);
    const check = async (where) => {
      const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }));
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${where}: ${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`);
      assert.deepEqual(serious, []);
    };
    await place(page, 'c22').click();
    await check('moves');
    if (theme === 'dark') {
      await page.locator('#tab-analysis').click();
      await check('analysis');
      await page.locator('#tab-editor').click();
      await page.getByRole('button', { name: 'Edit the position' }).click();
      await check('editor');
      await page.locator('#tab-record').click();
      await page.getByRole('button', { name: 'New game' }).click();
      await check('new game');
    }
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no sideways scrolling');
    await finish(page);
  });
}
