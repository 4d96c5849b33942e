// The pages of the rules of kobayashi.

/** @type {import('../learn.js').Lesson[]} */
export default [
  {
    title: 'The board',
    text: [
      'Three boards of 4×4 stand like a staircase, and four platforms of 2×2 stand on posts at their corners.',
      'A cell is named by file, rank and level: d22 is file d, rank 2, level 2. The boards are on levels 2, 4 and 6, and the platforms on the odd levels.',
      'Levels matter here. A move stays on its level, or it changes the level through the cells of a platform. Nothing goes from board to board directly. White moves first, and checkmate wins.',
    ],
    show: ['d22', 'd44', 'd66'],
  },
  {
    title: 'Rook',
    text: [
      'The rook slides along files and ranks of its level, and straight up or down. Every cell on its way must exist and be empty; a missing cell stops it.',
      'This rook goes down through two platforms, from e56 to e55, e54 and e53.',
    ],
    fen: '2k1/4/4/3R|4/4/4/4|4/4/4/2K1 b12-:2/2,b86+:2/2,e42+:2/2,e56-:2/2 w - - - 0 1',
    select: 'e56',
    task: 'Move the rook down to e53.',
    show: ['e55', 'e54', 'e53'],
    goal: ['e56e53'],
  },
  {
    title: 'Bishop',
    text: [
      'The bishop slides along diagonals of its level. It can also make one step that changes file, rank and level together.',
      'The platform lets this bishop go up from b42 to a53.',
    ],
    fen: '2k1/4/4/4|4/4/4/4|B3/4/4/2K1 b42+:2/2,b86+:2/2,e12-:2/2,e86+:2/2 w - - - 0 1',
    select: 'b42',
    task: 'Move the bishop up to a53.',
    show: ['a53'],
    goal: ['b42a53'],
  },
  {
    title: 'Queen',
    text: [
      'The queen moves as rook and bishop: it slides on its level and straight up or down, and changes file, rank and level together by one step.',
    ],
    fen: '2k1/4/4/4|4/4/4/4|Q3/4/4/2K1 b42+:2/2,b86+:2/2,e12-:2/2,e86+:2/2 w - - - 0 1',
    select: 'b42',
  },
  {
    title: 'King',
    text: [
      'The king makes one step as a queen: to the eight cells around it, straight up or down, or with file, rank and level together.',
    ],
    fen: '2k1/4/4/4|4/4/4/4|K3/4/2P1/4 b42+:2/2,b86+:2/2,e12-:2/2,e86+:2/2 w - - - 0 1',
    select: 'b42',
  },
  {
    title: 'Knight',
    text: [
      'The knight goes two cells one way and one another, over pieces, also between levels. It must be able to walk there along cells that exist: three single steps in some order.',
      'Between two platforms above and below the same corner every knight’s move is possible.',
    ],
    fen: '2k1/4/4/4|4/4/4/4|4/4/4/2K1 b42+:2/1N,b86+:2/2,e12-:2/2,e86+:2/2 w - - - 0 1',
    select: 'b43',
    task: 'Move the knight to d44.',
    goal: ['b43d44'],
  },
  {
    title: 'Pawn',
    text: [
      'A white pawn steps forward, or straight up onto a cell of a platform. A black pawn steps forward or down. On its first move it may make two such steps the same way.',
      'It captures diagonally forward, on its level or one level further: White’s pawns up, Black’s down. A carried pawn keeps its first move of two steps.',
    ],
    fen: '2k1/4/4/4|4/4/4/4|1n2/2P1/4/2K1 b12-:2/2,b86+:2/2,e42+:2/n1,e86+:2/2 w - - - 0 1',
    select: 'd32',
    task: 'Capture the knight on e43, one level up.',
    goal: ['d32e43'],
  },
  {
    title: 'First move',
    text: [
      'The pawn on b22 can go one or two steps forward, to b32 and b42. The platform lets it also go up, to b23.',
    ],
    fen: '2k1/4/4/4|4/4/4/4|4/4/P3/2K1 b34-:2/2,b86+:2/2,e12-:2/2,e86+:2/2 w - * - 0 1',
    select: 'b22',
    task: 'Make the double step to b42.',
    goal: ['b22b42'],
  },
  {
    title: 'En passant',
    text: [
      'After a double step, forward or up or down, an enemy pawn may capture the pawn at once on the cell that it passed.',
      'Black’s pawn went down from b65 to b63 and passed b64.',
    ],
    fen: '2k1/4/4/4|4/1P2/4/4|4/4/4/2K1 b64+:2/2,b64-:2/1p,e12-:2/2,e86+:2/2 w - - b63:b64 0 1',
    select: 'c54',
    task: 'Capture the pawn in passing.',
    show: ['b64'],
    goal: ['c54b64'],
  },
  {
    title: 'Promotion',
    text: [
      'White’s pawns become a queen, rook, bishop or knight on rank 8 of the high board, and on rank 9 of a platform at b86+ or e86+. Black’s pawns promote on rank 1 of the low board, and on rank 0 of a platform at b12- or e12-.',
    ],
    fen: '4/P3/2k1/4|4/4/4/4|4/4/4/2K1 b12-:2/2,b86+:2/2,e12-:2/2,e86+:2/2 w - - - 0 1',
    select: 'b76',
    task: 'Promote the pawn.',
    goal: ['b76b86q', 'b76b86r', 'b76b86b', 'b76b86n'],
  },
  {
    title: 'Platforms',
    text: [
      'You may move a platform that holds a rook, knight, bishop, queen or king of yours and no enemy piece. Everything on it goes along.',
      'The pieces on it command it. Think of the posts of one side as a grid: a rook moves the platform along its rows and columns, a bishop along its diagonals, a queen both ways, a king by one step, and a knight by leaps. Posts in use stop it.',
    ],
    fen: '2k1/4/4/4|4/4/4/4|4/4/4/2K1 b12-:1P/R1,b86+:2/2,e12-:2/2,e86+:2/2 w - - - 0 1',
    select: 'b12-',
    task: 'Command: move the platform up to b12+.',
    goal: ['b12-b12+'],
  },
  {
    title: 'Commanders',
    text: [
      'A bishop moves its platform diagonally on the grid of posts: from b12- to b34-, and on to b56-.',
      'If several pieces are on a platform, it may go as any of them.',
    ],
    fen: '2k1/4/4/4|4/4/4/4|4/4/4/2K1 b12-:2/B1,b86+:2/2,e12-:2/2,e86+:2/2 w - - - 0 1',
    select: 'b12-',
    task: 'Move the platform to b56-.',
    goal: ['b12-b56-'],
  },
  {
    title: 'Promotion by platform',
    text: [
      'A platform that its own side moves to b86+ or e86+ promotes every white pawn on its far rank at once. For Black the posts are b12- and e12-.',
    ],
    fen: '4/4/2k1/4|4/4/4/4|4/4/4/2K1 b64+:1P/1B,e12-:2/2,e86+:2/2,e86-:2/2 w - - - 0 1',
    select: 'b64+',
    task: 'Move the platform to b86+ and promote.',
    show: ['b75'],
    goal: ['b64+b86+q', 'b64+b86+r', 'b64+b86+b', 'b64+b86+n'],
  },
  {
    title: 'Castling',
    text: [
      'King and rook that have not moved castle onto and beside the rook’s platform, which must not have moved either. The king goes to the platform, and the rook to its corner of the board.',
      'The cells of both moves must be empty and not attacked, and the king must not be in check. Choose the king, then the rook.',
    ],
    fen: '2k1/4/4/4|4/4/4/4|4/4/4/2K1 b12-:PP/R1,b86+:2/2,e12-:PP/1R,e86+:2/2 w KQ - - 0 1',
    select: 'd12',
    task: 'Castle with the rook on f01.',
    goal: ['d12f01'],
  },
  {
    title: 'The end',
    text: [
      'A king that is in check and cannot escape is mated. A side that is not in check and has no legal move is stalemated, which is a draw.',
      'It is also a draw when a position occurs for the third time, when only the kings are left, and after fifty moves of each side without a capture, a pawn’s own move or a promotion.',
    ],
    fen: '4/4/2Q1/4|P3/4/4/4|PPPP/1BBK/4/1Q2 b56-:2/2,b64-:P1/1N,e56+:R1/1k,e56-:2/2 w - a73 - 19 64',
    select: 'd66',
    task: 'Mate in one move.',
    goal: ['d66e56'],
  },
];
