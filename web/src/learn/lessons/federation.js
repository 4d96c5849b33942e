// The pages of the rules of federation.

/** @type {import('../learn.js').Lesson[]} */
export default [
  {
    title: 'The board',
    text: [
      'Three boards of 4×4 stand like a staircase, and four platforms of 2×2 stand on posts at their corners.',
      'A cell is named by file, rank and level: d22 is file d, rank 2, level 2. The boards are on levels 2, 4 and 6, and the platforms on the odd levels.',
      'All cells of one file and rank are a column. White starts at rank 0 and moves first. The game ends with checkmate, as in chess.',
    ],
    show: ['d22', 'd42', 'd44', 'd54', 'd64', 'd56', 'd66', 'd76', 'd86'],
  },
  {
    title: 'Lines',
    text: [
      'Look straight down: rook, bishop and queen move over the columns as on one flat board. They may end on any level of the column that they reach.',
      'A move always changes the column. The rook on b54 cannot go to b56 straight above it.',
    ],
    fen: '2k1/4/4/4|4/R3/4/4|4/4/4/2K1 e12+w:2/2,e34+w:2/2,e64+b:2/2,e86+b:2/2 w - - - 0 1',
    select: 'b54',
    task: 'Move the rook to b12.',
    show: ['b56'],
    goal: ['b54b12'],
  },
  {
    title: 'Under ceilings',
    text: [
      'Between start and end a piece takes the highest path that it can. Take the higher of both levels: in each column between, the piece passes over the highest cell that is not above this level. All these cells must be empty.',
      'Pieces on cells above or below this path do not matter. The rook on b12 cannot reach b64: its path leads over b44, which is not empty. It reaches b22, b32 and b42 below.',
    ],
    fen: '2k1/4/4/4|4/4/p3/4|4/4/4/R1K1 e12+w:2/2,e34+w:2/2,e64+b:2/2,e86+b:2/2 w - - - 0 1',
    select: 'b12',
    task: 'Capture the pawn on b44.',
    show: ['b44'],
    goal: ['b12b44'],
  },
  {
    title: 'Over a platform',
    text: [
      'If the higher level is that of a board, the piece may also take the path one level higher, over the platforms.',
      'The pawn on b34 blocks the path of the queen on level 4. The path over the platform, by b44, b35 and b25, is free.',
    ],
    fen: '2k1/4/4/4|4/Q3/4/p3|4/4/4/n1K1 b34+w:2/2,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - - - 0 1',
    select: 'b54',
    task: 'Capture the knight on b12.',
    show: ['b44', 'b35', 'b25'],
    goal: ['b54b12'],
  },
  {
    title: 'Rook',
    text: [
      'The rook moves along files and ranks, to any level of a column.',
    ],
    fen: '2k1/4/4/4|4/4/4/1R2|4/4/4/2K1 b12+w:2/2,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - - - 0 1',
    select: 'c34',
  },
  {
    title: 'Bishop',
    text: [
      'The bishop moves along diagonals of columns, to any level. So it can change from light to dark cells.',
    ],
    fen: '2k1/4/4/4|4/4/4/1B2|4/4/4/2K1 b12+w:2/2,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - - - 0 1',
    select: 'c34',
  },
  {
    title: 'Queen',
    text: [
      'The queen moves as rook and bishop.',
    ],
    fen: '2k1/4/4/4|4/4/4/1Q2|4/4/4/2K1 b12+w:2/2,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - - - 0 1',
    select: 'c34',
  },
  {
    title: 'Knight',
    text: [
      'The knight leaps two columns one way and one the other, over everything, to any level.',
    ],
    fen: '2k1/4/4/4|2p1/4/1N2/4|4/4/4/2K1 b12+w:2/2,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - - - 0 1',
    select: 'c44',
    task: 'Capture the pawn on d64.',
    goal: ['c44d64'],
  },
  {
    title: 'King',
    text: [
      'The king moves to any of the eight columns around it, on any level. It may not move to an attacked cell.',
    ],
    fen: 'r1k1/4/4/4|4/4/1K2/4|4/4/4/4 b12+w:2/2,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - - - 0 1',
    select: 'c44',
    show: [],
  },
  {
    title: 'Pawn',
    text: [
      'The pawn moves one column ahead to any level, and two on its first move. It captures one column diagonally ahead, on any level.',
      'A pawn that a platform has carried has made its first move.',
    ],
    fen: '2k1/4/4/4|4/4/4/2p1|4/p3/1P2/2K1 b12+w:2/2,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - * - 0 1',
    select: 'c22',
    task: 'Capture the pawn on d34.',
    goal: ['c22d34'],
  },
  {
    title: 'En passant',
    text: [
      'After a pawn’s first move of two columns, an enemy pawn that attacks the cell it passed may capture it there at once.',
      'Black’s pawn went from c76 to c54 and passed c66.',
    ],
    fen: '2k1/4/4/4|4/Pp2/4/4|4/4/4/2K1 b12+w:2/2,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - - c54:c66 0 1',
    select: 'b54',
    task: 'Capture the pawn in passing.',
    show: ['c66'],
    goal: ['b54c66'],
  },
  {
    title: 'Rook pawns',
    text: [
      'A pawn on file a or f has more ways. It also moves one file inward, two on its first move, and also captures one file inward and one rank backward.',
      'The plain variant of the game has no such rule.',
    ],
    fen: '2k1/4/4/4|4/4/4/4|4/3K/n3/4 b12+w:P1/1n,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - * - 0 1',
    select: 'a13',
    task: 'Capture backward, the knight on b03.',
    goal: ['a13b03'],
    optional: true,
  },
  {
    title: 'Promotion',
    text: [
      'A white pawn becomes a queen, rook, bishop or knight on rank 8 or 9, on any level; a black one on rank 1 or 0.',
    ],
    fen: '4/P3/2k1/4|4/4/4/4|4/4/4/2K1 b12+w:2/2,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - - - 0 1',
    select: 'b76',
    task: 'Promote the pawn.',
    goal: ['b76b86q', 'b76b86r', 'b76b86b', 'b76b86n', 'b76b87q', 'b76b87r', 'b76b87b', 'b76b87n'],
  },
  {
    title: 'Platforms',
    text: [
      'Instead of a piece you may move a platform of your own, while you have a pawn. It must be empty, or carry one pawn of yours and nothing else.',
      'It goes up to two ranks along its side, from corner to corner, to a free post above or below the corner. Its handle carries the name of the post.',
      'The pieces on the boards do not hinder it.',
    ],
    fen: '2k1/4/4/4|4/4/4/4|4/4/1P2/2K1 b12+w:2/2,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - - - 0 1',
    select: 'b12+',
    task: 'Move the platform to b34-, below the middle board.',
    goal: ['b12+b34-'],
  },
  {
    title: 'Promotion by platform',
    text: [
      'A pawn may be the pilot of its platform. It keeps its place on the platform, and it promotes if the platform carries it to rank 8 or 9.',
      'White’s platform moves from b64+ to b86+ and lifts the pawn from b75 to b97.',
    ],
    fen: '4/4/2k1/4|4/4/4/4|4/4/4/2K1 b56-b:2/2,b64+w:1P/2,e12+w:2/2,e86+b:2/2 w - - - 0 1',
    select: 'b64+',
    task: 'Fly to b86+ and promote.',
    goal: ['b64+b86+q', 'b64+b86+r', 'b64+b86+b', 'b64+b86+n'],
  },
  {
    title: 'Owners',
    text: [
      'The color of a handle shows the owner. If a capture takes the owner’s last piece from a platform, the platform passes to the other side.',
      'An enemy piece on a platform keeps it from moving.',
    ],
    fen: '2k1/4/4/4|4/4/4/4|4/4/R2P/2K1 b12+w:2/2,b86+b:2/1n,e12+w:2/2,e86+b:2/2 w - - - 0 1',
    select: 'b22',
    task: 'Capture the knight on b87, and see the handle change.',
    goal: ['b22b87'],
  },
  {
    title: 'Castling',
    text: [
      'King and rook that have not moved may castle. On the king’s side they change places. On the queen’s side the king goes to b03, which must be empty, and the rook to e03.',
      'The king must not be in check before or after. Choose the king, then the rook.',
    ],
    fen: '2k1/4/4/4|4/4/4/4|4/4/4/4 b12+w:PP/R1,b86+b:2/2,e12+w:PP/KR,e86+b:2/2 w KQ - - 0 1',
    select: 'e03',
    task: 'Castle on the king’s side.',
    goal: ['e03f03'],
  },
  {
    title: 'The end',
    text: [
      'A king that is in check and cannot escape is mated. A side that is not in check and has no legal move is stalemated, which is a draw.',
      'It is also a draw when a position occurs for the third time, when only the kings are left, and after fifty moves of each side without a capture, a pawn’s own move or a promotion.',
    ],
    fen: 'p2k/4/3K/4|4/4/4/4|4/4/4/4 b12+w:2/1R,b86+b:2/2,e12+w:P1/R1,e64+b:2/2 w - - - 0 1',
    select: 'b03',
    task: 'Mate in one move.',
    goal: ['b03b86'],
  },
];
