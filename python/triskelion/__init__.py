"""Three-dimensional chess: rules, boards and a strong engine.

>>> import triskelion
>>> board = triskelion.Board("federation")
>>> board.push_text("b22b44")
<Move b22b44>
>>> engine = triskelion.Engine()
>>> result = engine.search(board, nodes=10_000)
>>> result.move in board.legal_moves
True
"""

from . import _builds

_builds.load()

from ._native import (
    Analysis,
    Board,
    Cell,
    Engine,
    Evaluation,
    Geometry,
    Info,
    LegalMoves,
    Move,
    Outcome,
    Piece,
    PieceKind,
    Post,
    Score,
    SearchResult,
    __version__,
    load_game,
    load_game_text,
    variants,
)

Color = bool
"""A side: `WHITE` or `BLACK`, as in python-chess."""

WHITE: Color = True
"""The side that moves first."""

BLACK: Color = False
"""The side that moves second."""

__all__ = [
    "BLACK",
    "WHITE",
    "Analysis",
    "Board",
    "Cell",
    "Color",
    "Engine",
    "Evaluation",
    "Geometry",
    "Info",
    "LegalMoves",
    "Move",
    "Outcome",
    "Piece",
    "PieceKind",
    "Post",
    "Score",
    "SearchResult",
    "__version__",
    "load_game",
    "load_game_text",
    "variants",
]
