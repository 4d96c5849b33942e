// The pages of the rules of spacechess.

/** @type {import('../learn.js').Lesson[]} */
export default [
  {
    title: 'The board',
    text: [
      'Three boards of 8×8 lie one above the other. White starts on level 1, Black on level 3, and each has eight more pawns on level 2.',
      'A cell is named by file, rank and level: e42 is file e, rank 4, level 2. White moves first, and checkmate wins.',
    ],
    show: ['e41', 'e42', 'e43'],
  },
  {
    title: 'Rook',
    text: [
      'The rook slides along files and ranks, and straight up or down.',
    ],
    fen: '7k/8/8/8/8/8/8/8|8/8/8/8/3R4/8/8/8|8/8/8/8/8/8/8/K7 w - - - 0 1',
    select: 'd42',
    task: 'Move the rook straight up, to d43.',
    goal: ['d42d43'],
  },
  {
    title: 'Bishop',
    text: [
      'The bishop slides in the 12 directions that change two of file, rank and level: on its level, and slantwise up or down.',
    ],
    fen: '7k/8/8/8/8/8/8/8|8/8/8/8/3B4/8/8/8|8/8/8/8/8/8/8/K7 w - - - 0 1',
    select: 'd42',
  },
  {
    title: 'Queen',
    text: [
      'The queen moves as rook and bishop, in 18 directions.',
    ],
    fen: '7k/8/8/8/8/8/8/8|8/8/8/8/3Q4/8/8/8|8/8/8/8/8/8/8/K7 w - - - 0 1',
    select: 'd42',
  },
  {
    title: 'Knight',
    text: [
      'The knight leaps two cells along one axis and one along another, over everything.',
    ],
    fen: '7k/8/8/8/8/8/8/8|8/8/8/8/3N4/8/8/8|8/8/3p4/8/8/8/8/K7 w - - - 0 1',
    select: 'd42',
    task: 'Capture the pawn on d61.',
    goal: ['d42d61'],
  },
  {
    title: 'King',
    text: [
      'The king captures, and gives check, one step in the 18 directions of the queen. Without a capture it moves only on its level or straight toward the enemy’s levels: White’s king up, Black’s down.',
    ],
    fen: '7k/8/8/8/8/8/8/8|8/8/8/2n5/3K4/8/8/8|8/8/8/3n4/8/8/8/8 w - - - 0 1',
    select: 'd42',
    task: 'Capture the knight below, on d51.',
    goal: ['d42d51'],
  },
  {
    title: 'Elevator',
    text: [
      'Each side has an elevator: White f83, Black f11. A king that moves onto it may ride on in the same move to another cell of that column, if it is empty and not attacked.',
      'Choose f83 to stay or f81 to ride to the ground.',
    ],
    fen: '4K3/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/P7/k7 w - - - 0 1',
    select: 'e83',
    task: 'Ride to f81.',
    show: ['f83', 'f82', 'f81'],
    goal: ['e83f83f81'],
  },
  {
    title: 'Pawn',
    text: [
      'A white pawn steps forward or straight up, a black pawn forward or straight down. It captures one file sideways and one rank forward, or one file sideways and one level up (Black: down).',
    ],
    fen: '7k/8/8/8/8/8/8/8|8/8/8/8/8/4n3/8/8|8/8/8/8/2n5/3P4/8/K7 w - - - 0 1',
    select: 'd31',
    task: 'Capture the knight on e32, one level up.',
    goal: ['d31e32'],
  },
  {
    title: 'First move',
    text: [
      'On its first move a pawn may make up to three steps forward and up in any order, over empty cells. The pawn on d21 can reach eight cells.',
    ],
    fen: '7k/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/3P4/K7 w - * - 0 1',
    select: 'd21',
    task: 'Go up to level 3 and one rank forward, to d33.',
    goal: ['d21d33'],
  },
  {
    title: 'En passant',
    text: [
      'After a first move of two or three steps an enemy pawn may capture at once on any cell that the pawn may have passed.',
      'Black’s pawn went from f73 to f52. It may have passed f72, f63, f62 and f53, and White’s pawn attacks two of them.',
    ],
    fen: '7k/8/8/8/8/8/8/8|8/8/8/4Pp2/8/8/8/8|8/8/8/8/8/8/8/K7 w - - f52:f53f62f63f72 0 1',
    select: 'e52',
    task: 'Capture the pawn in passing.',
    show: ['f62', 'f53'],
    goal: ['e52f62', 'e52f53'],
  },
  {
    title: 'Promotion',
    text: [
      'A white pawn may become a queen, rook, bishop or knight on rank 8 of level 2 and on rank 7 of level 3, and it must do so on rank 8 of level 3. Black’s cells are rank 1 of level 2, rank 2 of level 1 and rank 1 of level 1.',
    ],
    fen: '7k/8/2P5/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/K7 w - - - 0 1',
    select: 'c63',
    task: 'Promote the pawn on c73.',
    goal: ['c63c73q', 'c63c73r', 'c63c73b', 'c63c73n'],
  },
  {
    title: 'Castling',
    text: [
      'King and rook castle as in chess. The king must not be in check, and every cell between them must be empty and not attacked, from other levels, too. Choose the king, then the rook or the king’s goal.',
    ],
    fen: '7k/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/R3K2R w KQ - - 0 1',
    select: 'e11',
    task: 'Castle with the rook on h11.',
    goal: ['e11h11'],
  },
  {
    title: 'The end',
    text: [
      'A king that is in check and cannot escape is mated. A side that is not in check and has no legal move is stalemated, which is a draw.',
      'It is also a draw when a position occurs for the third time, when only the kings are left, and after fifty moves of each side without a capture, a pawn’s own move or a promotion.',
    ],
    fen: '8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|k7/8/pQK5/8/3p4/8/8/8 w - - - 0 88',
    select: 'b61',
    task: 'Mate in one move.',
    goal: ['b61b71'],
  },
];
