// The addresses of positions, and of games by the text of their rules.

import { namedGame, recordName } from './names.js';

/** @typedef {import('./game.js').Game} Game */

/** The longest text of a game that the engine reads, in bytes. */
const MAX_TEXT = 64 * 1024;

/** Compresses the text of a game for an address. */
export async function packText(/** @type {string} */ text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** Reads what `packText` has written. Rejects what is damaged or too long. */
export async function unpackText(/** @type {string} */ packed) {
  const bytes = Uint8Array.from(atob(packed.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    size += part.value.length;
    if (size > MAX_TEXT) throw new Error('The text of the game is too long.');
  }
  return new Blob(parts).text();
}

/** The address of a game by the compressed text of its rules. */
export const rulesLink = (/** @type {string} */ packed) => `#rules=${packed}`;

/** The address of a position. */
export function positionLink(/** @type {Game} */ game) {
  const fen = game.position?.board.fen ?? '';
  const rules = game.packed ? rulesLink(game.packed) : `#game=${encodeURIComponent(recordName(game))}`;
  return `${rules}&fen=${encodeURIComponent(fen.replace(/ /g, '_')).replace(/%2F/g, '/').replace(/%7C/g, '|').replace(/%3A/g, ':').replace(/%2C/g, ',')}`;
}

/**
 * Reads an address: the name of a game or the compressed text of its rules, and a position unless it is a game to start or
 * to look at.
 * @returns {{variant: string, chess960: boolean, packed: string, fen: string|null}|null}
 */
export function readLink(/** @type {string} */ hash) {
  const match = /^#(game|rules)=([^&]+)(?:&fen=(.+))?$/.exec(hash);
  try {
    const [, kind, value, fen] = match?.map((part) => part && decodeURIComponent(part)) ?? [];
    if (!value) return null;
    const named = kind === 'game' ? { ...namedGame(value), packed: '' } : { variant: '', chess960: false, packed: value };
    return { ...named, fen: fen?.replace(/_/g, ' ') ?? null };
  } catch {
    return null;
  }
}
