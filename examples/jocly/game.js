// A game on a board of Jocly. Jocly shows it and is the referee; a `Board` of Triskelion follows for the engine.

import { Board } from 'triskelion';

/** The games of Jocly by their name here. */
export const games = { raumschach: 'raumschach', jocly3d: '3dchess' };

/** Returns moves of Jocly as texts in UCI notation, in which castling is written as the cells of king and rook. */
async function translate(match, moves, { files, ranks }) {
  // Jocly numbers the cells file by file, rank by rank, level by level.
  const cell = (position) => 'abcdef'[position % files] + (Math.floor(position / files) % ranks + 1) + (Math.floor(position / files / ranks) + 1);
  // Its text of a move ends with a capital if a pawn becomes another piece; a pawn that has moved has `P`.
  const texts = await match.getMoveString(moves, 'engine');
  return moves.map((move, index) => cell(move.f) + cell(move.cg ?? move.t) + (/[QRBNU]$/.exec(texts[index])?.[0].toLowerCase() ?? ''));
}

/** Returns the legal moves of Jocly by their UCI text. */
export async function legalMoves(match, board) {
  const moves = await match.getPossibleMoves();
  const texts = await translate(match, moves, board.geometry);
  return new Map(texts.map((text, index) => [text, moves[index]]));
}

/** Lets the person at the board play, and returns the move. */
export const person = async (match, board) => (await translate(match, [(await match.userTurn()).move], board.geometry))[0];

/** Returns a player that asks an engine. */
export const enginePlayer = (engine, limits) => async (match, board) => {
  const { move } = await engine.search(board, limits);
  await match.playMove((await legalMoves(match, board)).get(move));
  return move;
};

/**
 * Plays a game to its end. A player is a function that plays a move in the match and returns its text; `onMove` is called
 * before each one. Jocly knows fewer draws by repetition, and none with bare kings, so either of the two can end the game.
 */
export async function play(match, variant, players, onMove = async (board) => {}) {
  const board = new Board(variant);
  for (;;) {
    const { finished, winner } = await match.getFinished();
    if (finished) return { board, winner: { [Jocly.PLAYER_A]: 'w', [Jocly.PLAYER_B]: 'b' }[winner] ?? null, reason: board.outcome()?.reason ?? 'a draw of Jocly' };
    if (board.isGameOver()) return { board, ...board.outcome() };
    await onMove(board);
    board.push(await players[board.turn](match, board));
  }
}
