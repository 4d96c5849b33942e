#!/usr/bin/env python3
"""Compares the legal moves of an opponent with those of Triskelion, in random games.

    tests/opponents/check.py --variant jocly3d target/release/triskelion -- node tests/opponents/jocly.js

Both programs answer `go perft 1` with a line for each move. In every other game the opponent gets the FEN of each
position, in the others the moves from the start. Exits with 1 if the two disagree in any position.
"""

import argparse
import random
import re
import subprocess
import sys


class Engine:
    def __init__(self, command, variant):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send("uci")
        self.send(f"setoption name UCI_Variant value {variant}")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def legal_moves(self, position):
        """Returns the legal moves in a position, given as the rest of a `position` command."""
        self.send(f"position {position}")
        self.send("go perft 1")
        moves = set()
        for line in self.process.stdout:
            if line.startswith("Nodes searched"):
                return moves
            if match := re.fullmatch(r"(\w+): 1", line.strip()):
                moves.add(match[1])
        sys.exit(f"error: {self.process.args[0]} ended after `position {position}`")

    def fen(self):
        """Returns the FEN of the current position. Only Triskelion prints it."""
        self.send("d")
        return next(line for line in self.process.stdout if line.startswith("Fen: "))[5:].strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", required=True, help="the rule set")
    parser.add_argument("--games", type=int, default=20, help="the number of random games")
    parser.add_argument("--plies", type=int, default=200, help="the longest game in moves of one side")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the games")
    parser.add_argument("triskelion", help="the program")
    parser.add_argument("opponent", nargs="+", help="the command of the opponent, after --")
    arguments = parser.parse_args()

    triskelion = Engine([arguments.triskelion], arguments.variant)
    opponent = Engine(arguments.opponent, arguments.variant)
    choose = random.Random(arguments.seed).choice
    positions = compared = different = 0
    for game in range(arguments.games):
        played = []
        while len(played) < arguments.plies:
            position = f"startpos moves {' '.join(played)}" if played else "startpos"
            expected = triskelion.legal_moves(position)
            if game % 2 == 1:
                position = f"fen {triskelion.fen()}"
            found = opponent.legal_moves(position)
            positions += 1
            compared += len(expected)
            if found != expected:
                different += 1
                missing, extra = sorted(expected - found), sorted(found - expected)
                print(f"{position}\n    missing: {' '.join(missing)}\n    extra: {' '.join(extra)}")
            if not expected:
                break
            played.append(choose(sorted(expected)))
    print(f"{arguments.games} games, {positions} positions, {compared} moves: {different} positions differ")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
