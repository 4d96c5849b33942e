"""Plays Raumschach on a server of howard36/3d-chess.

    python bot.py ws://127.0.0.1:8000/ws                   opens a game and prints its name
    python bot.py ws://127.0.0.1:8000/ws --join AB12CD     joins a game

The server passes on the moves of two players and checks only whose turn it is. So each player checks those of the other.
"""

import argparse
import json
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import triskelion
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

Message = dict[str, Any]


def parse_record(record: Message) -> str:
    """Returns a move as text in the notation `maack`, which writes cells as the server does."""
    return f"{record['from']}{record['to']}{record.get('promotion', '')}"


def format_cell(cell: str) -> str:
    """Returns a cell with its level first: `Ac1` for `c11`."""
    return "ABCDE"[int(cell[2]) - 1] + cell[:2]


def format_move(move: triskelion.Move) -> Message:
    message = {"type": "move", "from": format_cell(move.from_cell), "to": format_cell(move.to_cell)}
    if move.promotion:
        message["promotion"] = move.promotion.upper()
    return message


class Player:
    """A seat in a game on a server. It is taken again when the connection breaks."""

    def __init__(self, server: str, game: str | None = None) -> None:
        self.server = server
        self.game = game
        self.color: str | None = None
        self.started = False
        self.board = triskelion.Board("raumschach")
        self.connection: ClientConnection

    def send(self, message: Message) -> None:
        # A connection that is closed is made again by `messages`, and then the server sends the game.
        with suppress(ConnectionClosed):
            self.connection.send(json.dumps(message))

    def take_seat(self) -> None:
        if self.color:
            self.send({"type": "rejoin_game", "gameId": self.game, "color": self.color})
        elif self.game:
            self.send({"type": "join_game", "gameId": self.game})
        else:
            self.send({"type": "create_game"})

    def handle(self, message: Message) -> None:
        kind = message["type"]
        if kind == "error":
            raise SystemExit(f"error: the server reports {message['code']}: {message['message']}")
        self.color = message.get("color", self.color)
        self.started = message.get("started", self.started or kind == "game_start")
        if kind == "game_created":
            self.game = message["gameId"]
            print(f"Created game {self.game}", flush=True)
        elif kind == "game_state":
            self.board.reset()
        for record in message.get("moves", [message] if kind == "move_made" else []):
            try:
                self.board.push_text(parse_record(record))
            except ValueError as error:
                raise SystemExit(f"error: {record['by']} played an illegal move: {error}") from None

    def messages(self) -> Iterator[Message]:
        """Yields the messages of the server, over as many connections as it takes."""
        while True:
            try:
                with connect(self.server) as self.connection:
                    self.take_seat()
                    for message in self.connection:
                        yield json.loads(message)
            except (ConnectionClosed, OSError) as error:
                if not self.color:
                    raise SystemExit(f"error: {self.server}: {error}") from None
            time.sleep(1)

    def play(self, engine: triskelion.Engine, seconds: float) -> triskelion.Outcome:
        """Plays the game to its end by our rules. The server has no draws but stalemate."""
        messages = self.messages()
        while not (outcome := self.board.outcome()):
            if self.started and (self.color == "white") == self.board.turn:
                move = engine.search(self.board, time=seconds).move
                assert move is not None
                self.send(format_move(move))
            self.handle(next(messages))
        return outcome


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server", help="the address, ws://HOST:PORT/ws")
    parser.add_argument("--join", metavar="GAME", help="the name of a game that waits for a player")
    parser.add_argument("--time", type=float, default=1.0, help="seconds for a move")
    parser.add_argument("--elo", type=int, help="the strength; full strength without it")
    arguments = parser.parse_args()
    player = Player(arguments.server, arguments.join)
    outcome = player.play(triskelion.Engine("raumschach", elo=arguments.elo), arguments.time)
    print(f"{player.color}: {outcome.result()} {outcome.reason}, {player.board.ply()} plies")


if __name__ == "__main__":
    main()
