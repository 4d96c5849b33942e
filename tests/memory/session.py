"""Searches every rule set with four threads; see `tests/memory/run`.

    python3 tests/memory/session.py PROGRAM NODES

Fails if the program writes to standard error, as the sanitizers do, or does not end with 0.
"""

import subprocess
import sys
import tempfile

program, nodes = sys.argv[1:]
# A file, which takes a report of any length.
errors = tempfile.TemporaryFile("w+")
engine = subprocess.Popen(
    [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
)


def send(line):
    engine.stdin.write(line + "\n")
    engine.stdin.flush()


def read_to(word):
    """Returns the lines up to the first one that begins with a word."""
    lines = []
    for line in engine.stdout:
        lines.append(line.strip())
        if line.startswith(word):
            return lines
    sys.exit(f"the program ended: {error_text()}")


def error_text():
    errors.seek(0)
    return errors.read()


send("uci")
options = read_to("uciok")
variant = next(line for line in options if line.startswith("option name UCI_Variant "))
send("setoption name Threads value 4")
send("setoption name Hash value 1")
searches = 0
for name in variant.split(" var ")[1:]:
    send(f"setoption name UCI_Variant value {name}")
    send("ucinewgame")
    send("position startpos")
    for go in [f"go nodes {nodes}", "go infinite"]:
        send(go)
        if go == "go infinite":
            send("isready")
            read_to("readyok")
            send("stop")
        read_to("bestmove")
        searches += 1
send("quit")
if engine.wait() != 0 or error_text():
    sys.exit(f"exit code {engine.returncode}: {error_text()}")
print(f"{searches} searches with four threads")
