// The types of index.d.ts, and that the modules have them. Only checked, never run.

import { Board, Engine, load, loadGame, variants, type Info, type Move, type Outcome } from '../index.js';
import * as board from '../board.js';
import * as engine from '../engine.js';
import * as session from '../session.js';

/** What the class has must be what the types promise. Private names differ. */
type Public<T> = { [K in keyof T]: T[K] };

export const makeBoard: (...args: ConstructorParameters<typeof Board>) => Public<Board> = (...args) => new board.Board(...args);
export const makeEngine: (...args: ConstructorParameters<typeof Engine>) => Omit<Public<Engine>, 'analyse'> = (...args) => new engine.Engine(...args);
export const functions: { load: typeof load; loadGame: typeof loadGame; variants: typeof variants } = session;

export async function use(): Promise<void> {
  await load({ networks: null, onProgress: (bytes) => bytes.toFixed() });
  const position = new Board('chess', null, { chess960: true });
  const move: Move = position.push('e4');
  const outcome: Outcome | null = position.outcome();
  const winner: 'w' | 'b' | null | undefined = outcome?.winner;
  const engine = new Engine({ hash: 16, elo: null });
  const result = await engine.search(position, { nodes: 1000, rootMoves: [move, 'd7d5'], onInfo: (info: Info) => info.pv });
  if (result.move) position.push(result.move);
  for await (const { score, pv } of engine.analyse({ variant: 'meder', moves: ['b22b34'] })) {
    const text: string = score.mate === undefined ? (score.cp / 100).toFixed(2) : `#${score.mate}`;
    if (pv.length > 3 && text && winner) break;
  }
  const plies: number | undefined = (await engine.endings(position))?.find(({ move, result }) => move && result === 'win')?.plies;
  if (plies === 0) engine.stop();
  // @ts-expect-error an unknown limit
  await engine.search(position, { node: 1 });
  // @ts-expect-error the FEN is a text
  position.setFen(1);
}
