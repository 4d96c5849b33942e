// The text editor of the workshop: places, help and completions in texts of games, then the editor in headless Chromium.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { completionsAt, helpAt, nextToken, placeAt, rangeOfError, startLine, startState, tableAt } from '../src/workshop/toml-position.js';
import { checkAccessibility } from './accessibility.mjs';
import { settle, skip, start } from './browser.mjs';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const keys = JSON.parse(read('../src/workshop/keys.json'));
const games = readdirSync(new URL('../../games/', import.meta.url)).filter((name) => name.endsWith('.toml'))
  .map((name) => ({ name, text: read(`../../games/${name}`) }));
const examples = read('../../docs/games.md').split('```toml\n').slice(1)
  .map((block, index) => ({ name: `example ${index + 1} of docs/games.md`, text: block.split('```')[0] }));

/** A text with `|` as the text without it and the position. */
const at = (marked) => ({ text: marked.replace('|', ''), position: marked.indexOf('|') });
const labels = (marked, isExplicit = true) => {
  const { text, position } = at(marked);
  return completionsAt(keys, text, position, isExplicit)?.options.map(({ label }) => label) ?? [];
};
/** The text after a completion was chosen, with `|` at the cursor. */
const completed = (marked, label) => {
  const { text, position } = at(marked), { from, options } = completionsAt(keys, text, position);
  const { apply = label, cursor = apply.length } = options.find((option) => option.label === label);
  return `${text.slice(0, from)}${apply.slice(0, cursor)}|${apply.slice(cursor)}${text.slice(position)}`;
};

test('keys.json is made from docs/games.md', () => {
  execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/keys.mjs', import.meta.url)), '--check']);
  for (const { key, table, help, value, words } of keys.keys) {
    assert.ok(help && value, `${table}.${key}`);
    assert.equal(value.startsWith('word'), !!words?.length, key);
  }
  assert.equal(new Set(keys.keys.map(({ key, table }) => `${table}.${key}`)).size, keys.keys.length);
});

