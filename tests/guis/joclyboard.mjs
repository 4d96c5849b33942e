// Plays games of Raumschach in which JoclyBoard drives the engine with the settings of docs/guis.md, against random moves.
// Runs its code for engines without its windows.
//
//     node tests/guis/joclyboard.mjs APP
//
// APP is the folder `app` of its repository. TRISKELION is the program, GAMES the number of games.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { random } from '../../js/tests/support.mjs';

const app = resolve(process.argv[2]);
const require = createRequire(join(app, 'main.js'));
const { createEngine } = require('./joclyboard-engines.js');
const Jocly = require('jocly');

const page = readFileSync(new URL('../../docs/guis.md', import.meta.url), 'utf8');
const [, details] = /^```yaml\n(# JoclyBoard.*?)^```$/ms.exec(page);
// JoclyBoard warns of each move that it has to guess; the games show that it guesses right.
console.warn = () => {};

const games = Number(process.env.GAMES ?? 6);
let moves = 0;
for (let game = 0; game < games; game += 1) {
  const next = random(game);
  const side = game % 2 ? Jocly.PLAYER_B : Jocly.PLAYER_A;
  const match = await Jocly.createMatch('raumschach');
  const engine = await createEngine({ type: 'uci', name: 'triskelion', binary: process.env.TRISKELION, details });
  let result = { finished: false };
  while (!result.finished) {
    const legal = await match.getPossibleMoves();
    const turn = await match.getTurn();
    let move = legal[next(legal.length)];
    if (turn === side) {
      const text = await engine.catchUp(match, { [Jocly.PLAYER_A]: 2000, [Jocly.PLAYER_B]: 2000, turn, t0: Date.now() });
      move = await engine.getBestMove(text);
      // Its own text has `P` for a pawn and `+` for check.
      assert.equal((await match.getMoveString(move)).replace(/^P(?=[A-E][a-e])|\+$/g, ''), text);
      moves += 1;
    }
    result = await match.applyMove(move);
  }
  await engine.destroy();
  assert.equal(result.winner, side);
}
console.log(`${games} games won, ${moves} moves`);
