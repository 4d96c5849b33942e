// Writes src/workshop/keys.json from the tables of docs/games.md: `node scripts/keys.mjs`. With `--check` it writes nothing
// and fails if the file is not up to date.
//
// A row may stand for several keys or texts. If it has one meaning for each, separated by `;`, each gets its own.

import { readFileSync, writeFileSync } from 'node:fs';

const PAGE = new URL('../../docs/games.md', import.meta.url);
const FILE = new URL('../src/workshop/keys.json', import.meta.url);

/** What the keys take. A key of two tables that takes different values has its table before it. */
const VALUES = {
  text: 'name title inherits castling.right castling.king castling.rook empty safe written piece stop end to',
  texts: 'about start dead_material',
  number: 'files ranks board.levels value at_most repetition move_limit midpoint scale games white error drawn plies measured.survey.moves',
  numbers: 'transfer skill',
  flag: 'royal',
  region: 'missing levels on onto may_on steps_anywhere_on',
  vectors: 'leaps steps captures slides slides_without_capture slides_to_capture walks captures_from_afar freezes',
  word: 'notation bare_king stalemate first en_passant progress',
  words: 'black_reverses',
  table: 'board regions pieces castling rides measured wdl survey promotes moves',
};
const valueOf = new Map(Object.entries(VALUES).flatMap(([value, keys]) => keys.split(' ').map((key) => [key, value])));

const marked = (text) => [...text.matchAll(/`([^`]+)`/g)].map(([, inside]) => inside);

/** The rows of the table below a line, as cells. */
function rowsBelow(page, line) {
  const start = page.indexOf(`${line}\n|---`);
  if (start < 0) throw new Error(`docs/games.md: no table with the line ${line}`);
  return page.slice(start).split('\n\n', 1)[0].split('\n').slice(2).map((row) => row.replace(/^\| | \|$/g, '').split(' | '));
}

/** The texts of the first column with their meanings and defaults. */
function entriesBelow(page, line) {
  return rowsBelow(page, line).flatMap(([first, meaning, fallback]) => {
    const texts = marked(first), help = meaning.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1'), parts = help.split('; ');
    const isSplit = texts.length > 1 && parts.length === texts.length;
    return texts.map((text, index) => ({ text, help: isSplit ? parts[index] : help, fallback }));
  });
}

/** The keys of a table of the page. `table` contains them; a key with dots stands in a table inside of it. */
function keysBelow(page, line, table) {
  return entriesBelow(page, line).map(({ text, help, fallback }) => {
    const path = [...table ? [table] : [], ...text.split('.')], key = path.pop();
    const value = valueOf.get([...path, key].join('.')) ?? valueOf.get(key);
    if (!value) throw new Error(`scripts/keys.mjs: the values of ${text} are not known`);
    const words = value.startsWith('word') && marked(help).map((word) => {
      const own = help.split(`\`${word}\`: `)[1]?.split(/[;.]/)[0];
      return own ? { text: word, help: own } : { text: word };
    });
    return { key, table: path.join('.'), help, ...fallback && fallback !== 'none' ? { default: fallback } : {}, value, ...words ? { words } : {} };
  });
}

function make() {
  const page = readFileSync(PAGE, 'utf8');
  const pieces = keysBelow(page, '| key | meaning |', 'pieces');
  const [first, last] = marked(pieces.find(({ key }) => key === 'moves').help).map((end) => pieces.findIndex(({ key }) => key === end));
  if (!(first >= 0 && last > first)) throw new Error('docs/games.md: the row of `moves` does not say which keys it takes');
  const keys = [
    ...keysBelow(page, '| key | meaning | default |', ''), ...pieces,
    ...pieces.slice(first, last + 1).map((key) => ({ ...key, table: 'pieces.moves' })),
    ...keysBelow(page, '| key of `castling` | meaning |', 'castling'), ...keysBelow(page, '| key of `rides` | meaning |', 'rides'),
  ];
  const texts = (line) => entriesBelow(page, line).map(({ text, help }) => ({ text, help }));
  // One record a line makes changes readable.
  const list = (items) => `[\n  ${items.map((item) => JSON.stringify(item)).join(',\n  ')}\n ]`;
  return `{\n "keys": ${list(keys)},\n "vectors": ${list(texts('| text | vectors |'))},\n "regions": ${list(texts('| text | region |'))}\n}\n`;
}

const text = make();
if (!process.argv.includes('--check')) {
  writeFileSync(FILE, text);
} else if (readFileSync(FILE, 'utf8') !== text) {
  console.error('error: src/workshop/keys.json differs from docs/games.md; `node scripts/keys.mjs` writes it again');
  process.exitCode = 1;
}
