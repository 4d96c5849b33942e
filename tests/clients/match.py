"""Plays chess against another engine on a clock, to find illegal moves, time losses and stalls.

    python tests/clients/match.py --opponent /usr/games/glaurung --games 50 -- target/release/triskelion --variant chess

Needs the package `chess` from PyPI. Each opening is played twice, with both colors. The exit code is 1 if the
engine under test, which is named last, committed a fault. The opponent's faults are printed and counted, too.
"""

import argparse
import asyncio
from collections import Counter

import chess
import chess.engine

import timed_game

#: Two or three moves of common openings.
OPENINGS = """
e2e4 e7e5 g1f3 b8c6
e2e4 c7c5 g1f3 d7d6
e2e4 e7e6 d2d4 d7d5
e2e4 c7c6 d2d4 d7d5
e2e4 d7d6 d2d4 g8f6
e2e4 g8f6 e4e5 f6d5
e2e4 g7g6 d2d4 f8g7
e2e4 e7e5 f2f4 e5f4
e2e4 e7e5 b1c3 g8f6
e2e4 c7c5 b1c3 b8c6
d2d4 d7d5 c2c4 e7e6
d2d4 d7d5 c2c4 c7c6
d2d4 d7d5 c2c4 d5c4
d2d4 g8f6 c2c4 e7e6
d2d4 g8f6 c2c4 g7g6
d2d4 g8f6 c1g5 e7e6
d2d4 f7f5 g2g3 g8f6
d2d4 g8f6 c2c4 c7c5
d2d4 d7d5 g1f3 g8f6
c2c4 e7e5 b1c3 g8f6
c2c4 c7c5 g1f3 g8f6
g1f3 d7d5 g2g3 c7c5
g1f3 g8f6 c2c4 b7b6
b2b3 e7e5 c1b2 b8c6
f2f4 d7d5 g1f3 g8f6
"""


def boards():
    """Yields the openings in an endless cycle, each twice."""
    lines = [line.split() for line in OPENINGS.split("\n") if line]
    while True:
        for line in lines:
            board = chess.Board()
            for move in line:
                board.push_uci(move)
            yield from (board, board)


async def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--opponent", required=True, help="the opponent's command")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--base", type=float, default=1.0, help="initial time in seconds")
    parser.add_argument("--increment", type=float, default=0.01, help="increment in seconds")
    parser.add_argument("--margin", type=float, default=0.0, help="time margin in seconds of the engine under test")
    parser.add_argument(
        "--opponent-margin", type=float, default=2.0, help="time margin in seconds of the opponent"
    )
    parser.add_argument("--ponder", action="store_true")
    parser.add_argument("engine", nargs="+", help="the command of the engine under test, after --")
    arguments = parser.parse_args()

    score, faults = Counter(), Counter()
    for number, board in zip(range(arguments.games), boards()):
        ours = number % 2
        commands = [arguments.opponent, arguments.opponent]
        commands[ours] = arguments.engine
        margins = [arguments.opponent_margin] * 2
        margins[ours] = arguments.margin
        engines = [(await chess.engine.popen_uci(command))[1] for command in commands]
        outcome = await timed_game.play(
            engines, board, arguments.base, arguments.increment, margins, arguments.ponder
        )
        for side, fault in outcome.faults:
            faults[side == ours] += 1
            print(f"game {number + 1}: {'engine' if side == ours else 'opponent'}: {fault}", flush=True)
        for side, engine in enumerate(engines):
            try:
                await asyncio.wait_for(engine.quit(), timed_game.STALL_TIMEOUT)
            except (asyncio.TimeoutError, chess.engine.EngineError):
                if side == ours:
                    faults[True] += 1
                    print(f"game {number + 1}: engine: does not quit", flush=True)
        winner = {"1-0": 0, "0-1": 1}.get(outcome.result)
        word = "draws" if winner is None else "wins" if winner == ours else "losses"
        score[word] += 1
        print(f"game {number + 1}: {outcome.result} {outcome.reason}, {len(outcome.moves)} plies", flush=True)
    print(
        f"{arguments.games} games: {score['wins']} won, {score['draws']} drawn, {score['losses']} lost; "
        f"faults: {faults[True]} of the engine, {faults[False]} of the opponent"
    )
    return 1 if faults[True] else 0


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
