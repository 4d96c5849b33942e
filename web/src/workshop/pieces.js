// The panel that shows how a kind of piece moves: from a cell to which one can drag it, on an empty or a random board.

import { button, h } from '../dom.js';
import { createFlatView } from '../flat-view.js';
import { capital, createDescriber } from '../learn/describe.js';
import { pieceElement } from '../pieces.js';
import { positionModel } from './board.js';

/** @typedef {import('../engine.js').Engine} Engine */
/** @typedef {import('../types.d.ts').GameCheck} GameCheck */
/** @typedef {import('../learn/describe.js').Rules} Rules */
/** @typedef {import('../view-model.js').Geometry} Geometry */
/** @typedef {import('./survey.js').Report} Report */

/** The share of the cells of a random board that have a piece. */
const CROWD = 0.22;

/**
 * @param {Engine} engine  has checked the text of the game
 * @param {() => 'dark'|'light'} theme
 */
export function createPiecesPanel(engine, theme) {
  /** @type {Rules|null} */
  let rules = null;
  /** @type {Geometry|null} */
  let geometry = null;
  /** @type {Report|null} */
  let report = null;
  let letter = '';
  let at = '';
  /** @type {Map<string, string>} the other pieces */
  let others = new Map();
  let asked = 0;
  const kinds = h('div', { class: 'kinds', role: 'radiogroup', 'aria-label': 'Kind of piece' });
  const words = h('div', { class: 'piece-words' });
  const box = h('div', { class: 'piece-board' });
  const view = createFlatView(box);
  const empty = button('Empty board', () => { others = new Map(); show(); });
  const random = button('Random board', () => { others = randomPieces(); show(); });
  const element = h('div', { class: 'pieces-panel' }, kinds, h('div', { class: 'row' }, empty, random,
    h('span', { class: 'legend' }, h('i', { class: 'legend-move' }), 'moves', h('i', { class: 'legend-capture' }), 'captures', h('i', { class: 'legend-threat' }), 'captures only', h('i', { class: 'legend-stop' }), 'in the way')), box, words);

  const kind = () => rules?.pieces.find((piece) => piece.letter === letter);
  const cells = () => geometry?.cells.map(({ name }) => name) ?? [];
  /** The cells on which the piece can stand, those in the middle first. */
  function places() {
    if (!geometry || !rules) return [];
    const { files, ranks, levels } = geometry;
    const off = (/** @type {{file: number, rank: number, level: number}} */ { file, rank, level }) => Math.hypot(file - (files - 1) / 2, rank - (ranks + 1) / 2, level - (levels + 1) / 2);
    const can = kind()?.levels ?? [];
    return geometry.cells.filter(({ level }) => can.includes(level)).sort((a, b) => off(a) - off(b)).map(({ name }) => name);
  }

  function randomPieces() {
    const others = rules?.pieces.filter(({ royal }) => !royal).map((piece) => piece.letter) ?? [];
    if (!others.length) others.push(letter);
    return new Map(cells().filter((cell) => cell !== at && Math.random() < CROWD).map((cell) => {
      const other = others[Math.floor(Math.random() * others.length)];
      return [cell, Math.random() < 0.5 ? other : other.toLowerCase()];
    }));
  }

  async function show() {
    const piece = kind();
    if (!geometry || !piece) return;
    if (!places().includes(at)) [at] = places();
    others.delete(at);
    const ask = ++asked;
    const isOwn = (/** @type {string} */ cell) => others.get(cell) === others.get(cell)?.toUpperCase();
    const taken = [...others.keys()];
    const reach = await engine.reach(letter, at, taken.filter(isOwn), taken.filter((cell) => !isOwn(cell)));
    if (ask !== asked || !geometry) return;
    const targets = new Map([...reach.moves.map((cell) => [cell, { capture: false }]), ...reach.captures.map((cell) => [cell, { capture: true }])].map((entry) => /** @type {[string, {capture: boolean}]} */ (entry)));
    view.update(positionModel(geometry, new Map([...others, [at, letter]]), theme(), { selected: at, targets }));
    const threats = new Set(reach.threats.filter((cell) => !reach.moves.includes(cell)));
    const stopped = new Set(reach.stopped);
    for (const cell of /** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll('.cell'))) {
      const place = cell.dataset.place ?? '';
      cell.classList.toggle('threat', threats.has(place));
      cell.classList.toggle('stopped', stopped.has(place));
    }
    element.dataset.reach = `${letter} ${at} ${reach.moves.length} ${reach.captures.length} ${reach.stopped.length}`;
  }

  function describe() {
    const piece = kind();
    if (!rules || !geometry || !piece) return;
    const { sentences, stands } = createDescriber(rules, geometry);
    const found = report?.pieces.find((measured) => measured.letter === letter);
    const measured = found?.pawns ? `; in ${report?.games} games ${found.pawns.value.toFixed(1)}${found.pawns.error === null ? '' : ` ± ${found.pawns.error.toFixed(1)}`}`
      : found?.elo ? `; in ${report?.games} games ${found.elo.value.toFixed(0)} Elo` : '';
    const value = piece.royal ? 'It must not be lost.' : `Worth ${(piece.value / 100).toFixed(1)} pawns by its moves${measured}.`;
    words.replaceChildren(h('h3', {}, capital(piece.name)), ...sentences(piece, piece.moves, stands(piece)).map((text) => h('p', {}, text)), h('p', { class: 'piece-value' }, value));
  }

  function choose(/** @type {string} */ next) {
    if (next === letter || !rules?.pieces.some((piece) => piece.letter === next)) return;
    letter = next;
    for (const item of /** @type {HTMLCollectionOf<HTMLElement>} */ (kinds.children)) item.setAttribute('aria-checked', String(item.dataset.letter === letter));
    describe();
    show();
  }

  view.onPick((place) => {
    if (!places().includes(place)) return;
    at = place;
    show();
  });
  view.onDrag((from, to) => {
    const piece = others.get(from);
    if (from === at && places().includes(to)) at = to;
    else if (piece && to !== at) {
      others.delete(from);
      others.set(to, piece);
    }
    show();
  });

  return {
    element, choose,
    /** Shows a game whose text the engine has just checked. The other pieces stay while the geometry is the same object. */
    update(/** @type {Rules} */ next, /** @type {Geometry} */ cellsOfGame) {
      rules = next;
      if (geometry !== cellsOfGame) others = new Map();
      geometry = cellsOfGame;
      const [first] = rules.pieces.filter(({ royal }) => !royal);
      if (!kind()) letter = (first ?? rules.pieces[0]).letter;
      kinds.replaceChildren(...rules.pieces.map((piece) => h('button', {
        type: 'button', role: 'radio', 'aria-checked': String(piece.letter === letter), 'aria-label': piece.name, title: piece.name, 'data-letter': piece.letter, onclick: () => choose(piece.letter),
      }, pieceElement(geometry, piece.letter))));
      describe();
      return show();
    },
    /** Shows what games say of the pieces. */
    setReport(/** @type {Report|null} */ next) {
      report = next;
      describe();
    },
    resize: view.resize,
    dispose: view.dispose,
  };
}
