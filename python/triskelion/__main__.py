"""The program `triskelion`: `python -m triskelion`."""

import signal
import sys
from typing import NoReturn

from . import _native


def _run(name: str, arguments: list[str]) -> NoReturn:
    # The program handles interrupts itself, or is ended by them.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout.flush()
    command = [sys.executable, "-m", "triskelion"]
    sys.exit(_native._main(command, [name, *arguments]))


def main() -> NoReturn:
    """Run the program with the arguments of the command line."""
    _run("triskelion", sys.argv[1:])


def main_chess() -> NoReturn:
    """Run the program with the arguments of the command line, for ordinary chess."""
    _run("triskelion-chess", sys.argv[1:])


if __name__ == "__main__":
    main()
