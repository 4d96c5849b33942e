// Game records (PGN): tags, moves in any notation, variations, glyphs and evaluations.

import { MATE } from './score.js';

/** @typedef {import('./tree.js').Node} Node */

const GLYPHS = ['!', '?', '!!', '??', '!?', '?!'];

/** Divides the text of moves into comments, parentheses of variations, and words. */
function* tokens(/** @type {string} */ text) {
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at);
    const skipped = /^(\s+|;[^\n]*)/.exec(rest)?.[0] ?? /^\{[^}]*\}?/.exec(rest)?.[0];
    if (skipped) {
      if (skipped.startsWith('{')) yield skipped;
      at += skipped.length;
      continue;
    }
    let depth = 0;
    let end = at;
    // Roth's and Smith's notations have parentheses within a word.
    while (end < text.length && !/[\s{;]/.test(text[end])) {
      if (text[end] === ')' && depth === 0) break;
      if (text[end] === '(' && end === at) break;
      depth += Number(text[end] === '(') - Number(text[end] === ')');
      end += 1;
    }
    if (end === at) end += 1;
    yield text.slice(at, end);
    at = end;
  }
}

/**
 * Reads the first game of a text.
 * @returns {{tags: Map<string, string>, build(root: Node): void}}
 */
export function readPgn(/** @type {string} */ text) {
  /** @type {Map<string, string>} */
  const tags = new Map();
  const body = text.replace(/^\uFEFF/, '').replace(/^%.*$/gm, '');
  const header = /^\s*(\[\s*\w+\s+"(?:[^"\\]|\\.)*"\s*\]\s*)*/.exec(body)?.[0] ?? '';
  for (const [, name, value] of header.matchAll(/\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]/g)) {
    tags.set(name, value.replace(/\\(.)/g, '$1'));
  }
  const build = (/** @type {Node} */ root) => {
    let node = root;
    /** @type {Node[]} */
    const stack = [];
    let prefix = '';
    for (const token of tokens(body.slice(header.length))) {
      const word = prefix + token.replace(/^\d+\.+/, '').replace(/([!?]+)$/, '');
      prefix = '';
      const glyph = /^\$(\d)$/.exec(token)?.[1] ? GLYPHS[Number(token.slice(1)) - 1] : /[^!?]([!?]+)$/.exec(token)?.[1];
      if (token.startsWith('{')) {
        const [, mate, value] = /\[%eval (#?)(-?[\d.]+)/.exec(token) ?? [];
        if (value) node.score = mate ? Math.sign(Number(value)) * MATE - Number(value) : Math.round(Number(value) * 100);
      } else if (token === '(') {
        stack.push(node);
        node = node.parent ?? node;
      } else if (token === ')') {
        node = stack.pop() ?? node;
      } else if (/^(1-0|0-1|1\/2-1\/2|\*)$/.test(token)) {
        if (!stack.length) break;
      } else if (/^(QL|KL)$/.test(word)) {
        prefix = word;
      } else if (word && !/^(\d+|\$\d+|e\.p\.|--)$/.test(word)) {
        node = node.add(word, word);
        if (glyph) node.glyph = glyph;
      } else if (glyph) {
        node.glyph = glyph;
      }
    }
  };
  return { tags, build };
}

/**
 * Writes a game with its variations.
 * @param {Node} root
 * @param {Record<string, string>} tags
 * @param {{number: number, side: 'white'|'black'}} first  the first move
 */
export function writePgn(root, tags, first) {
  /** @type {string[]} */
  const words = [];
  const offset = first.side === 'black' ? 1 : 0;
  const write = (/** @type {Node} */ start) => {
    let numbered = true;
    for (let node = start; node.children.length; [node] = node.children) {
      const [main, ...variations] = node.children;
      const put = (/** @type {Node} */ child, /** @type {boolean} */ always) => {
        const half = child.ply - 1 + offset;
        const number = first.number + Math.floor(half / 2);
        const black = half % 2 === 1;
        const lead = black ? (always ? `${number}... ` : '') : `${number}. `;
        words.push(`${lead}${child.display || child.uci}`);
        const glyph = GLYPHS.indexOf(child.glyph);
        if (glyph >= 0) words.push(`$${glyph + 1}`);
        if (child.score !== null) {
          const { score } = child;
          const mate = Math.abs(score) > MATE - 1000;
          words.push(`{[%eval ${mate ? `#${score < 0 ? '-' : ''}${MATE - Math.abs(score)}` : (score / 100).toFixed(2)}]}`);
        }
      };
      put(main, numbered);
      numbered = variations.length > 0 || main.score !== null;
      for (const child of variations) {
        words.push('(');
        put(child, true);
        write(child);
        words.push(')');
      }
    }
  };
  write(root);
  words.push(tags.Result ?? '*');
  const text = words.join(' ').replace(/\( /g, '(').replace(/ \)/g, ')');
  const wrapped = text.replace(/(.{1,99})(\s+|$)/g, '$1\n').trimEnd();
  const head = Object.entries(tags).map(([name, value]) => `[${name} "${value.replace(/["\\]/g, '\\$&')}"]`).join('\n');
  return `${head}\n\n${wrapped}\n`;
}
