// The pages of the rules of chess.

/** @type {import('../learn.js').Lesson[]} */
export default [
  {
    title: 'The board',
    text: [
      'One board of 8×8. A square is named by file and rank: e4. White moves first. A king in check that cannot escape is mated.',
    ],
    show: ['e4'],
  },
  {
    title: 'Rook',
    text: [
      'The rook slides along files and ranks.',
    ],
    fen: '7k/8/8/8/3R4/8/8/K7 w - - 0 1',
    select: 'd4',
  },
  {
    title: 'Bishop',
    text: [
      'The bishop slides along diagonals.',
    ],
    fen: '8/7k/8/1P6/3B4/8/K7/8 w - - 0 1',
    select: 'd4',
  },
  {
    title: 'Queen',
    text: [
      'The queen moves as rook and bishop.',
    ],
    fen: '8/7k/8/8/3Q4/8/K7/8 w - - 0 1',
    select: 'd4',
  },
  {
    title: 'Knight',
    text: [
      'The knight leaps two squares one way and one the other, over everything.',
    ],
    fen: '7k/8/4p3/8/3N4/8/8/K7 w - - 0 1',
    select: 'd4',
    task: 'Capture the pawn on e6.',
    goal: ['d4e6'],
  },
  {
    title: 'King',
    text: [
      'The king moves one square in any direction, but not to an attacked square.',
    ],
    fen: '2r4k/8/8/8/3K4/8/8/8 w - - 0 1',
    select: 'd4',
  },
  {
    title: 'Pawn',
    text: [
      'The pawn steps one square forward, and up to two from its first rank. It captures one square diagonally forward.',
    ],
    fen: '7k/8/8/8/8/2n5/3P4/K7 w - - 0 1',
    select: 'd2',
    task: 'Capture the knight on c3.',
    goal: ['d2c3'],
  },
  {
    title: 'En passant',
    text: [
      'After a double step an enemy pawn may capture the pawn at once on the square that it passed.',
    ],
    fen: '7k/8/8/3pP3/8/8/8/K7 w - d6 0 1',
    select: 'e5',
    task: 'Capture the pawn in passing.',
    show: ['d6'],
    goal: ['e5d6'],
  },
  {
    title: 'Promotion',
    text: [
      'On the last rank a pawn becomes a queen, rook, bishop or knight.',
    ],
    fen: '8/2P5/7k/8/8/8/8/K7 w - - 0 1',
    select: 'c7',
    task: 'Promote to a knight.',
    goal: ['c7c8n'],
  },
  {
    title: 'Castling',
    text: [
      'King and rook that have not moved may castle. The squares between them are empty, and the king is not in check and passes no attacked square. Choose the king, then its goal.',
    ],
    fen: '6k1/8/8/8/8/8/8/R3K2R w KQ - 0 1',
    select: 'e1',
    task: 'Castle on the king’s side.',
    goal: ['e1g1'],
  },
  {
    title: 'The end',
    text: [
      'Checkmate wins. No legal move without check is stalemate, a draw. It is also a draw when a position occurs for the third time, after fifty moves of each side without a capture or a pawn’s move, and when neither side can mate.',
    ],
    fen: '7k/8/5K2/8/8/8/6Q1/8 w - - 0 1',
    select: 'g2',
    task: 'Mate in one move.',
    goal: ['g2g7'],
  },
];
