// The names that people read: of rule sets, levels and ends of a game.

/** @type {Record<string, [string, string]>} */
const GAMES = {
  federation: ['Federation', 'Roth’s standard rules: three boards and four platforms with owners'],
  'federation-plain': ['Federation, plain pawns', 'The same, without the rule for rook pawns'],
  kobayashi: ['Kobayashi Maru', 'Smith’s rules: platforms are the way from level to level'],
  sixfold: ['Sixfold', 'Three boards and six platforms'],
  meder: ['Meder', 'Jens Meder’s tournament rules: three boards and four platforms'],
  raumschach: ['Raumschach', 'Maack’s game of 1907: five boards of 5×5, with unicorns'],
  spacechess: ['Space chess', 'Three full boards, one above the other'],
  chess: ['Chess', 'The game on one board'],
};

/** The games of the engine that come from files. @type {Record<string, [string, string]>} */
const FILES = {
  alice: ['Alice Chess', 'Parton’s game of 1953: every move leads through the mirror, to the other board'],
  artemis: ['Artemis Chess', 'Vizzini’s game: the 32 pieces of chess in 4×4×4 cells'],
  cubic: ['Cubic Chess', 'Eight boards of 8×8; all pawns may climb'],
  dragonchess: ['Dragonchess', 'Gygax’s game of 1985: sky, ground and underworld, with fifteen kinds of pieces'],
  jocly3d: ['3D Chess of Jocly', 'Three boards of 6×8, with an army on each'],
  millennium: ['Millennium', 'D’Agostino’s game of 2001: lines that change the level with each step'],
  strato: ['Strato Chess', 'The set of 1973: first moves change the level, captures do not'],
};

/** Whether a rule set has lessons by hand. */
export const isBuiltIn = (/** @type {string} */ variant) => variant in GAMES;

/** The name and description of a rule set. `title` is the engine's name for people. @returns {[string, string]} */
export const gameName = (/** @type {string} */ variant, title = variant) => GAMES[variant] ?? FILES[variant] ?? [title, ''];

/** The name of a game in records and links. */
export const recordName = (/** @type {{variant: string, chess960: boolean}} */ { variant, chess960 }) => (chess960 ? 'chess960' : variant);

/** The rule set of a name in records and links. */
export function namedGame(/** @type {string} */ name) {
  const chess960 = /^(chess ?960|fischerandom)$/i.test(name);
  return { variant: chess960 ? 'chess' : name.toLowerCase(), chess960 };
}

/** The skill levels with a name. @type {[string, string][]} */
export const LEVELS = [['0', 'Cadet'], ['4', 'Ensign'], ['8', 'Lieutenant'], ['12', 'Commander'], ['16', 'Captain'], ['20', 'Admiral']];

/** The name of a level of a player. */
export const levelName = (/** @type {string} */ level) => LEVELS.find(([value]) => value === level)?.[1] ?? level.replace('elo:', 'Elo ');

/** A result and its reason for people: `White wins: checkmate`. */
export function endingText(/** @type {{result: string, reason: string}} */ { result, reason }) {
  const winner = { p1win: 'White wins', p2win: 'Black wins' }[result] ?? 'Draw';
  return `${winner}: ${reason.replace('-', ' ')}`;
}

/** @type {Record<string, string>} */
export const RESULTS = { p1win: '1-0', p2win: '0-1', draw: '1/2-1/2' };
