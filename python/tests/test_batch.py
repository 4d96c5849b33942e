"""Tests of `BatchEnv` and of the numbers of actions."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy")

from triskelion import Board, variants  # noqa: E402
from triskelion.envs import (  # noqa: E402
    ActionSpace,
    BatchEnv,
    observation_channels,
    observation_shape,
)

ROOT = Path(__file__).parents[2]
SAMPLE_GAMES = sorted((ROOT / "tests" / "games").glob("*.game"))
MIRRORED = ["chess", "kobayashi", "raumschach", "sixfold", "spacechess"]


def sorted_texts(board: Board) -> list[str]:
    return sorted(move.uci() for move in board.legal_moves)


def outcome_of(env: BatchEnv, game: int) -> tuple[bool | None, str]:
    winner = {1: True, -1: False, 0: None}[int(env.winner[game])]
    return winner, env.REASONS[env.reason[game]]


@pytest.mark.parametrize("variant", variants())
def test_every_legal_move_has_its_own_action(variant: str) -> None:
    env = BatchEnv(variant, 8, seed=5, observations=False)
    space = ActionSpace(variant)
    assert len(space) == env.action_count
    for _ in range(40):
        env.random_steps(5)
        assert env.action_masks is not None
        for game, fen in enumerate(env.fens()):
            actions, moves = env.legal_actions(game), env.legal_moves(game)
            assert sorted(moves) == sorted_texts(Board(variant, fen)), fen
            assert len(set(actions.tolist())) == len(moves), fen
            black = bool(env.to_play[game])
            for action, text in zip(actions.tolist(), moves, strict=True):
                assert space.action_to_move(action, black) == text, fen
                assert space.move_to_action(text, black) == action, fen
                assert env.action_to_move(game, action) == text
            assert sorted(actions.tolist()) == np.flatnonzero(env.action_masks[game]).tolist()


@pytest.mark.parametrize("variant", variants())
def test_actions_and_texts_are_the_same(variant: str) -> None:
    space = ActionSpace(variant)
    for black in (False, True):
        texts = [space.action_to_move(action, black) for action in range(len(space))]
        assert len(set(texts)) == len(space)
        for action in range(0, len(space), 97):
            assert space.move_to_action(texts[action], black) == action


@pytest.mark.skipif(not SAMPLE_GAMES, reason="the sample games are part of the repository")
@pytest.mark.parametrize("path", SAMPLE_GAMES, ids=lambda path: path.stem)
def test_moves_of_the_sample_games_are_actions(path: Path) -> None:
    space = ActionSpace(path.stem)
    lines = path.read_text(encoding="utf-8").splitlines()
    env = BatchEnv(path.stem, 1, threads=1)
    for line in lines:
        if not line or line.startswith("#"):
            continue
        text = line.split("\t")[0]
        action = space.move_to_action(text, bool(env.to_play[0]))
        assert action == env.move_to_action(0, text)
        env.step([action])


@pytest.mark.parametrize("variant", variants())
def test_games_end_as_those_of_boards(variant: str) -> None:
    ended = 0
    env = BatchEnv(variant, 4, seed=9, max_plies=1200, observations=False)
    boards = [Board(variant) for _ in range(4)]
    for step in range(10_000):
        if step >= 1500 and ended > 0:
            break
        actions = env.sample_actions()
        texts = [env.action_to_move(game, int(actions[game])) for game in range(4)]
        movers = [board.turn for board in boards]
        _, rewards, terminated, truncated = env.step(actions)
        for game, board in enumerate(boards):
            board.push_uci(texts[game])
            outcome = board.outcome()
            assert env.plies[game] == board.ply()
            assert bool(terminated[game]) == (outcome is not None)
            assert bool(truncated[game]) == (outcome is None and board.ply() == 1200)
            if outcome is None:
                assert rewards[game] == 0
            else:
                ended += 1
                assert outcome_of(env, game) == (outcome.winner, outcome.reason)
                won = outcome.winner
                assert rewards[game] == (0 if won is None else 1 if won == movers[game] else -1)
            if terminated[game] or truncated[game]:
                board.reset()
            assert env.board(game) == board.fen
    assert ended > 0


def test_repetition_ends_a_game() -> None:
    env = BatchEnv("chess", 1, threads=1)
    moves = ["g1f3", "g8f6", "f3g1", "f6g8"] * 2
    for ply, text in enumerate(moves):
        env.step([env.move_to_action(0, text)])
        assert bool(env.terminated[0]) == (ply == len(moves) - 1)
    assert outcome_of(env, 0) == (None, "repetition")


def test_seeds_and_threads() -> None:
    def fens(seed: int, threads: int) -> list[str]:
        env = BatchEnv("federation", 100, seed=seed, threads=threads)
        env.random_steps(50)
        return env.fens()

    assert fens(1, 1) == fens(1, 3)
    assert fens(1, 1) != fens(2, 1)
    env = BatchEnv("chess", 10, seed=7, opening_plies=6)
    first = env.fens()
    assert len(set(first)) > 1
    env.random_steps(3)
    env.reset(seed=7)
    assert env.fens() == first
    env.reset()
    assert env.fens() != first


def test_steps_equal_random_steps() -> None:
    one = BatchEnv("kobayashi", 5, seed=4)
    two = BatchEnv("kobayashi", 5, seed=4)
    for _ in range(300):
        one.step(one.sample_actions())
        two.random_steps()
        assert one.fens() == two.fens()
        assert np.array_equal(one.observations, two.observations)
        assert np.array_equal(one.action_masks, two.action_masks)


def test_illegal_actions_change_nothing() -> None:
    env = BatchEnv("chess", 3)
    before = env.fens()
    good = env.move_to_action(0, "e2e4")
    bad = env.move_to_action(0, "e2e5")
    for actions, text in [
        ([good, bad, good], "game 1: action"),
        ([good, good, -1], "game 2: action -1"),
        ([good, good, 2**40], "game 2: action"),
        ([good, good], "2 actions read, 3 expected"),
        ([[good]] * 3, "expected"),
        (np.zeros((3, 1), np.int32), "expected"),
        (np.zeros(3, np.float64), "expected"),
        ("abc", "expected"),
        (None, "expected"),
    ]:
        with pytest.raises((ValueError, TypeError), match=text):
            env.step(actions)
        assert env.fens() == before
    for dtype in (np.int32, np.int64):
        env.reset()
        env.step(np.full(6, good, dtype)[::2])
        assert env.fens() != before


def test_arguments_are_checked() -> None:
    with pytest.raises(ValueError, match="no rule set named"):
        BatchEnv("checkers", 1)
    with pytest.raises(ValueError, match="no rule set named"):
        ActionSpace("checkers")
    with pytest.raises(ValueError, match="no rule set named"):
        observation_channels("checkers")
    wrong: list[dict[str, Any]] = [
        {"n": 0},
        {"n": 2**40},
        {"threads": 0},
        {"threads": 10**9},
        {"max_plies": 10, "opening_plies": 10},
        {"opening_plies": 10**6},
    ]
    for arguments in wrong:
        with pytest.raises(ValueError, match="expected"):
            BatchEnv("chess", **arguments)
    env = BatchEnv("chess", 1)
    with pytest.raises(IndexError):
        env.board(1)
    with pytest.raises(IndexError):
        env.action_to_move(0, 10**6)
    with pytest.raises(ValueError, match="no move of chess"):
        env.move_to_action(0, "e2e2")
    with pytest.raises(ValueError, match="side"):
        env.set_board(0, "8/8/8/8/8/8/8/K1k5 x - - 0 1")
    with pytest.raises(ValueError, match="the game is over"):
        env.set_board(0, "8/8/8/8/8/8/8/K1k5 w - - 0 1")
    assert env.board(0) == Board("chess").fen


def test_games_begin_anew() -> None:
    env = BatchEnv("chess", 2, max_plies=3)
    env.random_steps(3)
    assert env.truncated.all() and not env.terminated.any()
    assert env.plies.tolist() == [3, 3]
    assert env.fens() == [Board("chess").fen] * 2
    env.random_steps()
    assert not env.truncated.any() and env.plies.tolist() == [1, 1]


def test_rewards_and_winner() -> None:
    for auto_reset in (True, False):
        env = BatchEnv("chess", 1, auto_reset=auto_reset)
        for text in ("f2f3", "e7e5", "g2g4", "d8h4"):
            env.step([env.move_to_action(0, text)])
        assert env.rewards.tolist() == [1] and env.winner.tolist() == [-1]
        assert env.terminated.tolist() == [True] and env.plies.tolist() == [4]
        assert outcome_of(env, 0) == (False, "checkmate")
        if auto_reset:
            assert env.board(0) == Board("chess").fen
            continue
        assert env.action_masks is not None and not env.action_masks.any()
        assert env.sample_actions().tolist() == [-1]
        env.step([-1])
        assert env.rewards.tolist() == [0] and env.terminated.tolist() == [True]
        env.reset()
        assert env.board(0) == Board("chess").fen and not env.terminated.any()


def test_arrays_are_shared_and_read_only() -> None:
    env = BatchEnv("raumschach", 3)
    observations, masks, rewards = env.observations, env.action_masks, env.rewards
    assert observations is not None and masks is not None
    assert observations.shape == (3, *env.observation_shape) and observations.dtype == np.uint8
    assert masks.shape == (3, env.action_count) and masks.dtype == np.bool_
    result = env.step(env.sample_actions())
    assert result[0] is observations and result[1] is rewards and env.action_masks is masks
    for array in (observations, masks, rewards, env.to_play, env.winner, env.plies):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
        with pytest.raises(ValueError, match="resize"):
            array.resize((1,), refcheck=False)
    # The memory outlives its owner.
    before = observations.copy()
    del env
    assert (observations == before).all()
    without = BatchEnv("raumschach", 3, observations=False, masks=False)
    assert without.observations is None and without.action_masks is None
    assert without.step(without.sample_actions())[0] is None
    with pytest.raises(ValueError, match="no observations"):
        without.observe(0)


@pytest.mark.parametrize("variant", variants())
def test_planes_show_the_pieces(variant: str) -> None:
    env = BatchEnv(variant, 4, seed=2)
    mirrored = ActionSpace(variant).mirrored
    geometry = Board(variant).geometry
    cells = {cell.name: cell for cell in geometry.cells}
    axes = ("level", "rank", "file")
    low = [min(getattr(cell, axis) for cell in cells.values()) for axis in axes]
    channels = observation_channels(variant)
    assert channels == env.channels and len(set(channels)) == len(channels)
    assert observation_shape(variant) == env.observation_shape
    for _ in range(30):
        env.random_steps(3)
        assert env.observations is not None
        for game, fen in enumerate(env.fens()):
            board = Board(variant, fen)
            planes = env.observations[game]
            assert (env.observe(game) == planes).all()
            black = bool(env.to_play[game])
            count = 0
            for name, piece in board.piece_map().items():
                owner = "own" if piece.color != black else "enemy"
                plane = planes[channels.index(f"{owner} {piece.name}")]
                count += 1
                if not (mirrored and black):
                    cell = cells[name]
                    assert plane[cell.level - low[0], cell.rank - low[1], cell.file - low[2]] == 1
            kinds = len(geometry.pieces)
            assert planes[: 2 * kinds].sum() == count
            assert (planes[channels.index("black")] == black).all()


@pytest.mark.parametrize("variant", variants())
def test_observations_depend_on_the_position_alone(variant: str) -> None:
    """What is kept from move to move must be what a FEN says."""
    env = BatchEnv(variant, 4, seed=8)
    fresh = BatchEnv(variant, 1, threads=1)
    channels = np.array([name != "repetitions" for name in env.channels])
    for _ in range(100):
        env.random_steps()
        assert env.observations is not None and fresh.observations is not None
        for game, fen in enumerate(env.fens()):
            fresh.set_board(0, fen)
            same = env.observations[game][channels] == fresh.observations[0][channels]
            assert same.all(), fen
            assert env.action_masks is not None and fresh.action_masks is not None
            assert (env.action_masks[game] == fresh.action_masks[0]).all()


@pytest.mark.parametrize("variant", MIRRORED)
def test_both_sides_see_the_start_alike(variant: str) -> None:
    env = BatchEnv(variant, 1)
    assert ActionSpace(variant).mirrored
    white, black = env.observe(0, black=False), env.observe(0, black=True)
    assert (white[:-1] == black[:-1]).all()
    assert env.channels[-1] == "black"


def test_planes_of_rights() -> None:
    env = BatchEnv("chess", 1)
    env.set_board(0, "4k2r/8/8/8/4Pp2/8/8/R3K3 b Qk e3 42 1")
    channels = env.channels
    assert env.observations is not None
    planes = env.observations[0]
    values = {name: planes[index] for index, name in enumerate(channels)}
    assert (values["own castling K"] == 1).all() and (values["enemy castling Q"] == 1).all()
    assert not values["own castling Q"].any() and not values["enemy castling K"].any()
    # Black sees e3 as e6.
    assert np.argwhere(values["en passant cell"]).tolist() == [[0, 5, 4]]
    assert (values["halfmove clock"] == 42 * 255 // 100).all()
    for text in ("e8d8", "a1b1", "d8e8", "b1a1"):
        env.step([env.move_to_action(0, text)])
    assert (env.observations[0][channels.index("repetitions")] == 0).all()
    for text in ("e8d8", "a1b1", "d8e8", "b1a1"):
        env.step([env.move_to_action(0, text)])
    assert (env.observations[0][channels.index("repetitions")] == 1).all()


def test_platforms_are_planes() -> None:
    env = BatchEnv("federation", 1)
    planes = dict(zip(env.channels, env.observe(0), strict=True))
    assert planes["own platform"].sum() == planes["enemy platform"].sum() == 8
    assert planes["cell"].sum() == 64
    assert planes["unmoved pawn"].sum() == 16


PAGE = Path(__file__).parents[1] / "ENVIRONMENTS.md"
FIRST, LAST = "<!-- spaces: made by tests/test_batch.py -->", "<!-- end of spaces -->"


def table_of_spaces() -> str:
    lines = [
        "| rule set | actions | mirrored | channels × levels × ranks × files | channels besides pieces |",
        "|---|---|---|---|---|",
    ]
    for variant in variants():
        space = ActionSpace(variant)
        shape = " × ".join(str(size) for size in observation_shape(variant))
        pieces = 2 * len(Board(variant).geometry.pieces)
        others = ", ".join(observation_channels(variant)[pieces:])
        mirrored = "yes" if space.mirrored else "no"
        lines.append(f"| `{variant}` | {len(space):,} | {mirrored} | {shape} | {others} |")
    return "\n".join(lines)


@pytest.mark.skipif(not PAGE.exists(), reason="the page is part of the repository")
def test_page_has_the_spaces() -> None:
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(FIRST)
    after = rest.split(LAST)[1]
    expected = f"{before}{FIRST}\n\n{table_of_spaces()}\n\n{LAST}{after}"
    if os.environ.get("UPDATE"):
        PAGE.write_text(expected, encoding="utf-8")
    message = "UPDATE=1 pytest tests/test_batch.py writes the page"
    assert PAGE.read_text(encoding="utf-8") == expected, message
