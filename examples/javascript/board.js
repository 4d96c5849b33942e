// A board to play White against the engine: click a piece (or a platform) and its destination.

import { Board, Engine, load, variants } from 'triskelion';

const $ = (id) => document.getElementById(id);
const symbols = { king: '♚', queen: '♛', rook: '♜', bishop: '♝', knight: '♞', pawn: '♟' };

await load();
const engine = new Engine();
let board = new Board();
let from = '';

function button(name, label, color = '') {
  const element = document.createElement('button');
  element.textContent = label;
  element.title = element.dataset.place = name;
  const isTarget = board.legalMoves.some((move) => move.from === from && move.to === name);
  element.className = `${color} ${name === from ? 'from' : isTarget ? 'to' : ''}`;
  element.onclick = () => choose(name);
  return element;
}

function show() {
  const { cells, posts, ranks } = board.geometry;
  const pieces = board.pieceMap();
  const platforms = board.platforms;
  const absent = new Set(posts.filter(({ name }) => !platforms.has(name)).flatMap(({ covers }) => covers));
  for (const { name, covers } of posts) if (platforms.has(name)) covers.forEach((cell) => absent.delete(cell));
  const levels = Map.groupBy(cells.filter(({ name }) => !absent.has(name)), ({ level }) => level);
  $('levels').replaceChildren(...[...levels.keys()].sort((a, b) => a - b).map((level) => {
    const element = Object.assign(document.createElement('div'), { className: 'level' });
    for (const { name, file, rank } of levels.get(level)) {
      const piece = pieces.get(name);
      const cell = button(name, piece ? symbols[piece.name] ?? piece.symbol : '', piece?.color);
      Object.assign(cell.style, { gridColumn: file + 1, gridRow: ranks + 1 - rank });
      element.append(cell);
    }
    return element;
  }));
  $('platforms').replaceChildren(...posts.filter(({ name }) => platforms.has(name) || board.legalMoves.some((move) => move.from === from && move.to === name)).map(({ name }) => button(name, name)));
  const { result, reason } = board.outcome() ?? {};
  $('state').textContent = reason ? `${result}: ${reason}` : board.turn === 'w' ? 'Your move' : 'The engine thinks …';
}

async function choose(name) {
  // Of the promotions the first one, a queen if there is one.
  const moves = board.legalMoves.filter((move) => move.from === from && move.to === name);
  const move = moves.find(({ promotion }) => promotion?.includes('q')) ?? moves[0];
  from = move ? '' : name;
  if (move && board.turn === 'w') {
    board.push(move);
    show();
    if (!board.isGameOver()) board.push((await engine.search(board, { time: 500 })).move);
  }
  show();
}

$('variant').append(...variants().map((name) => new Option(name)));
$('variant').onchange = () => { board = new Board($('variant').value); from = ''; show(); };
show();
