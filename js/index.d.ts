/** White, which moves first, or Black. */
export type Color = 'w' | 'b';

/** A legal move of a position. Its text in UCI notation identifies it. */
export class Move {
  private constructor();
  /** The text in UCI notation. */
  readonly uci: string;
  /** The origin: a cell, or the post of a platform. */
  readonly from: string;
  /** The destination: a cell or a post; the rook's cell for castling. */
  readonly to: string;
  /** The letters of the promotions, in lower case; `null` if no pawn is promoted. */
  readonly promotion: string | null;
  /** The cell of the captured piece. It differs from `to` for en passant. */
  readonly capturedCell: string | null;
  /** Whether a platform moves. */
  readonly isPlatformMove: boolean;
  /** The text in the default notation of the game. */
  readonly display: string;
  /** Returns the text in UCI notation. */
  toString(): string;
}

/** A piece on a board. */
export interface Piece {
  /** The letter in FENs: upper case for White. */
  readonly symbol: string;
  readonly color: Color;
  /** The name of its kind: `"knight"`. */
  readonly name: string;
}

/** How a game ended. */
export interface Outcome {
  /** `null` for a draw. */
  readonly winner: Color | null;
  readonly reason: 'checkmate' | 'stalemate' | 'dead-position' | 'repetition' | 'fifty-moves' | 'bare-king';
  readonly result: '1-0' | '0-1' | '1/2-1/2';
}

/** The cells, the posts of the platforms and the kinds of pieces of a game. Later versions may add fields. */
export interface Geometry {
  readonly variant: string;
  /** The name for people. */
  readonly title: string;
  readonly files: number;
  readonly ranks: number;
  readonly levels: number;
  /** Every cell that can exist. `file` is 0 for a; `rank` and `level` are the numbers in the name. */
  readonly cells: readonly { readonly name: string; readonly file: number; readonly rank: number; readonly level: number }[];
  /** Where platforms can stand, with the cells of a platform there. */
  readonly posts: readonly { readonly name: string; readonly covers: readonly string[] }[];
  readonly pieces: readonly { readonly letter: string; readonly name: string; readonly royal: boolean }[];
  /** The FEN of the start position. */
  readonly startpos: string;
}

/**
 * A position of any game with the moves that led to it. An argument that is not legal throws an `Error` that says why, and
 * changes nothing. Browsers need `await load()` before the first board.
 */
export class Board {
  /**
   * @param variant the name of a game, by default `"federation"`; see `variants` and `loadGame`
   * @param fen the position; without it the start position of the game
   * @param options `chess960`: castling is written as the king capturing its rook, and the rooks may stand elsewhere
   */
  constructor(variant?: string, fen?: string | null, options?: { chess960?: boolean });

  /** The name of the game. */
  readonly variant: string;
  /** The name of the game for people. */
  readonly title: string;
  readonly chess960: boolean;
  readonly geometry: Geometry;
  /** The notations of the game: the default first, `"uci"` last. */
  readonly notations: string[];

  /** The legal moves, sorted by their text in UCI notation. A draw does not end them. */
  readonly legalMoves: readonly Move[];
  /** The moves since the position was set. */
  readonly moveStack: Move[];
  /** Plays a move, or a text in any notation of the game, and returns the move. */
  push(move: Move | string): Move;
  /** Takes back the last move and returns it. */
  pop(): Move;
  /** Returns the last move. */
  peek(): Move;
  /** Returns the legal move of a text in any notation of the game. */
  parseMove(text: string): Move;
  /** Returns the text of a legal move in a notation, by default the first of `notations`. */
  moveText(move: Move | string, notation?: string): string;
  isLegal(move: Move): boolean;
  isCapture(move: Move | string): boolean;
  givesCheck(move: Move | string): boolean;

  readonly fen: string;
  /** The FEN of the position before the first move of `moveStack`. */
  readonly startFen: string;
  /** Sets the position and forgets the moves. */
  setFen(fen: string): void;
  /** Returns to the start position of the game. */
  reset(): void;

  /** The side to move. */
  readonly turn: Color;
  readonly halfmoveClock: number;
  readonly fullmoveNumber: number;
  isCheck(): boolean;
  isCheckmate(): boolean;
  isStalemate(): boolean;
  /** Returns whether the game is over by its rules. A draw needs no claim. */
  isGameOver(): boolean;
  /** Returns how the game ended, or `null` if it is not over. */
  outcome(): Outcome | null;
  /** Returns the result, or `"*"` if the game is not over. */
  result(): Outcome['result'] | '*';
  /** Returns the cells of the pieces that give check. */
  checkers(): string[];

  /** Returns the piece on a cell, or `null`. */
  pieceAt(cell: string): Piece | null;
  /** Returns the pieces by cell. */
  pieceMap(): Map<string, Piece>;
  /** The owners of the platforms by post; `null` in games in which platforms have no owners. */
  readonly platforms: Map<string, Color | null>;

  /** Returns the number of sequences of `depth` legal moves. */
  perft(depth: number): number;
  /** Returns the number of sequences of `depth` legal moves that begin with each legal move, by its UCI text. */
  divide(depth: number): Map<string, number>;

  /** The Zobrist key of the position, as 16 hexadecimal digits. */
  readonly key: string;
  /** Returns a copy; without `stack` it has no moves to take back and knows of no repetition. */
  copy(options?: { stack?: boolean }): Board;
  /** Returns whether another board shows the same position of the same game. */
  equals(other: unknown): boolean;
  /** Returns a diagram of the board. */
  toString(): string;
}

