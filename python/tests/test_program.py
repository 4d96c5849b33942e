"""Boards agree with the program on random games, and the program runs as a module and as a script."""

import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from program import Program

import triskelion
from triskelion import BLACK, WHITE, Board

GAMES = Path(__file__).parents[2] / "games"
FILES = [str(GAMES / f"{name}.toml") for name in ("alice", "cubic", "dragonchess")]
RESULTS = {"p1win": "1-0", "p2win": "0-1", "draw": "1/2-1/2", "none": "*"}


def compare(board: Board, program: Program) -> None:
    state = program.board()
    assert board.fen == state["fen"]
    assert {cell: piece.symbol() for cell, piece in board.piece_map().items()} == state["pieces"]
    side = {"w": WHITE, "b": BLACK, None: None}
    assert board.platforms == {post: side[owner] for post, owner in state["platforms"].items()}
    assert board.turn == side[state["side_to_move"]]
    assert board.is_check() == state["in_check"]
    assert board.checkers() == state["checkers"]
    assert board.result() == RESULTS[state["result"]]
    outcome = board.outcome()
    assert (outcome and outcome.reason) == state["reason"]
    moves = {move.uci(): move for move in board.legal_moves}
    listed = program.moves()
    assert sorted(moves) == [move["uci"] for move in listed]
    for entry in listed:
        move = moves[entry["uci"]]
        assert board.move_text(move) == entry["display"]
        assert board.captured_cell(move) == entry["captured_cell"]
        assert (move.promotion or "") == entry["promotion"]
        assert move.is_platform_move == entry["is_platform_move"]
        assert move.from_cell == entry["from"]


@pytest.mark.parametrize("variant", [*triskelion.variants(), *FILES])
def test_random_games(variant: str) -> None:
    generator = random.Random(variant)
    with Program(variant) as program:
        for _ in range(2):
            board = Board(variant)
            while len(board.move_stack) < 60 and not board.is_game_over():
                # Not every position: the program lists the texts of all moves.
                if generator.random() < 0.25:
                    moves = " ".join(move.uci() for move in board.move_stack)
                    start = f"fen {board.start_fen}"
                    program.send(f"position {start} moves {moves}" if moves else f"position {start}")
                    compare(board, program)
                board.push(generator.choice(board.legal_moves))


def run(*arguments: str, input: str = "") -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "triskelion", *arguments]
    return subprocess.run(command, input=input, capture_output=True, text=True, timeout=120)


def test_module() -> None:
    version = run("--version")
    assert version.stdout.startswith(f"triskelion {triskelion.__version__} (") and version.returncode == 0
    assert "id name Triskelion" in run(input="uci\nquit\n").stdout
    assert "10172" in run("perft", "--depth", "3").stdout.replace(",", "")
    wrong = run("--variant", "checkers")
    assert wrong.returncode == 2 and "no rule set named" in wrong.stderr
    missing = run("game", "check", str(GAMES / "none.toml"))
    assert missing.returncode == 1


def test_scripts() -> None:
    script = shutil.which("triskelion", path=str(Path(sys.executable).parent))
    chess = shutil.which("triskelion-chess", path=str(Path(sys.executable).parent))
    assert script is not None and chess is not None
    reply = subprocess.run([script, "--version"], capture_output=True, text=True, timeout=60)
    assert reply.stdout.startswith(f"triskelion {triskelion.__version__} (")
    reply = subprocess.run([chess], input="d\nquit\n", capture_output=True, text=True, timeout=60)
    assert "rnbqkbnr/pppppppp" in reply.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_interrupt_ends_the_program() -> None:
    command = [sys.executable, "-m", "triskelion"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write("isready\ngo infinite\n")
        child.stdin.flush()
        assert child.stdout.readline() == "readyok\n"
        time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        assert child.wait(60) == -signal.SIGINT


def test_server_starts_engines() -> None:
    """A page of `serve` speaks with an engine, which is a child process of the server."""
    command = [sys.executable, "-m", "triskelion", "--variant", "raumschach", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = re.search(r"http://127\.0\.0\.1:(\d+)/", server.stdout.readline())
            assert address is not None
            port = int(address[1])
            with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
                connection.sendall(
                    f"GET /engine HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
                    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
                )
                page = connection.makefile("rb")
                assert page.readline().startswith(b"HTTP/1.1 101 ")
                while page.readline() != b"\r\n":
                    pass
                # A text message of WebSockets: its kind, its length, a mask, the masked text.
                mask, text = os.urandom(4), b"query p1turn"
                masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(text))
                connection.sendall(bytes([0x81, 0x80 | len(text)]) + mask + masked)
                kind = 0
                while kind != 0x81:
                    # The server also asks whether the page is still there.
                    kind, length = page.read(2)
                    reply = page.read(length)
                assert reply == b"response true"
        finally:
            server.kill()
