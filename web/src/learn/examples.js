// Positions that show the moves of a piece. The engine says which positions are legal, and their moves.

import { composeFen } from '../fen.js';
import { createDescriber } from './describe.js';
import { sum } from './words.js';

/** @typedef {import('./describe.js').Kind} Kind */
/** @typedef {import('./describe.js').Rules} Rules */
/** @typedef {import('./words.js').Rule} Rule */
/** @typedef {import('./words.js').Vector} Vector */
/** @typedef {import('../engine.js').Engine} Engine */
/** @typedef {import('../types.d.ts').Move} Move */
/** @typedef {import('../view-model.js').Geometry} Geometry */

/**
 * A game, the engine that plays it, and words about it. `byPoint` has the names of the cells.
 * @typedef {ReturnType<typeof createDescriber> & {engine: Engine, rules: Rules, geometry: Geometry, king: Kind, byPoint: Map<string, string>}} Context
 */

/** The letters of pieces by cell. @typedef {Record<string, string>} Pieces */

/** A position with the moves of a piece. @typedef {{fen: string, select: string, moves: Move[]}} Example */

/** Selects a game; `null` if the engine does not print its rules. @returns {Promise<Context|null>} */
export async function createContext(/** @type {Engine} */ engine, /** @type {string} */ variant) {
  const geometry = await engine.setVariant(variant, false, '');
  /** @type {Rules|null} */
  const rules = await engine.json('rules');
  if (!rules) return null;
  const describer = createDescriber(rules, geometry);
  const byPoint = new Map(describer.names.map((name) => [String(describer.point(name)), name]));
  return { ...describer, engine, rules, geometry, byPoint, king: /** @type {Kind} */ (rules.pieces.find(({ royal }) => royal)) };
}

/** The kind of piece with a letter. */
export const kindOf = (/** @type {Context} */ { rules }, /** @type {string} */ letter) =>
  /** @type {Kind} */ (rules.pieces.find((kind) => kind.letter === letter.toUpperCase()));

/** The first result of `find` that is not null. @template T, R @param {Iterable<T>} items @param {(item: T) => Promise<R|null>} find */
export async function findFirst(items, find) {
  for (const item of items) {
    const found = await find(item);
    if (found) return found;
  }
  return null;
}

// Cells

/** The cells, those in the middle of the board first. */
export function central(/** @type {Context} */ { rules, point }, /** @type {string[]} */ cells) {
  const middle = [(rules.files - 1) / 2, (rules.ranks + 1) / 2, (rules.levels + 1) / 2];
  const fromMiddle = (/** @type {string} */ name) => Math.hypot(...point(name).map((at, axis) => at - middle[axis]));
  return [...cells].sort((a, b) => fromMiddle(a) - fromMiddle(b));
}

/** How many files, ranks and levels are between two cells. */
const distances = (/** @type {Context} */ { point }, /** @type {string} */ a, /** @type {string} */ b) => point(a).map((at, axis) => Math.abs(at - point(b)[axis]));

/** The neighbors of a cell, those in the middle of the board first. */
export const near = (/** @type {Context} */ context, /** @type {string} */ name) =>
  central(context, context.names).filter((other) => Math.max(...distances(context, name, other)) === 1);

/** The cell a vector away, as White sees it. */
const add = (/** @type {Context} */ { point, byPoint }, /** @type {string} */ from, /** @type {Vector} */ vector, sign = 1) =>
  byPoint.get(String(point(from).map((at, axis) => at + sign * vector[axis])));

/** The cells from which these vectors lead to a cell. */
const origins = (/** @type {Context} */ context, /** @type {string} */ end, /** @type {Vector[]} */ vectors) => vectors.flatMap((vector) => add(context, end, vector, -1) ?? []);

/** The cells to which the paths of a rule lead. */
const ends = (/** @type {Context} */ context, /** @type {string} */ from, /** @type {Rule} */ { paths }) =>
  paths.flatMap((path) => path.reduce((/** @type {string|undefined} */ at, vector) => at && add(context, at, vector), from) ?? []);

