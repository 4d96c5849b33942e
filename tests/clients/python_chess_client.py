"""Uses the engine from python-chess as a GUI does: timed games, pondering, several lines, analysis.

    python tests/clients/python_chess_client.py target/release/triskelion --variant chess

Needs the package `chess` from PyPI. Fails with a traceback at the first error.
"""

import asyncio
import json
import random
import subprocess
import sys

import chess
import chess.engine

import timed_game

MATE_IN_TWO = "6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1"


async def games(command):
    """Plays one game of ordinary chess and one of Chess960, the engine against itself, with pondering."""
    for board in (chess.Board(), chess.Board.from_chess960_pos(441)):
        engines = [(await chess.engine.popen_uci(command))[1] for _ in range(2)]
        # The margins allow for a busy machine.
        outcome = await timed_game.play(engines, board, 1.0, 0.01, margins=(5.0, 5.0), ponder=True)
        assert not outcome.faults, outcome
        assert outcome.reason != "too long" and len(outcome.moves) > 20, outcome
        print(f"game: {outcome.result}, {outcome.reason}, {len(outcome.moves)} plies")
        for engine in engines:
            await engine.quit()


async def several_lines(engine):
    """Checks that MultiPV gives the requested number of lines, legal to their end, best first."""
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    # A game of its own: what two threads have learned before differs from run to run.
    limit = chess.engine.Limit(depth=7)
    lines = await engine.analyse(board, limit, multipv=4, game="several lines")
    assert len(lines) == 4 and len({line["pv"][0] for line in lines}) == 4, lines
    scores = [line["score"].relative.score(mate_score=100_000) for line in lines]
    assert scores == sorted(scores, reverse=True), scores
    for line in lines:
        assert line["depth"] == 7 and line["nodes"] > 0 and line["nps"] > 0 and line["seldepth"] >= 7, line
        # Raises if a move is illegal.
        board.variation_san(line["pv"])
    # A larger MultiPV gives one line for each legal move.
    corner = chess.Board("7k/8/8/8/8/8/7p/7K w - - 0 1")
    lines = await engine.analyse(corner, chess.engine.Limit(depth=2), multipv=50)
    assert len(lines) == corner.legal_moves.count(), lines
    print(f"lines: {len(scores)} as requested, {len(lines)} for all legal moves")
    candidates = [chess.Move.from_uci("g8f6"), chess.Move.from_uci("f8c5")]
    info = await engine.analyse(board, chess.engine.Limit(depth=4), root_moves=candidates)
    assert info["pv"][0] in candidates, info


async def infinite_analysis(engine):
    """Checks that an infinite analysis runs until it is stopped, and that a mate search follows it."""
    with await engine.analysis(chess.Board()) as analysis:
        reports = 0
        async for info in analysis:
            reports += "pv" in info
            if reports >= 8:
                break
        analysis.stop()
        best = await analysis.wait()
    assert best.move in chess.Board().legal_moves, best
    board = chess.Board(MATE_IN_TWO)
    info = await engine.analyse(board, chess.engine.Limit(mate=2))
    assert info["score"].relative == chess.engine.Mate(2), info
    for move in info["pv"]:
        board.push(move)
    assert board.is_checkmate() and len(info["pv"]) == 3, info
    print("analysis: stopped; mate in two found")


async def options(engine):
    """Checks and sets the options that a GUI offers."""
    expected = {"Threads", "Hash", "Clear Hash", "MultiPV", "Ponder", "Move Overhead", "UCI_Variant"}
    expected |= {"UCI_Chess960", "UCI_ShowWDL"}
    assert expected <= set(engine.options), sorted(engine.options)
    await engine.configure({"Threads": 2, "Hash": 32, "UCI_ShowWDL": True, "Move Overhead": 30})
    info = await engine.analyse(chess.Board(), chess.engine.Limit(depth=5))
    assert sum(info["wdl"].relative) == 1000, info
    await engine.configure({"Threads": 1, "Hash": 16, "UCI_ShowWDL": False, "Clear Hash": None})
    print(f"options: {len(engine.options)}, id {engine.id['name']}")


def notation(command, games=12, seed=1):
    """Compares the engine's SAN with that of python-chess for every legal move of random games."""
    engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    generator = random.Random(seed)
    compared = 0
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over(claim_draw=True) and board.ply() < 120:
            engine.stdin.write(f"position fen {board.fen()}\nmoves json\n")
            engine.stdin.flush()
            listed = json.loads(engine.stdout.readline().removeprefix("moves "))
            texts = {move["uci"]: move["display"] for move in listed}
            assert texts == {move.uci(): board.san(move) for move in board.legal_moves}, board.fen()
            compared += len(texts)
            board.push(generator.choice(list(board.legal_moves)))
    engine.communicate("quit\n")
    assert engine.returncode == 0
    print(f"notation: {compared} moves equal those of python-chess")


async def main(command):
    notation(command)
    _, engine = await chess.engine.popen_uci(command)
    await options(engine)
    await several_lines(engine)
    await infinite_analysis(engine)
    await engine.quit()
    await games(command)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
