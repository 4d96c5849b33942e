// The pages of the rules of sixfold.

/** @type {import('../learn.js').Lesson[]} */
export default [
  {
    title: 'The board',
    text: [
      'Three boards of 4×4 stand like a staircase that leads down from White to Black. Six platforms of 2×2 stand on posts at their corners. Nobody owns them.',
      'A cell is named by file, rank and level: d26 is file d, rank 2, level 6. White starts on the high board and moves first. Checkmate wins.',
    ],
    show: ['d26', 'd44', 'd62'],
  },
  {
    title: 'Lines',
    text: [
      'Lines are straight in space, from cell to neighboring cell. Only the knight passes missing cells or other pieces.',
      'On the levels between the boards a line needs the cells of a platform.',
    ],
    fen: '4/4/4/2K1|4/4/4/Q3|2k1/p3/4/4 b16+:2/2,b34+:2/2,b82-:2/2,e16+:2/2,e64-:2/2,e82-:2/2 w - - - 0 1',
    select: 'b34',
  },
  {
    title: 'Rook',
    text: [
      'The rook slides 14 ways: forward and back, sideways, up and down, and along the diagonals that change rank and level or file and level.',
    ],
    fen: '4/4/4/2K1|4/4/4/R3|2k1/p3/4/4 b16+:2/2,b34+:2/2,b82-:2/2,e16+:2/2,e64-:2/2,e82-:2/2 w - - - 0 1',
    select: 'b34',
    task: 'Move the rook straight up, to b35.',
    goal: ['b34b35'],
  },
  {
    title: 'Bishop',
    text: [
      'The bishop slides along the four diagonals of its level, and in the eight directions that change file, rank and level together.',
    ],
    fen: '4/4/4/2K1|4/4/4/B3|2k1/p3/4/4 b16+:2/2,b34+:2/2,b82-:2/2,e16+:2/2,e64-:2/2,e82-:2/2 w - - - 0 1',
    select: 'b34',
    task: 'Move the bishop up to a25.',
    show: ['a25'],
    goal: ['b34a25'],
  },
  {
    title: 'Queen',
    text: [
      'The queen slides all 26 ways of rook and bishop.',
    ],
    fen: '4/4/4/2K1|4/4/1Q2/4|2k1/p3/4/4 b16+:2/2,b34+:2/2,b82-:2/2,e16+:2/2,e64-:2/2,e82-:2/2 w - - - 0 1',
    select: 'c44',
  },
  {
    title: 'King',
    text: [
      'The king makes one step in any of the 26 directions, to a cell that is not attacked. There is no castling.',
    ],
    fen: '4/4/1P2/4|4/4/4/K3|2k1/p3/4/4 b16+:2/2,b34+:2/2,b82-:2/2,e16+:2/2,e64-:2/2,e82-:2/2 w - - - 0 1',
    select: 'b34',
  },
  {
    title: 'Knight',
    text: [
      'The knight leaps two cells along one axis and one along another, over pieces and over missing cells.',
    ],
    fen: '4/4/4/2K1|4/4/4/1N2|2k1/p3/4/4 b16+:2/2,b34+:2/2,b82-:2/2,e16+:2/2,e64-:2/2,e82-:2/2 w - - - 0 1',
    select: 'c34',
  },
  {
    title: 'Pawn',
    text: [
      'A white pawn steps one rank forward on its level, or one rank forward and one level down. A black pawn goes one rank forward and stays, or one level up.',
      'On its first move it may make two equal steps. A carried pawn has moved.',
    ],
    fen: '4/4/P3/2K1|4/4/4/4|2k1/p3/4/4 b16+:2/2,b34+:2/2,b82-:2/2,e16+:2/2,e64-:2/2,e82-:2/2 w - b26 - 0 1',
    select: 'b26',
  },
  {
    title: 'Captures',
    text: [
      'A pawn captures one file sideways and one rank forward, on its own level or on any level further toward the enemy, whatever lies between.',
      'The pawn on c46 can reach knights on b54 and d52.',
    ],
    fen: '1P2/4/4/2K1|4/n3/4/4|2k1/p3/4/2n1 b16+:2/2,b34+:2/2,b82-:2/2,e16+:2/2,e64-:2/2,e82-:2/2 w - - - 0 1',
    select: 'c46',
    task: 'Capture the knight on d52, four levels below.',
    goal: ['c46d52'],
  },
  {
    title: 'Sideways',
    text: [
      'At the far end of its board or platform a pawn may also step one file sideways, onto an empty cell. There is no en passant.',
    ],
    fen: '1P2/4/4/2K1|4/4/4/4|2k1/p3/4/4 b16+:2/2,b34+:2/2,b82-:2/2,e16+:2/2,e64-:2/2,e82-:2/2 w - - - 0 1',
    select: 'c46',
    task: 'Step sideways to d46.',
    goal: ['c46d46'],
  },
  {
    title: 'Promotion',
    text: [
      'A pawn becomes a queen six ranks ahead of its start: on rank 8, or on rank 7 if it began the game on a platform. For Black these are ranks 1 and 2. A pawn remembers this when it changes its file.',
    ],
    fen: '4/4/4/2K1|4/4/4/4|4/P2p/2k1/4 b16+:2/2,b34+:2/2,b82-:2/2,e16+:2/2,e64-:2/2,e82-:2/2 w - - - 0 1',
    select: 'b72',
    task: 'Promote the pawn.',
    goal: ['b72b82q', 'b72b81q'],
  },
  {
    title: 'Platforms',
    text: [
      'You may move a platform that holds a piece of yours, no enemy piece and no king. It goes to any free post of the 24, on either side, above or below its corner.',
      'The pieces keep their places on it.',
    ],
    fen: '4/4/4/2K1|4/4/4/4|2k1/p3/4/4 b16+:2/2,b34+:1R/2,b82-:2/2,e16+:2/2,e64-:2/2,e82-:2/2 w - - - 0 1',
    select: 'b34+',
    task: 'Move the platform across to e46+.',
    goal: ['b34+e46+'],
  },
  {
    title: 'Platforms with pawns',
    text: [
      'If a platform carries a pawn, the ranks that it covers must not change. It goes up, down or across only.',
    ],
    fen: '4/4/4/2K1|4/4/4/4|2k1/p3/4/4 b16+:2/2,b34+:1P/2,b82-:2/2,e16+:2/2,e64-:2/2,e82-:2/2 w - - - 0 1',
    select: 'b34+',
  },
  {
    title: 'The end',
    text: [
      'Checkmate wins. A side that has only its king left loses at once. If the same move leaves both with only a king, the game is a draw.',
    ],
    fen: '4/4/4/2K1|n3/4/4/R3|2k1/4/4/4 b16+:2/2,b34+:2/2,b82-:2/2,e16+:2/2,e64-:2/2,e82-:2/2 w - - - 0 1',
    select: 'b34',
    task: 'Capture the last piece of Black.',
    goal: ['b34b64'],
  },
];
