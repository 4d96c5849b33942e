// Lessons made from the rules that the engine prints, for the games without lessons by hand.

import { capital, named, plural, runText } from './describe.js';
import { central, createContext, findExample, findFirst, findFreezing, findPassing, findPieceExample, findPromotion, isPassing, kindOf, near } from './examples.js';
import { groups, listText, vectorsText } from './words.js';

/** @typedef {import('./describe.js').Kind} Kind */
/** @typedef {import('./describe.js').Rules} Rules */
/** @typedef {import('./examples.js').Context} Context */
/** @typedef {import('./examples.js').Example} Example */
/** @typedef {import('./examples.js').Part} Part */
/** @typedef {import('./learn.js').Lesson} Lesson */
/** @typedef {import('./words.js').Rule} Rule */
/** @typedef {import('../engine.js').Engine} Engine */
/** @typedef {import('../types.d.ts').Move} Move */

/** The lessons of the rule set that the engine plays; none if it does not print its rules. @returns {Promise<Lesson[]>} */
export async function lessonsFromRules(/** @type {Engine} */ engine, /** @type {string} */ variant) {
  const context = await createContext(engine, variant);
  if (!context) return [];
  /** @type {Lesson[]} */
  const lessons = [];
  for await (const lesson of movesAndEnd(context)) lessons.push(lesson);
  return [boardPage(context, lessons), ...lessons];
}

/** All pages but the first. */
async function* movesAndEnd(/** @type {Context} */ context) {
  const { pieces, transfer, castling, rides } = context.rules;
  const kinds = [...pieces].sort((a, b) => Number(b.royal) - Number(a.royal) || b.value - a.value);
  if (transfer) yield transferPage(context, transfer);
  for (const kind of kinds) for (const topic of topicsOf(context, kind)) yield piecePage(context, kind, topic);
  const promoting = kinds.filter(({ promotion }) => promotion);
  for (const kind of promoting) yield promotionPage(context, kind, titleOf('Promotion', kind, promoting));
  const castlings = castling.filter(({ side }) => side === 'w');
  if (castlings.length) yield castlingPage(context, castlings);
  const passing = kinds.filter(({ moves }) => moves.some(isPassing));
  for (const kind of passing) yield enPassantPage(context, kind, titleOf('En passant', kind, passing));
  for (const kind of kinds.filter(({ freezes }) => freezes.length)) yield freezingPage(context, kind);
  const ride = rides.find(({ side }) => side === 'w');
  if (ride) yield ridePage(context, ride);
  yield endPage(context);
}

/** The title of a page about one of some kinds of pieces. */
const titleOf = (/** @type {string} */ title, /** @type {Kind} */ { name }, /** @type {Kind[]} */ all) => (all.length > 1 ? `${title}: the ${name}` : title);

/** A page with the position of an example, and with its task if there are moves that fulfill it. @returns {Lesson} */
function page(/** @type {Lesson} */ { task, ...lesson }, /** @type {Example|null} */ example, /** @type {Move[]} */ goal = []) {
  return { ...lesson, ...(example && { fen: example.fen, select: example.select }), ...(task && goal.length && { task, goal: goal.map(({ uci }) => uci) }) };
}

// Pieces

/** What a page describes of a piece, and sentences to add. @typedef {Part & {title: string, more: string[]}} Topic */

/** Whether a rule is for a level. One for other regions than whole levels is for all. */
function isOn(/** @type {Context} */ { point, stands }, /** @type {Kind} */ kind, /** @type {Rule} */ { from }, /** @type {number} */ level) {
  const used = new Set(from?.map((cell) => point(cell)[2]));
  return !from || used.has(level) || stands(kind).some((cell) => used.has(point(cell)[2]) && !from.includes(cell));
}

/** The levels on which a piece can move; those with the same rules together. */
const levelsByRules = (/** @type {Context} */ context, /** @type {Kind} */ kind) => groups(kind.levels, (level) => kind.moves.map((rule) => isOn(context, kind, rule, level)).join())
  .filter(([level]) => kind.moves.some((rule) => isOn(context, kind, rule, level)));

