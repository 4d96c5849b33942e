"""The rules of Raumschach, as far as the adapters need them: FEN, moves and their effects.

A cell is an index: file + 5 * rank + 25 * level, each counted from 0.
"""

import copy
import itertools

START_FEN = "rnknr/ppppp/5/5/5|ubqub/ppppp/5/5/5|5/5/5/5/5|5/5/5/PPPPP/BUQBU|5/5/5/PPPPP/RNKNR w 0 1"

STEPS = [step for step in itertools.product((-1, 0, 1), repeat=3) if any(step)]
DIRECTIONS = {
    "r": [step for step in STEPS if sum(map(abs, step)) == 1],
    "b": [step for step in STEPS if sum(map(abs, step)) == 2],
    "u": [step for step in STEPS if sum(map(abs, step)) == 3],
    "q": STEPS,
    "k": STEPS,
    "n": [leap for leap in itertools.product(range(-2, 3), repeat=3) if sorted(map(abs, leap)) == [0, 1, 2]],
}
SLIDERS = "rbuq"

#: White's; Black's have the opposite signs.
PAWN_STEPS = [(0, 1, 0), (0, 0, 1)]
PAWN_CAPTURES = [(-1, 1, 0), (1, 1, 0), (-1, 0, 1), (1, 0, 1), (0, 1, 1)]


def cell_name(cell):
    return "abcde"[cell % 5] + str(cell // 5 % 5 + 1) + str(cell // 25 + 1)


def parse_cell(name):
    file, rank, level = "abcde".index(name[0]), "12345".index(name[1]), "12345".index(name[2])
    return file + 5 * rank + 25 * level


def shifted(cell, step):
    """Returns the cell that a step leads to, or None off the board."""
    file, rank, level = cell % 5 + step[0], cell // 5 % 5 + step[1], cell // 25 + step[2]
    on_board = 0 <= file < 5 and 0 <= rank < 5 and 0 <= level < 5
    return file + 5 * rank + 25 * level if on_board else None


class Position:
    """A position: `cells` holds a FEN letter or `.` for each cell."""

    def __init__(self, fen=START_FEN):
        levels, self.side, halfmove_clock, *_ = fen.split()
        self.halfmove_clock = int(halfmove_clock)
        self.cells = ["."] * 125
        for level, ranks in enumerate(reversed(levels.split("|"))):
            for rank, row in enumerate(reversed(ranks.split("/"))):
                letters = "".join("." * int(letter) if letter.isdigit() else letter for letter in row)
                start = 5 * rank + 25 * level
                self.cells[start : start + 5] = letters

    def driver_arguments(self, depth):
        return ["".join(self.cells), self.side, str(self.halfmove_clock), str(depth)]

    def is_own(self, cell):
        return self.cells[cell] != "." and self.cells[cell].isupper() == (self.side == "w")

    def is_promotion(self, origin, destination):
        """Returns whether a move on these cells promotes a pawn."""
        rank_and_level = (destination // 5 % 5, destination // 25)
        return (self.cells[origin], *rank_and_level) in [("P", 4, 4), ("p", 0, 0)]

    def complete(self, move):
        """Adds the promotion letter where it is missing."""
        promotes = len(move) == 6 and self.is_promotion(parse_cell(move[:3]), parse_cell(move[3:]))
        return move + "q" if promotes else move

    def play(self, move):
        """Plays a move in UCI notation; it need not be legal."""
        origin, destination = parse_cell(move[:3]), parse_cell(move[3:6])
        piece = self.cells[origin]
        resets_clock = piece in "Pp" or self.cells[destination] != "."
        self.halfmove_clock = 0 if resets_clock else self.halfmove_clock + 1
        if len(move) > 6:
            piece = move[6].upper() if self.side == "w" else move[6]
        self.cells[origin], self.cells[destination] = ".", piece
        self.side = "b" if self.side == "w" else "w"

    def piece_moves(self, origin):
        """Yields the cells that the piece on a cell can move to; its king may be left in check."""
        letter = self.cells[origin].lower()
        if letter == "p":
            sign = 1 if self.side == "w" else -1
            for steps, is_capture in ((PAWN_STEPS, False), (PAWN_CAPTURES, True)):
                for step in steps:
                    cell = shifted(origin, [sign * part for part in step])
                    if cell is not None and not self.is_own(cell) and (self.cells[cell] != ".") == is_capture:
                        yield cell
            return
        for step in DIRECTIONS[letter]:
            cell = shifted(origin, step)
            while cell is not None and not self.is_own(cell):
                yield cell
                if self.cells[cell] != "." or letter not in SLIDERS:
                    break
                cell = shifted(cell, step)

    def can_capture_king(self):
        king = "k" if self.side == "w" else "K"
        own = filter(self.is_own, range(125))
        return any(self.cells[cell] == king for origin in own for cell in self.piece_moves(origin))

    def legal_moves(self, _driver=None):
        """Returns the legal moves in UCI notation, sorted. They need no driver."""
        if all(letter in ".Kk" for letter in self.cells):
            return []
        moves = []
        for origin in filter(self.is_own, range(125)):
            for destination in self.piece_moves(origin):
                move = cell_name(origin) + cell_name(destination)
                child = copy.copy(self)
                child.cells = self.cells.copy()
                child.play(move)
                if not child.can_capture_king():
                    promotes = self.is_promotion(origin, destination)
                    moves.extend(move + letter for letter in ("bnqru" if promotes else [""]))
        return sorted(moves)
