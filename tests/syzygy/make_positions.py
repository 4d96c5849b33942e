#!/usr/bin/env python3
"""Prints random positions of Syzygy tables with their results and distances, as python-chess has them.

    make_positions.py FOLDER COUNT > positions.txt

COUNT positions of each ending whose results are in FOLDER, with `-` for a distance that the folder lacks. In a quarter of
those with pawns of both sides a pawn can be captured en passant. The seed is fixed."""

import pathlib
import random
import sys

import chess
import chess.syzygy


def random_board(letters, rng):
    """Returns a random position of these pieces; None if it is not legal."""
    board = chess.Board(None)
    colors = [chess.WHITE, chess.BLACK] if rng.random() < 0.5 else [chess.BLACK, chess.WHITE]
    pieces = [(kind, color) for side, color in zip(letters.split("v"), colors) for kind in side]
    for (kind, color), square in zip(pieces, rng.sample(range(64), len(pieces))):
        board.set_piece_at(square, chess.Piece.from_symbol(kind if color else kind.lower()))
    board.turn = rng.random() < 0.5
    if rng.random() < 0.5:
        pawns = board.pieces(chess.PAWN, not board.turn)
        rank = 4 if board.turn else 3
        step = 8 if board.turn else -8
        passed = [pawn + step for pawn in pawns if chess.square_rank(pawn) == rank]
        free = [square for square in passed if not board.piece_at(square) and not board.piece_at(square + step)]
        if free:
            board.ep_square = rng.choice(free)
    return board if board.is_valid() else None


def main():
    folder, count = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(7)
    with chess.syzygy.open_tablebase(folder) as tables:
        for path in sorted(folder.glob("*.rtbw")):
            both_have_pawns = all("P" in side for side in path.stem.split("v"))
            found = 0
            while found < count:
                board = random_board(path.stem, rng)
                wants_en_passant = both_have_pawns and found % 4 == 0
                if board is None or wants_en_passant and not board.has_legal_en_passant():
                    continue
                try:
                    distance = tables.probe_dtz(board)
                except chess.syzygy.MissingTableError:
                    distance = "-"
                print(f"{board.fen(en_passant='fen')};{tables.probe_wdl(board)};{distance}")
                found += 1


main()
