// Judges the moves of a puzzle by searches of the engine.

/** @typedef {import('../engine.js').Engine} Engine */

/** The nodes of a search for a mate in 1, 2, 3 and 4. Each mate of the collection is found with a third of them. */
export const NODES = [0, 20_000, 40_000, 240_000, 600_000];

/**
 * Searches a mate in at most `count` moves, from the move `first` if one is given.
 * @param {Engine} engine
 * @param {string} fen
 * @param {string[]} moves
 * @param {number} count
 * @param {string} [first]
 * @returns {Promise<{mates: boolean, line: string[]}>}  the best line, which mates if `mates`
 */
export async function findMate(engine, fen, moves, count, first) {
  const limits = `mate ${count} nodes ${NODES[count]}${first ? ` searchmoves ${first}` : ''}`;
  const { info } = await engine.search(fen, moves, limits);
  const mate = info?.score.mate ?? 0;
  return { mates: mate > 0 && mate <= count, line: [...info?.pv ?? []] };
}
