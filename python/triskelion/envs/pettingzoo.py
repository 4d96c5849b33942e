"""The games as environments of PettingZoo, for two agents that move in turn.

    from triskelion.envs import pettingzoo
    env = pettingzoo.env(variant="raumschach")
"""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(
        "triskelion.envs.pettingzoo needs PettingZoo: pip install 'triskelion[envs]'"
    ) from error

from .. import Board
from ._single import single_game

__all__ = ["env", "raw_env"]

AGENTS = ["player_0", "player_1"]


def env(**arguments: Any) -> AECEnv:
    """Return the environment with the usual wrappers: an illegal action loses the game."""
    wrapped = raw_env(**arguments)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):  # type: ignore[misc]
    """A game between `player_0`, White, and `player_1`, Black.

    An observation is a dictionary: `observation` has the planes that the agent sees, as in
    `BatchEnv`, and `action_mask` its legal actions, none if it is not its turn.
    """

    metadata = {
        "render_modes": ["ansi"],
        "name": "triskelion_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        variant: str = "federation",
        render_mode: str | None = None,
        max_plies: int = 1000,
        opening_plies: int = 0,
    ) -> None:
        super().__init__()
        self.variant = variant
        self.render_mode = render_mode
        self.game = single_game(variant, max_plies, opening_plies)
        self.possible_agents = list(AGENTS)
        self.agents = list(AGENTS)
        actions = self.game.action_count
        shape = self.game.observation_shape
        self.action_spaces = {name: spaces.Discrete(actions) for name in AGENTS}
        self.observation_spaces = {
            name: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, shape, np.uint8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for name in AGENTS
        }

    def observation_space(self, agent: str) -> Any:
        """Return the space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. The seed sets the random plies of the opening."""
        self.game.reset(seed)
        self.agents = list(AGENTS)
        self.rewards = {name: 0 for name in AGENTS}
        self._cumulative_rewards = {name: 0 for name in AGENTS}
        self.terminations = {name: False for name in AGENTS}
        self.truncations = {name: False for name in AGENTS}
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in AGENTS}
        self.agent_selection = AGENTS[self.game.to_play[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees."""
        number = AGENTS.index(agent)
        masks = self.game.action_masks
        assert masks is not None
        if agent == self.agent_selection:
            mask = masks[0].astype(np.int8)
        else:
            mask = np.zeros(self.game.action_count, np.int8)
        return {"observation": self.game.observe(0, black=number == 1), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an action expected, None read")
        _, rewards, terminated, truncated = self.game.step([int(action)])
        other = AGENTS[1 - AGENTS.index(agent)]
        self._cumulative_rewards[agent] = 0
        self.rewards = {agent: int(rewards[0]), other: -int(rewards[0])}
        if terminated[0] or truncated[0]:
            reason = self.game.REASONS[self.game.reason[0]] if terminated[0] else "max-plies"
            self.terminations = {name: bool(terminated[0]) for name in AGENTS}
            self.truncations = {name: bool(truncated[0]) for name in AGENTS}
            self.infos = {name: {"reason": reason} for name in AGENTS}
        self.agent_selection = other
        self._accumulate_rewards()

    def board(self) -> Board:
        """Return the position, without its history."""
        return Board(self.variant, self.game.board(0))

    def render(self) -> str | None:
        """Return a diagram of the position."""
        return str(self.board()) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
