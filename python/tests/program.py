"""The program as a child process, spoken to by its line protocol."""

import json
import subprocess
import sys
from types import TracebackType
from typing import Any


class Program:
    """`python -m triskelion` for one game."""

    def __init__(self, variant: str) -> None:
        command = [sys.executable, "-m", "triskelion", "--variant", variant]
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> "Program":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.child.communicate("quit\n", timeout=60)

    def send(self, line: str) -> None:
        assert self.child.stdin is not None
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()

    def reply(self, word: str) -> str:
        """Return the rest of the next line that begins with a word."""
        assert self.child.stdout is not None
        for line in self.child.stdout:
            assert not line.startswith("info string error"), line
            if line.split(" ", 1)[0].rstrip("\n") == word:
                return line[len(word) :].strip()
        raise AssertionError(f"no reply {word}")

    def board(self) -> dict[str, Any]:
        self.send("board")
        return dict(json.loads(self.reply("board")))

    def moves(self) -> list[dict[str, Any]]:
        self.send("moves json")
        return list(json.loads(self.reply("moves")))
