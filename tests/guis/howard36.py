"""Plays games of the bot of `examples/howard36` against itself on the server of howard36/3d-chess.

    python tests/guis/howard36.py SERVER RULES

SERVER is the folder `server` of its repository, RULES `howard36_rules.ts` as a script for Node.js. The rules of its
client are the referee: the legal moves are compared before each move. GAMES is the number of games.
"""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import triskelion
from websockets.sync.client import connect

BOT = Path(__file__).parents[2] / "examples/howard36/bot.py"
sys.path.insert(0, str(BOT.parent))
from bot import format_cell, parse_record  # noqa: E402


def start_server(folder: str) -> tuple[subprocess.Popen[bytes], str]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    # It logs an error when it has closed the connection of a player whose seat is taken again.
    app = ["modal_app:create_web_app", "--factory", "--port", str(port), "--log-level", "critical"]
    process = subprocess.Popen([sys.executable, "-m", "uvicorn", *app], cwd=folder)
    for _ in range(600):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=1).close()
            return process, f"ws://127.0.0.1:{port}/ws"
        except OSError:
            time.sleep(0.1)
    raise SystemExit("error: the server does not answer")


def start_bot(server: str, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(BOT), server, "--time", "0.05", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def create_game(server: str, *arguments: str) -> tuple[subprocess.Popen[str], str]:
    bot = start_bot(server, *arguments)
    assert bot.stdout
    return bot, bot.stdout.readline().removeprefix("Created game ").strip()


def take_seat(server: str, game: str, color: str) -> list[dict[str, Any]]:
    """Returns the moves of a game. The server closes the connection of the player who had the seat."""
    with connect(server) as connection:
        connection.send(json.dumps({"type": "rejoin_game", "gameId": game, "color": color}))
        moves: list[dict[str, Any]] = json.loads(connection.recv())["moves"]
        return moves


def play(server: str, number: int) -> list[dict[str, Any]]:
    """Plays a game between two bots, one of them weaker, and returns the moves that the server has."""
    strong, game = create_game(server)
    weak = start_bot(server, "--join", game, "--elo", "1500")
    if number % 2 == 0:
        for color in ("white", "black"):
            time.sleep(1)
            take_seat(server, game, color)
    ends = [bot.communicate(timeout=600) for bot in (strong, weak)]
    (color, end), (other, same_end) = (output.strip().split(": ", 1) for output, _ in ends)
    assert {color, other} == {"white", "black"} and end == same_end and not ends[0][1] and not ends[1][1], ends
    moves = take_seat(server, game, "white")
    board = triskelion.Board("raumschach")
    for move in moves:
        board.push_text(parse_record(move))
    outcome = board.outcome()
    assert outcome and end == f"{outcome.result()} {outcome.reason}, {len(moves)} plies"
    print(f"game {number + 1}: {end}", flush=True)
    return moves


def compare(games: list[list[dict[str, Any]]], rules: str) -> int:
    """Compares the legal moves, checks and mates with those of the client, and returns the number of positions."""
    lines = "\n".join(map(json.dumps, games))
    output = subprocess.run(["node", rules], input=lines, capture_output=True, check=True, text=True).stdout
    positions = [json.loads(line) for line in output.splitlines()]
    replies = iter(positions)
    for moves in games:
        board = triskelion.Board("raumschach")
        for record in [*moves, None]:
            legal = sorted(
                format_cell(move.from_cell) + format_cell(move.to_cell) + (move.promotion or "").upper()
                for move in board.legal_moves
            )
            end = "checkmate" if board.is_checkmate() else "stalemate" if board.is_stalemate() else ""
            assert next(replies) == {"legal": legal, "check": board.is_check(), "end": end}, board.fen
            if record:
                board.push_text(parse_record(record))
    return len(positions)


def check_faults(server: str) -> None:
    """Checks what the bot prints if there is no server, no game or no seat, and if the other player cheats."""

    def error_of(*arguments: str) -> str:
        _, errors = start_bot(*arguments).communicate(timeout=60)
        return errors.strip()

    assert "Connection refused" in error_of("ws://127.0.0.1:9/ws")
    assert error_of(server, "--join", "NOGAME") == "error: the server reports invalid_game: Cannot join"
    bot, game = create_game(server)
    with connect(server) as connection:
        connection.send(json.dumps({"type": "join_game", "gameId": game}))
        color = json.loads(connection.recv())["color"]
        assert error_of(server, "--join", game) == "error: the server reports game_full: Game full"
        origin, destination = "Ac1", "Ec5"
        if color == "black":
            # The move of the bot.
            connection.recv()
            origin, destination = destination, origin
        connection.send(json.dumps({"type": "move", "from": origin, "to": destination}))
        expected = f'error: {color} played an illegal move: move "{origin}{destination}": '
        assert bot.communicate(timeout=60)[1].startswith(expected)


def main() -> None:
    folder, rules = sys.argv[1:]
    process, server = start_server(folder)
    try:
        check_faults(server)
        games = [play(server, number) for number in range(int(os.environ.get("GAMES", "6")))]
    finally:
        process.terminate()
        process.wait()
    print(f"{len(games)} games, {compare(games, rules)} positions: 0 differ")


if __name__ == "__main__":
    main()
