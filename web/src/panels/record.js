// Positions and games in and out: FEN, PGN, link and files.

import { button, download, h } from '../dom.js';
import { positionLink } from '../link.js';
import { RESULTS, levelName, namedGame, recordName } from '../names.js';
import { readPgn, writePgn } from '../pgn.js';

/** @typedef {import('../game.js').Game} Game */

/**
 * @param {Game} game
 * @param {string[]} variants
 * @param {(text: string, isError?: boolean) => void} notify
 */
export function createRecordPanel(game, variants, notify) {
  const text = h('textarea', { rows: 7, 'aria-label': 'A position (FEN) or a game (PGN)', placeholder: 'Paste a position (FEN) or a game (PGN) here', spellcheck: false });
  const file = h('input', { type: 'file', accept: '.pgn,.fen,.txt', hidden: true, onchange: async () => {
    const [chosen] = file.files ?? [];
    if (chosen) text.value = await chosen.text();
    file.value = '';
    if (chosen) load();
  } });

  function pgn() {
    const ending = game.ending(game.tip) ?? game.ending(game.root.end());
    const name = (/** @type {'white'|'black'} */ side) => (game.players[side].engine ? `Triskelion (${levelName(game.players[side].level)})` : 'Person');
    const fen = game.root.position?.board.fen ?? '';
    const { clock } = game;
    return writePgn(game.root, {
      Event: 'Game on the board', Site: '?', Date: new Date().toISOString().slice(0, 10).replace(/-/g, '.'), Round: '?',
      White: name('white'), Black: name('black'), Result: ending ? RESULTS[ending.result] : '*', Variant: recordName(game),
      ...(game.fen ? { SetUp: '1', FEN: fen } : {}), ...(clock ? { TimeControl: `${clock.base / 1000}+${clock.increment / 1000}` } : {}),
      ...(ending ? { Reason: ending.reason } : {}), Notation: game.notation,
    }, { number: Number(fen.split(' ').pop()) || 1, side: game.sideToMove(game.root) });
  }

  async function load() {
    const value = text.value.trim();
    if (!value) return;
    const persons = { white: { ...game.players.white, engine: false }, black: { ...game.players.black, engine: false } };
    try {
      // A FEN has fields of cells; a game has tags or numbered moves.
      if (!/^\s*\[/.test(value) && !/(^|\s)1\./.test(value)) {
        await game.start({ ...game.ruleSet, fen: value.replace(/\s+/g, ' '), players: persons });
        notify('The position is on the board.');
        return;
      }
      const { tags, build } = readPgn(value);
      const named = namedGame(tags.get('Variant') ?? recordName(game));
      const isOwn = game.source !== null && named.variant === game.variant;
      const setup = isOwn ? game.ruleSet : variants.includes(named.variant) ? named : { variant: 'chess' };
      const errors = await game.importGame({ ...setup, fen: tags.get('FEN') ?? null }, build);
      notify(errors.length ? `The game was read up to an illegal move. ${errors[0]}` : 'The game is on the board.', errors.length > 0);
    } catch (error) {
      notify(/** @type {Error} */ (error).message, true);
      game.goto(game.node);
    }
  }

  const copy = (/** @type {string} */ value, /** @type {string} */ name) => {
    text.value = value;
    navigator.clipboard?.writeText(value).then(() => notify(`${name} copied.`), () => text.select());
  };
  const element = h('div', { class: 'record-panel' },
    h('div', { class: 'row' },
      button('Copy FEN', () => copy(game.position?.board.fen ?? '', 'Position')),
      button('Copy PGN', () => copy(pgn(), 'Game')),
      button('Copy link', () => copy(new URL(positionLink(game), location.href).href, 'Link'))),
    text,
    h('div', { class: 'row' }, button('Load', load, '', 'primary'), button('Open a file', () => file.click()),
      button('Save PGN', () => download(`${game.variant}.pgn`, pgn())), file));
  return { element, update() {} };
}