/** Sentences about where a piece can stand and what it must not do. */
function limitsOf(/** @type {Context} */ { rules, stands, regionText }, /** @type {Kind} */ kind) {
  return [
    ...(kind.levels.length < rules.levels ? [`It can stand on ${regionText(stands(kind))} only.`] : []),
    ...(kind.royal ? ['It must not move to an attacked cell, and checkmate wins.'] : []),
  ];
}

/** The pages about a piece. @returns {Topic[]} */
function topicsOf(/** @type {Context} */ context, /** @type {Kind} */ kind) {
  const parts = levelsByRules(context, kind);
  const more = limitsOf(context, kind);
  return parts.flatMap((levels) => {
    const moves = kind.moves.filter((rule) => isOn(context, kind, rule, levels[0]));
    const cells = context.stands(kind).filter((cell) => levels.includes(context.point(cell)[2]));
    const where = parts.length === 1 ? '' : ` on level${levels.length > 1 ? 's' : ''} ${runText(levels)}`;
    return byFirstMove(kind, { title: capital(kind.name) + where, moves, cells, more, isFirst: null });
  });
}

/** Divides a topic into later moves and the first move, if no position shows the rules of both. */
function byFirstMove(/** @type {Kind} */ kind, /** @type {Topic} */ topic) {
  if (kind.moves.every(({ first }) => ['any', 'only'].includes(first))) return [topic];
  const later = topic.moves.filter(({ first }) => !first.startsWith('only')).map((rule) => ({ ...rule, first: 'any' }));
  const initial = topic.moves.filter(({ first }) => first !== 'not');
  return [{ ...topic, moves: later, isFirst: false }, { ...topic, title: `${topic.title}: first move`, moves: initial, more: [], isFirst: true }];
}

/** A page about some rules of a piece. The task is to capture an enemy. */
async function piecePage(/** @type {Context} */ context, /** @type {Kind} */ kind, /** @type {Topic} */ topic) {
  const { title, moves, cells, more } = topic;
  const example = await findPieceExample(context, kind, topic);
  const enemies = example?.enemies ?? {};
  const captures = example?.moves.filter(({ captured_cell: cell }) => cell && cell in enemies) ?? [];
  const prey = Object.keys(enemies).find((name) => captures.some((move) => move.captured_cell === name));
  const task = prey && `Capture the ${kindOf(context, enemies[prey]).name} on ${prey}.`;
  return page({ title, text: [...context.sentences(kind, moves, cells), ...more], task }, example, captures.filter((move) => move.captured_cell === prey));
}

// Special moves

async function promotionPage(/** @type {Context} */ context, /** @type {Kind} */ kind, /** @type {string} */ title) {
  const { must, may, to } = /** @type {NonNullable<Kind['promotion']>} */ (kind.promotion);
  const pieces = [...to].map((letter) => named(kindOf(context, letter).name));
  const become = `become ${listText(pieces)}`;
  const text = [
    ...(must.length ? [`${capital(named(kind.name))} must ${become} on ${context.regionText(must)}.`] : []),
    ...(may.length ? [`It may ${become} on ${context.regionText(may)}.`] : []),
  ];
  const example = await findPromotion(context, kind);
  const last = to.length - 1;
  const task = `Promote the ${kind.name}${last ? ` to ${pieces[last]}` : ''}.`;
  return page({ title, text, task }, example, example?.moves.filter(({ promotion }) => promotion === to[last].toLowerCase()));
}

/** The cells between king and rook in a sentence about castling. */
function castlingLimits(/** @type {Rules['castling'][0]} */ { empty, safe }) {
  const cells = (/** @type {string[]} */ names, /** @type {string} */ condition) => (names.length ? [`${listText(names, 'and')} must ${condition}`] : []);
  return String(empty) === String(safe) ? cells(empty, 'be empty and not attacked') : [...cells(empty, 'be empty'), ...cells(safe, 'not be attacked')];
}

