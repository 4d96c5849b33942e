// The dialog for learning: the rules of a game on a board to try them, and puzzles.

import { button, h, select } from '../dom.js';
import { gameName, isBuiltIn } from '../names.js';
import { pieceName } from '../pieces.js';
import { findMate } from './judge.js';
import { createPracticeBoard, loadStyles } from './practice.js';

/** @typedef {import('../types.d.ts').Move} Move */

/**
 * A page of the rules. `fen` is the position, that of the game's start if missing; `show` are the cells and posts to
 * highlight, `select` the piece or platform whose moves are shown. `task` asks for one of the moves `goal`. An `optional`
 * page does not hold for the variant without its rule.
 * @typedef {{title: string, text: string[], fen?: string, show?: string[], select?: string, task?: string, goal?: string[],
 *   optional?: boolean}} Lesson
 */

const NUMBERS = ['', 'one move', 'two moves', 'three moves', 'four moves'];

/**
 * The lessons of a game: those by hand, or made from its rules.
 * @param {string} variant
 * @param {import('../engine.js').Engine} engine
 * @param {string|null} [source]  the text of the rules of a game that the engine does not have
 * @returns {Promise<Lesson[]>}
 */
export async function loadLessons(variant, engine, source = null) {
  if (source !== null) return (await import('./from-rules.js')).lessonsFromRules(engine, await engine.loadGame(source));
  if (!isBuiltIn(variant)) return (await import('./from-rules.js')).lessonsFromRules(engine, variant);
  const isPlain = variant === 'federation-plain';
  const { default: lessons } = await import(`./lessons/${isPlain ? 'federation' : variant}.js`);
  return isPlain ? lessons.filter((/** @type {Lesson} */ lesson) => !lesson.optional) : lessons;
}

/** @type {Promise<Record<string, string[][]>>|undefined} */
let puzzlesLoaded;
const loadPuzzles = () => (puzzlesLoaded ??= fetch(new URL('puzzles.json', import.meta.url)).then((response) => response.json()));

const wait = (/** @type {number} */ time) => new Promise((resolve) => { setTimeout(resolve, time); });

/** The numbers of the solved puzzles by game and distance. */
const solved = {
  read: () => JSON.parse(localStorage.getItem('triskelion.puzzles') ?? '{}'),
  add: (/** @type {string} */ key, /** @type {number} */ index) => {
    const all = solved.read();
    all[key] = [...new Set([...(all[key] ?? []), index])];
    try {
      localStorage.setItem('triskelion.puzzles', JSON.stringify(all));
    } catch {
      // A full or forbidden store: the progress is not kept.
    }
  },
};

/**
 * `source` is the text of the rules of a game that the engine does not have, `title` its name for people.
 * @param {{variant: string, source: string|null, title: string, variants: string[],
 *   connect: () => import('../types.d.ts').EngineConnection, theme: () => 'dark'|'light', tour: () => void}} page
 */
