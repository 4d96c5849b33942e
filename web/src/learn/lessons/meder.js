// The pages of the rules of meder.

/** @type {import('../learn.js').Lesson[]} */
export default [
  {
    title: 'The board',
    text: [
      'Three boards of 4×4 stand like a staircase, and four platforms of 2×2 stand on pins above their corners.',
      'A cell is named by file, rank and level: d22 is file d, rank 2, level 2. All cells of one file and rank are a column.',
      'White starts at rank 0 and moves first. Checkmate wins.',
    ],
    show: ['d22', 'd42', 'd44', 'd54', 'd56'],
  },
  {
    title: 'Lines',
    text: [
      'Only columns count. A piece makes its chess move from column to column and ends on any cell of that column that holds no piece of its own side. It never goes straight up or down.',
      'A piece on any level blocks the columns beyond it. The rook on e12 goes to rank 2 and rank 3, also below the pawn on e34, but not to e42.',
    ],
    fen: '2k1/4/4/4|4/4/4/3P|3q/4/4/2KR b12+w:2/2,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - - - 0 1',
    select: 'e12',
    task: 'Move the rook below the pawn, to e32.',
    show: ['e34'],
    goal: ['e12e32'],
  },
  {
    title: 'Gaps',
    text: [
      'Columns without a cell block nothing. At the start the f file has no cells from rank 2 to rank 7, and the rook on f03 attacks the pawn on f87 over the gap.',
    ],
    fen: '2k1/4/4/4|4/4/4/4|4/4/4/2K1 b12+w:2/2,b86+b:2/2,e12+w:2/1R,e86+b:2/1p w - - - 0 1',
    select: 'f03',
    task: 'Capture the pawn over the gap.',
    goal: ['f03f87'],
  },
  {
    title: 'Rook',
    text: [
      'The rook moves along files and ranks of columns, to any level.',
    ],
    fen: '2k1/4/4/4|4/4/4/1R2|4/4/4/2K1 b12+w:2/2,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - - - 0 1',
    select: 'c34',
  },
  {
    title: 'Bishop',
    text: [
      'The bishop moves along diagonals of columns, to any level.',
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
      'The knight leaps two columns one way and one the other, to any level.',
    ],
    fen: '2k1/4/4/4|2p1/4/1N2/4|4/4/4/2K1 b12+w:2/2,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - - - 0 1',
    select: 'c44',
    task: 'Capture the pawn on d64.',
    goal: ['c44d64'],
  },
  {
    title: 'King',
    text: [
      'The king moves to the eight columns around it, on any level that is not attacked. A piece that attacks a column attacks every cell of it.',
    ],
    fen: 'r1k1/4/4/4|4/4/1K2/4|4/4/4/4 b12+w:2/2,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - - - 0 1',
    select: 'c44',
  },
  {
    title: 'Pawn',
    text: [
      'The pawn steps one column ahead onto an empty cell, and two columns on its first move if no piece stands in the column between. It captures one column diagonally ahead, on any level.',
      'A pawn that a platform has carried has lost its double step.',
    ],
    fen: '2k1/4/4/4|4/4/4/2n1|4/n3/1P2/2K1 b12+w:2/2,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - * - 0 2',
    select: 'c22',
    task: 'Capture the knight on d34.',
    goal: ['c22d34'],
  },
  {
    title: 'En passant',
    text: [
      'After a double step an enemy pawn that attacks the column between may capture the pawn at once. It may land on any cell of that column.',
    ],
    fen: '2k1/4/4/4|4/Pp2/4/4|4/4/4/2K1 b12+w:2/2,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - - c54:c64c66 0 2',
    select: 'b54',
    task: 'Capture the pawn in passing.',
    show: ['c64', 'c66'],
    goal: ['b54c64', 'b54c66'],
  },
  {
    title: 'Promotion',
    text: [
      'A pawn becomes a queen, rook, bishop or knight at the end of its file. For White this is rank 8 on files c and d, and rank 9 on files a and f. On files b and e it is rank 9 while a platform covers the corner, and else rank 8. For Black the ranks are 1 and 0.',
    ],
    fen: '4/1P2/2k1/4|4/4/4/4|4/4/4/2K1 b12+w:2/2,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - - - 0 1',
    select: 'c76',
    task: 'Promote the pawn.',
    goal: ['c76c86q', 'c76c86r', 'c76c86b', 'c76c86n'],
  },
  {
    title: 'Corner pawns',
    text: [
      'A white pawn on b86 or e86 below a platform is not promoted yet. It promotes when the platform leaves.',
      'If its own side moves the platform, the promotion is part of that move.',
    ],
    fen: 'P3/4/2k1/4|4/4/4/4|4/4/4/2K1 b12+w:2/2,b86+b:2/R1,e12+w:2/2,e64+b:2/2 w - - - 0 1',
    select: 'b86+',
    task: 'Move the platform across to e86+.',
    show: ['b86'],
    goal: ['b86+e86+q', 'b86+e86+r', 'b86+e86+b', 'b86+e86+n'],
  },
  {
    title: 'Waiting pawn',
    text: [
      'If the other side takes the platform away, the pawn waits. Its owner’s next move begins with its promotion, and the new piece may already make this move.',
      'The other side may take the platform away only if neither a queen nor a knight in the pawn’s place would attack its king.',
      'Black’s platform has just left the pawn on b86. Every move of White now asks for the new piece.',
    ],
    fen: 'P3/3k/4/4|4/4/4/4|4/4/4/1K2 b12+w:2/2,b64+b:2/2,e12+w:2/2,e86+b:2/2 w - - - 0 30',
    select: 'c12',
    task: 'Move the king to b12, and choose a rook.',
    show: ['b86'],
    goal: ['c12b12r'],
  },
  {
    title: 'Platforms',
    text: [
      'You may move an empty platform of your own, or any platform that holds exactly one piece, which must be yours.',
      'Number the pins of a side 1 to 6 from White’s end: the posts b12+, b42+, b34+, b64+, b56+, b86+. A platform goes one or two numbers up or down, or straight across to the other side. The pin must be free.',
    ],
    fen: '2k1/4/4/4|4/4/4/4|4/4/1P2/2K1 b12+w:2/2,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - - - 0 1',
    select: 'b12+',
    task: 'Move the empty platform to b34+.',
    goal: ['b12+b34+'],
  },
  {
    title: 'Passengers',
    text: [
      'A platform with a piece goes only forward or across, as its player sees it, whoever owns it. The piece keeps its place on it.',
      'This knight is alone on a platform of Black. White may move it, but not back to b34+.',
    ],
    fen: '2k1/4/4/4|4/4/4/4|4/4/4/2K1 b12+w:2/2,b56+b:N1/2,e12+w:2/2,e86+b:2/2 w - - - 0 1',
    select: 'b56+',
    task: 'Take the knight across to e56+.',
    goal: ['b56+e56+'],
  },
  {
    title: 'Promotion by platform',
    text: [
      'A pawn that a platform carries to the end of its file promotes. Across or to a lower end it may stay a pawn: the rank is read after the move.',
    ],
    fen: '4/4/2k1/4|4/4/4/4|4/4/4/2K1 b12+b:2/2,b64+w:P1/2,e12+w:2/2,e86+b:2/2 w - - - 0 1',
    select: 'b64+',
    task: 'Carry the pawn to rank 9 with b86+.',
    goal: ['b64+b86+q', 'b64+b86+r', 'b64+b86+b', 'b64+b86+n'],
  },
  {
    title: 'Castling',
    text: [
      'King and rook that have not moved castle, but not on move 1. On the king’s side they change places. On the queen’s side the king goes to b03, which must be empty, and the rook to e03.',
      'The king’s cell and the cell that it reaches must not be attacked. Choose the king, then the rook.',
    ],
    fen: '2k1/4/4/4|4/4/4/4|4/4/4/4 b12+w:PP/R1,b86+b:2/2,e12+w:PP/KR,e86+b:2/2 w KQ - - 0 2',
    select: 'e03',
    task: 'Castle on the queen’s side.',
    goal: ['e03a03'],
  },
  {
    title: 'The end',
    text: [
      'A king that is in check and cannot escape is mated. A side that is not in check and has no legal move is stalemated, which is a draw.',
      'It is also a draw when a position occurs for the third time, when only the kings are left, and after fifty moves of each side without a capture, a pawn’s own move or a promotion.',
    ],
    fen: 'k3/4/4/4|4/2B1/1R1P/4|2B1/4/3P/q3 b34+b:2/p1,e12+w:PP/RK,e34+w:P1/2,e86+b:1r/pp w - * - 5 38',
    select: 'd42',
    task: 'Mate in one move.',
    goal: ['d42e54', 'd42e56'],
  },
];
