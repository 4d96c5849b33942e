// Texts to start a game from.

/** @typedef {{files: number, ranks: number, levels: number, army: 'small'|'chess'|'space'}} Choice */

/** The sizes to choose from. @type {[string, string][]} */
export const SIZES = [['4x4x2', '4×4×2'], ['5x5x3', '5×5×3'], ['5x5x5', '5×5×5'], ['6x6x3', '6×6×3'], ['8x8x2', '8×8×2'], ['8x8x3', '8×8×3'], ['8x8x1', '8×8, one level']];

/** The armies to choose from. @type {[string, string][]} */
export const ARMIES = [['small', 'King, rooks, knights'], ['chess', 'The pieces of chess'], ['space', 'With a unicorn']];

/** The first rank of an army by its number of files, `.` for an empty cell. @type {Record<string, Record<number, string>>} */
const ROWS = {
  small: { 4: 'RKNR', 5: 'RNKNR', 6: 'RN.KNR', 8: 'RN..K.NR' },
  chess: { 4: 'RQKB', 5: 'RQKBN', 6: 'RNQKBR', 8: 'RNBQKBNR' },
  space: { 4: 'RQKU', 5: 'RUKQN', 6: 'RUQKNR', 8: 'RNUQKUNR' },
};

/** The lines of the pieces of an army. */
const PIECES = (/** @type {boolean} */ isFlat) => ({
  K: `K = { name = "king", royal = true, leaps = ${isFlat ? '["orthogonal", "diagonal"]' : '"neighbor"'} }`,
  Q: `Q = { name = "queen", slides = ${isFlat ? '["orthogonal", "diagonal"]' : '["face", "edge", "corner"]'} }`,
  R: `R = { name = "rook", slides = ${isFlat ? '"orthogonal"' : '"face"'} }`,
  B: `B = { name = "bishop", slides = ${isFlat ? '"diagonal"' : '"edge"'} }`,
  U: `U = { name = "unicorn", ${isFlat ? 'leaps = "3-1"' : 'slides = "corner"'} }`,
  N: `N = { name = "knight", leaps = ${isFlat ? '"2-1"' : '"knight"'} }`,
});

/** The text of a new game. */
export function template(/** @type {Choice} */ { files, ranks, levels, army }) {
  const isFlat = levels === 1;
  // One king: the second one of a row becomes a bishop's place left empty.
  const row = ROWS[army][files];
  const cells = (/** @type {string} */ text) => text.replace(/\.+/g, (run) => String(run.length));
  const pawns = 'P'.repeat(files);
  const empty = String(files);
  const ours = Array.from({ length: ranks }, (_, rank) => (rank === ranks - 1 ? cells(row) : rank === ranks - 2 ? pawns : empty));
  const theirs = [...ours].reverse().map((text) => text.toLowerCase());
  const rows = (/** @type {number} */ level) => {
    if (isFlat) return ours.map((text, rank) => (rank < 2 ? theirs[rank] : text));
    return level === levels ? theirs : level === 1 ? ours : ours.map(() => empty);
  };
  const start = Array.from({ length: levels }, (_, index) => `  "${rows(levels - index).join('/')}",`);
  const letters = [...'KQRBUN'].filter((letter) => row.includes(letter));
  const kinds = PIECES(isFlat);
  const promoted = letters.filter((letter) => letter !== 'K').join('');
  return `name = "my-game"
title = "My Game"
about = "What is special about it."
board = { files = ${files}, ranks = ${ranks}, levels = ${levels} }
start = [  # the highest level first, in each the far rank first
${start.join('\n')}
]

[pieces]
${letters.map((letter) => kinds[/** @type {keyof typeof kinds} */ (letter)]).join('\n')}

[pieces.P]
name = "pawn"
steps = ${isFlat ? '"ahead"' : '["ahead", "up"]'}
captures = ${isFlat ? '"ahead sideways"' : '["ahead sideways", "up sideways"]'}
promotes = { on = "rank ${ranks}${isFlat ? '' : ` of level ${levels}`}", to = "${promoted}" }
`;
}

/** The text of a game of the program under a name of its own, without what was measured of it. */
export const derived = (/** @type {string} */ text) => text
  .replace(/^name = "(.*)"$/m, 'name = "my-$1"').replace(/^title = "(.*)"$/m, 'title = "My $1"')
  .replace(/\n\[measured\]\n(?:[^[\n][^\n]*\n|\n)*/, '\n').trimEnd() + '\n';
