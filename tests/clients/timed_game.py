"""A game of chess between two UCI engines on a chess clock, with python-chess as the referee.

What can go wrong is told by the outcome, not by an exception: an illegal move, a lost clock, silence
beyond the clock, a process that dies.
"""

import asyncio
import time
from dataclasses import dataclass, field

import chess
import chess.engine

#: Seconds beyond its clock after which an engine that is silent has stalled.
PATIENCE = 10.0


@dataclass
class Outcome:
    """How a game ended."""

    result: str
    reason: str
    #: What an engine did wrong, with the index (White 0, Black 1) of that engine.
    faults: list[tuple[int, str]] = field(default_factory=list)
    #: All moves of the game.
    moves: list[chess.Move] = field(default_factory=list)


async def play(engines, board, base, increment, margins=(0.0, 0.0), ponder=False, limit_plies=400):
    """Plays on from this board, each side with `base` seconds and `increment` a move.

    A clock may be overstepped by the margin (in seconds, White's first): a machine that does other work
    besides takes its time from whoever is at the move.
    """
    clocks = [base, base]
    board = board.copy()
    game = object()
    while (end := board.outcome(claim_draw=True)) is None and board.ply() < limit_plies:
        side = 0 if board.turn == chess.WHITE else 1
        limit = chess.engine.Limit(
            white_clock=clocks[0], black_clock=clocks[1], white_inc=increment, black_inc=increment
        )
        started = time.perf_counter()
        fault = None
        try:
            answer = engines[side].play(board, limit, game=game, ponder=ponder)
            played = await asyncio.wait_for(answer, clocks[side] + PATIENCE)
            if played.move is None:
                fault = "no move"
        except asyncio.TimeoutError:
            fault = "stalls"
        except chess.engine.EngineTerminatedError as error:
            fault = f"dies: {error}"
        except chess.engine.EngineError as error:
            # An illegal move is one of these.
            fault = str(error)
        clocks[side] -= time.perf_counter() - started
        if fault is None and clocks[side] < -margins[side]:
            fault = f"oversteps its time by {-1000 * clocks[side]:.0f} ms"
        if fault is not None:
            where = f"{fault} at move {board.fullmove_number} of {board.fen()}"
            return Outcome("0-1" if side == 0 else "1-0", "fault", [(side, where)], board.move_stack)
        clocks[side] = max(clocks[side], 0) + increment
        board.push(played.move)
    if end is None:
        return Outcome("1/2-1/2", "too long", [], board.move_stack)
    return Outcome(end.result(), end.termination.name.lower(), [], board.move_stack)
