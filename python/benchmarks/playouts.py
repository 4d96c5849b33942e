"""Plays random games of chess with Triskelion and with python-chess, and prints the plies per second of both.

    python benchmarks/playouts.py [SECONDS]
"""

import random
import sys
import time
from typing import Any, Callable

import chess

import triskelion


def plies(new_board: Callable[[], Any], seconds: float, seed: int) -> float:
    """Play random games for a time and return the number of plies per second."""
    generator = random.Random(seed)
    count = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        board = new_board()
        while not board.is_game_over():
            board.push(generator.choice(list(board.legal_moves)))
            count += 1
    return count / elapsed


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    # In turns, so that a slow moment of the machine hits both.
    rounds = 5
    ours, theirs = 0.0, 0.0
    for number in range(rounds):
        ours += plies(lambda: triskelion.Board("chess"), seconds / rounds, number) / rounds
        theirs += plies(chess.Board, seconds / rounds, number) / rounds
    print(f"triskelion   {ours:12,.0f} plies per second")
    print(f"python-chess {theirs:12,.0f} plies per second")
    print(f"ratio        {ours / theirs:12.1f}")


if __name__ == "__main__":
    main()