async function castlingPage(/** @type {Context} */ context, /** @type {Rules['castling']} */ castlings) {
  const { rules, king } = context;
  const rookOn = (/** @type {string} */ cell) => rules.pieces.find(({ start }) => start.w.includes(cell))?.letter ?? '';
  const pieces = Object.fromEntries(castlings.flatMap(({ king: [from], rook: [corner] }) => [[from, king.letter], [corner, rookOn(corner)]]));
  const texts = castlings.map((castling) => {
    const [[from, to], [corner, end]] = [castling.king, castling.rook];
    return `${[`The king goes from ${from} to ${to} and the rook from ${corner} to ${end}`, ...castlingLimits(castling)].join('; ')}.`;
  });
  const select = castlings[0].king[0];
  const counts = (/** @type {Move} */ { uci }) => castlings.some(({ written }) => uci === select + written);
  const example = await findExample(context, pieces, select, { isStart: true, canCastle: true, counts });
  const text = ['King and rook move together if neither has moved and the king is not in check.', ...texts];
  return page({ title: 'Castling', text, task: 'Castle.' }, example, example?.moves.filter(counts));
}

async function enPassantPage(/** @type {Context} */ context, /** @type {Kind} */ kind, /** @type {string} */ title) {
  const where = kind.moves.some(({ en_passant: passed }) => passed === 'all') ? 'a cell that it passed' : 'the last cell that it passed';
  const text = [`${capital(named(kind.name))} captures an enemy ${kind.name} that has just made a long move on ${where}, as if it had stopped there. It can do so with the next move only.`];
  const example = await findPassing(context, kind);
  return page({ title, text, task: `Capture the ${kind.name} that has just moved.` }, example, example?.captures);
}

async function freezingPage(/** @type {Context} */ context, /** @type {Kind} */ kind) {
  const text = [`Enemies ${vectorsText(kind.freezes, false, context.rules.levels)} from ${named(kind.name)} are frozen: they neither move nor attack until it goes away.`];
  const example = await findFreezing(context, kind);
  const task = example ? `Freeze the ${kindOf(context, example.enemy).name} on ${example.held}.` : '';
  return page({ title: `Freezing: the ${kind.name}`, text, task }, example, example?.freezing);
}

async function ridePage(/** @type {Context} */ context, /** @type {Rules['rides'][0]} */ { piece, stop, end }) {
  const kind = kindOf(context, piece);
  const text = [`${capital(named(kind.name))} that reaches ${stop} can go on to ${listText(end)} in the same move, if ${stop} is not attacked and the other cell is empty.`];
  const counts = (/** @type {Move} */ { uci, from }) => uci.startsWith(from + stop) && uci.length > (from + stop).length;
  const example = await findFirst(near(context, stop), (select) => findExample(context, { [select]: kind.letter }, select, { counts, tries: 2 }));
  return page({ title: 'The ride', text, task: `Go to ${stop}, and on in the same move.` }, example, example?.moves.filter(counts));
}

async function transferPage(/** @type {Context} */ context, /** @type {number[]} */ transfer) {
  const { rules, king, names } = context;
  const ways = transfer.map((to, index) => `from level ${index + 1} to level ${to}`);
  const text = [
    `After its move a piece goes over to the same cell of another level: ${listText(ways, 'and')}. That cell must be empty.`,
    'A move is made, and captures, on the level where it begins. The king must be safe there and where it arrives.',
  ];
  const able = rules.pieces.filter(({ royal, promotion, levels }) => !royal && !promotion && levels.length === rules.levels);
  const [kind = king] = able.sort((a, b) => b.moves.length - a.moves.length || b.value - a.value);
  const [select] = central(context, names);
  const example = await findExample(context, { [select]: kind.letter }, select);
  const aim = example?.moves[0];
  return page({ title: 'To the other level', text, task: aim && `Move the ${kind.name} so that it lands on ${aim.to}.` }, example, example?.moves.filter(({ to }) => to === aim?.to));
}

