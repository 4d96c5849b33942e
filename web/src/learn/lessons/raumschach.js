// The pages of the rules of raumschach.

/** @type {import('../learn.js').Lesson[]} */
export default [
  {
    title: 'The board',
    text: [
      'Five boards of 5×5 lie one above the other. White starts on levels 1 and 2, Black on levels 4 and 5.',
      'A cell is named by file, rank and level: c33 is the middle of all. Neighboring cells meet at a face, at an edge or at a corner. White moves first, and checkmate wins.',
    ],
    show: ['c33'],
  },
  {
    title: 'Rook',
    text: [
      'The rook slides through the faces of the cells: forward and back, sideways, up and down.',
    ],
    fen: '4k/5/5/5/5|5/5/5/5/5|5/5/2R2/5/5|5/5/5/5/5|5/5/5/5/K4 w 0 1',
    select: 'c33',
  },
  {
    title: 'Bishop',
    text: [
      'The bishop slides through the edges, in 12 directions. Each step changes two of file, rank and level.',
    ],
    fen: '4k/5/5/5/5|5/5/5/5/5|5/5/2B2/5/5|5/5/5/5/5|5/5/5/5/K4 w 0 1',
    select: 'c33',
  },
  {
    title: 'Unicorn',
    text: [
      'The unicorn slides through the corners, in 8 directions. Each step changes file, rank and level. From its start it can never reach more than 30 of the 125 cells.',
    ],
    fen: '5/4k/5/5/5|5/5/5/5/5|5/5/2U2/5/5|5/5/5/5/5|5/5/5/K4/5 w 0 1',
    select: 'c33',
    task: 'Move the unicorn to the corner e51.',
    goal: ['c33e51'],
  },
  {
    title: 'Queen',
    text: [
      'The queen slides in all 26 directions.',
    ],
    fen: '5/4k/5/5/5|5/5/5/5/5|5/5/2Q2/5/5|5/5/5/5/5|5/5/5/K4/5 w 0 1',
    select: 'c33',
  },
  {
    title: 'King',
    text: [
      'The king makes one step in any of the 26 directions, to a cell that is not attacked. There is no castling.',
    ],
    fen: '4k/5/5/5/5|5/5/5/5/5|5/5/2K2/5/5|5/5/5/P4/5|5/5/5/5/5 w 0 1',
    select: 'c33',
  },
  {
    title: 'Knight',
    text: [
      'The knight leaps two cells along one axis and one along another, over everything.',
    ],
    fen: '4k/5/5/5/5|5/5/5/5/2p2|5/5/2N2/5/5|5/5/5/5/5|5/5/5/5/K4 w 0 1',
    select: 'c33',
    task: 'Capture the pawn on c14.',
    goal: ['c33c14'],
  },
  {
    title: 'Pawn',
    text: [
      'A white pawn steps one cell forward or up, a black pawn forward or down. There is no double step and no en passant.',
      'A white pawn captures five ways: sideways and forward, sideways and up, or forward and up. From c33 these are b43, d43, b34, d34 and c44.',
    ],
    fen: '4k/5/5/5/5|5/2n2/3n1/5/5|5/1n3/2P2/5/5|5/5/5/5/5|5/5/5/5/K4 w 0 1',
    select: 'c33',
    task: 'Capture the knight on c44, forward and up.',
    goal: ['c33c44'],
  },
  {
    title: 'Promotion',
    text: [
      'A white pawn becomes a queen, rook, bishop, unicorn or knight on rank 5 of level 5, a black one on rank 1 of level 1. On rank 5 of a lower level it can still go up.',
    ],
    fen: '5/5/k4/5/5|2P2/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w 0 1',
    select: 'c54',
    task: 'Promote to a unicorn.',
    goal: ['c54c55u'],
  },
  {
    title: 'The end',
    text: [
      'A king that is in check and cannot escape is mated. A side that is not in check and has no legal move is stalemated, which is a draw.',
      'It is also a draw when a position occurs for the third time, when only the kings are left, and after fifty moves of each side without a capture or a pawn’s move.',
    ],
    fen: '5/5/5/5/4k|5/5/5/5/5|5/5/5/2KQ1/5|5/5/5/P4/5|5/5/5/U4/3q1 w 0 74',
    select: 'd23',
    task: 'Mate in one move.',
    goal: ['d23d24'],
  },
];
