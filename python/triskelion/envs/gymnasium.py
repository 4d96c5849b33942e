"""The games as environments of Gymnasium.

    import gymnasium
    import triskelion.envs
    env = gymnasium.make("Triskelion/Raumschach-v0", opponent="random")
"""

from __future__ import annotations

from typing import Any, SupportsFloat

import numpy as np
from numpy.typing import NDArray

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError(
        "triskelion.envs.gymnasium needs Gymnasium: pip install 'triskelion[envs]'"
    ) from error

from .. import Board, Engine
from ._single import single_game

__all__ = ["ChessEnv"]


class ChessEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """A game that one agent plays: both sides, or one of them against an opponent.

    `opponent` is `None` for an agent that moves for both sides, `"random"` for random legal moves, or
    the number of nodes that the engine searches for each of its moves. `side` is the side of the agent
    against an opponent: `"white"`, `"black"`, or `"random"` for a new choice each game.

    The reward is 1, 0 or -1 at the end of the game, for the side that the action was played for. An
    illegal action ends the game with the reward -1. `info["action_mask"]` has the legal actions.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 2}

    def __init__(
        self,
        variant: str = "federation",
        opponent: str | int | None = None,
        side: str = "white",
        render_mode: str | None = None,
        max_plies: int = 1000,
        opening_plies: int = 0,
    ) -> None:
        if isinstance(opponent, str) and opponent != "random":
            raise ValueError(f'opponent {opponent!r}, None, "random" or a number of nodes expected')
        if isinstance(opponent, int) and (isinstance(opponent, bool) or opponent < 1):
            raise ValueError(f"opponent {opponent!r}, at least one node expected")
        if side not in ("white", "black", "random"):
            raise ValueError(f'side {side!r}, "white", "black" or "random" expected')
        if render_mode not in (None, "ansi"):
            raise ValueError(f'render_mode {render_mode!r}, None or "ansi" expected')
        self.variant = variant
        self.opponent = opponent
        self.side = side
        self.render_mode = render_mode
        self.game = single_game(variant, max_plies, opening_plies)
        self.engine = Engine(variant) if isinstance(opponent, int) else None
        self.agent = 0
        self.action_space = spaces.Discrete(self.game.action_count)
        self.observation_space = spaces.Box(0, 255, self.game.observation_shape, np.uint8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin a new game. If the opponent has White, it moves first."""
        super().reset(seed=seed)
        self.game.reset(int(self.np_random.integers(2**63)))
        sides = {"white": 0, "black": 1}
        self.agent = sides.get(self.side, 0)
        if self.side == "random":
            self.agent = int(self.np_random.integers(2))
        if self.opponent is not None and self.game.to_play[0] != self.agent:
            self._reply()
        return self._observation(), self._info()

    def step(
        self, action: np.int64
    ) -> tuple[NDArray[np.uint8], SupportsFloat, bool, bool, dict[str, Any]]:
        """Play an action, and the answer of the opponent if there is one."""
        if not self.action_masks().any():
            raise ValueError("the game is over, a call of `reset` expected")
        number = int(action)
        is_legal = 0 <= number < self.game.action_count and self.action_masks()[number]
        if not is_legal:
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": True}
        reward = self._play(number)
        if self.opponent is not None and not self._is_over():
            reward = -self._reply()
        terminated, truncated = bool(self.game.terminated[0]), bool(self.game.truncated[0])
        return self._observation(), reward, terminated, truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions, as MaskablePPO of sb3-contrib asks for them."""
        masks = self.game.action_masks
        assert masks is not None
        mask: NDArray[np.bool_] = masks[0].copy()
        return mask

    def board(self) -> Board:
        """Return the position, without its history."""
        return Board(self.variant, self.game.board(0))

    def render(self) -> str | None:
        """Return a diagram of the position."""
        return str(self.board()) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Stop the engine of the opponent."""
        self.engine = None

    def _play(self, action: int) -> float:
        _, rewards, _, _ = self.game.step([action])
        return float(rewards[0])

    def _reply(self) -> float:
        """Play the move of the opponent and return its reward."""
        if self.engine is None:
            actions = self.game.legal_actions(0)
            return self._play(int(actions[self.np_random.integers(len(actions))]))
        assert isinstance(self.opponent, int)
        result = self.engine.search(self.board(), nodes=self.opponent)
        assert result.move is not None
        return self._play(self.game.move_to_action(0, result.move.uci()))

    def _is_over(self) -> bool:
        return bool(self.game.terminated[0] or self.game.truncated[0])

    def _observation(self) -> NDArray[np.uint8]:
        observations = self.game.observations
        assert observations is not None
        observation: NDArray[np.uint8] = observations[0].copy()
        return observation

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks().astype(np.int8)}
        if self.game.terminated[0]:
            info["reason"] = self.game.REASONS[self.game.reason[0]]
        return info
