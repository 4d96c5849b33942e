// The moves of the rules as sentences for people who know chess.

/** @typedef {[number, number, number]} Vector  files to the right, ranks ahead, levels up */

/**
 * A way of moving, as the engine's command `rules` prints it.
 * @typedef {{mode: 'both'|'step'|'capture'|'capture from afar', paths: Vector[][], at_most: number|null, jumps: boolean,
 *   from: string[]|null, onto: string[]|null, first: string, en_passant: 'none'|'all'|'last'}} Rule
 */

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
const number = (/** @type {number} */ count) => NUMBERS[count] ?? String(count);
const cells = (/** @type {number} */ count) => `${number(count)} cell${count === 1 ? '' : 's'}`;

/** `a, b or c`. */
export const listText = (/** @type {string[]} */ items, word = 'or') =>
  (items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items[items.length - 1]}`);

/** @template T @param {T[]} items @param {(item: T) => string} key @returns {T[][]} */
export const groups = (items, key) => Object.values(items.reduce((/** @type {Record<string, T[]>} */ all, item) => {
  (all[key(item)] ??= []).push(item);
  return all;
}, {}));

const sizes = (/** @type {number[]} */ vector) => vector.map(Math.abs).sort((a, b) => b - a);
/** The vector from the beginning of a path to its end. */
export const sum = (/** @type {Vector[]} */ path) => /** @type {Vector} */ ([0, 1, 2].map((axis) => path.reduce((all, vector) => all + vector[axis], 0)));

/** The number of vectors with these absolute values, in any order and with any signs. */
function classSize(/** @type {number[]} */ [a, b, c]) {
  const orders = a === b && b === c ? 1 : a === b || b === c ? 3 : 6;
  return orders * 2 ** [a, b, c].filter(Boolean).length;
}

/** Whole classes of vectors: through which parts of the cells, or along how many axes. */
function classesText(/** @type {number[][]} */ classes, /** @type {boolean} */ slides) {
  /** @type {Record<string, string>} */
  const parts = { '1,0,0': 'face', '1,1,0': 'edge', '1,1,1': 'corner' };
  const near = classes.map((lengths) => parts[lengths.join()]).filter(Boolean);
  const far = classes.filter((lengths) => !(lengths.join() in parts)).map((lengths) => (lengths.join() === '2,1,0'
    ? 'like a knight in space, two cells along one axis and one along another'
    : listText(lengths.filter(Boolean).map((count, index) => `${cells(count)} along ${['one axis', 'another', 'the third'][index]}`), 'and')));
  const text = slides ? `through the ${listText(near.map((part) => `${part}s`))} of the cells` : `one cell through ${listText(near.map((part) => (part === 'edge' ? 'an edge' : `a ${part}`)))}`;
  return [...(near.length ? [text] : []), ...far];
}

/** Directions within a level with the same two distances. @returns {string} */
function planeText(/** @type {Vector[]} */ vectors, /** @type {boolean} */ slides) {
  const [long, short] = sizes(vectors[0].slice(0, 2));
  const has = (/** @type {number} */ file, /** @type {number} */ rank) => vectors.some(([x, y]) => x === file && y === rank);
  const count = slides ? '' : `${cells(long)} `;
  if (!long) return '';
  if (!short) {
    const sides = has(-long, 0) && has(long, 0) ? ['sideways'] : [has(-long, 0) ? 'to the left' : '', has(long, 0) ? 'to the right' : ''];
    return count + listText([has(0, long) ? 'forward' : '', has(0, -long) ? 'back' : '', ...sides].filter(Boolean));
  }
  if (long === short) {
    const text = (/** @type {number} */ rank, /** @type {string} */ word) => {
      const [left, right] = [has(-long, rank), has(long, rank)];
      return left && right ? word : left ? `${word} to the left` : right ? `${word} to the right` : '';
    };
    return `${count}diagonally ${vectors.length === 4 ? '' : listText([text(long, 'forward'), text(-long, 'back')].filter(Boolean))}`.trim();
  }
  if (vectors.length === 8) return long === 2 ? 'like a knight of chess' : `${cells(long)} in one direction and ${cells(short)} to the side`;
  const ahead = groups(vectors, ([, y]) => String(y)).map(([[x, y]]) => `${cells(Math.abs(y))} ${y > 0 ? 'forward' : 'back'} and ${cells(Math.abs(x))} sideways`);
  return listText(ahead);
}

/** Directions within a level. */
function planesText(/** @type {Vector[]} */ vectors, /** @type {boolean} */ slides) {
  if (vectors.length === 8 && vectors.every((vector) => sizes(vector.slice(0, 2))[0] === 1)) return `${slides ? '' : 'one cell '}in any direction`;
  return listText(groups(vectors, (vector) => String(sizes(vector.slice(0, 2)))).map((group) => planeText(group, slides)));
}

/**
 * Where vectors lead, or the directions of a slide.
 * @param {Vector[]} vectors
 * @param {boolean} slides
 * @param {number} levels  the number of levels of the board
 */
export function vectorsText(vectors, slides, levels) {
  const isWhole = (/** @type {Vector[]} */ group) => group.length === classSize(sizes(group[0]));
  const classes = groups(vectors, (vector) => sizes(vector).join());
  const whole = classes.filter(isWhole);
  if (whole.length === 3 && vectors.length === 26) return slides ? 'in all 26 directions' : 'to any of the 26 neighboring cells';
  const texts = classesText(whole.map((group) => sizes(group[0])), slides);
  const rest = classes.filter((group) => !isWhole(group)).flat();
  // The same directions on as many levels up as down are one phrase.
  const rises = groups(rest, ([, , z]) => String(z)).map((group) => ({ rise: group[0][2], plane: group.filter(([x, y]) => x || y), straight: group.some(([x, y]) => !x && !y) }));
  const ways = (/** @type {number[]} */ all) => listText([...(all.some((z) => z > 0) ? ['up'] : []), ...(all.some((z) => z < 0) ? ['down'] : [])]);
  const count = (/** @type {number} */ rise) => `${number(Math.abs(rise))} level${Math.abs(rise) === 1 ? '' : 's'}`;
  const flat = rises.filter(({ plane }) => plane.length);
  for (const same of groups(flat, ({ rise, plane }) => `${Math.abs(rise)} ${plane.map(([x, y]) => `${x},${y}`).sort().join()}`)) {
    const [{ rise, plane }] = same;
    const text = planesText(plane, slides);
    if (rise) texts.push(`${text}${groups(plane, (vector) => String(sizes(vector.slice(0, 2)))).length > 1 ? ', each with' : ' and'} ${count(rise)} ${ways(same.map((each) => each.rise))}${slides ? ' with each step' : ''}`);
    else texts.push(levels > 1 ? `${text} on its level` : text);
  }
  for (const same of groups(rises.filter(({ straight }) => straight), ({ rise }) => String(Math.abs(rise)))) {
    const way = `straight ${ways(same.map(({ rise }) => rise))}`;
    texts.push(slides ? way : `${count(same[0].rise)} ${way}`);
  }
  return texts.some((text) => / (and|or) /.test(text)) ? texts.join(', or ') : listText(texts);
}

/** Paths over empty cells, by their number of steps. */
function pathsText(/** @type {Vector[][]} */ paths, /** @type {number} */ levels) {
  const distinct = (/** @type {Vector[]} */ vectors) => [...new Map(vectors.map((vector) => [String(vector), vector])).values()];
  /** @type {string[]} */
  const texts = [];
  /** @type {Map<string, number[]>} the lengths of walks by their steps */
  const walks = new Map();
  for (const group of groups(paths, (path) => String(path.length))) {
    const [{ length }] = group;
    const steps = distinct(group.flat());
    if (steps.length > 1 && group.length === steps.length ** length) {
      const text = vectorsText(steps, false, levels);
      walks.set(text, [...walks.get(text) ?? [], length]);
      continue;
    }
    /** Repeated vectors as one. @type {Vector[][]} */
    const runs = group.map((path) => path.reduce((/** @type {Vector[][]} */ all, vector) => {
      const last = all[all.length - 1];
      if (last && String(last[0]) === String(vector)) last.push(vector);
      else all.push([vector]);
      return all;
    }, []).map(sum));
    for (const same of groups(runs, (run) => String(run.length))) {
      const parts = same[0].map((_, index) => distinct(same.map((run) => run[index])));
      const isProduct = parts.reduce((count, part) => count * part.length, 1) === same.length;
      const alternatives = isProduct ? [parts] : same.map((run) => run.map((vector) => [vector]));
      texts.push(...alternatives.map((alternative) => alternative.map((part) => vectorsText(part, false, levels)).join(', then ')));
    }
  }
  for (const [text, lengths] of walks) texts.push(`in ${listText(lengths.map(number))} steps in any order, each ${text}`);
  return `${texts.join('; or ')}, over empty cells`;
}

/** The condition about the first move of a piece, before and after the sentence. @type {Record<string, [string, string]>} */
const FIRST = {
  any: ['', ''], only: ['as its first move ', ''], not: ['after its first move ', ''], 'only in check': ['as its first move, in check, ', ''],
  'in check': ['', ', as its first move only in check'], 'captures checker': ['', ', as its first move only to capture what gives check'],
};

/**
 * A sentence about a rule.
 * @param {string} subject  `the griffin`
 * @param {Rule} rule
 * @param {(cells: string[]|null) => string} region  the text of a region; empty for all cells that matter
 * @param {number} levels
 */
export function ruleText(subject, { mode, paths, at_most: most, jumps, from, onto, first, en_passant: passed }, region, levels) {
  const single = paths.filter((path) => path.length === 1).map(([vector]) => vector);
  const longer = paths.filter((path) => path.length > 1);
  const slides = most !== 1;
  const far = !slides ? '' : most === null ? ` ${mode === 'capture' ? 'at ' : ''}any distance` : ` up to ${cells(most)}`;
  const leaps = !slides && single.length && single.every((vector) => sizes(vector)[0] > 1);
  const move = slides ? 'slides' : leaps ? 'leaps' : 'moves';
  const verb = { both: move, step: move, capture: 'captures', 'capture from afar': 'captures without moving' }[mode];
  const where = [single.length ? vectorsText(single, slides, levels) : '', longer.length ? pathsText(longer, levels) : ''].filter(Boolean);
  const target = region(onto);
  const [before, after] = FIRST[first] ?? [first, ''];
  const origin = region(from);
  const text = [
    origin && `from ${origin}${before && ','} `, before, subject, ` ${verb}${far}`, where.length ? ` ${where.join('; or ')}` : '',
    jumps ? onto?.length === 1 ? ` to ${target} if it is empty` : ` to any empty cell of ${target || 'the board'}` : target && `, only to ${target}`, mode === 'step' && !jumps ? ', without capturing' : '', after,
    { none: '', all: '; it can be captured en passant on every cell that it passes', last: '; it can be captured en passant on the last cell that it passes' }[passed], '.',
  ].join('');
  return text[0].toUpperCase() + text.slice(1);
}
