"""The ``companion`` command.

Every command imports what it needs when it runs: ``companion score`` loads no web framework, no image library, and no
PDF renderer, and so starts at once.

To add one: a module in ``commands``, its arguments in ``arguments.py``, and here a function that imports it and its row
in ``COMMANDS``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from . import __version__, arguments
from .workers.counting import count_pdfs

DONE, NOT_DONE, WRONG_USE = 0, 1, 2
"""Exit statuses: success; an input could not be scored or read; wrong usage."""

Refuse = Callable[[str], object]
"""Ends the program on wrong usage, with a sentence."""


@dataclass(frozen=True, slots=True)
class Command:
    """What a command's name stands for."""

    summary: str
    """For the list of commands, in English."""
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace, Refuse], int]
    """Runs the command and returns the exit status; imports the command's module only then."""
    count_heavy: Callable[[argparse.Namespace], int] = lambda _chosen: 0
    """Counts the photos, PDFs and decks that it opens or makes: with any, it runs in a process of its own."""


def start() -> int:
    """Run the command of the command line; return its exit status.

    Photos, PDFs and decks are opened by a process of its own, which is watched as a worker is.
    """
    parser = _build_parser(sys.argv[1:])
    chosen = parser.parse_args()
    pieces = COMMANDS[chosen.command].count_heavy(chosen)
    if not pieces:
        return _run(chosen, parser)
    from .workers.watching import run_watched

    return run_watched(chosen, pieces, lambda: _run(chosen, parser))


def main(words: Sequence[str] | None = None) -> int:
    """Run a command in this process; return its exit status.

    Raises ``SystemExit`` for wrong use, with status 2 and the usage on standard error.
    """
    words = sys.argv[1:] if words is None else words
    parser = _build_parser(words)
    return _run(parser.parse_args(words), parser)


def _run(chosen: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    try:
        status = COMMANDS[chosen.command].run(chosen, parser.error)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # Whoever reads our output has seen enough (`companion score … | head`): nothing is wrong, and what is
        # left in Python's buffer may be discarded when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return NOT_DONE


def _build_parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return a parser that knows all commands, and the arguments of those that are named."""
    parser = argparse.ArgumentParser(prog="companion", description="The official library inspection of Ex Libris.")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        named = commands.add_parser(name, help=command.summary)
        if name in words:
            command.add_arguments(named)
    return parser


def _score(chosen: argparse.Namespace, refuse: Refuse) -> int:
    from .commands.score import score

    return score(chosen, refuse)


def _standings(chosen: argparse.Namespace, _refuse: Refuse) -> int:
    from .commands.standings import rank_inspections

    return rank_inspections(chosen)


def _advise(chosen: argparse.Namespace, _refuse: Refuse) -> int:
    from .commands.advise import give_advice

    return give_advice(chosen)


def _audit(chosen: argparse.Namespace, _refuse: Refuse) -> int:
    from .commands.audit import audit_sheet

    return audit_sheet(chosen)


def _read(chosen: argparse.Namespace, refuse: Refuse) -> int:
    from .commands.read import read

    return read(chosen, refuse)


def _learn(chosen: argparse.Namespace, refuse: Refuse) -> int:
    from .commands.learn import learn

    return learn(chosen, refuse)


def _deck(chosen: argparse.Namespace, refuse: Refuse) -> int:
    from .commands.deck import look_after_decks

    return look_after_decks(chosen, refuse)


def _form(chosen: argparse.Namespace, _refuse: Refuse) -> int:
    from .commands.form import print_blank_form

    return print_blank_form(chosen)


def _serve(chosen: argparse.Namespace, _refuse: Refuse) -> int:
    from .commands.serve import serve

    return serve(chosen)


def _work(chosen: argparse.Namespace, _refuse: Refuse) -> int:
    from .commands.work import work

    return work(chosen)


def _database(_chosen: argparse.Namespace, _refuse: Refuse) -> int:
    from .commands.database import upgrade

    return upgrade()


def _check(_chosen: argparse.Namespace, _refuse: Refuse) -> int:
    from .commands.database import check

    return check()


def _backup(chosen: argparse.Namespace, _refuse: Refuse) -> int:
    from .commands.database import back_up

    return back_up(chosen)


def _restore(chosen: argparse.Namespace, _refuse: Refuse) -> int:
    from .commands.database import restore

    return restore(chosen)


def _export(chosen: argparse.Namespace, _refuse: Refuse) -> int:
    from .commands.database import export

    return export(chosen)


def _import(chosen: argparse.Namespace, _refuse: Refuse) -> int:
    from .commands.database import take_in

    return take_in(chosen)


def _count_one(_chosen: argparse.Namespace) -> int:
    return 1


COMMANDS = {
    "score": Command(
        "score inspections: documents, PDF forms of ours, JSON Lines on -", arguments.describe_score, _score, count_pdfs
    ),
    "standings": Command(
        "add up inspections of several tables and rounds", arguments.describe_standings, _standings, count_pdfs
    ),
    "advise": Command(
        "the cards that a player should turn by hand for the highest total",
        arguments.describe_advise,
        _advise,
        count_pdfs,
    ),
    "audit": Command(
        "what cannot be right on a paper sheet, and the smallest repairs", arguments.describe_audit, _audit, count_pdfs
    ),
    "read": Command(
        "photos of shelves into shelf notation", arguments.describe_read, _read, lambda chosen: len(chosen.photos)
    ),
    "learn": Command("a photo and what lies there teach a deck", arguments.describe_learn, _learn, _count_one),
    "deck": Command("the decks: what is known of the cards of each box", arguments.describe_deck, _deck, _count_one),
    "form": Command("print an empty form, to be filled by hand", arguments.describe_form, _form, _count_one),
    "serve": Command("run the web app", arguments.describe_serve, _serve),
    "work": Command("do the work of photos and PDFs for servers elsewhere", arguments.describe_work, _work),
    "db": Command("look after the database", arguments.describe_database, _database),
    "check": Command("read the whole database, and say what is damaged", arguments.describe_nothing, _check),
    "backup": Command("copy the database to a file while the app runs", arguments.describe_file, _backup),
    "restore": Command("put a backup in the place of the database", arguments.describe_file, _restore),
    "export": Command("write everything to one file, from SQLite or PostgreSQL", arguments.describe_file, _export),
    "import": Command(
        "take such a file into an empty database, SQLite or PostgreSQL", arguments.describe_file, _import
    ),
}
"""All commands, in the order of the help. Any other name is wrong usage."""


if __name__ == "__main__":
    sys.exit(start())
