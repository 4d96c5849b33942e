// The types of the npm package that the page uses, and those of its connection.

import type { Rules } from './learn/describe.js';
import type { GameCheck as AnyGameCheck } from '../../js/replies.d.ts';

export type { EndingMove, Geometry, Info } from '../../js/index.d.ts';
export type { Board, Move, Option, Position, Reach } from '../../js/replies.d.ts';
export type GameCheck = Omit<AnyGameCheck, 'rules'> & { rules: Rules | null };

/** The connection to an engine: lines of text in both directions. */
export interface EngineConnection {
  send(line: string): void;
  onLine(receive: (line: string) => void): void;
  onState(receive: (state: 'open' | 'closed', reason?: string) => void): void;
  close(): void;
}

/** What a connection reports that is open once. */
export interface Events {
  onLine(line: string): void;
  onOpen(): void;
  onClosed(reason?: string): void;
}
