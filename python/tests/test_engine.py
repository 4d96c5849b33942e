"""The engine: searches, limits, interrupts, options, the static evaluation."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest

import triskelion
from triskelion import BLACK, Board, Engine, Info, Score

# A position with a mate in one, and the move.
MATES = [
    ("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"),
    (
        "federation",
        "p2k/4/3K/4|4/4/4/4|4/4/4/4 b12+w:2/1R,b86+b:2/2,e12+w:P1/R1,e64+b:2/2 w - - - 5 48",
        "b03b86",
    ),
]


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine()


@pytest.mark.parametrize(("variant", "fen", "move"), MATES)
def test_mate_in_one(engine: Engine, variant: str, fen: str, move: str) -> None:
    board = Board(variant, fen)
    result = engine.search(board, depth=4)
    assert engine.variant == variant
    assert str(result.move) == move
    assert result.score == Score(mate=1)
    assert result.move is not None and result.ponder is None and result.pv == [result.move]
    board.push(result.move)
    assert board.is_checkmate()
    end = engine.search(board, depth=4)
    assert end.move is None and end.pv == [] and end.score == Score(mate=0)


@pytest.mark.parametrize("variant", triskelion.variants())
def test_every_game(engine: Engine, variant: str) -> None:
    board = Board(variant)
    result = engine.search(board, nodes=500)
    assert result.move in board.legal_moves
    assert result.score is not None and result.wdl is not None and sum(result.wdl) == 1000
    for move in result.pv:
        board.push(move)


def test_fool_s_mate(engine: Engine) -> None:
    board = Board("chess")
    for text in ("f3", "e5", "g4"):
        board.push_text(text)
    assert board.turn == BLACK
    result = engine.search(board, mate=1)
    assert result.move is not None and board.san(result.move) == "Qh4#"


def test_history_counts(engine: Engine) -> None:
    """The engine knows the moves that led to the position: the third occurrence is a draw."""
    board = Board("chess", "7k/8/8/8/8/8/8/RK6 w - - 0 1")
    for text in ("Kc1", "Kg8", "Kb1", "Kh8", "Kc1", "Kg8"):
        board.push_text(text)
    board.push_text("Kb1")
    assert engine.search(board, depth=6, root_moves=["Kh8"]).score == Score(cp=0)


def test_limits(engine: Engine) -> None:
    board = Board()
    result = engine.search(board, nodes=3000, threads=1)
    assert result.nodes is not None and 0 < result.nodes <= 3000
    assert engine.search(board, depth=3).depth == 3
    start = time.perf_counter()
    assert engine.search(board, time=0.1).move is not None
    assert time.perf_counter() - start < 30
    clocks = engine.search(board, white_clock=1, black_clock=1, white_inc=0.1, black_inc=0.1, remaining_moves=30)
    assert clocks.move is not None
    only = board.legal_moves[3]
    assert engine.search(board, depth=3, root_moves=[only]).move == only
    assert engine.search(board, depth=3, root_moves=[str(only)]).move == only


def test_bad_arguments(engine: Engine) -> None:
    board = Board()
    with pytest.raises(ValueError, match="a limit expected"):
        engine.search(board)
    with pytest.raises(ValueError, match="nodes: 0 read"):
        engine.search(board, nodes=0)
    with pytest.raises(ValueError, match="time: -1 read"):
        engine.search(board, time=-1)
    with pytest.raises(ValueError, match="root_moves: move"):
        engine.search(board, depth=1, root_moves=["e2e4"])
    with pytest.raises(ValueError, match="option MultiPV"):
        engine.search(board, depth=1, multipv=1000)
    with pytest.raises(TypeError):
        engine.search(board, deep=3)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        engine.search("startpos", depth=1)  # type: ignore[arg-type]
    # None of them leaves the engine searching.
    assert not engine.is_searching
    assert engine.search(board, depth=1).move is not None


def test_multipv(engine: Engine) -> None:
    board = Board("chess")
    result = engine.search(board, depth=6, multipv=3)
    assert [info.multipv for info in result.lines] == [1, 2, 3]
    assert len({info.pv[0] for info in result.lines}) == 3
    assert result.score == result.lines[0].score
    # Only for that search.
    assert len(engine.search(board, depth=4).lines) == 1
    engine.configure(multipv=2)
    assert len(engine.search(board, depth=4).lines) == 2
    engine.configure(multipv=1)


def test_infos(engine: Engine) -> None:
    infos: list[Info] = []
    result = engine.search(Board("chess"), depth=6, on_info=infos.append)
    assert infos and infos[-1].pv == result.pv
    assert infos[-1].depth == 6 and infos[-1].bound == "exact"
    depths = [info.depth for info in infos if info.depth is not None]
    assert depths == sorted(depths)
    assert str(infos[-1]).startswith("info depth 6")


def test_exception_of_the_callback_ends_the_search(engine: Engine) -> None:
    def fail(info: Info) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        engine.search(Board(), time=100, on_info=fail)
    assert not engine.is_searching


def test_stop_in_the_callback(engine: Engine) -> None:
    def stop(info: Info) -> None:
        if (info.depth or 0) >= 3:
            engine.stop()

    result = engine.search(Board(), time=100, on_info=stop)
    assert result.depth is not None and result.depth >= 3


def test_stop_from_another_thread(engine: Engine) -> None:
    def stop() -> None:
        while not engine.is_searching:
            time.sleep(0.01)
        time.sleep(0.2)
        engine.stop()

    thread = threading.Thread(target=stop)
    thread.start()
    result = engine.search(Board(), time=100)
    thread.join()
    assert result.move is not None and not engine.is_searching


def test_searches_release_the_interpreter() -> None:
    """Two engines search at the same time."""
    ends: list[bool] = []

    def search(engine: Engine) -> None:
        ends.append(engine.search(Board(), time=100).move is not None)

    engines = [Engine(hash=1), Engine(hash=1)]
    threads = [threading.Thread(target=search, args=(engine,)) for engine in engines]
    for thread in threads:
        thread.start()
    while not all(engine.is_searching for engine in engines):
        time.sleep(0.01)
    for engine in engines:
        with pytest.raises(RuntimeError, match="the engine is searching"):
            engine.search(Board(), depth=1)
        with pytest.raises(RuntimeError):
            engine.evaluate(Board())
        engine.stop()
    for thread in threads:
        thread.join()
    assert ends == [True, True]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_keyboard_interrupt(engine: Engine) -> None:
    # A shell starts jobs in the background with this signal ignored.
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            engine.search(Board(), time=100)
    finally:
        signal.signal(signal.SIGINT, handler)
    timer.join()
    assert not engine.is_searching
    assert engine.search(Board(), depth=2).move is not None


def test_analysis(engine: Engine) -> None:
    board = Board()
    with engine.analyse(board) as analysis:
        for info in analysis:
            if (info.depth or 0) >= 4:
                break
        assert engine.is_searching
        with pytest.raises(RuntimeError):
            engine.analyse(board)
    assert not engine.is_searching
    result = analysis.result()
    assert result.move in board.legal_moves and result.depth is not None and result.depth >= 4
    assert list(analysis) == []
    # By its limits.
    assert engine.analyse(board, depth=3).wait().depth == 3
    depths = [info.depth for info in engine.analyse(board, depth=3)]
    assert depths[-1] == 3
    # An analysis that nobody refers to ends.
    engine.analyse(board)
    assert engine.search(board, depth=2).move is not None


def test_options(engine: Engine) -> None:
    options = engine.options
    assert options["Hash"] == {"type": "spin", "default": 16, "min": 1, "max": 1048576}
    assert "UCI_Variant" not in options
    engine.configure(Hash=8, skill_level=3, move_overhead=20, clear_hash=None)
    engine.configure(**{"Skill Level": 20})
    engine.configure(UCI_LimitStrength=True, UCI_Elo=800)
    engine.configure(limit_strength=False)
    with pytest.raises(ValueError, match="option name: read 'contempt', expected one of Threads"):
        engine.configure(contempt=3)
    with pytest.raises(ValueError, match="option Hash: read 'big'"):
        engine.configure(hash="big")
    with pytest.raises(ValueError, match="option name"):
        engine.configure(variant="chess")
    with pytest.raises(ValueError):
        Engine(threads=0)
    with pytest.raises(ValueError):
        Engine("checkers")
    with pytest.raises(ValueError):
        Engine(eval_file="none.net")
    weak = Engine("chess", skill_level=0, threads=2, eval_file="<hand>")
    assert weak.search(Board("chess"), time=0.05).move is not None
    assert Engine("chess", elo=1000).search(Board("chess"), time=0.05).move is not None


def test_new_game(engine: Engine) -> None:
    nodes = []
    for _ in range(2):
        engine.new_game()
        nodes.append(engine.search(Board("chess"), depth=6).nodes)
    assert nodes[0] == nodes[1]


def test_evaluation(engine: Engine) -> None:
    board = Board("chess", "4k3/8/8/8/8/8/8/QK6 w - - 0 1")
    value = engine.evaluate(board)
    assert value > 300
    explanation = engine.explain(board)
    assert explanation.value == value and explanation.pieces.keys() == {"a1"}
    assert explanation.pieces["a1"] > 300 and explanation.terms and "Q" in str(explanation)
    mirrored = Board("chess", "qk6/8/8/8/8/8/8/4K3 w - - 0 1")
    assert engine.evaluate(mirrored) < -300


def test_scores() -> None:
    scores = [Score(mate=-1), Score(mate=-5), Score(cp=-30), Score(cp=0), Score(cp=25), Score(mate=5), Score(mate=1)]
    assert sorted(reversed(scores)) == scores
    assert [-score for score in reversed(scores)] == [
        Score(mate=-1),
        Score(mate=-5),
        Score(cp=-25),
        Score(cp=0),
        Score(cp=30),
        Score(mate=5),
        Score(mate=1),
    ]
    assert Score(mate=0) < Score(mate=-1) and -Score(mate=0) > Score(mate=1)
    assert (Score(cp=3).cp, Score(cp=3).mate, Score(cp=3).is_mate()) == (3, None, False)
    assert str(Score(mate=2)) == "mate 2" and repr(Score(cp=-1)) == "Score(cp=-1)"
    assert pickle.loads(pickle.dumps(Score(mate=2))) == Score(mate=2)
    assert hash(Score(cp=1)) == hash(Score(cp=1))
    with pytest.raises(ValueError):
        Score()
    with pytest.raises(ValueError):
        Score(cp=1, mate=1)


def test_games_from_texts(engine: Engine) -> None:
    text = 'name = "engine-test"\ntitle = "Test"\ninherits = "raumschach"\nmove_limit = 40\n'
    board = Board(triskelion.load_game_text(text))
    assert engine.search(board, nodes=300).move in board.legal_moves


def test_engine_at_exit() -> None:
    """A search that still runs at the end of a program does not keep it from ending."""
    program = "import triskelion\ne = triskelion.Engine()\na = e.analyse(triskelion.Board())\nnext(a)\n"
    assert subprocess.run([sys.executable, "-c", program], timeout=60).returncode == 0
