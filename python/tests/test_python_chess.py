"""`chess` agrees with python-chess on random games."""

import random

import chess

import triskelion
from triskelion import Board

POSITIONS = 10_000


def compare(board: Board, other: chess.Board) -> None:
    """Compare two boards of the same position."""
    # With the cell behind a pawn that has just moved two cells, as the standard says.
    fen = other.fen(en_passant="fen")
    assert board.fen == fen
    moves = {move.uci(): move for move in board.legal_moves}
    assert sorted(moves) == sorted(move.uci() for move in other.legal_moves), fen
    assert board.turn == other.turn
    assert board.is_check() == other.is_check(), fen
    assert sorted(board.checkers()) == sorted(chess.square_name(square) for square in other.checkers()), fen
    assert board.is_checkmate() == other.is_checkmate(), fen
    assert board.is_stalemate() == other.is_stalemate(), fen
    assert (board.ply(), board.halfmove_clock) == (other.ply(), other.halfmove_clock), fen
    assert board.is_repetition() == other.is_repetition(), fen
    outcome, theirs = board.outcome(), other.outcome()
    # Triskelion ends a game by the fifty-move rule and by the third repetition without a claim, and
    # where no sequence of moves can give mate.
    draws = {"fifty-moves", "repetition", "dead-position"}
    if theirs is not None:
        assert outcome is not None and outcome.winner == theirs.winner, fen
    elif outcome is not None:
        assert outcome.reason in draws, fen
        claimable = other.is_fifty_moves() or other.is_repetition() or outcome.reason == "dead-position"
        assert claimable, fen


def test_random_games() -> None:
    generator = random.Random(1)
    positions = 0
    while positions < POSITIONS:
        board, other = Board("chess"), chess.Board()
        for _ in range(200):
            compare(board, other)
            positions += 1
            if other.is_game_over() or not board.legal_moves:
                break
            move = generator.choice(board.legal_moves)
            reply = chess.Move.from_uci(move.uci())
            assert board.move_text(move) == board.san(move) == other.san(reply)
            assert board.is_capture(move) == other.is_capture(reply)
            assert board.gives_check(move) == other.gives_check(reply)
            assert board.parse_san(other.san(reply)) == move
            assert move.is_castling == other.is_castling(reply)
            assert move.is_en_passant == other.is_en_passant(reply)
            board.push(move)
            other.push(reply)


def test_pieces_of_a_random_game() -> None:
    generator = random.Random(2)
    board, other = Board("chess"), chess.Board()
    for _ in range(60):
        move = generator.choice(board.legal_moves)
        board.push(move)
        other.push_uci(move.uci())
        theirs = {chess.square_name(square): piece.symbol() for square, piece in other.piece_map().items()}
        assert {cell: piece.symbol() for cell, piece in board.piece_map().items()} == theirs
    assert triskelion.WHITE == chess.WHITE and triskelion.BLACK == chess.BLACK