// The board and the end

function sizeText(/** @type {Rules} */ { title, files, ranks, levels, missing }) {
  const size = levels === 1 ? `The board has ${files} files and ${ranks} ranks.` : `${title || 'The game'} is played on ${plural(levels, 'level')} of ${files}×${ranks} cells, one above the other.`;
  if (!missing.length) return size;
  return `${size} ${missing.length > 8 ? `${missing.length} cells are missing.` : `There is no cell ${listText(missing)}.`}`;
}

/** How a cell is named. */
function coordinatesText(/** @type {Context} */ { rules: { levels }, point }, /** @type {string} */ cell) {
  const [file, rank, level] = point(cell);
  const values = [`file ${String.fromCharCode(97 + file)}`, `rank ${rank}`, ...(levels > 1 ? [`level ${level}`] : [])];
  return `A cell is named by ${levels > 1 ? 'file, rank and level' : 'file and rank'}: ${cell} is on ${listText(values, 'and')}.`;
}

/** A sentence about how the moves of Black differ from those of White; none if they do not. */
function blackText(/** @type {Rules} */ { levels, black_reverses: reverses }) {
  const ways = [['ranks', 'forward is toward rank 1'], ['files', 'left and right are exchanged'], ['levels', 'up is toward level 1']];
  const reversed = ways.filter(([axis]) => reverses.includes(axis) && (axis !== 'levels' || levels > 1)).map(([, text]) => text);
  return reversed.length ? [`For Black, ${listText(reversed, 'and')}.`] : [];
}

/** The first page. It explains words of the others. */
function boardPage(/** @type {Context} */ context, /** @type {Lesson[]} */ others) {
  const { rules, names } = context;
  const [example] = central(context, names);
  const meetings = others.some(({ text }) => /\b(face|edge|corner)/.test(text.join()));
  const text = [
    ...rules.about, `${sizeText(rules)} ${coordinatesText(context, example)}`,
    ...(meetings ? ['Neighboring cells meet at a face, at an edge or at a corner.'] : []),
    ['White moves first, and checkmate wins. These pages describe the moves of White.', ...blackText(rules)].join(' '),
  ];
  return { title: 'The board', show: [example], text };
}

/** Conditions of a draw, beside those of the pieces that are left. */
function drawConditions(/** @type {Rules} */ { pieces, repetition, move_limit: limit }) {
  const progress = pieces.filter((kind) => kind.progress !== 'never').map((kind) => `a move of ${named(kind.name)}${kind.progress === 'always' ? '' : ' to another rank'}`);
  return [
    ...(repetition ? [`when a position occurs ${repetition === 3 ? 'for the third time' : `${repetition} times`}`] : []),
    ...(limit ? [`after ${plural(limit / 2, 'move')} of each side without ${listText(['a capture', 'a promotion', ...progress])}`] : []),
  ];
}

/** With which pieces a game is a draw. */
function materialText(/** @type {Context} */ context) {
  const weak = context.rules.dead_material.filter((letters) => letters.length > 1)
    .map((letters) => `${context.king.name} and ${listText([...letters.slice(1)].map((letter) => kindOf(context, letter).name), 'and')}`);
  return `It is a draw if only the kings are left${weak.length ? `, or ${listText(weak)} against a king` : ''}.`;
}

function endPage(/** @type {Context} */ context) {
  const { stalemate, bare_king: bare, dead_material: dead } = context.rules;
  /** @type {Record<string, string>} */
  const results = { draw: 'it is a draw', win: 'that side wins', loss: 'that side loses' };
  const draws = drawConditions(context.rules);
  return page({
    title: 'The end',
    text: [
      `A king that is in check and cannot escape is mated. If a side is not in check and has no legal move, ${results[stalemate]}.`,
      ...(bare in results ? [`If a side has only its king, ${results[bare]}.`] : []),
      ...(dead.length ? [materialText(context)] : []),
      ...(draws.length ? [`It is also a draw ${listText(draws)}.`] : []),
    ],
  }, null);
}
