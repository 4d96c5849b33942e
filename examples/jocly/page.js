// The page: a game of a person against the engine. The form opens the page again with other settings in its address.

import { Engine, load } from 'triskelion';
import { enginePlayer, games, person, play } from './game.js';

const form = document.forms[0];
const show = (text) => { document.getElementById('state').textContent = text; };

for (const [name, value] of new URLSearchParams(location.search)) form.elements[name].value = value;
const { game, side, skin } = Object.fromEntries(new FormData(form));

await load();
const match = await Jocly.createMatch(games[game]);
const viewAs = side === 'w' ? Jocly.PLAYER_A : Jocly.PLAYER_B;
await match.attachElement(document.getElementById('board'), { viewOptions: { skin, viewAs } });
const engine = enginePlayer(new Engine(), { time: 1000 });
const players = { w: engine, b: engine, [side]: person };
const { winner, reason } = await play(match, game, players, ({ turn }) => show(turn === side ? 'Your move' : 'The engine thinks …'));
show(winner ? `${winner === side ? 'You win' : 'The engine wins'}: ${reason}` : `Draw: ${reason}`);
