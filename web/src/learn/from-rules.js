// Lessons made from the rules that the engine prints, for the games without lessons by hand. The engine says which of the
// positions are legal, and their moves.

import { composeFen } from '../fen.js';
import { capital, createDescriber, named, plural, runText } from './describe.js';
import { groups, listText, sum, vectorsText } from './words.js';

/** @typedef {import('./describe.js').Kind} Kind */
/** @typedef {import('./describe.js').Rules} Rules */
/** @typedef {import('./learn.js').Lesson} Lesson */
/** @typedef {import('./words.js').Rule} Rule */
/** @typedef {import('./words.js').Vector} Vector */
/** @typedef {import('../protocol.js').Engine} Engine */
/** @typedef {import('../protocol.js').Move} Move */
/** @typedef {import('../view-model.js').Cell} Cell */

/** A position with the moves of a piece. @typedef {{fen: string, select: string, moves: Move[]}} Picture */

/** The lessons of the rule set that the engine plays; none if it does not print its rules. @returns {Promise<Lesson[]>} */
export async function lessonsFromRules(/** @type {Engine} */ engine, /** @type {string} */ variant) {
  const geometry = await engine.setVariant(variant, false, '');
  /** @type {Rules|null} */
  const rules = JSON.parse((await engine.request('rules')).text);
  if (!rules) return [];
  const { levels, pieces: kinds } = rules;
  const { point, names, stands, regionText, sentences } = createDescriber(rules, geometry);
  const byPoint = new Map(names.map((name) => [String(point(name)), name]));
  /** The cell a vector away, as White sees it. */
  const add = (/** @type {string} */ from, /** @type {Vector} */ vector, sign = 1) => byPoint.get(String(point(from).map((at, axis) => at + sign * vector[axis])));
  const seenByBlack = (/** @type {Vector} */ vector) => /** @type {Vector} */ (
    vector.map((by, axis) => (rules.black_reverses.includes(['files', 'ranks', 'levels'][axis]) ? -by : by)));
  const kindOf = (/** @type {string} */ letter) => /** @type {Kind} */ (kinds.find((kind) => kind.letter === letter.toUpperCase()));
  const king = /** @type {Kind} */ (kinds.find((kind) => kind.royal));
  const middle = [(rules.files - 1) / 2, (rules.ranks + 1) / 2, (levels + 1) / 2];
  const fromMiddle = (/** @type {string} */ name) => Math.hypot(...point(name).map((at, axis) => at - middle[axis]));
  const central = (/** @type {string[]} */ from) => [...from].sort((a, b) => fromMiddle(a) - fromMiddle(b));
  const distance = (/** @type {string} */ a, /** @type {string} */ b) => Math.max(...point(a).map((at, axis) => Math.abs(at - point(b)[axis])));
  const near = (/** @type {string} */ name) => central(names).filter((other) => distance(name, other) === 1);

  // Positions

  /** The position of these pieces with its moves; `null` if it is illegal or over, or the side is in check. */
  async function ask(/** @type {Map<string, string>} */ pieces, side = 'w', isStart = false, canCastle = false) {
    const fields = rules?.startpos.split(' ').slice(2, -2) ?? [];
    // Letters are rights of castling, White's are capitals; * stands for all pieces on their start cells.
    const rest = fields.map((field) => (field === '*' ? isStart : canCastle) ? field.replace(/[a-z]/g, '') || '-' : '-');
    try {
      const position = await engine.position(composeFen(geometry, pieces, new Map(), side, [...rest, '0 1'].join(' ')), []);
      return position.board.in_check || position.board.result !== 'none' ? null : position;
    } catch (error) {
      // Without a connection no later question would be answered.
      if (/connection/.test(/** @type {Error} */ (error).message)) throw error;
      return null;
    }
  }

  /** The cells of a king of a side, those first on which it is out of the way. */
  function kingCells(/** @type {string[]} */ taken, /** @type {boolean} */ isWhite) {
    const cost = (/** @type {string} */ name) => {
      const lines = taken.map((other) => {
        const way = point(name).map((at, axis) => Math.abs(at - point(other)[axis]));
        return 7 - new Set([...way, 0]).size * 2 + (Math.max(...way) < 3 ? 9 : 0);
      });
      const home = Math.abs(point(name)[1] - (isWhite ? 1 : /** @type {Rules} */ (rules).ranks));
      return lines.reduce((all, each) => all + each, 0) + home;
    };
    return stands(king).filter((name) => !taken.includes(name)).map((name) => ({ name, cost: cost(name) }))
      .sort((a, b) => a.cost - b.cost).slice(0, 5).map(({ name }) => name);
  }

  /**
   * The position of these pieces, and kings where they do not matter, in which a piece has the most moves that count.
   * @param {Record<string, string>} pieces
   * @param {string} select
   * @param {{isStart?: boolean, canCastle?: boolean, counts?: (move: Move) => boolean, tries?: number}} [options]
   * @returns {Promise<Picture|null>}
   */
  async function picture(pieces, select, { isStart = false, canCastle = false, counts = () => true, tries = 3 } = {}) {
    const taken = Object.keys(pieces);
    const has = (/** @type {string} */ letter) => Object.values(pieces).includes(letter);
    const [own, other] = [king.letter, king.letter.toLowerCase()];
    /** @type {Picture|null} */
    let best = null;
    let most = 0;
    // With nothing but kings on one side the game could be over.
    const helper = kinds.find((kind) => kind.promotion && kind.start.w.length) ?? kinds.find((kind) => !kind.royal && kind.start.w.length);
    const spare = (/** @type {'w'|'b'} */ side) => central(helper?.start[side].filter((name) => !taken.includes(name)) ?? []).slice(-1)
      .map((name) => [name, side === 'w' ? helper?.letter : helper?.letter.toLowerCase()]);
    for (const extra of [[], spare('w'), [...spare('w'), ...spare('b')]].map((added) => Object.fromEntries(added))) {
      const all = { ...pieces, ...extra };
      for (const white of has(own) ? [''] : kingCells(Object.keys(all), true)) {
        for (const black of has(other) ? [''] : kingCells([...Object.keys(all), white].filter(Boolean), false)) {
          if (tries === 0) return best;
          const position = await ask(new Map(Object.entries({ ...all, ...(white && { [white]: own }), ...(black && { [black]: other }) })), 'w', isStart, canCastle);
          if (!position) continue;
          tries -= 1;
          const moves = position.moves.filter((move) => move.from === select);
          const count = moves.filter(counts).length;
          if (count > most) [best, most] = [{ fen: position.board.fen, select, moves }, count];
        }
      }
      if (best) break;
    }
    return best;
  }

  /** The letter of an enemy that can stand on a cell, for a piece to capture. There are several choices. */
  function enemyOn(/** @type {string} */ name, choice = 0) {
    const able = kinds.filter((kind) => !kind.royal && !kind.freezes.length && kind.levels.includes(point(name)[2]));
    able.sort((a, b) => Number(a.promotion !== null) - Number(b.promotion !== null) || a.value - b.value);
    return able[choice % able.length]?.letter.toLowerCase();
  }

  /** The cells to which the paths of a rule lead. */
  const ends = (/** @type {string} */ from, /** @type {Rule} */ { paths }) =>
    paths.flatMap((path) => path.reduce((/** @type {string|undefined} */ at, vector) => at && add(at, vector), from) ?? []);

  /** An enemy for each way of capturing that does not move as well, where the piece cannot step if there is such a cell. */
  function enemiesNear(/** @type {string} */ select, /** @type {Rule[]} */ moves, /** @type {number} */ choice) {
    /** @type {Record<string, string>} */
    const enemies = {};
    const steps = moves.filter(({ mode }) => mode === 'step').flatMap((rule) => ends(select, rule));
    for (const rule of moves.filter(({ mode, from }) => mode.startsWith('capture') && (!from || from.includes(select)))) {
      const aims = ends(select, rule).filter((name) => enemyOn(name) && (!rule.onto || rule.onto.includes(name)) && !(name in enemies));
      const aim = aims.find((name) => !steps.includes(name)) ?? aims[0];
      if (aim) enemies[aim] = enemyOn(aim, choice);
    }
    return enemies;
  }

  // Pages

  /** @type {Lesson[]} */
  const lessons = [];
  /** Adds a page, with a task if there are moves that fulfill it. @param {Lesson} lesson @param {Picture|null} [shown] @param {Move[]} [goal] */
  function page(lesson, shown, goal = []) {
    const { task, ...rest } = lesson;
    lessons.push({ ...rest, ...(shown && { fen: shown.fen, select: shown.select }), ...(task && goal.length && { task, goal: goal.map(({ uci }) => uci) }) });
  }

  /** A page about a kind of piece on some levels, with these of its rules. */
  async function piecePage(/** @type {Kind} */ kind, /** @type {string} */ title, /** @type {Rule[]} */ moves, /** @type {string[]} */ where, /** @type {string[]} */ more, /** @type {boolean|null} */ isFirst) {
    const limited = moves.flatMap((rule) => (rule.from && where.some((name) => !rule.from?.includes(name)) ? central(rule.from)[0] : []));
    const starts = central(kind.start.w.filter((name) => where.includes(name))).slice(0, 1);
    const places = isFirst ? starts : [...new Set([central(where)[0], ...limited, ...(isFirst === null ? starts : [])])];
    /** @type {{shown: Picture, enemies: Record<string, string>}|null} */
    let best = null;
    for (const select of places) {
      // Some enemies would attack a king, or cells to which it goes.
      for (const choice of [0, 1, 2, 3]) {
        const enemies = enemiesNear(select, moves, choice);
        const shown = await picture({ [select]: kind.letter, ...enemies }, select, { isStart: isFirst ?? starts.includes(select) });
        if (shown && (!best || shown.moves.length > best.shown.moves.length)) best = { shown, enemies };
        if (!Object.keys(enemies).length || (shown && !kind.royal)) break;
      }
    }
    const text = [...sentences(kind, moves, where), ...more];
    const prey = Object.keys(best?.enemies ?? {}).find((name) => best?.shown.moves.some((move) => move.captured_cell === name));
    page({ title, text, task: prey && `Capture the ${kindOf(best?.enemies[prey] ?? '').name} on ${prey}.` }, best?.shown, best?.shown.moves.filter((move) => prey && move.captured_cell === prey));
  }

  async function piecePages(/** @type {Kind} */ kind) {
    const name = capital(kind.name);
    const all = stands(kind);
    /** Whether a rule is for a level. One for other regions than whole levels is for all. */
    const on = (/** @type {Rule} */ { from }, /** @type {number} */ level) => {
      const used = new Set(from?.map((cell) => point(cell)[2]));
      return !from || used.has(level) || all.some((cell) => used.has(point(cell)[2]) && !from.includes(cell));
    };
    const parts = groups(kind.levels.map(String), (level) => kind.moves.map((rule) => on(rule, Number(level))).join()).map((part) => part.map(Number));
    const more = kind.levels.length < levels ? [`It can stand on ${regionText(all)} only.`] : [];
    if (kind.royal) more.push('It must not move to an attacked cell, and checkmate wins.');
    const moving = parts.filter(([level]) => kind.moves.some((rule) => on(rule, level)));
    // Rules that hold for a piece that has not moved only in check hide those for all others.
    const isHidden = kind.moves.some(({ first }) => !['any', 'only'].includes(first));
    for (const part of moving) {
      const moves = kind.moves.filter((rule) => on(rule, part[0]));
      const where = all.filter((cell) => part.includes(point(cell)[2]));
      const title = moving.length === 1 ? name : `${name} on level${part.length > 1 ? 's' : ''} ${runText(part)}`;
      if (!isHidden) {
        await piecePage(kind, title, moves, where, more, null);
        continue;
      }
      const later = moves.filter(({ first }) => !first.startsWith('only')).map((rule) => ({ ...rule, first: 'any' }));
      await piecePage(kind, title, later, where, more, false);
      await piecePage(kind, `${title}: first move`, moves.filter(({ first }) => first !== 'not'), where, [], true);
    }
  }

  async function promotionPage(/** @type {Kind} */ kind, /** @type {string} */ title) {
    if (!kind.promotion) return;
    const { must, may, to } = kind.promotion;
    const become = `become ${listText([...to].map((letter) => named(kindOf(letter).name)))}`;
    const text = [
      ...(must.length ? [`${capital(named(kind.name))} must ${become} on ${regionText(must)}.`] : []),
      ...(may.length ? [`It may ${become} on ${regionText(may)}.`] : []),
    ];
    const steps = kind.moves.filter(({ mode }) => mode !== 'capture' && mode !== 'capture from afar').flatMap(({ paths }) => paths.filter(({ length }) => length === 1).map(([vector]) => vector));
    const counts = (/** @type {Move} */ move) => move.promotion !== '';
    for (const end of central([...must, ...may])) {
      for (const vector of steps) {
        const select = add(end, vector, -1);
        if (!select || must.includes(select) || !kind.levels.includes(point(select)[2])) continue;
        const shown = await picture({ [select]: kind.letter }, select, { counts, tries: 2 });
        if (!shown?.moves.some(counts)) continue;
        const last = to[to.length - 1];
        page({ title, text, task: `Promote the ${kind.name}${to.length > 1 ? ` to ${named(kindOf(last).name)}` : ''}.` }, shown, shown.moves.filter(({ promotion }) => promotion === last.toLowerCase()));
        return;
      }
    }
    page({ title, text });
  }

  async function castlingPage() {
    const own = rules?.castling.filter(({ side }) => side === 'w') ?? [];
    if (!own.length) return;
    /** @type {Record<string, string>} */
    const pieces = {};
    for (const { king: [from], rook: [corner] } of own) {
      pieces[from] = king.letter;
      pieces[corner] = kinds.find(({ start }) => start.w.includes(corner))?.letter ?? '';
    }
    const select = own[0].king[0];
    const texts = own.map(({ king: [from, to], rook: [corner, end], empty, safe }) => {
      const limits = String(empty) === String(safe) && empty.length ? [`${listText(empty, 'and')} must be empty and not attacked`]
        : [...(empty.length ? [`${listText(empty, 'and')} must be empty`] : []), ...(safe.length ? [`${listText(safe, 'and')} must not be attacked`] : [])];
      return `The king goes from ${from} to ${to} and the rook from ${corner} to ${end}${limits.map((limit) => `; ${limit}`).join('')}.`;
    });
    const isCastling = (/** @type {Move} */ { uci }) => own.some(({ written }) => uci === select + written);
    const shown = await picture(pieces, select, { isStart: true, canCastle: true, counts: isCastling });
    page({
      title: 'Castling', text: ['King and rook move together if neither has moved and the king is not in check.', ...texts],
      task: 'Castle.',
    }, shown, shown?.moves.filter(isCastling));
  }

  async function enPassantPage(/** @type {Kind} */ kind, /** @type {string} */ title) {
    const runs = kind.moves.filter(({ en_passant: passed }) => passed !== 'none');
    if (!runs.length) return;
    const passedCell = runs.some(({ en_passant: passed }) => passed === 'all') ? 'a cell that it passed' : 'the last cell that it passed';
    const text = [`${capital(named(kind.name))} captures an enemy ${kind.name} that has just made a long move on ${passedCell}, as if it had stopped there. It can do so with the next move only.`];
    const leaps = kind.moves.filter(({ mode }) => mode === 'both' || mode === 'capture').flatMap(({ paths }) => paths.filter(({ length }) => length === 1).map(([vector]) => vector));
    /** The ways to cells that are passed, as Black goes. */
    const ways = runs.flatMap(({ paths }) => paths.flatMap((path) => path.slice(1).map((_, index) => seenByBlack(sum(path.slice(0, index + 1))))));
    for (const from of central(kind.start.b)) {
      for (const passed of ways.map((way) => add(from, way))) {
        for (const vector of leaps) {
          const select = passed && add(passed, vector, -1);
          if (!select || select === from) continue;
          const found = await passing(kind, from, select);
          if (found) {
            page({ title, text, task: `Capture the ${kind.name} that has just moved.` }, found.shown, found.goal);
            return;
          }
        }
      }
    }
    page({ title, text });
  }

  /** A position in which White captures en passant on the move after the one from a cell. */
  async function passing(/** @type {Kind} */ kind, /** @type {string} */ from, /** @type {string} */ select) {
    const [white, black] = [kingCells([from, select], true)[0], kingCells([from, select], false)[0]];
    const before = await ask(new Map([[from, kind.letter.toLowerCase()], [select, kind.letter], [white, king.letter], [black, king.letter.toLowerCase()]]), 'b', true);
    for (const { uci } of before?.moves.filter((move) => move.from === from) ?? []) {
      const { board, moves } = await engine.position(before?.board.fen ?? '', [uci]);
      const own = moves.filter((move) => move.from === select);
      const goal = own.filter((move) => move.captured_cell && move.captured_cell !== move.to);
      if (goal.length && board.result === 'none') return { shown: { fen: board.fen, select, moves: own }, goal };
    }
    return null;
  }

  async function freezingPage(/** @type {Kind} */ kind) {
    const text = [`Enemies ${vectorsText(kind.freezes, false, levels)} from ${named(kind.name)} are frozen: they neither move nor attack until it goes away.`];
    for (const select of central(stands(kind)).slice(0, 4)) {
      const free = await picture({ [select]: kind.letter }, select);
      for (const move of free?.moves ?? []) {
        const held = add(move.to, kind.freezes[0]);
        const enemy = held && enemyOn(held);
        if (!held || !enemy) continue;
        const shown = await picture({ [select]: kind.letter, [held]: enemy }, select, { tries: 2 });
        const goal = shown?.moves.filter(({ to }) => to === move.to) ?? [];
        if (goal.length) {
          page({ title: `Freezing: the ${kind.name}`, text, task: `Freeze the ${kindOf(enemy).name} on ${held}.` }, shown, goal);
          return;
        }
      }
    }
    page({ title: `Freezing: the ${kind.name}`, text });
  }

  async function ridePage() {
    const ride = rules?.rides.find(({ side }) => side === 'w');
    if (!ride) return;
    const text = [`${capital(named(kindOf(ride.piece).name))} that reaches ${ride.stop} can go on to ${listText(ride.end)} in the same move, if ${ride.stop} is not attacked and the other cell is empty.`];
    const rides = (/** @type {Move} */ { uci, from }) => uci.startsWith(from + ride.stop) && uci.length > (from + ride.stop).length;
    for (const select of near(ride.stop)) {
      const shown = await picture({ [select]: kindOf(ride.piece).letter }, select, { counts: rides, tries: 2 });
      if (!shown?.moves.some(rides)) continue;
      page({ title: 'The ride', text, task: `Go to ${ride.stop}, and on in the same move.` }, shown, shown.moves.filter(rides));
      return;
    }
    page({ title: 'The ride', text });
  }

  async function transferPage() {
    if (!rules?.transfer) return;
    const ways = rules.transfer.map((to, index) => `from level ${index + 1} to level ${to}`);
    const text = [
      `After its move a piece goes over to the same cell of another level: ${listText(ways, 'and')}. That cell must be empty.`,
      'A move is made, and captures, on the level where it begins. The king must be safe there and where it arrives.',
    ];
    const kind = [...kinds].sort((a, b) => b.moves.length - a.moves.length || b.value - a.value).find(({ royal, promotion, levels: known }) => !royal && !promotion && known.length === levels) ?? king;
    const select = central(names)[0];
    const shown = await picture({ [select]: kind.letter }, select);
    const aim = shown?.moves[0];
    page({ title: 'To the other level', text, task: aim && `Move the ${kind.name} so that it lands on ${aim.to}.` }, shown, shown?.moves.filter(({ to }) => to === aim?.to));
  }

  function boardPage(/** @type {Rules} */ { title, about, files, ranks, missing, black_reverses: reverses }) {
    const size = levels === 1 ? `The board has ${files} files and ${ranks} ranks.` : `${title || 'The game'} is played on ${plural(levels, 'level')} of ${files}×${ranks} cells, one above the other.`;
    const example = central(names)[0];
    const [file, rank, level] = point(example);
    const coordinates = [`file ${String.fromCharCode(97 + file)}`, `rank ${rank}`, ...(levels > 1 ? [`level ${level}`] : [])];
    const ways = [['ranks', 'forward is toward rank 1'], ['files', 'left and right are exchanged'], ['levels', 'up is toward level 1']];
    const reversed = ways.filter(([axis]) => reverses.includes(axis) && (axis !== 'levels' || levels > 1)).map(([, text]) => text);
    const meetings = lessons.some(({ text }) => /\b(face|edge|corner)/.test(text.join()));
    lessons.unshift({
      title: 'The board', show: [example],
      text: [
        ...about, `${size} ${missing.length > 8 ? `${missing.length} cells are missing. ` : missing.length ? `There is no cell ${listText(missing)}. ` : ''}A cell is named by ${levels > 1 ? 'file, rank and level' : 'file and rank'}: ${example} is on ${listText(coordinates, 'and')}.`,
        ...(meetings ? ['Neighboring cells meet at a face, at an edge or at a corner.'] : []),
        `White moves first, and checkmate wins. These pages describe the moves of White.${reversed.length ? ` For Black, ${listText(reversed, 'and')}.` : ''}`,
      ],
    });
  }

  function endPage(/** @type {Rules} */ { stalemate, bare_king: bare, dead_material: dead, repetition, move_limit: limit }) {
    const means = { draw: 'it is a draw', win: 'that side wins', loss: 'that side loses' };
    const weak = dead.filter((letters) => letters.length > 1).map((letters) => `${king.name} and ${listText([...letters.slice(1)].map((letter) => kindOf(letter).name), 'and')}`);
    const progress = kinds.filter((kind) => kind.progress !== 'never').map((kind) => `a move of ${named(kind.name)}${kind.progress === 'always' ? '' : ' to another rank'}`);
    const draws = [
      ...(repetition ? [`when a position occurs ${repetition === 3 ? 'for the third time' : `${repetition} times`}`] : []),
      ...(limit ? [`after ${plural(limit / 2, 'move')} of each side without ${listText(['a capture', 'a promotion', ...progress])}`] : []),
    ];
    page({
      title: 'The end',
      text: [
        `A king that is in check and cannot escape is mated. If a side is not in check and has no legal move, ${means[/** @type {'draw'|'win'|'loss'} */ (stalemate)]}.`,
        ...(bare in means ? [`If a side has only its king, ${means[/** @type {'draw'|'win'|'loss'} */ (bare)]}.`] : []),
        ...(dead.length ? [`It is a draw if only the kings are left${weak.length ? `, or ${listText(weak)} against a king` : ''}.`] : []),
        ...(draws.length ? [`It is also a draw ${listText(draws)}.`] : []),
      ],
    });
  }

  await transferPage();
  const order = [...kinds].sort((a, b) => Number(b.royal) - Number(a.royal) || b.value - a.value);
  for (const kind of order) await piecePages(kind);
  const titled = (/** @type {Kind[]} */ all, /** @type {string} */ title, /** @type {Kind} */ kind) => (all.length > 1 ? `${title}: the ${kind.name}` : title);
  const promoting = order.filter(({ promotion }) => promotion);
  for (const kind of promoting) await promotionPage(kind, titled(promoting, 'Promotion', kind));
  await castlingPage();
  const running = order.filter(({ moves }) => moves.some(({ en_passant: passed }) => passed !== 'none'));
  for (const kind of running) await enPassantPage(kind, titled(running, 'En passant', kind));
  for (const kind of order.filter(({ freezes }) => freezes.length)) await freezingPage(kind);
  await ridePage();
  endPage(rules);
  boardPage(rules);
  return lessons;
}
