// Finds the table and the key at a position in the text of a game, with help and completions for them.
//
// The text is being written, so every text is accepted: an unclosed bracket ends at the next line with a header or a key.

/** @typedef {{key: string, table: string, help: string, default?: string, value: string, words?: Sample[]}} KeyRecord */
/** @typedef {{text: string, help?: string}} Sample */
/** @typedef {{keys: KeyRecord[], vectors: Sample[], regions: Sample[]}} Keys  the content of `keys.json` */
/** @typedef {'space'|'newline'|'comment'|'key'|'header'|'string'|'number'|'flag'|'bracket'|'punctuation'|'invalid'} TokenType */
/** @typedef {{end: number, type: TokenType, isOpen?: boolean}} Token  `isOpen`: a text without its closing quotes */

/**
 * The state between two tokens: the quotes of a text over several lines, the open brackets, whether a key comes
 * next, and the number of brackets of the header of a table.
 * @typedef {{quotes: string, open: string, isKey: boolean, header: number}} TokenState
 */

/** @returns {TokenState} */
export const startState = () => ({ quotes: '', open: '', isKey: true, header: 0 });

/** Prepares the state for a line. */
export function startLine(/** @type {string} */ line, /** @type {TokenState} */ state) {
  if (state.quotes) return;
  if (state.open && /^(\[\[?[A-Za-z]|[A-Za-z_][\w-]*\s*=)/.test(line)) state.open = '';
  if (!state.open) Object.assign(state, { isKey: true, header: 0 });
}

/** Returns the end of a text in quotes whose content begins or continues at `at`, or -1 if it is not in this line. */
function endOfString(/** @type {string} */ line, /** @type {number} */ at, /** @type {string} */ quotes) {
  for (let index = at; index < line.length; index += 1) {
    if (line[index] === '\\' && quotes[0] === '"') index += 1;
    else if (line.startsWith(quotes, index)) return index + quotes.length;
  }
  return -1;
}

/**
 * Reads the token of a line that begins at `at`.
 * @param {string} line  without its end
 * @param {number} at
 * @param {TokenState} state  becomes that after the token
 * @returns {Token}
 */
export function nextToken(line, at, state) {
  const rest = line.slice(at), sign = line[at], inside = state.open[state.open.length - 1];
  const take = (/** @type {TokenType} */ type, length = 1) => ({ end: at + length, type });
  const match = (/** @type {RegExp} */ pattern) => pattern.exec(rest)?.[0].length ?? 0;
  if (!state.quotes) {
    const spaces = match(/^\s+/);
    if (spaces) return take('space', spaces);
    if (sign === '#') return take('comment', rest.length);
  }
  const quotes = state.quotes || (match(/^("""|''')/) && !state.isKey && !state.header ? rest.slice(0, 3) : match(/^["']/) ? sign : '');
  if (quotes) {
    const end = endOfString(line, state.quotes ? at : at + quotes.length, quotes);
    state.quotes = end < 0 && quotes.length > 1 ? quotes : '';
    return { end: end < 0 ? line.length : end, type: state.header ? 'header' : state.isKey ? 'key' : 'string', ...end < 0 ? { isOpen: true } : {} };
  }
  if (state.header) {
    const name = match(/^[\w-]+/);
    return name ? take('header', name) : take(sign === '[' || sign === ']' ? 'bracket' : 'punctuation');
  }
  if (state.isKey) {
    const name = match(/^[\w-]+/);
    if (name) return take('key', name);
    if (sign === '=') state.isKey = false;
    if (sign === '[' && !state.open) {
      state.header = match(/^\[+/) > 1 ? 2 : 1;
      return take('bracket', state.header);
    }
  }
  if (sign === '[' || sign === '{') {
    state.open += sign;
    state.isKey = sign === '{';
    return take('bracket');
  }
  if (sign === ']' || sign === '}') {
    if (inside === (sign === ']' ? '[' : '{')) {
      state.open = state.open.slice(0, -1);
      state.isKey = false;
    }
    return take('bracket');
  }
  if (sign === ',') state.isKey = inside === '{';
  if (/[,.=]/.test(sign)) return take('punctuation');
  const word = match(/^[^\s,#=[\]{}"']+/) || 1, text = rest.slice(0, word);
  return take(/^(true|false)$/.test(text) ? 'flag' : /^[+-]?\d[\d_.]*$/.test(text) ? 'number' : 'invalid', word);
}

/**
 * Where a token stands. `table` is the path of the table, `instance` the same with a number for each of several tables, `key`
 * the key whose name or value stands there.
 * @typedef {{table: string, instance: string, key: string, part: 'key'|'value'|'header'}} Place
 */
/** @typedef {{from: number, to: number, type: TokenType, isOpen: boolean, place: Place}} PlacedToken */
/** @typedef {{path: string, from: number, to: number}} Entry  a key or the header of a table, with its value */

const unquoted = (/** @type {string} */ text) => text.replace(/^(["'])(.*?)\1?$/s, '$2');
const join = (/** @type {string[]} */ ...parts) => parts.filter(Boolean).join('.');

/**
 * A text with its tokens, the place at its end, its entries, and the keys of each table with their positions.
 * @typedef {{text: string, tokens: PlacedToken[], end: Place, entries: Entry[], used: Map<string, {key: string, from: number}[]>}} Reading
 */

/** @returns {Reading} */
function read(/** @type {string} */ text) {
  /** @type {PlacedToken[]} */
  const tokens = [];
  /** @type {Entry[]} */
  const entries = [];
  /** @type {Reading['used']} */
  const used = new Map();
  /** @type {Map<string, number>} */
  const counts = new Map();
  /**
   * The open tables with the entry that is being read in each: the table of the header and the inline tables. `outside` is
   * the place around an inline table.
   * @type {{table: string, instance: string, outside: Place|null, entry: Entry|null}[]} */
  let tables = [];
  /** @type {Place} */
  let place = { table: '', instance: '', key: '', part: 'key' };
  /** @type {string[]} */
  let names = [];
  let headerFrom = 0;
  const state = startState();

  const innermost = () => tables[tables.length - 1];
  const use = (/** @type {string} */ instance, /** @type {string} */ key, /** @type {number} */ from) => {
    if (!used.has(instance)) used.set(instance, []);
    used.get(instance)?.push({ key, from });
  };
  const numbered = (/** @type {string} */ table) => {
    counts.set(table, (counts.get(table) ?? 0) + 1);
    return `${table}#${counts.get(table)}`;
  };
  const openTable = (/** @type {string} */ table, /** @type {string} */ instance, /** @type {Place|null} */ outside) => {
    tables.push({ table, instance, outside, entry: null });
    if (!used.has(instance)) used.set(instance, []);
  };
  /** Starts a new entry of the innermost table. */
  const startEntry = () => {
    const { table, instance } = innermost();
    innermost().entry = null;
    names = [];
    place = { table, instance, key: '', part: 'key' };
  };
  openTable('', '', null);

  /** The brackets that were open, with the place outside of a list. @type {{open: string, outside: Place}[]} */
  let brackets = [];
  let at = 0;
  for (const line of text.split('\n')) {
    startLine(line, state);
    if (!state.open && brackets.length) {
      brackets = [];
      tables = tables.filter(({ outside }) => !outside);
    }
    if (!state.open && !state.quotes) startEntry();
    for (let column = 0; column < line.length;) {
      const wasHeader = state.header, { end, type, isOpen = false } = nextToken(line, column, state);
      const from = at + column, to = at + end, content = text.slice(from, to);
      column = end;
      if (state.header && !wasHeader) {
        headerFrom = from;
        names = [];
        place = { table: '', instance: '', key: '', part: 'header' };
      } else if (type === 'header') {
        names.push(unquoted(content));
        // All tokens of the header share the place.
        place.table = names.join('.');
      } else if (state.header && content === ']' && place.part === 'header' && names.length) {
        const table = names.join('.'), instance = state.header === 2 ? numbered(table) : table;
        names.forEach((name, index) => use(names.slice(0, index).join('.'), name, from));
        tables = [];
        openTable(table, instance, null);
        place.instance = instance;
        entries.push({ path: table, from: headerFrom, to });
        names = [];
      } else if (type === 'key') {
        const { table, instance } = innermost(), name = unquoted(content), path = join(table, ...names, name);
        place = { table: join(table, ...names), instance: join(instance, ...names), key: name, part: 'key' };
        use(place.instance, name, from);
        names.push(name);
        const { entry } = innermost();
        if (entry) entry.path = path;
        else entries.push(innermost().entry = { path, from, to });
      }
      tokens.push({ from, to, type, isOpen, place });
      // What ends an entry of an inline table belongs to the tables around it.
      const isEnd = content === ',' ? state.isKey : content === '}' && state.open.length < brackets.length;
      if (!/space|comment/.test(type)) for (const { entry } of isEnd ? tables.slice(0, -1) : tables) if (entry) entry.to = to;
      if (content === '=' && type === 'punctuation' && place.part === 'key') place = { ...place, part: 'value' };
      if (state.open.length > brackets.length) {
        brackets.push({ open: content, outside: place });
        if (content === '{') {
          const table = join(place.table, place.key);
          openTable(table, brackets.some(({ open }) => open === '[') ? numbered(table) : join(place.instance, place.key), place);
          startEntry();
        }
      } else if (state.open.length < brackets.length) {
        const bracket = /** @type {{open: string, outside: Place}} */ (brackets.pop());
        place = bracket.outside;
        if (bracket.open === '{') tables.pop();
      } else if (content === ',' && state.isKey) {
        startEntry();
      }
    }
    at += line.length;
    if (at < text.length) tokens.push({ from: at, to: at + 1, type: 'newline', isOpen: false, place });
    at += 1;
  }
  return { text, tokens, end: place, entries, used };
}

/** @type {Reading} */
let latest;
/** Returns the reading of a text. The latest one is kept. */
const reading = (/** @type {string} */ text) => (latest?.text === text ? latest : (latest = read(text)));

const isWord = (/** @type {PlacedToken|undefined} */ token) => !!token && /^(key|header|string|number|flag|invalid)$/.test(token.type);

/**
 * Returns the place of a position, and the word, the text in quotes or the comment there. The position behind a word counts
 * as part of it.
 * @param {string} text
 * @param {number} position
 * @returns {Place & {token: PlacedToken|null}}
 */
export function placeAt(text, position) {
  const { tokens, end } = reading(text);
  // The number of tokens that begin before the position.
  let low = 0, high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle].from < position) low = middle + 1;
    else high = middle;
  }
  const before = tokens[low - 1], after = tokens[low];
  if (before && (position < before.to || isWord(before) || (before.type === 'comment' && position === before.to))) {
    return { ...before.place, token: isWord(before) || before.type === 'comment' ? before : null };
  }
  return { ...(after?.place ?? end), token: isWord(after) ? after : null };
}

/**
 * Returns the path of the table at a position, `''` at the top. A key whose value is a table counts as part of that table.
 * @param {string} text
 * @param {number} position
 */
export function tableAt(text, position) {
  const { table, key } = placeAt(text, position), inner = join(table, key);
  const isTable = key && [...reading(text).used.keys()].some((instance) => instance.replace(/#\d+/g, '') === inner);
  return isTable ? inner : table;
}

/** Returns the name that `keys.json` has for a table; `letters` for that of the pieces, whose keys are letters. */
function kindOf(/** @type {string} */ table) {
  const names = table.split('.');
  return names[0] === 'pieces' && names.length > 1 ? join('pieces', ...names.slice(2)) : table === 'pieces' ? 'letters' : table;
}

const recordOf = (/** @type {Keys} */ keys, /** @type {string} */ table, /** @type {string} */ key) =>
  keys.keys.find((record) => record.table === table && record.key === key);

/** The meaning of a key with its default. */
const helpOf = (/** @type {KeyRecord} */ record) => (!record.default ? record.help
  : record.default === 'required' ? `${record.help} (required)` : `${record.help} (default: ${record.default})`);

/** The kind of the values of a place: `text`, `vectors` and so on. */
const valueOf = (/** @type {Keys} */ keys, /** @type {Place} */ { table, key }) =>
  (table === 'regions' ? 'region' : recordOf(keys, kindOf(table), key)?.value ?? '');

/** The start of the content of a text in quotes. */
const contentFrom = (/** @type {string} */ text, /** @type {PlacedToken} */ { from }) =>
  from + (/^("""|''')/.test(text.slice(from, from + 3)) ? 3 : 1);

/**
 * Returns the help for the key at a position or, for a name that the author has chosen, for the table that contains it. In a
 * text in quotes, `word` and `wordHelp` explain the word at the position if it has a meaning. Words of the file are between
 * backticks.
 * @param {Keys} keys
 * @param {string} text
 * @param {number} position
 * @returns {{key: string, help: string, word?: string, wordHelp?: string}|null}
 */
export function helpAt(keys, text, position) {
  const place = placeAt(text, position), { token } = place;
  if (token?.type === 'comment') return null;
  // From the key outward.
  const names = join(place.table, place.key).split('.');
  for (let length = place.part === 'header' || place.key ? names.length : 0; length > 0; length -= 1) {
    const key = names[length - 1], record = recordOf(keys, kindOf(names.slice(0, length - 1).join('.')), key);
    if (!record) continue;
    const help = { key, help: helpOf(record) };
    if (token?.type !== 'string' || length < names.length) return help;
    const from = contentFrom(text, token), content = unquoted(text.slice(token.from, token.to));
    const samples = record.words ?? (record.value === 'vectors' ? keys.vectors : record.value === 'region' ? keys.regions : []);
    const at = position - from, start = /[^\s]*$/.exec(content.slice(0, Math.max(at, 0)))?.index ?? 0;
    const word = /^[^\s]*/.exec(content.slice(start))?.[0] ?? '';
    const sample = samples.find((one) => one.text === content) ?? samples.find((one) => one.text === word);
    return sample?.help ? { ...help, word: sample.text, wordHelp: sample.help } : help;
  }
  return null;
}

/** What is written behind a key, with `|` where the cursor goes. @type {Record<string, string>} */
const TEMPLATES = {
  text: '"|"', texts: '"|"', numbers: '[|]', flag: 'true|', region: '"|"', vectors: '"|"', word: '"|"', words: '"|"', table: '{ | }',
};
/** Tables that stand in the file with a header. @type {Record<string, string>} */
const HEADERS = { regions: '[regions]', pieces: '[pieces]', castling: '[[castling]]', rides: '[rides]', measured: '[measured]' };
/** The keys whose texts may be paths. */
const PATHS = ['leaps', 'steps', 'captures'];

/** The texts at the value of a key of the top. */
const textsOf = (/** @type {Reading} */ { text, tokens }, /** @type {string} */ key) => tokens
  .filter(({ type, place }) => type === 'string' && place.table === '' && place.key === key)
  .map(({ from, to }) => unquoted(text.slice(from, to)));

/** The letters of `start` that have no table. */
function missingLetters(/** @type {Reading} */ reading, /** @type {string} */ except) {
  const known = (reading.used.get('pieces') ?? []).map(({ key }) => key).filter((key) => key !== except);
  const letters = textsOf(reading, 'start').join('').toUpperCase().match(/[A-Z]/g) ?? [];
  return [...new Set(letters)].filter((letter) => !known.includes(letter)).sort();
}

/** @typedef {{label: string, help?: string, apply?: string, cursor?: number}} Completion  `cursor`: where it goes in `apply` */

/** A completion with a text that has `|` where the cursor goes. @returns {Completion} */
function filled(/** @type {string} */ label, /** @type {string|undefined} */ help, /** @type {string} */ apply) {
  const cursor = apply.indexOf('|');
  return { label, help, apply: apply.replace('|', ''), cursor: cursor < 0 ? apply.length : cursor };
}

/**
 * Returns completions for a position; they replace the text from `from` on.
 * @param {Keys} keys
 * @param {string} text
 * @param {number} position
 * @param {boolean} [isExplicit]  whether the author has asked for them; then also where no word has begun
 * @returns {{from: number, options: Completion[]}|null}
 */
export function completionsAt(keys, text, position, isExplicit = true) {
  const place = placeAt(text, position), now = reading(text), { token, table, key, part } = place;
  if (token?.type === 'comment') return null;
  /** @returns {{from: number, options: Completion[]}|null} */
  const found = (/** @type {number} */ from, /** @type {Completion[]} */ options) => (options.length ? { from, options } : null);

  if (part === 'header') {
    const from = position - (/[\w.-]*$/.exec(text.slice(0, position))?.[0].length ?? 0);
    if (text[from - 1] !== '[') return null;
    const isList = text[from - 2] === '[', letters = missingLetters(now, text.slice(from + 'pieces.'.length, position));
    const help = (/** @type {string} */ name) => recordOf(keys, '', name)?.help;
    const names = Object.keys(HEADERS).filter((name) => HEADERS[name].startsWith('[[') === isList && (isList || !now.used.get('')?.some((one) => one.key === name && one.from > position)));
    return found(from, [...names.map((name) => ({ label: name, help: help(name) })),
      ...isList ? [] : letters.map((letter) => ({ label: `pieces.${letter}`, help: help('pieces') }))]);
  }

  if (part === 'key') {
    const from = token ? token.from : position;
    if (!token && !isExplicit) return null;
    const isNamed = /^[^\S\n]*[=.]/.test(text.slice(token?.to ?? position));
    const others = (now.used.get(place.instance) ?? []).filter((one) => one.from !== token?.from).map((one) => one.key);
    const kind = kindOf(table);
    if (kind === 'letters') {
      const letters = missingLetters(now, key);
      return found(from, letters.map((letter) => (isNamed ? { label: letter } : filled(letter, recordOf(keys, '', 'pieces')?.help, `${letter} = { name = "|" }`))));
    }
    return found(from, keys.keys.filter((record) => record.table === kind && !others.includes(record.key)).map((record) => {
      const header = kind === '' && HEADERS[record.key];
      const apply = isNamed ? record.key : header ? `${header}\n|` : `${record.key} = ${TEMPLATES[record.value] ?? ''}`;
      return filled(record.key, helpOf(record), apply);
    }));
  }

  const value = valueOf(keys, place), record = recordOf(keys, kindOf(table), key);
  const isInside = token?.type === 'string' && position > token.from && (position < token.to || token.isOpen);
  if (!isInside) {
    if (token && token.type !== 'invalid' && token.type !== 'flag') return null;
    const from = token ? token.from : position;
    if (value === 'flag' && (token || isExplicit)) return found(from, [{ label: 'true', help: record?.help }, { label: 'false' }]);
    if (token || !isExplicit) return null;
    const samples = value === 'vectors' ? keys.vectors : record?.words ?? [];
    return found(from, samples.map(({ text: label, help }) => ({ label: `"${label}"`, help: help ?? record?.help })));
  }
  const start = contentFrom(text, token), before = text.slice(start, position);
  if (record?.words) return found(start, record.words.map(({ text: label, help }) => ({ label, help: help ?? record.help })));
  const from = position - (/[^\s]*$/.exec(before)?.[0].length ?? 0), isFirst = from === start;
  if (value === 'vectors') {
    if (/\([^)]*$/.test(before)) return null;
    const isPath = PATHS.includes(key), then = keys.vectors.find((sample) => sample.text.includes(' then '));
    const options = keys.vectors.filter((sample) => (isFirst ? isPath || sample !== then : !sample.text.includes(' ') || sample.text.startsWith('(')));
    return found(from, [...options.map(({ text: label, help }) => ({ label, help })), ...!isFirst && isPath ? [{ label: 'then', help: then?.help }] : []]);
  }
  if (value === 'region') {
    const both = keys.regions.find((sample) => sample.text.includes(' of '));
    if (!isFirst) return /[\w] $/.test(text.slice(start, from)) ? found(from, ['level', 'rank', 'file'].map((axis) => filled(`of ${axis}`, both?.help, `of ${axis} `))) : null;
    const names = table === 'regions' ? [] : (now.used.get('regions') ?? []).map((one) => one.key);
    const samples = keys.regions.filter((sample) => sample.text !== 'start' || kindOf(table).startsWith('pieces'));
    return found(from, [...names.map((name) => ({ label: name, help: 'a region of this file' })), ...samples.map(({ text: label, help }) => ({ label, help }))]);
  }
  return null;
}

/**
 * Returns the part of the text that an error of the engine is about.
 * @param {string} text
 * @param {{line: number, key: string, message: string}} error  the line from 1; the key with the tables that contain it
 * @returns {{from: number, to: number}}
 */
export function rangeOfError(text, { line, key, message }) {
  const lines = text.split('\n'), index = Math.min(Math.max(line, 1), lines.length) - 1;
  const start = lines.slice(0, index).reduce((sum, one) => sum + one.length + 1, 0), content = lines[index];
  const { entries, tokens } = reading(text);
  const code = tokens.filter((token) => token.from >= start && token.to <= start + content.length && !/space|newline|comment/.test(token.type));
  const whole = { from: code[0]?.from ?? start, to: code[code.length - 1]?.to ?? start + content.length };
  const read = /`"?([^`"…]+)/.exec(message)?.[1] ?? '';
  const path = key.replace(/\[\d+\]/g, '');
  const parts = entries.filter((entry) => entry.path === path && entry.from < whole.to && entry.to > whole.from)
    .map((entry) => ({ from: Math.max(entry.from, whole.from), to: Math.min(entry.to, whole.to) }));
  const says = ({ from = 0, to = 0 }) => !!read && text.slice(from, to).includes(read);
  const range = parts.find(says) ?? parts[0] ?? whole;
  if (!says(range)) return range;
  // The value is searched first: the key may contain the same letters.
  const equals = text.slice(range.from, range.to).indexOf('='), inValue = text.slice(range.from + equals + 1, range.to).indexOf(read);
  const from = inValue >= 0 ? range.from + equals + 1 + inValue : range.from + text.slice(range.from, range.to).indexOf(read);
  return { from, to: from + read.length };
}
