// The JSON of the line protocol as client.js reads it; see protocol/README.md of the repository.

import type { Evaluation, Geometry, Info, Outcome } from './index.d.ts';

/** Lines in both directions. */
export interface Connection {
  send(line: string): void;
  onLine(receive: (line: string) => void): void;
}

/** A command that waits for the line that begins with `word`. */
export interface Request {
  word: string;
  errors: string[];
  /** Gets each line of the reply and returns whether another one follows. */
  goesOn: (text: string) => boolean;
  /** Gets the reports of a search. */
  onInfo: (info: Info) => void;
  resolve: (reply: { text: string; errors: string[] }) => void;
  reject: (error: Error) => void;
}

/** A legal move, as in the reply to `moves json`. */
export interface Move {
  uci: string;
  display: string;
  from: string;
  to: string;
  captured_cell: string | null;
  promotion: string;
  is_platform_move: boolean;
}

/** A position, as in the reply to `board`. */
export interface Board {
  variant: string;
  fen: string;
  pieces: Record<string, string>;
  platforms: Record<string, 'w' | 'b' | null>;
  side_to_move: 'w' | 'b';
  in_check: boolean;
  checkers: string[];
  last_move: string | null;
  last_move_display: string | null;
  result: string;
  reason: Outcome['reason'] | null;
}

/** A position with its legal moves and its evaluation. */
export interface Position {
  board: Board;
  moves: Move[];
  evaluation: Evaluation;
}

/** An option, as in a line of the reply to `uci`. */
export interface Option {
  default: string;
  min: number;
  max: number;
  choices: string[];
}

/** An error in the text of a game. */
export interface GameError {
  file: string;
  line: number;
  key: string;
  message: string;
}

/** What the text of a game says, or what is wrong with it, as in the reply to `game`. `variant` selects the game. */
export interface GameCheck {
  variant: string | null;
  errors: GameError[];
  notes: string[];
  rules: any;
  geometry: Geometry | null;
}

/** The cells that a piece reaches, as in the reply to `reach`. */
export interface Reach {
  moves: string[];
  captures: string[];
  threats: string[];
  stopped: string[];
}
