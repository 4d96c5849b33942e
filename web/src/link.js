// The address of a position.

import { namedGame, recordName } from './panels/names.js';

/** @typedef {import('./game.js').Game} Game */

/** The address of a position. */
export function positionLink(/** @type {Game} */ game) {
  const fen = game.position?.board.fen ?? '';
  return `#game=${encodeURIComponent(recordName(game))}&fen=${encodeURIComponent(fen.replace(/ /g, '_')).replace(/%2F/g, '/').replace(/%7C/g, '|').replace(/%3A/g, ':').replace(/%2C/g, ',')}`;
}

/** Reads the address of a position. */
export function readLink(/** @type {string} */ hash) {
  const match = /^#game=([^&]+)&fen=(.+)$/.exec(hash);
  try {
    return match && { ...namedGame(decodeURIComponent(match[1])), fen: decodeURIComponent(match[2]).replace(/_/g, ' ') };
  } catch {
    return null;
  }
}