/** The vectors of the rules with one of these modes, without those of longer paths. */
const vectorsOf = (/** @type {Kind} */ { moves }, /** @type {Rule['mode'][]} */ modes) => moves.filter(({ mode }) => modes.includes(mode))
  .flatMap(({ paths }) => paths.filter(({ length }) => length === 1).map(([vector]) => vector));

// Positions

/** The fields of a FEN after the side to move. */
function fenRest(/** @type {Rules} */ { startpos }, /** @type {boolean} */ isStart, /** @type {boolean} */ canCastle) {
  // Letters are rights of castling, White's are capitals; * stands for all pieces on their start cells.
  const fields = startpos.split(' ').slice(2, -2).map((field) => ((field === '*' ? isStart : canCastle) ? field.replace(/[a-z]/g, '') || '-' : '-'));
  return [...fields, '0 1'].join(' ');
}

/** The position of these pieces with its moves; `null` if it is illegal or over, or the side is in check. */
async function ask(/** @type {Context} */ { engine, rules, geometry }, /** @type {Pieces} */ pieces, { side = 'w', isStart = false, canCastle = false } = {}) {
  try {
    const fen = composeFen(geometry, new Map(Object.entries(pieces)), new Map(), side, fenRest(rules, isStart, canCastle));
    const position = await engine.position(fen, []);
    return position.board.in_check || position.board.result !== 'none' ? null : position;
  } catch (error) {
    // Without a connection no later question would be answered.
    if (/connection/.test(/** @type {Error} */ (error).message)) throw error;
    return null;
  }
}

/** The cost of a king on a cell. It is high on the lines of other pieces, near to them, and far from its home. */
function kingCost(/** @type {Context} */ context, /** @type {string} */ name, /** @type {string[]} */ taken, /** @type {boolean} */ isWhite) {
  const costs = taken.map((other) => {
    const way = distances(context, name, other);
    return 7 - new Set([...way, 0]).size * 2 + (Math.max(...way) < 3 ? 9 : 0);
  });
  const home = isWhite ? 1 : context.rules.ranks;
  return costs.reduce((all, each) => all + each, Math.abs(context.point(name)[1] - home));
}

/** The cells of a king of a side, those first on which it is out of the way. */
function kingCells(/** @type {Context} */ context, /** @type {string[]} */ taken, /** @type {boolean} */ isWhite) {
  const free = context.stands(context.king).filter((name) => !taken.includes(name));
  return free.map((name) => ({ name, cost: kingCost(context, name, taken, isWhite) }))
    .sort((a, b) => a.cost - b.cost).slice(0, 5).map(({ name }) => name);
}

/** These pieces with kings that they lack, on cells where they do not matter. @returns {Generator<Pieces>} */
function* withKings(/** @type {Context} */ context, /** @type {Pieces} */ pieces) {
  const taken = Object.keys(pieces);
  const [own, other] = [context.king.letter, context.king.letter.toLowerCase()];
  const has = (/** @type {string} */ letter) => Object.values(pieces).includes(letter);
  for (const white of has(own) ? [''] : kingCells(context, taken, true)) {
    for (const black of has(other) ? [''] : kingCells(context, [...taken, white].filter(Boolean), false)) {
      yield { ...pieces, ...(white && { [white]: own }), ...(black && { [black]: other }) };
    }
  }
}

/** Pieces to add to others: none, one of White, one of each side. With nothing but kings on one side the game could be over. */
function spares(/** @type {Context} */ context, /** @type {string[]} */ taken) {
  const starting = context.rules.pieces.filter(({ start }) => start.w.length);
  const helper = starting.find(({ promotion }) => promotion) ?? starting.find(({ royal }) => !royal);
  if (!helper) return [{}];
  const place = (/** @type {string[]} */ cells, /** @type {string} */ letter) =>
    Object.fromEntries(central(context, cells.filter((name) => !taken.includes(name))).slice(-1).map((name) => [name, letter]));
  const white = place(helper.start.w, helper.letter);
  return [{}, white, { ...white, ...place(helper.start.b, helper.letter.toLowerCase()) }];
}

/**
 * The position of these pieces, and kings where they do not matter, in which a piece has the most moves that count; `null`
 * if it has none.
 * @param {Context} context
 * @param {Pieces} pieces
 * @param {string} select
 * @param {{isStart?: boolean, canCastle?: boolean, counts?: (move: Move) => boolean, tries?: number}} [options]
 * @returns {Promise<Example|null>}
 */
