// A board to practice on: a position whose pieces the reader moves. It has an engine of its own, so that the game on the
// page goes on.

import { h } from '../dom.js';
import { passTurn } from '../fen.js';
import { cellLabel, createFlatView, postLabel } from '../flat-view.js';
import { Game } from '../game.js';
import { buildModel, isSelectable, leadsTo, movePlaces, movedPieces } from '../model.js';
import { chooseMove } from '../panels/choice.js';
import { Engine } from '../engine.js';
import { createViewButton } from '../view-button.js';

/** @typedef {import('../view-model.js').BoardView} BoardView */
/** @typedef {import('../view-model.js').Geometry} Geometry */
/** @typedef {import('../types.d.ts').Move} Move */
/** @typedef {{variant: string, source?: string|null, fen?: string|null, select?: string, show?: string[], orientation?: 'white'|'black'}} Picture */

const person = { engine: false, level: '0' };

/** Loads the styles of the lessons and the tour once. */
export function loadStyles() {
  const href = new URL('learn.css', import.meta.url).href;
  const loaded = [...document.querySelectorAll('link')].find((link) => link.href === href);
  if (loaded) return Promise.resolve();
  return new Promise((resolve) => { document.head.append(h('link', { rel: 'stylesheet', href, onload: resolve, onerror: resolve })); });
}

/**
 * @param {() => import('../types.d.ts').EngineConnection} connect
 * @param {() => 'dark'|'light'} theme
 * @param {{onMove?: (move: Move) => void, onMessage?: (text: string) => void}} listeners
 */
export function createPracticeBoard(connect, theme, { onMove = () => {}, onMessage = () => {} }) {
  const engine = new Engine(connect());
  const game = new Game(engine, () => draw());
  const [flatBox, spaceBox] = [h('div', { class: 'practice-flat' }), h('div', { class: 'practice-space', hidden: true })];
  const element = h('div', { class: 'practice' }, flatBox, spaceBox);
  /** @type {BoardView[]} */
  const views = [createFlatView(flatBox)];
  /** @type {Picture|null} */
  let picture = null;
  /** @type {string|null} */
  let selected = null;
  /** @type {string} a move to show as an arrow */
  let arrow = '';
  let drawn = game.node;
  let isLocked = false;

  function draw() {
    const model = buildModel(game, {
      selected, orientation: picture?.orientation ?? 'white', level: null, theme: theme(), reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches });
    if (!model || !picture) return;
    if (game.node === game.root) model.lastMove = picture.show ?? [];
    const [from, to] = movePlaces(model.geometry, arrow);
    if (from) model.arrows.push({ from, to, weight: 0.7 });
    const moved = movedPieces(model.geometry, drawn, game.node);
    drawn = game.node;
    for (const view of views) view.update(model, moved);
    element.dataset.fen = game.position?.board.fen;
  }

  async function play(/** @type {Move} */ move) {
    selected = null;
    arrow = '';
    await game.play(move);
    onMove(move);
  }

  async function attempt(/** @type {string} */ from, /** @type {string} */ to) {
    const { geometry, node, position } = game;
    const moves = position?.moves.filter((move) => move.from === from && leadsTo(geometry, move, to)) ?? [];
    if (!moves.length) onMessage(await game.refusal(from + to));
    const move = moves.length > 1 ? await chooseMove(/** @type {Geometry} */ (geometry), moves, position?.board.pieces[from] ?? '', position?.board.side_to_move === 'w') : moves[0];
    if (move && game.node === node) await play(move);
  }

  function pick(/** @type {string} */ place) {
    const { geometry, position } = game;
    if (!position || isLocked) return;
    const from = selected;
    const isTarget = position.moves.some((move) => move.from === from && leadsTo(geometry, move, place));
    selected = isSelectable(position, place) && !isTarget && from !== place ? place : null;
    if (from && from !== place && !selected) attempt(from, place);
    draw();
  }

  function connectView(/** @type {BoardView} */ view) {
    view.onPick(pick);
    view.onDrag((from, to) => {
      if (isLocked) return;
      selected = null;
      attempt(from, to);
    });
  }
  connectView(views[0]);

  /** Shows a position. */
  async function show(/** @type {Picture} */ next) {
    picture = next;
    isLocked = true;
    arrow = '';
    selected = next.select ?? null;
    delete element.dataset.fen;
    const players = { white: person, black: person };
    if (!game.connected) return;
    await game.start({ variant: next.variant, source: next.source ?? null, fen: next.fen ?? null, players });
    if (picture === next) isLocked = false;
  }

  const viewButton = createViewButton(views, flatBox, spaceBox, draw, connectView);

  /** @type {(value?: unknown) => void} */
  let onOpen = () => {};
  const opened = new Promise((resolve) => { onOpen = resolve; });
  engine.onState((isOpen) => {
    game.connected = isOpen;
    if (isOpen) onOpen();
    if (isOpen && picture) show(picture);
  });

  return {
    element, game, viewButton, show, play,
    /** Resolves when the engine can be asked. */
    opened,
    /** Gives the turn back to the side that has moved. Returns false if the rules do not allow it. */
    async passBack() {
      const { node, position } = game;
      const before = picture;
      if (!picture || !position || position.board.result !== 'none') return false;
      try {
        await engine.position(passTurn(position.board.fen), []);
      } catch {
        return false;
      }
      // Another position may have been asked for meanwhile.
      if (game.node !== node || picture !== before) return false;
      const place = movePlaces(/** @type {any} */ (game.geometry), node.uci)[1];
      await game.start({ ...game.ruleSet, fen: passTurn(position.board.fen), players: game.players });
      if (picture !== before) return false;
      if (game.position && isSelectable(game.position, place)) selected = place;
      draw();
      return true;
    },
    /** Shows a move as an arrow, or only the piece that makes it. */
    point(/** @type {string} */ uci, /** @type {boolean} */ onlyPiece = false) {
      if (game.geometry) selected = movePlaces(game.geometry, uci)[0];
      arrow = onlyPiece ? '' : uci;
      draw();
    },
    /** The text of a place for people. */
    label(/** @type {string} */ name) {
      const cell = game.geometry?.cells.find((at) => at.name === name);
      return cell && game.geometry ? cellLabel(game.geometry, cell) : game.geometry ? postLabel(game.geometry, name) : name;
    },
    lock(/** @type {boolean} */ on) { isLocked = on; },
    redraw: draw,
    dispose() {
      for (const view of views) view.dispose();
      engine.connection.close();
    },
  };
}