test('the words of vectors are those of the engine', () => {
  const [, list] = /const WORDS[^=]*= \[(.*?)\n\];/s.exec(read('../../src/rules/fixed/spec/vectors.rs'));
  const words = [...list.matchAll(/\("([a-z]+)"/g)].map(([, word]) => word);
  assert.deepEqual(keys.vectors.map(({ text }) => text).filter((text) => /^[a-z]+$/.test(text)).sort(), words.sort());
});

for (const { name, text } of [...games, ...examples]) {
  test(`${name}: the table and the key at the beginnings of the lines`, () => {
    let section = '', last = '', start = 0, count = 0;
    for (const line of text.split('\n')) {
      const header = /^\[+([\w.]+)\]/.exec(line)?.[1], key = /^("[^"]+"|\w+) =/.exec(line)?.[1].replaceAll('"', ''), inner = /^ +\{ (\w+) =/.exec(line);
      if (header) {
        section = header;
        assert.equal(tableAt(text, start), section, line);
        assert.equal(placeAt(text, start + 3).part, 'header', line);
      } else if (key) {
        last = key;
        const { table, key: found } = placeAt(text, start);
        assert.deepEqual([table, found], [section, key], line);
        // The value, unless it is an inline table.
        if (/^[^=]+ = ["\d]/.test(line)) assert.equal(placeAt(text, start + line.indexOf('= ') + 3).key, key, line);
        for (const [whole, before, one] of line.matchAll(/([{,] )(\w+) = ["[\dtf]/g)) {
          const position = start + line.indexOf(whole) + before.length;
          assert.ok(placeAt(text, position).table.startsWith([section, key].filter(Boolean).join('.')), line);
          assert.equal(placeAt(text, position).key, one, line);
          count += 1;
        }
      } else if (inner) {
        const { table, key: found } = placeAt(text, start + line.indexOf(inner[1]));
        assert.deepEqual([table, found], [`${section}.${last}`, inner[1]], line);
      }
      count += 1;
      start += line.length + 1;
    }
    assert.ok(count > 4);
  });

  test(`${name}: every key has help, and all text is tokens`, () => {
    const state = startState();
    let start = 0;
    for (const line of text.split('\n')) {
      startLine(line, state);
      for (let column = 0; column < line.length;) {
        const { end, type } = nextToken(line, column, state);
        assert.ok(end > column && end <= line.length);
        assert.notEqual(type, 'invalid', line);
        const word = line.slice(column, end), { table } = placeAt(text, start + column), help = helpAt(keys, text, start + column);
        if (type === 'key') assert.equal(help?.key, table === 'pieces' || table === 'regions' ? table : word, line);
        if (/string|number|flag/.test(type)) assert.ok(help, line);
        if (type === 'comment') assert.equal(helpAt(keys, text, start + end), null);
        column = end;
      }
      start += line.length + 1;
    }
  });

  test(`${name}: beginnings of the text have places, help and completions, too`, () => {
    for (let end = 0; end < text.length; end += 41) {
      const part = text.slice(0, end);
      placeAt(part, end);
      helpAt(keys, part, end);
      completionsAt(keys, part, end);
      rangeOfError(part, { line: 1000, key: 'pieces.P', message: '`x` read' });
    }
  });
}

test('tables and keys at positions', () => {
  for (const [marked, table, key, around = table] of [
    ['|', '', ''],
    ['# a |comment\nname = "x"', '', ''],
    ['name| = "x"', '', 'name'],
    ['name = |"x"', '', 'name'],
    ['name = "x"|\n', '', 'name'],
    ['name = "x"\n|\n', '', ''],
    ['board |= { files = 8 }', '', 'board', 'board'],
    ['board = {| }', 'board', ''],
    ['board = { fil|es = 8 }', 'board', 'files'],
    ['board = { files = 8, | }', 'board', ''],
    ['board = { files = 8 }| # comment', '', 'board', 'board'],
    ['board.files = |8', 'board', 'files'],
    ['bo|ard.files = 8', '', 'board', 'board'],
    ['[board]\nfiles = 8|', 'board', 'files'],
    ['start = [\n  "8/8",|\n  "8/8",\n]\nname = "x"', '', 'start'],
    ['start = [\n  "8/8",\n  "8/8",\n]\nname| = "x"', '', 'name'],
    ['[pieces]\nK = { name = "king" }\n|Q = { name = "queen" }', 'pieces', 'Q', 'pieces.Q'],
    ['[pieces]\nK = { name = "king" }\nQ = { name = "qu|een" }', 'pieces.Q', 'name'],
    ['[pieces]\nP = { promotes = { on = "rank| 8" } }', 'pieces.P.promotes', 'on'],
    ['[pieces]\nP = { promotes = { on = "rank 8" }, | }', 'pieces.P', ''],
    ['[pieces.P.promotes]\nto = "Q|"', 'pieces.P.promotes', 'to'],
    ['[pieces.P]\nmoves = [\n  { on = "level 1", steps| = "up" },\n]', 'pieces.P.moves', 'steps'],
    ['[pieces.P]\nmoves = [\n  { on = "level 1", steps = "up" },|\n]', 'pieces.P', 'moves', 'pieces.P.moves'],
    ['[pieces.P]\nmoves = [{ on = "level 1" }, { steps = ["up", "|ahead"] }]', 'pieces.P.moves', 'steps'],
    ['[regions]\n"the far side" = "rank| 5"', 'regions', 'the far side'],
    ['[[castling]]\nking = "e11 g11"\n\n[[castling]]\nrook| = "h11 f11"', 'castling', 'rook'],
    ['about = """\n[not a header]\nname = |"""\ntitle = "x"', '', 'about'],
    ['about = """\n[not a header]\n"""\ntitle = "|x"', '', 'title'],
    ["name = 'a\\'\ntitle| = 1", '', 'title'],
    ['title = "a \\" # no comment|"', '', 'title'],
    // What is not closed yet ends with the next key or header.
    ['[pieces]\nK = { name = "king", leaps = ["face"\n[regions]\na| = 1', 'regions', 'a'],
    ['start = [\n  "8/8",\nstalemate = "|draw"', '', 'stalemate'],
    ['name = "open\ntitle = "|x"', '', 'title'],
  ]) {
    const { text, position } = at(marked), place = placeAt(text, position);
    assert.deepEqual([place.table, place.key], [table, key], marked);
    assert.equal(tableAt(text, position), around, marked);
  }
});

test('help for the key at a position', () => {
  const help = (marked) => helpAt(keys, at(marked).text, at(marked).position);
  assert.match(help('board = { fi|les = 8 }').help, /number of files.*required/);
  assert.match(help('move_limit = |50').help, /default: 100/);
  assert.equal(help('[pieces]\nQ| = { }').key, 'pieces');
  assert.equal(help('[pie|ces.Q]').key, 'pieces');
  assert.equal(help('[pieces.P.promo|tes]').key, 'promotes');
  assert.equal(help('[[cast|ling]]').key, 'castling');
  assert.equal(help('[regions]\n"my cells"| = "a1"').key, 'regions');
  assert.match(help('[pieces.P.promotes]\non| = "rank 8"').help, /must promote/);
  assert.match(help('[pieces.P]\non| = "rank 8"').help, /from which/);
  assert.deepEqual(help('[pieces.P]\nsteps = ["ahead", "2 side|ways"]').word, 'sideways');
  assert.equal(help('[pieces.P]\nmoves = { first = "only in| check" }').word, 'only in check');
  assert.equal(help('[pieces.P]\nunknown| = 1').key, 'pieces');
  for (const marked of ['|', 'name = "x" # com|ment', '# com|ment', 'unknown| = 1']) assert.equal(help(marked), null, marked);
});

test('completions of keys', () => {
  assert.ok(labels('na|').includes('name'));
  assert.ok(labels('|').includes('board'));
  assert.deepEqual(labels('|', false), []);
  assert.ok(!labels('name = "x"\n|').includes('name'), 'no key twice');
  assert.deepEqual(labels('board = { | }'), ['files', 'ranks', 'levels', 'missing']);
  assert.deepEqual(labels('board = { files = 8, r|, levels = 2 }'), ['ranks', 'missing']);
  assert.deepEqual(labels('[[castling]]\nright = "K"\n[[castling]]\nking = "e11"\n|'), ['right', 'rook', 'empty', 'safe', 'written']);
  assert.deepEqual(labels('[rides]\n|'), ['piece', 'stop', 'end']);
  assert.deepEqual(labels('[measured]\nwdl = { | }'), ['midpoint', 'scale']);
  assert.deepEqual(labels('[pieces]\nP = { promotes = { | } }'), ['on', 'may_on', 'to']);
  const piece = labels('[pieces]\nQ = { name = "queen", s| }');
  assert.ok(piece.includes('slides') && piece.includes('royal') && !piece.includes('name') && !piece.includes('board'));
  assert.deepEqual(labels('[pieces.Q]\nname = "queen"\n|'), piece);
  const moves = labels('[pieces.Q]\nmoves = [{ first = "only" }, { | }]');
  assert.ok(moves.includes('slides') && moves.includes('first') && !moves.includes('royal') && !moves.includes('promotes'));
  assert.deepEqual(labels('start = ["rk/2", "2/RK"]\n[pieces]\n|'), ['K', 'R']);
  assert.deepEqual(labels('start = ["rk/2", "2/RK"]\n[pieces]\nK = { name = "king" }\n|'), ['R']);
  assert.ok(labels('start = ["rk/2", "2/RK"]\n[|').includes('pieces.R'));
  assert.deepEqual(labels('[[|'), ['castling']);
  assert.deepEqual(labels('# na|'), []);
  assert.ok(completionsAt(keys, 'na', 2).options.every(({ help }) => help));
});

test('what a completion of a key writes', () => {
  assert.equal(completed('na|', 'name'), 'name = "|"');
  assert.equal(completed('bo|', 'board'), 'board = { | }');
  assert.equal(completed('board = { fi| }', 'files'), 'board = { files = | }');
  assert.equal(completed('na| = "x"', 'name'), 'name| = "x"');
  assert.equal(completed('pie|', 'pieces'), '[pieces]\n|');
  assert.equal(completed('cas|', 'castling'), '[[castling]]\n|');
  assert.equal(completed('[pieces.P]\nmoves = { le| }', 'leaps'), '[pieces.P]\nmoves = { leaps = "|" }');
  assert.equal(completed('start = ["k"]\n[pieces]\n|', 'K'), 'start = ["k"]\n[pieces]\nK = { name = "|" }');
});

test('completions of words', () => {
  assert.deepEqual(labels('stalemate = "d|"'), ['draw', 'win', 'loss']);
  assert.deepEqual(labels('stalemate = |'), ['"draw"', '"win"', '"loss"']);
  assert.deepEqual(labels('bare_king = "|'), ['draw', 'win', 'loss', 'none']);
  assert.deepEqual(labels('notation = "|"'), ['roth', 'maack']);
  assert.deepEqual(labels('black_reverses = ["ranks", "|"]'), ['files', 'ranks', 'levels']);
  assert.deepEqual(labels('[pieces.P]\nmoves = { en_passant = "|" }'), ['all', 'last']);
  assert.deepEqual(labels('[pieces.P]\nprogress = "change of r|"'), ['always', 'never', 'change of rank']);
  assert.deepEqual(labels('[pieces.P]\nfirst = "only i|"'), ['only', 'not', 'only in check', 'in check', 'captures checker']);
  assert.equal(completed('[pieces.P]\nfirst = "only i|"', 'only in check'), '[pieces.P]\nfirst = "only in check|"');
  assert.deepEqual(labels('[pieces.K]\nroyal = t|'), ['true', 'false']);
  const vectors = labels('[pieces.P]\nsteps = ["ahead s|"]');
  assert.ok(['ahead', 'sideways', 'neighbor', '2-1', 'then'].every((word) => vectors.includes(word)));
  assert.equal(completed('[pieces.P]\nsteps = ["ahead s|"]', 'sideways'), '[pieces.P]\nsteps = ["ahead sideways|"]');
  assert.ok(!labels('[pieces.P]\nslides = "ahead s|"').includes('then'), 'a slide is no path');
  assert.deepEqual(labels('[pieces.P]\nsteps = "(0, |"'), []);
  assert.ok(labels('[regions]\n"far" = "a1"\n[pieces.P]\npromotes = { on = "|" }').includes('far'));
  assert.ok(labels('[pieces.P]\non = "s|"').includes('start') && !labels('board = { missing = "s|" }').includes('start'));
  assert.ok(labels('[pieces.P]\non = "rank 8 |"').includes('of level'));
  for (const marked of ['name = "d|"', '[pieces.P]\nname = "a|"', 'stalemate = "draw"|', 'move_limit = 5|']) assert.deepEqual(labels(marked), [], marked);
});

test('the part of the text that an error is about', () => {
  const text = '[pieces]\nP = { name = "pawn", steps = ["ahed", "up"], promotes = { on = "rank 9", to = "Q" } }\nboard = 1 # board\n\n[pieces.R]\nfoo = 1\nmoves = [\n  { on = "start", slides = "fase" },\n]\n';
  for (const [line, key, message, expected] of [
    [2, 'pieces.P.steps', '`ahed` read, did you mean `ahead`?', 'ahed'],
    [2, 'pieces.P.promotes.on', 'rank `9` read, 1 to 8 expected', '9'],
    [2, 'pieces.P.promotes.to', 'letters expected', 'to = "Q"'],
    [2, 'pieces.P', 'a rule is missing', 'P = { name = "pawn", steps = ["ahed", "up"], promotes = { on = "rank 9", to = "Q" } }'],
    [3, 'board', '`1` read, a table expected', '1'],
    [3, '', 'something', 'board = 1'],
    [6, 'pieces.R', 'unknown key `foo`; expected one of `at_most`', 'foo'],
    [8, 'pieces.R.moves[1].slides', '`fase` read', 'fase'],
    [8, 'pieces.R.moves', 'a list', '{ on = "start", slides = "fase" },'],
    [4, '', 'something', ''],
    [99, '', 'something', ''],
  ]) {
    const { from, to } = rangeOfError(text, { line, key, message });
    assert.equal(text.slice(from, to), expected, `${line} ${key}`);
  }
});

test('the text editor: completions, errors, keys and themes', { skip }, async () => {
  const { browser, url } = await start();
  const context = await browser.newContext({ viewport: { width: 700, height: 500 } });
  const page = await context.newPage(), faults = [];
  page.on('pageerror', (error) => faults.push(error.stack));
  page.on('console', (message) => { if (message.type() === 'error' && !message.location().url.endsWith('favicon.ico')) faults.push(message.text()); });
  const text = 'name = "tiny"\n\n[pieces]\nK = { name = "king", leaps = "neighbr" }\n';
  await page.goto(`${url}tests/workshop-fixture.html?text=${encodeURIComponent(text)}`);
  await page.waitForSelector('[data-ready]');
  const content = page.getByRole('textbox', { name: 'Text of the game' });
  const now = () => page.evaluate(() => globalThis.editor.text());
  assert.equal(await now(), text);

  await page.evaluate(() => { globalThis.editor.goTo(4); globalThis.editor.focus(); });
  assert.deepEqual(await page.evaluate(() => [globalThis.editor.lineAtCursor(), globalThis.editor.tableAtCursor()]), [4, 'pieces.K']);
  assert.match(await page.evaluate(() => globalThis.helpAt(globalThis.editor.text(), 1).help), /small letters/);

  // A completion writes the key, the next one its value.
  await page.evaluate(() => globalThis.editor.goTo(2));
  await page.keyboard.type('stal');
  await page.locator('.cm-tooltip-autocomplete [aria-selected]').waitFor();
  // CodeMirror does not accept a completion within 75 ms after it has appeared.
  await page.waitForTimeout(150);
  await page.keyboard.press('Enter');
  await page.locator('.cm-tooltip-autocomplete li').getByText('loss').waitFor();
  await page.keyboard.type('lo');
  await page.locator('.cm-tooltip-autocomplete [aria-selected]').getByText('loss').waitFor();
  await page.waitForTimeout(150);
  await page.keyboard.press('Tab');
  assert.equal((await now()).split('\n')[1], 'stalemate = "loss"');
  assert.equal(await page.evaluate(() => globalThis.state.texts.at(-1)), await now());
  assert.ok(await page.evaluate(() => globalThis.state.cursors.length > 0));
  assert.deepEqual(await page.evaluate(() => globalThis.state.keys), [], 'the page gets no keys');
  for (let count = 0; count < 20 && await now() !== text; count += 1) await page.keyboard.press('Control+z');
  assert.equal(await now(), text);

  // Errors are marked, and read out once.
  // CodeMirror removes an announcement after a while.
  await page.locator('.cm-announced').evaluate((live) => {
    globalThis.announced = [];
    new MutationObserver(() => { if (live.textContent.trim()) globalThis.announced.push(live.textContent); }).observe(live, { childList: true });
  });
  const errors = [{ line: 4, key: 'pieces.K.leaps', message: '`neighbr` read, did you mean `neighbor`?' }];
  await page.evaluate((list) => globalThis.editor.setErrors(list), errors);
  assert.equal(await page.locator('.cm-lintRange-error').textContent(), 'neighbr');
  assert.equal(await page.locator('.cm-lint-marker-error').count(), 1);
  await page.waitForFunction(() => globalThis.announced.length > 0);
  await page.evaluate((errors) => globalThis.editor.setErrors(errors), errors);
  await page.locator('.cm-lintRange-error').hover();
  await page.locator('.cm-tooltip .cm-diagnostic').waitFor();
  await page.locator('.cm-tooltip .cm-help').waitFor();
  for (const theme of ['dark', 'light']) {
    await page.evaluate((name) => { document.documentElement.dataset.theme = name; }, theme);
    await settle(page);
    await checkAccessibility(page, `text editor, ${theme}`);
  }
  const calls = await page.evaluate(() => globalThis.state.texts.length);
  await page.evaluate((next) => { globalThis.editor.setText(next); globalThis.editor.setErrors([]); }, text.replace('neighbr', 'neighbor'));
  assert.equal(await page.locator('.cm-lintRange-error').count(), 0);
  assert.equal(await page.evaluate(() => globalThis.state.texts.length), calls, 'setText is not reported');
  await page.waitForFunction(() => globalThis.announced.length > 1);
  assert.deepEqual(await page.evaluate(() => globalThis.announced), [
    '1 error. Line 4, pieces.K.leaps: neighbr read, did you mean neighbor?', 'No errors']);

  // Tab indents; after Escape it leaves.
  await page.evaluate(() => { globalThis.editor.goTo(2); globalThis.editor.focus(); });
  await page.keyboard.press('Tab');
  assert.equal((await now()).split('\n')[1], '  ');
  assert.equal(await content.evaluate((element) => element.getRootNode().activeElement === element), true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'after');

  await page.evaluate(() => globalThis.editor.focus());
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find' }).waitFor();
  await checkAccessibility(page, 'text editor, search');
  await page.evaluate(() => globalThis.editor.dispose());
  assert.equal(await page.locator('.text-editor').count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});