export async function findExample(context, pieces, select, { isStart, canCastle, counts = () => true, tries = 3 } = {}) {
  /** @type {Example|null} */
  let best = null;
  let most = 0;
  for (const extra of spares(context, Object.keys(pieces))) {
    for (const all of withKings(context, { ...pieces, ...extra })) {
      if (tries === 0) return best;
      const position = await ask(context, all, { isStart, canCastle });
      if (!position) continue;
      tries -= 1;
      const moves = position.moves.filter((move) => move.from === select);
      const count = moves.filter(counts).length;
      if (count > most) [best, most] = [{ fen: position.board.fen, select, moves }, count];
    }
    if (best) break;
  }
  return best;
}

// Captures

/** The letter of an enemy that can stand on a cell, for a piece to capture. There are several choices. */
function enemyOn(/** @type {Context} */ { rules, point }, /** @type {string} */ name, choice = 0) {
  const able = rules.pieces.filter((kind) => !kind.royal && !kind.freezes.length && kind.levels.includes(point(name)[2]));
  able.sort((a, b) => Number(a.promotion !== null) - Number(b.promotion !== null) || a.value - b.value);
  return able[choice % able.length]?.letter.toLowerCase();
}

/** An enemy for each way of capturing that does not move as well, where the piece cannot step if there is such a cell. */
function enemiesNear(/** @type {Context} */ context, /** @type {string} */ select, /** @type {Rule[]} */ moves, /** @type {number} */ choice) {
  /** @type {Pieces} */
  const enemies = {};
  const steps = moves.filter(({ mode }) => mode === 'step').flatMap((rule) => ends(context, select, rule));
  for (const rule of moves.filter(({ mode, from }) => mode.startsWith('capture') && (!from || from.includes(select)))) {
    const aims = ends(context, select, rule).filter((name) => enemyOn(context, name) && (!rule.onto || rule.onto.includes(name)) && !(name in enemies));
    const aim = aims.find((name) => !steps.includes(name)) ?? aims[0];
    if (aim) enemies[aim] = enemyOn(context, aim, choice);
  }
  return enemies;
}

/**
 * Some rules of a piece, and the cells where they hold. `isFirst` says whether the piece makes its first move; it is `null`
 * if one position shows the rules of the first move and of later moves.
 * @typedef {{moves: Rule[], cells: string[], isFirst: boolean|null}} Part
 */

/** The cells from which to show rules: one in the middle, one for each rule that holds on some cells only, the start cell. */
function placesFor(/** @type {Context} */ context, /** @type {string[]} */ starts, /** @type {Part} */ { moves, cells, isFirst }) {
  if (isFirst) return starts;
  const limited = moves.flatMap(({ from }) => (from && cells.some((name) => !from.includes(name)) ? central(context, from)[0] : []));
  return [...new Set([central(context, cells)[0], ...limited, ...(isFirst === null ? starts : [])])];
}

/** The position in which a piece has the most moves by some of its rules, with the enemies that it can capture. */
export async function findPieceExample(/** @type {Context} */ context, /** @type {Kind} */ kind, /** @type {Part} */ part) {
  const starts = central(context, kind.start.w.filter((name) => part.cells.includes(name))).slice(0, 1);
  /** @type {Example & {enemies: Pieces}|null} */
  let best = null;
  for (const select of placesFor(context, starts, part)) {
    // Some enemies would attack a king, or cells to which it goes.
    for (const choice of [0, 1, 2, 3]) {
      const enemies = enemiesNear(context, select, part.moves, choice);
      const example = await findExample(context, { [select]: kind.letter, ...enemies }, select, { isStart: part.isFirst ?? starts.includes(select) });
      if (example && example.moves.length > (best?.moves.length ?? 0)) best = { ...example, enemies };
      if (!Object.keys(enemies).length || (example && !kind.royal)) break;
    }
  }
  return best;
}

// Special moves

