"""Measures the moves a second of `BatchEnv`, and of python-chess if it is installed.

    python benchmarks/batch.py chess federation --games 256 --seconds 5 --threads 2

Prints a table; with `--processor-time` of moves a second of processor time, which says on a busy machine
what one core can do. `random` plays random legal moves without masks and observations; `masks`,
`observations` and `both` play with these arrays; `step` takes its random actions from Python.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

from triskelion.envs import BatchEnv


Clock = Callable[[], float]


def rate(play: Callable[[], int], seconds: float, clock: Clock) -> float:
    """Return the moves a second of a function that returns how many moves it has played."""
    play()
    moves, start = 0, clock()
    while (passed := clock() - start) < seconds:
        moves += play()
    return moves / passed


def batch_rates(
    variant: str, games: int, threads: int, seconds: float, clock: Clock
) -> dict[str, float]:
    """Return the moves a second of each way to play."""
    rates = {}
    for name, observations, masks in (
        ("random", False, False),
        ("masks", False, True),
        ("observations", True, False),
        ("both", True, True),
    ):
        env = BatchEnv(variant, games, observations=observations, masks=masks, threads=threads)
        # The arrays are written once in a call, so a call plays one move in each game.
        steps = 100 if name == "random" else 1
        env.random_steps(100)

        def play(env: BatchEnv = env, steps: int = steps) -> int:
            env.random_steps(steps)
            return games * steps

        rates[name] = rate(play, seconds, clock)
    env = BatchEnv(variant, games, threads=threads)
    env.random_steps(100)

    def step() -> int:
        env.step(env.sample_actions())
        return games

    rates["step"] = rate(step, seconds, clock)
    return rates


def python_chess_rate(seconds: float, clock: Clock) -> float | None:
    """Return the random legal moves a second of python-chess."""
    try:
        import chess
    except ImportError:
        return None
    board = chess.Board()

    def play() -> int:
        for _ in range(100):
            moves = list(board.legal_moves)
            if not moves or board.is_game_over(claim_draw=False):
                board.reset()
                continue
            board.push(random.choice(moves))
        return 100

    return rate(play, seconds, clock)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variants", nargs="*", default=["chess", "federation"])
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--processor-time", action="store_true")
    arguments = parser.parse_args()
    clock: Clock = time.process_time if arguments.processor_time else time.perf_counter
    print("| rule set | random | masks | observations | both | step |")
    print("|---|---|---|---|---|---|")
    for variant in arguments.variants:
        rates = batch_rates(
            variant, arguments.games, arguments.threads, arguments.seconds, clock
        )
        print(f"| `{variant}` | " + " | ".join(f"{rate:,.0f}" for rate in rates.values()) + " |")
    reference = python_chess_rate(arguments.seconds, clock)
    if reference is not None:
        print(f"\npython-chess, one thread: {reference:,.0f} random moves a second")


if __name__ == "__main__":
    main()
