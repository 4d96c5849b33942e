"""Tests of the environments for PettingZoo and Gymnasium, by their own tests."""

from __future__ import annotations

import doctest
import re
import warnings
from pathlib import Path

import pytest

pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

import triskelion.envs  # noqa: E402
from triskelion.envs import pettingzoo  # noqa: E402

TESTED = ["federation", "chess", "raumschach", "kobayashi", "dragonchess"]


@pytest.mark.parametrize("variant", TESTED)
def test_api_of_pettingzoo(variant: str) -> None:
    with warnings.catch_warnings():
        # It says that an observation is no array, which holds for all games with masks.
        warnings.simplefilter("ignore")
        api_test(pettingzoo.env(variant=variant), num_cycles=300)


@pytest.mark.parametrize("variant", TESTED)
def test_seeds_of_pettingzoo(variant: str) -> None:
    seed_test(lambda: pettingzoo.env(variant=variant, opening_plies=4), num_cycles=60)


def test_game_of_pettingzoo() -> None:
    env = pettingzoo.env(variant="chess")
    env.reset(seed=1)
    game = env.unwrapped.game
    for text in ("f2f3", "e7e5", "g2g4", "d8h4"):
        observation, _, terminated, _, _ = env.last()
        assert not terminated
        action = game.move_to_action(0, text)
        assert observation["action_mask"][action] == 1
        env.step(action)
    assert env.rewards == {"player_0": -1, "player_1": 1}
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.infos["player_0"]["reason"] == "checkmate"
    observation = env.observe("player_1")
    assert not observation["action_mask"].any()
    for _ in env.agent_iter():
        env.step(None)


@pytest.mark.parametrize("variant", TESTED)
@pytest.mark.parametrize("opponent", [None, "random"])
def test_check_of_gymnasium(variant: str, opponent: str | None) -> None:
    name = triskelion.envs.environment_ids()[variant]
    env = gymnasium.make(name, opponent=opponent, side="random" if opponent else "white")
    check_env(env.unwrapped, skip_render_check=True)


def test_every_rule_set_is_registered() -> None:
    ids = triskelion.envs.environment_ids()
    assert set(ids) == set(triskelion.variants())
    assert all(name in gymnasium.registry for name in ids.values())
    assert ids["federation-plain"] == "Triskelion/FederationPlain-v0"
    assert ids["spacechess"] == "Triskelion/SpaceChess-v0"


@pytest.mark.parametrize("opponent", [None, "random", 50])
def test_games_of_gymnasium(opponent: str | int | None) -> None:
    env = gymnasium.make("Triskelion/Chess-v0", opponent=opponent, side="black", max_plies=40)
    for seed in range(2):
        observation, info = env.reset(seed=seed)
        assert observation in env.observation_space
        done = False
        while not done:
            if opponent is not None:
                assert env.unwrapped.game.to_play[0] == 1
            action = env.action_space.sample(info["action_mask"])
            observation, reward, terminated, truncated, info = env.step(action)
            assert observation in env.observation_space and reward in (-1, 0, 1)
            done = terminated or truncated
        with pytest.raises(ValueError, match="reset"):
            env.unwrapped.step(0)


def test_illegal_action_of_gymnasium() -> None:
    env = gymnasium.make("Triskelion/Chess-v0")
    _, info = env.reset(seed=1)
    illegal = int(info["action_mask"].argmin())
    _, reward, terminated, _, info = env.step(illegal)
    assert reward == -1 and terminated and info["illegal"]


def test_arguments_of_gymnasium() -> None:
    for arguments in ({"opponent": "strong"}, {"opponent": 0}, {"side": "red"}):
        with pytest.raises(ValueError, match="expected"):
            gymnasium.make("Triskelion/Chess-v0", **arguments)
    env = gymnasium.make("Triskelion/Federation-v0", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert isinstance(text, str) and "\n" in text


PAGE = Path(__file__).parents[1] / "ENVIRONMENTS.md"


@pytest.mark.skipif(not PAGE.exists(), reason="the page is part of the repository")
def test_examples_of_the_page() -> None:
    examples = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(examples) == 4
    for number, text in enumerate(examples):
        if ">>>" in text:
            test = doctest.DocTestParser().get_doctest(text, {}, str(number), None, 0)
            assert doctest.DocTestRunner().run(test).failed == 0
        else:
            exec(compile(text, f"example {number}", "exec"), {})