/** A position in which a piece can promote. */
export function findPromotion(/** @type {Context} */ context, /** @type {Kind} */ kind) {
  const { must, may } = /** @type {NonNullable<Kind['promotion']>} */ (kind.promotion);
  const starts = central(context, [...must, ...may]).flatMap((end) => origins(context, end, vectorsOf(kind, ['both', 'step'])));
  return findFirst(starts.filter((name) => !must.includes(name) && kind.levels.includes(context.point(name)[2])), (select) =>
    findExample(context, { [select]: kind.letter }, select, { counts: ({ promotion }) => promotion !== '', tries: 2 }));
}

/** Whether a rule lets a piece be captured en passant. */
export const isPassing = (/** @type {Rule} */ { en_passant: passed }) => passed !== 'none';

/** The cells that a piece of Black passes on its long moves from a cell. */
function passedCells(/** @type {Context} */ context, /** @type {Kind} */ { moves }, /** @type {string} */ from) {
  const reverses = ['files', 'ranks', 'levels'].map((axis) => context.rules.black_reverses.includes(axis));
  const ofBlack = (/** @type {Vector} */ vector) => /** @type {Vector} */ (vector.map((by, axis) => (reverses[axis] ? -by : by)));
  const ways = moves.filter(isPassing).flatMap(({ paths }) => paths.flatMap((path) => path.slice(1).map((_, index) => sum(path.slice(0, index + 1)))));
  return ways.flatMap((way) => add(context, from, ofBlack(way)) ?? []);
}

/** The cells of a piece of Black that makes a long move, and of one of White that captures it. */
function* passingPairs(/** @type {Context} */ context, /** @type {Kind} */ kind) {
  const vectors = vectorsOf(kind, ['both', 'capture']);
  for (const from of central(context, kind.start.b)) {
    for (const passed of passedCells(context, kind, from)) {
      for (const select of origins(context, passed, vectors)) if (select !== from) yield { from, select };
    }
  }
}

/** A position in which a piece captures en passant after a move from a cell, with these captures. */
async function passingExample(/** @type {Context} */ context, /** @type {Kind} */ kind, /** @type {string} */ from, /** @type {string} */ select) {
  const { engine, king } = context;
  const [white, black] = [true, false].map((isWhite) => kingCells(context, [from, select], isWhite)[0]);
  const pieces = { [from]: kind.letter.toLowerCase(), [select]: kind.letter, [white]: king.letter, [black]: king.letter.toLowerCase() };
  const position = await ask(context, pieces, { side: 'b', isStart: true });
  return findFirst(position?.moves.filter((move) => move.from === from) ?? [], async ({ uci }) => {
    const { board, moves } = await engine.position(position?.board.fen ?? '', [uci]);
    const own = moves.filter((move) => move.from === select);
    const captures = own.filter((move) => move.captured_cell && move.captured_cell !== move.to);
    return captures.length && board.result === 'none' ? { fen: board.fen, select, moves: own, captures } : null;
  });
}

/** A position in which a piece can capture en passant, with these captures. */
export const findPassing = (/** @type {Context} */ context, /** @type {Kind} */ kind) =>
  findFirst(passingPairs(context, kind), ({ from, select }) => passingExample(context, kind, from, select));

/** A position in which a piece on a cell can freeze an enemy, with the moves that freeze it. */
async function freezingExample(/** @type {Context} */ context, /** @type {Kind} */ kind, /** @type {string} */ select) {
  const free = await findExample(context, { [select]: kind.letter }, select);
  return findFirst(free?.moves ?? [], async ({ to }) => {
    const held = add(context, to, kind.freezes[0]);
    const enemy = held && enemyOn(context, held);
    if (!held || !enemy) return null;
    const example = await findExample(context, { [select]: kind.letter, [held]: enemy }, select, { tries: 2 });
    const freezing = example?.moves.filter((move) => move.to === to) ?? [];
    return example && freezing.length ? { ...example, freezing, held, enemy } : null;
  });
}

/** A position in which a piece can freeze an enemy, with the moves that freeze it. */
export const findFreezing = (/** @type {Context} */ context, /** @type {Kind} */ kind) =>
  findFirst(central(context, context.stands(kind)).slice(0, 4), (select) => freezingExample(context, kind, select));
