// The two players: person or engine, captured pieces and clock.

import { h } from '../dom.js';
import { LEVELS } from '../names.js';
import { pieceElement, pieceName } from '../pieces.js';
import { formatTime } from '../score.js';

/** @typedef {import('../game.js').Game} Game */
/** @typedef {import('../game.js').Side} Side */
/** @typedef {import('../game.js').Player} Player */

/**
 * A choice of a person or a level of the engine.
 * @param {string} label
 * @param {Player} player
 * @param {(player: Player) => void} onChange
 * @param {boolean} [engineOnly]
 */
export function playerSelect(label, player, onChange, engineOnly = false) {
  const elo = h('input', { type: 'number', min: '400', max: '5000', step: '50', value: '1200', 'aria-label': `Elo of ${label}` });
  const options = LEVELS.map(([value, name]) => h('option', { value }, engineOnly ? name : `Engine · ${name}`));
  const kind = h('select', { 'aria-label': label }, !engineOnly && h('option', { value: 'person' }, 'Person'), ...options,
    h('option', { value: 'elo' }, engineOnly ? 'Elo …' : 'Engine · Elo …'));
  const read = () => {
    elo.hidden = kind.value !== 'elo';
    const level = kind.value === 'elo' ? `elo:${Math.max(400, Math.min(5000, Number(elo.value) || 1200))}` : kind.value;
    onChange(kind.value === 'person' ? { ...player, engine: false } : { engine: true, level });
  };
  kind.onchange = read;
  elo.onchange = read;
  const show = (/** @type {Player} */ next) => {
    player = next;
    const value = /^elo:(\d+)$/.exec(next.level)?.[1];
    kind.value = !next.engine && !engineOnly ? 'person' : value ? 'elo' : next.level;
    if (value) elo.value = value;
    elo.hidden = kind.value !== 'elo';
  };
  show(player);
  return { element: h('span', { class: 'player-select' }, kind, elo), show };
}

/** The card of a side. */
export function createPlayerCard(/** @type {Game} */ game, /** @type {Side} */ side) {
  const name = side === 'white' ? 'White' : 'Black';
  const choice = playerSelect(name, game.players[side], (player) => {
    game.players[side] = player;
    game.notify('change');
    game.schedule();
  });
  const captured = h('span', { class: 'captured' });
  const clock = h('span', { class: 'clock', role: 'timer', 'aria-label': `Clock of ${name}` });
  const element = h('section', { class: `player ${side}`, 'aria-label': name },
    h('span', { class: 'disc', 'aria-hidden': 'true' }), h('span', { class: 'side-name' }, name), choice.element, captured, clock);
  let shownCaptures = '';

  /** The enemy's pieces that are gone since the first position. */
  function captures() {
    const count = (/** @type {Record<string, string>|undefined} */ pieces) => {
      /** @type {Map<string, number>} */
      const counts = new Map();
      for (const letter of Object.values(pieces ?? {})) counts.set(letter, (counts.get(letter) ?? 0) + 1);
      return counts;
    };
    const [first, now] = [count(game.root.position?.board.pieces), count(game.position?.board.pieces)];
    return [...first].filter(([letter]) => (letter === letter.toUpperCase()) !== (side === 'white'))
      .flatMap(([letter, number]) => Array(Math.max(0, number - (now.get(letter) ?? 0))).fill(letter))
      .sort((a, b) => 'qrbunp'.indexOf(a.toLowerCase()) - 'qrbunp'.indexOf(b.toLowerCase()));
  }

  const tick = () => {
    clock.hidden = !game.clock;
    clock.textContent = formatTime(game.remaining(side));
    clock.classList.toggle('low', game.clock !== null && game.remaining(side) < 20_000);
  };
  const update = () => {
    choice.show(game.players[side]);
    const { position, node } = game;
    const turn = position !== null && !game.ending(node) && game.sideToMove(node) === side;
    element.classList.toggle('turn', turn);
    element.classList.toggle('thinking', game.isThinking && game.sideToMove(game.tip) === side);
    const letters = captures();
    if (letters.join('') !== shownCaptures) {
      shownCaptures = letters.join('');
      captured.replaceChildren(...letters.map((letter) => pieceElement(game.geometry, letter)));
      captured.setAttribute('role', 'img');
      captured.setAttribute('aria-label', letters.length ? `Captured: ${letters.map((letter) => pieceName(game.geometry, letter)).join(', ')}` : 'Nothing captured');
    }
    tick();
  };
  return { element, update, tick };
}
