// Builds the model of the board views from the game.

import { bestEnding, endingNote } from './panels/ending.js';
import { formatWorth } from './score.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.d.ts').Move} Move */
/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('./view-model.js').Geometry} Geometry */
/** @typedef {import('./view-model.js').ViewModel} ViewModel */

/** The origin and the destination of a move in UCI notation, cells or posts. @returns {string[]} */
export function movePlaces(/** @type {Geometry} */ geometry, /** @type {string} */ uci) {
  const names = new Set([...geometry.cells, ...geometry.posts].map(({ name }) => name));
  const first = (/** @type {string} */ text) => [4, 3, 2].map((size) => text.slice(0, size)).find((name) => names.has(name));
  const from = first(uci) ?? '';
  const rest = uci.slice(from.length);
  const to = first(rest);
  // The ride of an elevator has a third place.
  return to ? [from, first(rest.slice(to.length)) ?? to] : [];
}

/** The place where a move can be dropped besides its `to`: the king's destination of castling in chess. */
export function dropPlace(/** @type {Geometry} */ geometry, /** @type {Move} */ move) {
  const place = move.uci.slice(move.from.length);
  return place !== move.to && geometry.cells.some(({ name }) => name === place) ? place : null;
}

/** Whether a move is made by dropping its piece on a place. */
export const leadsTo = (/** @type {Geometry|null} */ geometry, /** @type {Move} */ move, /** @type {string} */ place) =>
  move.to === place || (geometry !== null && dropPlace(geometry, move) === place);

/** Whether a place holds a piece or platform that the side to move can select. */
export function isSelectable(/** @type {import('./types.d.ts').Position} */ { board, moves }, /** @type {string} */ place) {
  const letter = board.pieces[place];
  if (letter) return (letter === letter.toUpperCase()) === (board.side_to_move === 'w');
  const owner = board.platforms[place];
  // Some rules let a side move a platform of the other.
  return owner !== undefined && (owner !== (board.side_to_move === 'w' ? 'b' : 'w') || moves.some(({ from }) => from === place));
}

/** What moved between two neighboring positions, for animation. */
export function movedPieces(/** @type {Geometry} */ geometry, /** @type {Node} */ before, /** @type {Node} */ after) {
  const [older, newer] = [before.position?.board, after.position?.board];
  if (!older || !newer || (after.parent !== before && before.parent !== after)) return [];
  const forward = after.parent === before;
  const places = movePlaces(geometry, (forward ? after : before).uci);
  const [from, to] = forward ? places : [places[1], places[0]];
  const cellsOf = (/** @type {string} */ name) => geometry.posts.find((post) => post.name === name)?.covers;
  /** @type {{from: string, to: string}[]} */
  const moved = [];
  const [left, right] = [cellsOf(from), cellsOf(to)];
  if (left && right) {
    moved.push({ from, to });
    left.forEach((cell, index) => { if (older.pieces[cell]) moved.push({ from: cell, to: right[index] }); });
    return moved;
  }
  const gone = Object.keys(older.pieces).filter((cell) => newer.pieces[cell] !== older.pieces[cell]);
  for (const cell of Object.keys(newer.pieces).filter((name) => newer.pieces[name] !== older.pieces[name])) {
    const same = gone.filter((name) => older.pieces[name] === newer.pieces[cell]);
    const origin = same.find((name) => name === from) ?? same[0] ?? (cell === to && gone.includes(from) ? from : undefined);
    if (origin) moved.push({ from: origin, to: cell });
  }
  return moved;
}

/** The cells that exist while platforms stand on some posts. */
export function liveCells(/** @type {Geometry} */ geometry, /** @type {(post: string) => boolean} */ stands) {
  const missing = new Set(geometry.posts.filter(({ name }) => !stands(name)).flatMap((post) => post.covers));
  for (const { name, covers } of geometry.posts) if (stands(name)) for (const cell of covers) missing.delete(cell);
  return new Set(geometry.cells.map(({ name }) => name).filter((name) => !missing.has(name)));
}

/** The platforms of a view from owners as the engine writes them. @returns {ViewModel['platforms']} */
export const viewPlatforms = (/** @type {Iterable<[string, string|null]>} */ owners) =>
  [...owners].map(([post, owner]) => ({ post, owner: owner === 'w' ? 'white' : owner === 'b' ? 'black' : null }));

/**
 * The position on display.
 * @param {Game} game
 * @param {Pick<ViewModel, 'selected'|'orientation'|'level'|'theme'|'reducedMotion'>} display
 * @returns {ViewModel|null}
 */
export function buildModel(game, display) {
  const { geometry, position, node } = game;
  if (!geometry || !position) return null;
  const { board, moves } = position;
  /** @type {ViewModel['targets']} */
  const targets = new Map();
  const chosen = moves.filter(({ from }) => from === display.selected);
  const known = new Map(game.endingMoves.map((ending) => [ending.move, ending]));
  for (const move of chosen) {
    // Of promotions the best one counts.
    const best = bestEnding(chosen.filter(({ to }) => to === move.to).flatMap(({ uci }) => known.get(uci) ?? []));
    const target = { capture: move.captured_cell !== null, ending: best && endingNote(best) };
    for (const place of [move.to, dropPlace(geometry, move)]) if (place) targets.set(place, target);
  }
  /** @type {ViewModel['arrows']} */
  const arrows = [];
  if (game.analyzing && game.analysis.node === node) {
    game.analysis.infos.slice(0, game.lineCount).forEach((info, index) => {
      const [from, to] = movePlaces(geometry, info?.pv[0] ?? '');
      if (from) arrows.push({ from, to, weight: 1 - index / Math.max(2, game.lineCount) });
    });
  }
  const [from, to] = game.hint?.node === node && game.hints ? movePlaces(geometry, game.hint.uci) : [];
  if (from && !arrows.length) arrows.push({ from, to, weight: 0.6 });
  const threat = game.threat?.node === node ? game.threat.move : null;
  if (threat) arrows.push(/** @type {any} */ ({ from: threat.from, to: threat.to, weight: 1, kind: 'threat' }));
  const worths = new Map(Object.entries(game.showsWorths ? position.evaluation.pieces : {}).map(([cell, worth]) =>
    [cell, formatWorth(board.pieces[cell] === board.pieces[cell].toUpperCase() ? worth : -worth)]));
  const letter = geometry.pieces.find(({ royal }) => royal)?.letter ?? 'k';
  const king = board.side_to_move === 'w' ? letter.toUpperCase() : letter;
  return {
    ...display, geometry, targets, worths, arrows, pieces: new Map(Object.entries(board.pieces)),
    live: liveCells(geometry, (post) => post in board.platforms), platforms: viewPlatforms(Object.entries(board.platforms)),
    lastMove: movePlaces(geometry, node.uci),
    check: board.in_check ? Object.keys(board.pieces).find((cell) => board.pieces[cell] === king) ?? null : null,
  };
}
