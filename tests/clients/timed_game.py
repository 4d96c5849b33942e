"""Plays a game of chess between two UCI engines on a chess clock, with python-chess as the referee.

The outcome reports an engine's faults, so they raise no exception: an illegal move, a time loss, a stall, the end
of the process.
"""

import asyncio
import time
from dataclasses import dataclass, field

import chess
import chess.engine

#: Seconds after the end of its time when an engine without a move has stalled.
STALL_TIMEOUT = 10.0


@dataclass
class Outcome:
    """The outcome of a game."""

    result: str
    reason: str
    #: The faults, each with the index of the engine (White 0, Black 1).
    faults: list[tuple[int, str]] = field(default_factory=list)
    #: All moves of the game.
    moves: list[chess.Move] = field(default_factory=list)


async def play(engines, board, base, increment, margins=(0.0, 0.0), ponder=False, limit_plies=400):
    """Plays from this board. Each side has `base` seconds and gains `increment` seconds with each move.

    `margins` holds the seconds by which White and Black may exceed their time, for machines under load.
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
            played = await asyncio.wait_for(answer, clocks[side] + STALL_TIMEOUT)
            if played.move is None:
                fault = "no move"
        except asyncio.TimeoutError:
            fault = "stalls"
        except chess.engine.EngineTerminatedError as error:
            fault = f"ends: {error}"
        except chess.engine.EngineError as error:
            # An illegal move is one of these.
            fault = str(error)
        clocks[side] -= time.perf_counter() - started
        if fault is None and clocks[side] < -margins[side]:
            fault = f"exceeds its time by {-1000 * clocks[side]:.0f} ms"
        if fault is not None:
            where = f"{fault} at move {board.fullmove_number} of {board.fen()}"
            return Outcome("0-1" if side == 0 else "1-0", "fault", [(side, where)], board.move_stack)
        clocks[side] = max(clocks[side], 0) + increment
        board.push(played.move)
    if end is None:
        return Outcome("1/2-1/2", "too long", [], board.move_stack)
    return Outcome(end.result(), end.termination.name.lower(), [], board.move_stack)
