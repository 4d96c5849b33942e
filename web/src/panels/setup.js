// The dialog for a new game.

import { button, h, select } from '../dom.js';
import { chess960Fen } from '../fen.js';
import { gameName } from '../names.js';
import { playerSelect } from './players.js';

/** @typedef {import('../game.js').Game} Game */

/** @type {[string, string][]} minutes and seconds */
const CLOCKS = [['', 'No clock'], ['1+1', '1 min + 1 s'], ['3+2', '3 min + 2 s'], ['5+3', '5 min + 3 s'], ['10+5', '10 min + 5 s'],
  ['15+10', '15 min + 10 s'], ['30+20', '30 min + 20 s']];
/** @type {[string, string][]} */
const SIDES = [['white', 'White'], ['black', 'Black'], ['random', 'Either'], ['both', 'Both (two people)'], ['none', 'Neither (engine against engine)']];

/**
 * @param {Game} game
 * @param {string[]} variants
 * @param {() => void} onStart
 */
export function openSetup(game, variants, onStart) {
  let engine = { engine: true, level: (game.players.black.engine ? game.players.black : game.players.white).level };
  const { white, black } = game.players;
  let side = white.engine && black.engine ? 'none' : !white.engine && !black.engine ? 'both' : white.engine ? 'black' : 'white';
  let clock = game.clock ? `${game.clock.base / 60_000}+${game.clock.increment / 1000}` : '';
  let think = String(game.thinkTime);
  const dialog = h('dialog', { class: 'setup', 'aria-label': 'New game', onclose: () => dialog.remove() });
  // The game with rules of its own has an empty name.
  const present = game.source === null ? game.variant : '';
  const games = h('div', { class: 'games', role: 'radiogroup', 'aria-label': 'Game' }, ...[...(present ? [] : ['']), ...variants].map((variant) => {
    const [name, description] = variant ? gameName(variant) : [game.title, 'The game on the board, with rules of its own'];
    return h('label', { class: 'game' }, h('input', { type: 'radio', name: 'variant', value: variant, checked: variant === present, onchange: () => show() }),
      h('span', {}, h('b', {}, name), h('small', {}, description)));
  }));
  const strength = playerSelect('Strength', engine, (player) => { engine = player; }, true);
  const thinking = h('label', {}, 'Engine thinks',
    select('Engine thinks', [['300', '0.3 s'], ['1500', '1.5 s'], ['3000', '3 s'], ['10000', '10 s']], think, (value) => { think = value; }));
  const shuffled = h('input', { type: 'checkbox', checked: game.chess960 });
  const shuffle = h('label', { class: 'check' }, shuffled, 'Chess960: a random start position');
  const chosen = () => /** @type {HTMLInputElement|null} */ (games.querySelector('input:checked'))?.value ?? variants[0];
  const show = () => {
    shuffle.hidden = chosen() !== 'chess';
    thinking.hidden = clock !== '' || side === 'both';
    strength.element.parentElement?.toggleAttribute('hidden', side === 'both');
  };
  const start = () => {
    const variant = chosen();
    const chess960 = variant === 'chess' && shuffled.checked;
    const [base, increment] = clock.split('+').map(Number);
    const mine = side === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : side;
    const player = (/** @type {string} */ of) => ({ engine: mine === 'none' || (mine !== 'both' && mine !== of), level: engine.level });
    dialog.close();
    game.start({
      variant, source: variant ? null : game.source, chess960, fen: chess960 ? chess960Fen() : null, players: { white: player('white'), black: player('black') }, thinkTime: Number(think),
      clock: clock ? { base: base * 60_000, increment: increment * 1000 } : null,
    }).then(onStart);
  };
  dialog.append(h('h2', {}, 'New game'), games, shuffle, h('div', { class: 'fields' },
    h('label', {}, 'You play', select('You play', SIDES, side, (value) => { side = value; show(); })),
    h('label', {}, 'Strength', strength.element),
    h('label', {}, 'Clock', select('Clock', CLOCKS, clock, (value) => { clock = value; show(); })), thinking),
  h('div', { class: 'row end' }, button('Cancel', () => dialog.close(), '', 'quiet'), button('Start', start, '', 'primary')));
  document.body.append(dialog);
  show();
  dialog.showModal();
  games.querySelector('input:checked')?.parentElement?.scrollIntoView({ block: 'nearest' });
}
