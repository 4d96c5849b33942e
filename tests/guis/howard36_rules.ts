// Prints the legal moves of the client of howard36/3d-chess before each move of a game, a line for each position.
// Reads the moves of a game, as JSON in the form of the server, from each line of standard input.

import { readFileSync } from 'node:fs';
import { Board } from 'client/src/engine';
import { moveFromMessage, moveToMessage } from 'client/src/engine/protocol';

for (const line of readFileSync(0, 'utf8').trim().split('\n')) {
  let board = Board.setupStartingPosition();
  const moves = JSON.parse(line);
  for (const [ply, move] of [...moves, null].entries()) {
    const side = ply % 2 ? 'black' : 'white';
    const legal = board.generateAllLegalMoves(side).map(moveToMessage).map(({ from, to, promotion = '' }) => from + to + promotion);
    const end = board.isCheckmate(side) ? 'checkmate' : board.isStalemate(side) ? 'stalemate' : '';
    console.log(JSON.stringify({ legal: legal.sort(), check: board.inCheck(side), end }));
    if (move) board = board.applyMove(moveFromMessage(move));
  }
}