export async function openLearn({ variant, source: own, title: ownTitle, variants, connect, theme, tour }) {
  if (document.querySelector('dialog.learn')) return;
  let source = own;
  if (own !== null) variant = '';
  const dialog = h('dialog', { class: 'learn', 'aria-label': 'Learn', onclose: () => { board.dispose(); dialog.remove(); } });
  /** @type {(move: Move) => void} */
  let onMove = () => {};
  const status = h('p', { class: 'learn-status', role: 'status' });
  const say = (/** @type {string} */ text, kind = '') => {
    status.textContent = text;
    status.className = `learn-status ${kind}`;
  };
  const board = createPracticeBoard(connect, theme, { onMove: (move) => onMove(move), onMessage: (text) => say(text, 'bad') });
  const { game } = board;
  const contents = h('nav', { class: 'contents', 'aria-label': 'Contents' });
  const text = h('div', { class: 'learn-text' });
  const tools = h('div', { class: 'row' });
  const article = h('article', {}, text, h('div', { class: 'learn-board' }, status, board.element, tools));
  /** Counts the pages shown, so that an answer for an earlier one is dropped. */
  let visit = 0;
  /** @type {{title: string, show: () => void}[]} */
  let pages = [];
  let at = 0;

  function open(/** @type {number} */ index) {
    at = index;
    visit += 1;
    [...contents.children].forEach((item, number) => item.setAttribute('aria-current', String(number === index)));
    contents.children[index].scrollIntoView({ block: 'nearest', inline: 'nearest' });
    pages[index].show();
    article.scrollTop = 0;
    dialog.dataset.page = String(index);
  }

  function write(/** @type {string} */ title, /** @type {(string|HTMLElement)[]} */ paragraphs) {
    text.replaceChildren(h('h3', {}, title), ...paragraphs.map((content) => h('p', {}, content)));
    say('');
  }

  function showLesson(/** @type {Lesson} */ lesson) {
    const start = () => {
      say('');
      return board.show({ variant, source, ...lesson });
    };
    write(lesson.title, lesson.task ? [...lesson.text, h('strong', {}, lesson.task)] : lesson.text);
    const next = button('Next', () => open(at + 1), '', 'primary');
    tools.replaceChildren(button('Start again', start), board.viewButton, h('span', { class: 'gap' }), button('Back', () => open(at - 1)), next);
    /** @type {HTMLButtonElement} */ (tools.children[3]).disabled = at === 0;
    onMove = async (move) => {
      const own = visit;
      const reached = lesson.goal?.includes(move.uci);
      if (reached) say(`Well done: ${move.display}.`, 'good');
      else say(lesson.goal ? `${move.display}. ${lesson.task}` : move.display);
      // The reader sees the move before the piece is free to move again.
      await wait(250);
      if (own === visit && !await board.passBack() && own === visit && !reached && game.position?.board.in_check) say(`${move.display}: check. Now the other side moves.`);
    };
    start();
  }

  async function showPuzzle(/** @type {string[]} */ fens, /** @type {number} */ count, /** @type {number} */ index) {
    const own = ++visit;
    const key = `${variant} ${count}`;
    const fen = fens[index];
    const side = / w /.test(fen) ? 'White' : 'Black';
    const title = `Mate in ${count}`;
    const progress = h('span', {});
    const showProgress = () => { progress.textContent = `Puzzle ${index + 1} of ${fens.length}, ${(solved.read()[key] ?? []).length} solved.`; };
    write(title, [`${side} to move mates in ${NUMBERS[count]}.`, progress]);
    showProgress();
    /** The moves that may be left to the mate. */
    let left = count;
    let hints = 0;
    const current = () => own === visit;
    const moves = () => game.node.moves();
    const isMate = () => game.position?.board.reason === 'checkmate';
    const playText = async (/** @type {string} */ uci) => {
      const move = game.position?.moves.find((legal) => legal.uci === uci);
      if (move) await game.play(move);
      return move?.display ?? uci;
    };

    onMove = async (move) => {
      hints = 0;
      if (isMate()) {
        solved.add(key, index);
        showProgress();
        say(`${move.display} mates. Solved.`, 'good');
        return;
      }
      board.lock(true);
      say(`${move.display} …`);
      const before = moves().slice(0, -1);
      const { mates, line } = left > 1 ? await findMate(game.engine, fen, before, left, move.uci) : { mates: false, line: [] };
      if (!current()) return;
      if (mates) {
        left -= 1;
        await wait(300);
        if (!current()) return;
        const reply = await playText(line[1]);
        say(`Right: ${move.display}. The answer is ${reply}; mate in ${NUMBERS[left]}.`, 'good');
      } else {
        say(`${move.display} does not mate in ${NUMBERS[left]}. Try another move.`, 'bad');
        await wait(900);
        if (!current()) return;
        await game.takeBack();
      }
      board.lock(false);
    };
    const hint = async () => {
      const { line } = await findMate(game.engine, fen, moves(), left);
      if (!current() || !line.length || isMate()) return;
      hints += 1;
      board.point(line[0], hints === 1);
      const from = game.position?.moves.find(({ uci }) => uci === line[0])?.from ?? '';
      const letter = game.position?.board.pieces[from];
      say(hints === 1 ? `Move the ${letter ? pieceName(game.geometry, letter) : 'platform'} on ${board.label(from)}.` : 'The arrow shows the move.');
    };
    const solve = async () => {
      board.lock(true);
      const { line } = await findMate(game.engine, fen, moves(), left);
      /** @type {string[]} */
      const shown = [];
      for (const uci of line) {
        if (!current() || isMate()) return;
        shown.push(await playText(uci));
        say(`Solution: ${shown.join(', ')}${isMate() ? ', mate.' : ' …'}`);
        await wait(900);
      }
    };
    const step = (/** @type {number} */ by) => showPuzzle(fens, count, (index + by + fens.length) % fens.length);
    tools.replaceChildren(button('Hint', hint), button('Solution', solve), button('Start again', () => step(0)), board.viewButton, h('span', { class: 'gap' }),
      button('Back', () => step(-1)), button('Next', () => step(1), '', 'primary'));
    await board.show({ variant, fen, orientation: side === 'White' ? 'white' : 'black' });
  }

  async function load() {
    const wanted = variant;
    visit += 1;
    // The pages of the game before cannot be opened meanwhile.
    contents.replaceChildren();
    tools.replaceChildren();
    text.replaceChildren(h('p', {}, 'Loading …'));
    await board.opened;
    const [lessons, puzzles] = await Promise.all([loadLessons(wanted, game.engine, source), source === null ? loadPuzzles() : /** @type {Record<string, string[][]>} */ ({})]);
    if (wanted !== variant) return;
    pages = [
      ...lessons.map((lesson) => ({ title: lesson.title, show: () => showLesson(lesson) })),
      ...(puzzles[variant] ?? []).flatMap((/** @type {string[]} */ fens, /** @type {number} */ index) => (!fens.length ? [] : {
        title: `Puzzles: mate in ${index + 1}`,
        show: () => {
          const done = solved.read()[`${variant} ${index + 1}`] ?? [];
          showPuzzle(fens, index + 1, Math.max(0, fens.findIndex((_, number) => !done.includes(number))));
        },
      })),
    ];
    contents.replaceChildren(...pages.map(({ title }, index) => button(title, () => open(index))));
    open(0);
  }

  // The game with rules of its own has an empty name.
  /** @type {[string, string][]} */
  const choices = [...(own === null ? [] : [/** @type {[string, string]} */ (['', ownTitle])]), ...variants.map((name) => /** @type {[string, string]} */ ([name, gameName(name)[0]]))];
  const games = select('Game', choices, variant, (value) => {
    variant = value;
    source = value ? null : own;
    load();
  });
  dialog.append(
    h('div', { class: 'row learn-head' }, h('h2', {}, 'Learn'), games, h('span', { class: 'gap' }),
      button('Tour', () => { dialog.close(); tour(); }, 'Show the tour of the page'), button('Close', () => dialog.close(), '', 'quiet')),
    h('div', { class: 'learn-body' }, contents, article));
  await loadStyles();
  document.body.append(dialog);
  dialog.showModal();
  await load();
}
