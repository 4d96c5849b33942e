// The position editor. The engine validates every change.

import { composeFen, fenFields } from '../fen.js';
import { button, h, select } from '../dom.js';
import { liveCells, viewPlatforms } from '../model.js';
import { pieceElement, pieceName } from '../pieces.js';

/** @typedef {import('../game.js').Game} Game */
/** @typedef {import('../view-model.js').ViewModel} ViewModel */

/**
 * @param {Game} game
 * @param {() => void} onChange  the edited position has changed
 */
export function createEditor(game, onChange) {
  /** @type {Map<string, string>} */
  let pieces = new Map();
  /** @type {Map<string, string>} owners by post */
  let platforms = new Map();
  let side = 'w';
  let rest = '';
  let tool = 'move';
  let active = false;
  /** @type {string|null} */
  let held = null;

  const palette = h('div', { class: 'palette', role: 'group', 'aria-label': 'Pieces' });
  const sideSelect = h('span', {});
  const rights = h('input', { type: 'text', 'aria-label': 'Other fields of the position', spellcheck: false, oninput: () => { rest = rights.value; changed(false); } });
  const fen = h('textarea', { rows: 3, 'aria-label': 'FEN', spellcheck: false, onchange: () => load(fen.value) });
  const verdict = h('p', { class: 'verdict', role: 'status' });
  const play = button('Play from here', () => finish(fen.value), '', 'primary');
  const edit = button('Edit the position', () => begin(), '', 'primary');
  const tools = h('div', { class: 'editor' }, palette,
    h('div', { class: 'row' }, sideSelect, rights, button('No rights', () => {
      rest = rest.split(' ').map((word) => (/^\d+$/.test(word) ? word : '-')).join(' ');
      changed();
    }, '', 'quiet')),
    h('div', { class: 'row' }, button('Start position', () => load('startpos')), button('Clear', () => { pieces.clear(); changed(); })),
    fen, verdict, h('div', { class: 'row' }, play, button('Cancel', () => leave(), '', 'quiet')));
  const element = h('div', { class: 'editor-panel' },
    h('p', { class: 'hint' }, 'Place pieces and platforms, and play or analyze from the result.'), edit, tools);

  const owned = () => Object.values(game.startBoard?.platforms ?? {}).some((owner) => owner !== null);

  function setTool(/** @type {string} */ name) {
    tool = name;
    held = null;
    for (const option of palette.querySelectorAll('button')) option.setAttribute('aria-pressed', String(option.dataset.tool === name));
    onChange();
  }

  function buildPalette() {
    const letters = [...new Set((game.startLetters()).map((letter) => letter.toUpperCase()))]
      .sort((a, b) => 'KQRBNUP'.indexOf(a) - 'KQRBNUP'.indexOf(b));
    const item = (/** @type {string} */ name, /** @type {string} */ label, /** @type {globalThis.Node|string} */ content) =>
      h('button', { type: 'button', 'data-tool': name, 'aria-label': label, title: label, onclick: () => setTool(name) }, content);
    const owners = !game.geometry?.posts.length ? [] : owned() ? ['w', 'b'] : [''];
    palette.style.gridTemplateColumns = `repeat(${letters.length}, 1fr)`;
    palette.replaceChildren(
      ...letters.map((letter) => item(letter, pieceName(game.geometry, letter), pieceElement(game.geometry, letter))),
      ...letters.map((letter) => letter.toLowerCase()).map((letter) => item(letter, pieceName(game.geometry, letter), pieceElement(game.geometry, letter))),
      item('move', 'Move pieces and platforms', 'Move'), item('erase', 'Erase', 'Erase'),
      ...owners.map((owner) => item(`platform${owner}`, `Platform ${owner.toUpperCase()}`.trim(), `Platform ${owner.toUpperCase()}`.trim())));
  }

  function read(/** @type {import('../types.d.ts').Board} */ board) {
    if (!game.geometry) return;
    pieces = new Map(Object.entries(board.pieces));
    platforms = new Map(Object.entries(board.platforms).map(([post, owner]) => [post, owner ?? '']));
    ({ side, rest } = fenFields(game.geometry, board.fen));
  }

  function begin() {
    const board = game.position?.board;
    if (!board) return;
    active = true;
    game.suspend(true);
    buildPalette();
    read(board);
    setTool('move');
    changed();
  }

  function leave() {
    if (!active) return;
    active = false;
    game.suspend(false);
    onChange();
  }

  async function load(/** @type {string} */ text) {
    try {
      const { board } = await game.engine.position(text === 'startpos' ? null : text.trim(), []);
      read(board);
      changed();
    } catch (error) {
      fen.value = text;
      show(/** @type {Error} */ (error).message);
    }
  }

  function show(/** @type {string} */ message) {
    verdict.textContent = message || 'The position is valid.';
    verdict.classList.toggle('error', message !== '');
    play.disabled = message !== '';
  }

  async function changed(all = true) {
    if (!game.geometry) return;
    fen.value = composeFen(game.geometry, pieces, platforms, side, rest);
    if (all) rights.value = rest;
    sideSelect.replaceChildren(select('Side to move', [['w', 'White to move'], ['b', 'Black to move']], side, (value) => { side = value; changed(); }));
    onChange();
    const text = fen.value;
    try {
      await game.engine.position(text, []);
      if (text === fen.value) show('');
    } catch (error) {
      if (text === fen.value) show(/** @type {Error} */ (error).message);
    }
  }

  function finish(/** @type {string} */ text) {
    active = false;
    game.suspended = false;
    game.start({ ...game.ruleSet, fen: text, players: game.players, clock: game.clock }).then(onChange);
  }

  /** Moves a piece, or a platform with its pieces. */
  function move(/** @type {string} */ from, /** @type {string} */ to) {
    const { geometry } = game;
    const cells = (/** @type {string} */ name) => geometry?.posts.find((post) => post.name === name)?.covers ?? [];
    const owner = platforms.get(from);
    if (owner !== undefined && cells(to).length && !platforms.has(to)) {
      platforms.delete(from);
      platforms.set(to, owner);
      cells(from).forEach((cell, index) => {
        const letter = pieces.get(cell);
        pieces.delete(cell);
        if (letter) pieces.set(cells(to)[index], letter);
      });
    } else if (pieces.has(from) && !cells(to).length) {
      pieces.set(to, /** @type {string} */ (pieces.get(from)));
      pieces.delete(from);
    }
    changed();
  }

  function pick(/** @type {string} */ place) {
    const post = game.geometry?.posts.find(({ name }) => name === place);
    if (tool === 'move') {
      if (held && held !== place) move(held, place);
      held = held ? null : pieces.has(place) || platforms.has(place) ? place : null;
      onChange();
      return;
    }
    if (post) {
      if (platforms.has(place) && !tool.startsWith('platform')) {
        if (tool === 'erase') {
          platforms.delete(place);
          for (const cell of post.covers) pieces.delete(cell);
        }
      } else if (tool.startsWith('platform')) {
        if (platforms.get(place) === tool.slice(8)) platforms.delete(place);
        else platforms.set(place, tool.slice(8));
        if (!platforms.has(place)) for (const cell of post.covers) pieces.delete(cell);
      }
    } else if (tool === 'erase' || pieces.get(place) === tool) pieces.delete(place);
    else if (!tool.startsWith('platform')) pieces.set(place, tool);
    changed();
  }

  return {
    element, pick, move, leave,
    get active() { return active; },
    /** The edited position in place of the game's. @returns {ViewModel} */
    apply(/** @type {ViewModel} */ model) {
      const { geometry } = model;
      const placing = tool.startsWith('platform') || (held !== null && platforms.has(held));
      const open = placing ? geometry.posts.map(({ name }) => name).filter((name) => !platforms.has(name)) : [];
      return {
        ...model, pieces: new Map(pieces), platforms: viewPlatforms(platforms), live: liveCells(geometry, (post) => platforms.has(post)), selected: held,
        targets: new Map(open.map((post) => [post, { capture: false }])), lastMove: [], check: null, worths: new Map(), arrows: [],
      };
    },
    update() {
      edit.hidden = active;
      tools.hidden = !active;
    },
  };
}
