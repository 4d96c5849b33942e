"""The single game of an environment of PettingZoo or Gymnasium."""

from ._batch import BatchEnv


def single_game(variant: str, max_plies: int, opening_plies: int) -> BatchEnv:
    """Return a batch of one game, which stays as it is when it has ended."""
    return BatchEnv(
        variant,
        1,
        max_plies=max_plies,
        opening_plies=opening_plies,
        auto_reset=False,
        threads=1,
    )
