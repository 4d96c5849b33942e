"""Games as environments for learning programs.

`BatchEnv` plays many games in step and gives NumPy arrays. `triskelion.envs.pettingzoo` and
`triskelion.envs.gymnasium` have environments with the interfaces of PettingZoo and Gymnasium; they
need these packages. Importing this package registers the Gymnasium environments if Gymnasium is
installed:

    import gymnasium
    import triskelion.envs
    env = gymnasium.make("Triskelion/Federation-v0")
"""

try:
    import numpy as _numpy  # noqa: F401
except ImportError as error:
    raise ImportError(
        "triskelion.envs needs NumPy: pip install 'triskelion[envs]'"
    ) from error

from ._batch import ActionSpace, BatchEnv, observation_channels, observation_shape

__all__ = [
    "ActionSpace",
    "BatchEnv",
    "environment_ids",
    "observation_channels",
    "observation_shape",
    "register",
]


def environment_ids() -> dict[str, str]:
    """Return the id of the Gymnasium environment of each rule set, by the name of the rule set."""
    from .. import variants

    names = {"spacechess": "SpaceChess"}
    return {
        variant: "Triskelion/"
        + names.get(variant, "".join(part.capitalize() for part in variant.split("-")))
        + "-v0"
        for variant in variants()
    }


def register() -> None:
    """Register an environment of Gymnasium for each rule set, unless it is registered."""
    import gymnasium

    for variant, name in environment_ids().items():
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="triskelion.envs.gymnasium:ChessEnv",
                kwargs={"variant": variant},
            )


def _register_if_installed() -> None:
    try:
        import gymnasium  # noqa: F401
    except ImportError:
        return
    register()


_register_if_installed()
