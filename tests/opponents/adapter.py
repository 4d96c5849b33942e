#!/usr/bin/env python3
"""Lets a program that is compiled with one of the drivers of this folder play as a UCI engine.

    tests/opponents/adapter.py target/opponents/brunotag

For each `go` the adapter starts the driver anew. A driver for Raumschach gets

    DRIVER CELLS SIDE HALFMOVE_CLOCK DEPTH

CELLS are 125 FEN letters or dots: file by file, rank by rank, level by level, from a11 on. The driver for Dragonchess
gets

    DRIVER FEN DEPTH MOVE...

The driver searches deeper and deeper and prints a line `bestmove DEPTH MOVE` when it has a better move. When the time
is up it gets the signal TERM, and the adapter plays the last move. The promotion letter may be missing in Raumschach;
it is `q` then. The driver for Dragonchess first prints all legal moves, with depth 0.

`go perft 1` lists the legal moves: for Raumschach those of raumschach.py, for Dragonchess those of the driver.
"""

import argparse
import os
import signal
import subprocess
import sys
import threading
import time

import dragonchess
import raumschach

#: The class of the positions of each rule set.
POSITIONS = {"raumschach": raumschach.Position, "dragonchess": dragonchess.Position}

#: The depth if none is given, beyond what any program reaches.
MAX_DEPTH = 15

#: The number of moves that the remaining time is divided among.
MOVES_TO_GO = 30


def report(message):
    print(message, file=sys.stderr, flush=True)


def send(message):
    print(message, flush=True)


class Search:
    """A search in a thread of its own, which prints `bestmove` when it ends."""

    def __init__(self, driver, position, depth, seconds, is_infinite):
        arguments = [driver, *position.driver_arguments(depth)]
        self.driver, self.position = driver, position
        self.started = time.monotonic()
        self.is_stopped = threading.Event()
        if not is_infinite:
            self.is_stopped.set()
        self.process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.timer = threading.Timer(seconds or 0, self.process.terminate)
        if seconds is not None:
            self.timer.start()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        # Takes some milliseconds, so this comes before the time is up.
        legal_moves = self.position.legal_moves(self.driver)
        move = None
        for line in self.process.stdout:
            words = line.split()
            if len(words) == 3 and words[0] == "bestmove":
                move = words[2]
                elapsed = round((time.monotonic() - self.started) * 1000)
                if words[1] != "0":
                    send(f"info depth {words[1]} time {elapsed} pv {move}")
        status = self.process.wait()
        self.timer.cancel()
        if status not in (0, -signal.SIGTERM):
            report(f"the driver ends with status {status}")
        self.is_stopped.wait()
        send(f"bestmove {self.checked(move, legal_moves)}")

    def checked(self, move, legal_moves):
        """Adds the promotion letter and reports where the program disagrees with the rules."""
        if not legal_moves:
            return "(none)"
        if move is None:
            report(f"the program found no move; playing {legal_moves[0]}, the first of {len(legal_moves)}")
            return legal_moves[0]
        move = self.position.complete(move)
        if move not in legal_moves:
            report(f"the program plays {move}, which is illegal")
        return move

    def stop(self):
        self.is_stopped.set()
        self.process.terminate()

    def join(self):
        self.thread.join()


def parse_position(words, position_class):
    """Returns the position of a `position` command."""
    moves = words[words.index("moves") + 1 :] if "moves" in words else []
    position = position_class(" ".join(words[1:5])) if words[0] == "fen" else position_class()
    for move in moves:
        position.play(move)
    return position


def start_search(driver, position, words, overhead):
    numbers = {name: int(value) for name, value in zip(words, words[1:]) if value.isdigit()}
    seconds = None
    own_time = numbers.get("wtime" if position.side == "w" else "btime")
    if "movetime" in numbers:
        seconds = numbers["movetime"] / 1000 - overhead
    elif own_time is not None:
        increment = numbers.get("winc" if position.side == "w" else "binc", 0)
        moves_to_go = min(numbers.get("movestogo", MOVES_TO_GO), MOVES_TO_GO)
        seconds = min(own_time / moves_to_go + increment, own_time) / 1000 - overhead
    if seconds is not None:
        seconds = max(seconds, 0.01)
    return Search(driver, position, numbers.get("depth", MAX_DEPTH), seconds, "infinite" in words)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--overhead", type=int, default=50, help="milliseconds that each move reserves")
    parser.add_argument("driver", help="the compiled driver")
    arguments = parser.parse_args()

    position_class, search = raumschach.Position, None
    position = position_class()
    for line in sys.stdin:
        words = line.split()
        command = words[0] if words else ""
        if command == "uci":
            send(f"id name {os.path.basename(arguments.driver)}")
            variants = " ".join(f"var {name}" for name in POSITIONS)
            send(f"option name UCI_Variant type combo default raumschach {variants}")
            send("uciok")
        elif command == "setoption" and words[2] == "UCI_Variant":
            position_class = POSITIONS[words[4]]
            position = position_class()
        elif command == "isready":
            send("readyok")
        elif command == "position":
            position = parse_position(words[1:], position_class)
        elif words[:3] == ["go", "perft", "1"]:
            legal_moves = position.legal_moves(arguments.driver)
            for move in legal_moves:
                send(f"{move}: 1")
            send(f"Nodes searched: {len(legal_moves)}")
        elif command == "go":
            if search:
                search.join()
            search = start_search(arguments.driver, position, words[1:], arguments.overhead / 1000)
        elif command == "stop" and search:
            search.stop()
        elif command == "quit":
            break
    if search:
        search.stop()
        search.join()


if __name__ == "__main__":
    main()
