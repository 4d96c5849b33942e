"""Positions of Dragonchess for adapter.py, as a FEN and moves: the driver has the rules."""

import subprocess

START_FEN = (
    "2g3r3g1/s1s1s1s1s1s1/12/12/12/12/S1S1S1S1S1S1/2G3R3G1|"
    "ouhtcmkpthuo/wwwwwwwwwwww/12/12/12/12/WWWWWWWWWWWW/OUHTCMKPTHUO|"
    "2b3e3b1/1d1d1d1d1d1d/12/12/12/12/1D1D1D1D1D1D/2B3E3B1 w 0 1"
)


class Position:
    def __init__(self, fen=START_FEN):
        self.fen, self.side, self.moves = fen, fen.split()[1], []

    def play(self, move):
        self.moves.append(move)
        self.side = "b" if self.side == "w" else "w"

    def driver_arguments(self, depth):
        return [self.fen, str(depth), *self.moves]

    def complete(self, move):
        return move

    def legal_moves(self, driver):
        """Returns the legal moves in UCI notation, which the driver prints."""
        lines = subprocess.run([driver, *self.driver_arguments(0)], stdout=subprocess.PIPE, text=True).stdout
        return [line.split()[2] for line in lines.splitlines()]