/** A position to search: a board, or the same in words. */
export type Position =
  | Board
  | {
      variant?: string;
      /** Without it, the start position of the game. */
      fen?: string | null;
      moves?: readonly (Move | string)[];
      chess960?: boolean;
    };

/** A score from the side to move: in hundredths of a pawn, or the number of moves to mate, negative if it is mated. */
export type Score = { readonly cp: number; readonly mate?: undefined } | { readonly mate: number; readonly cp?: undefined };

/** A report of a search. */
export interface Info {
  readonly depth: number;
  readonly seldepth: number;
  /** The rank of this line, from 1. */
  readonly multipv: number;
  readonly score: Score;
  /** `"lower"` or `"upper"` if the score is only a bound. */
  readonly bound: 'lower' | 'upper' | null;
  /** Win, draw and loss in permille, with the option `showWdl`. */
  readonly wdl: readonly [number, number, number] | null;
  readonly nodes: number;
  /** Nodes per second. */
  readonly nps: number;
  /** How full the transposition table is, in permille. */
  readonly hashfull: number;
  /** In milliseconds. */
  readonly time: number;
  /** The line in UCI notation. */
  readonly pv: readonly string[];
}

export interface SearchResult {
  /** The best move in UCI notation; `null` if there is no legal move. */
  readonly move: string | null;
  /** The expected reply. */
  readonly ponder: string | null;
  readonly score: Score | null;
  readonly wdl: Info['wdl'];
  readonly pv: readonly string[];
  readonly depth: number;
  readonly nodes: number;
  /** In milliseconds. */
  readonly time: number;
  /** The last report of each line. */
  readonly lines: readonly Info[];
}

/** When a search ends. The first limit reached ends it. Times are in milliseconds. */
export interface Limits {
  depth?: number;
  nodes?: number;
  time?: number;
  /** Search until a mate in this number of moves is found. */
  mate?: number;
  whiteClock?: number;
  blackClock?: number;
  whiteInc?: number;
  blackInc?: number;
  /** The number of moves to the next time control. */
  remainingMoves?: number;
  /** The number of lines to report, by default 1. */
  multipv?: number;
  /** The moves to search. */
  rootMoves?: readonly (Move | string)[];
}

export interface EngineOptions {
  /** The size of the transposition table in MiB, by default 8. */
  hash?: number;
  /** From 0, a beginner, to 20, full strength. */
  skillLevel?: number;
  /** The Elo to play at; `null` for full strength. */
  elo?: number | null;
  /** Whether to report win, draw and loss. */
  showWdl?: boolean;
  /** The time in milliseconds that a move loses between engine and clock. */
  moveOverhead?: number;
  /** Answer positions of few pieces from exact tables, which take a moment to make. */
  endgames?: boolean;
  /** The memory for these tables in MiB. */
  endgameMemory?: number;
}

/** The static evaluation in centipawns, from White's point of view. */
export interface Evaluation {
  readonly score: number;
  /** Up to rounding, their sum is `score`. */
  readonly terms: readonly { readonly name: string; readonly score: number }[];
  /** The worth of each piece but the kings by cell. */
  readonly pieces: Readonly<Record<string, number>>;
}

/** A legal move and what it leads to if both sides play their best. */
export interface EndingMove {
  /** The text in UCI notation. */
  readonly move: string;
  /** The result for the side that moves. */
  readonly result: 'win' | 'draw' | 'loss';
  /** The number of plies to the end of the game, with this move; absent for a draw. */
  readonly plies?: number;
}

/** A search that runs. Leaving a loop over its reports stops it. */
export class Analysis implements AsyncIterable<Info> {
  private constructor();
  /** What the search has found at its end. */
  readonly result: Promise<SearchResult>;
  /** Ends the search. */
  stop(): void;
  [Symbol.asyncIterator](): AsyncGenerator<Info, void, void>;
}

/** An engine in a Web Worker, or in a worker thread of Node.js. Each call waits for the end of those before it. */
export class Engine {
  constructor(options?: EngineOptions);
  /** Searches a position and returns the best move. Needs at least one limit. */
  search(position: Position, limits: Limits & { onInfo?: (info: Info) => void }): Promise<SearchResult>;
  /** Starts a search; without limits it runs until it is stopped. */
  analyse(position: Position, limits?: Limits): Analysis;
  /** Ends all searches that were asked for. Each still has its result. */
  stop(): void;
  readonly isSearching: boolean;
  /** Sets options. */
  configure(options: EngineOptions): Promise<void>;
  /** Returns the static evaluation of a position. */
  evaluate(position: Position): Promise<Evaluation>;
  /**
   * Returns what each legal move of a position leads to, by its table. `null` if no search of this engine, which needs the
   * option `endgames`, has made the table.
   */
  endings(position: Position): Promise<readonly EndingMove[] | null>;
  /** Forgets what earlier searches have found. */
  newGame(): Promise<void>;
  /** Ends the worker. Calls that wait are rejected. */
  close(): void;
}

export interface LoadOptions {
  /** The module or its address, by default `dist/engine.wasm` beside this file. */
  module?: WebAssembly.Module | URL | string;
  /** The folder of the networks, by default `dist/networks`; `null`: engines play without networks, more weakly. */
  networks?: URL | string | null;
  /** Gets the bytes of the module loaded so far. */
  onProgress?: (bytes: number) => void;
}

/**
 * Loads the module. Browsers need it before the first board; engines load it themselves. The options of the first call
 * count.
 */
export function load(options?: LoadOptions): Promise<void>;

/** Returns the names of the games of the program. */
export function variants(): string[];

/**
 * Loads the game of a text and returns its name, the first argument of `Board`. Throws an `Error` with all errors of the
 * text, one a line.
 */
export function loadGame(text: string): string;
