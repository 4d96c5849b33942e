// Words about the rules of a game, as the engine prints them.

import { groups, listText, ruleText } from './words.js';

/** @typedef {import('./words.js').Rule} Rule */
/** @typedef {import('./words.js').Vector} Vector */
/** @typedef {import('../view-model.js').Cell} Cell */
/** @typedef {import('../view-model.js').Geometry} Geometry */

/**
 * A kind of piece, as `rules` prints it.
 * @typedef {{letter: string, name: string, royal: boolean, value: number, levels: number[], start: {w: string[], b: string[]},
 *   moves: Rule[], promotion: {must: string[], may: string[], to: string}|null, freezes: Vector[], progress: string}} Kind
 */

/**
 * @typedef {{title: string, about: string[], files: number, ranks: number, levels: number, missing: string[],
 *   black_reverses: string[], pieces: Kind[],
 *   castling: {side: string, right: string|null, king: string[], rook: string[], empty: string[], safe: string[], written: string}[],
 *   rides: {side: string, piece: string, stop: string, end: string[]}[], transfer: number[]|null, dead_material: string[],
 *   stalemate: string, bare_king: string, repetition: number, move_limit: number, startpos: string, name: string,
 *   survey: {games: number, white: number, error: number, drawn: number, plies: number, moves: number}|null}} Rules
 */

/** `a rook`. */
export const named = (/** @type {string} */ name) => `${/^(?!uni)[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`;
/** The text with a capital first letter. */
export const capital = (/** @type {string} */ text) => text[0].toUpperCase() + text.slice(1);
/** Rising numbers or letters: `2`, `1 and 3`, `2 to 8`. */
export const runText = (/** @type {number[]} */ values, /** @type {(value: number) => string} */ text = String) => {
  const isRun = values.length > 2 && values[values.length - 1] - values[0] === values.length - 1;
  return isRun ? `${text(values[0])} to ${text(values[values.length - 1])}` : listText(values.map(text), 'and');
};
/** `2 levels`. */
export const plural = (/** @type {number} */ count, /** @type {string} */ word) => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Writes about the cells and moves of a game. */
export function createDescriber(/** @type {Rules} */ { levels }, /** @type {Geometry} */ geometry) {
  /** @type {Map<string, Cell>} */
  const cells = new Map(geometry.cells.map((/** @type {Cell} */ cell) => [cell.name, cell]));
  const point = (/** @type {string} */ name) => {
    const { file, rank, level } = /** @type {Cell} */ (cells.get(name));
    return [file, rank, level];
  };
  const names = [...cells.keys()];
  /** The cells on which a kind of piece can stand. */
  const stands = (/** @type {Kind} */ { levels: known }) => names.filter((name) => known.includes(point(name)[2]));

  /** A block of cells in words, `ranks 1 and 2 of level 3`; empty if the cells are none. */
  function blockText(/** @type {string[]} */ region, /** @type {string[]} */ all) {
    const used = [0, 1, 2].map((axis) => [...new Set(region.map((name) => point(name)[axis]))].sort((a, b) => a - b));
    const within = all.filter((name) => point(name).every((at, axis) => used[axis].includes(at)));
    if (within.length !== region.length) return '';
    const words = ['file', 'rank', 'level'].map((word, axis) => {
      const every = new Set(all.map((name) => point(name)[axis])).size;
      const text = runText(used[axis], (at) => (axis ? String(at) : String.fromCharCode(97 + at)));
      return every === used[axis].length ? '' : `${word}${used[axis].length > 1 ? 's' : ''} ${text}`;
    });
    const limits = words.filter(Boolean);
    return limits.length < 3 ? limits.join(' of ') || 'the whole board' : '';
  }

  /** A region in words. */
  function regionText(/** @type {string[]} */ region, all = names) {
    const blocks = [[region], groups(region, (name) => String(point(name)[2]))].map((parts) => parts.map((part) => blockText(part, all)));
    const texts = blocks.find((parts) => parts.every(Boolean));
    if (texts) return listText(texts, 'and');
    return region.length <= 8 ? listText(region, 'and') : `${region.length} cells, ${region[0]} to ${region[region.length - 1]}`;
  }

  /** The sentences about rules, those that differ in their vectors only as one. `own` are the cells that go without saying. */
  const sentences = (/** @type {Kind} */ kind, /** @type {Rule[]} */ moves, /** @type {string[]} */ own) =>
    groups(moves.map((rule) => ({ ...rule, from: rule.from && own.every((name) => rule.from?.includes(name)) ? null : rule.from })), ({ paths: _, ...rule }) => JSON.stringify(rule))
      .map((same, index) => {
        const region = (/** @type {string[]|null} */ limit) => (limit ? regionText(limit, stands(kind)) : '');
        return ruleText(index ? 'it' : `the ${kind.name}`, { ...same[0], paths: same.flatMap(({ paths }) => paths) }, region, levels);
      });

  return { point, names, stands, regionText, sentences };
}

/** A game in short: where it comes from, board and pieces, what is special. */
export function summary(/** @type {Rules} */ rules) {
  const { title, name, about, files, ranks, levels, pieces, castling, transfer, rides } = rules;
  const has = (/** @type {(kind: Kind) => boolean} */ test) => pieces.some(test);
  const board = levels === 1 ? `one board of ${files}×${ranks}` : `${levels} levels of ${files}×${ranks}`;
  const special = [
    ...(transfer ? ['each piece goes over to another level after its move'] : []),
    ...(has(({ freezes }) => freezes.length > 0) ? ['some pieces freeze others'] : []),
    ...(has(({ moves }) => moves.some(({ mode }) => mode === 'capture from afar')) ? ['some capture from afar'] : []),
    ...(rides.length ? ['kings ride an elevator'] : []),
    ...(has(({ promotion }) => promotion !== null) ? ['pawns promote'] : []),
    ...(castling.length ? ['kings castle'] : ['there is no castling']),
    ...(has(({ moves }) => moves.some(({ en_passant: passed }) => passed !== 'none')) ? ['pawns capture en passant'] : []),
  ];
  const kinds = pieces.filter(({ royal }) => !royal).map((kind) => kind.name);
  return [
    about[0] ?? `${title || name} has no story yet.`,
    `On ${board} cells the king is helped by ${plural(kinds.length, 'kind')} of pieces: ${listText(kinds, 'and')}.`,
    `${capital(listText(special, 'and'))}.`,
  ];
}
