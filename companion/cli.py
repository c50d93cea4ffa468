"""The ``companion`` command.

Every command imports what it needs when it runs: ``companion score`` loads no web framework, no image library, and no
PDF renderer, and so starts at once.

To add one: a module in ``commands``, and here its arguments, a function that imports it, and its row in ``COMMANDS``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from . import __version__
from .scoring.editions import EDITION_CODES
from .wording.languages import LANGUAGES
from .workers.counting import count_pdfs, parse_workers

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
    parser = _build_parser()
    chosen = parser.parse_args()
    pieces = COMMANDS[chosen.command].count_heavy(chosen)
    if not pieces:
        return _run(chosen, parser)
    from .workers.watching import run_watched

    return run_watched(chosen, pieces, lambda: _run(chosen, parser))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command in this process; return its exit status.

    Raises ``SystemExit`` for wrong use, with status 2 and the usage on standard error.
    """
    parser = _build_parser()
    return _run(parser.parse_args(arguments), parser)


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


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion", description="The official library inspection of Ex Libris.")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        command.add_arguments(commands.add_parser(name, help=command.summary))
    return parser


def _describe_score(score: argparse.ArgumentParser) -> None:
    score.add_argument("files", nargs="+", metavar="FILE", help="a document, a PDF form, or - for JSON Lines")
    score.add_argument("--json", action="store_true", help="print one line of JSON a document")
    score.add_argument("--pdf", metavar="OUT", help="write the filled form of the one document given")
    score.add_argument("--deck", metavar="FILE", help="an exported deck: its cards need no icons")
    _add_sheet_options(score)


def _score(chosen: argparse.Namespace, refuse: Refuse) -> int:
    from .commands.score import score

    return score(chosen, refuse)


def _describe_advise(advise: argparse.ArgumentParser) -> None:
    advise.add_argument("file", metavar="FILE", help="a document or a PDF form; - for standard input")
    advise.add_argument("--player", metavar="NAME", required=True, help="whose shelf")
    advise.add_argument("--json", action="store_true", help="print one line of JSON")
    _add_language(advise)


def _advise(chosen: argparse.Namespace, _refuse: Refuse) -> int:
    from .commands.advise import give_advice

    return give_advice(chosen)


def _describe_audit(audit: argparse.ArgumentParser) -> None:
    audit.add_argument("file", metavar="FILE", help="a sheet as it is written; - for standard input")
    audit.add_argument("--json", action="store_true", help="print one line of JSON")
    _add_language(audit)


def _audit(chosen: argparse.Namespace, _refuse: Refuse) -> int:
    from .commands.audit import audit_sheet

    return audit_sheet(chosen)


def _describe_read(read: argparse.ArgumentParser) -> None:
    read.add_argument("photos", nargs="+", metavar="PHOTO", help="a JPEG, PNG, WebP or HEIC file")
    read.add_argument("--deck", metavar="NAME", default="default", help="whose cards they are")
    read.add_argument("--edition", choices=EDITION_CODES, help="whose letters the cards carry; a deck knows its own")
    read.add_argument("--splayed", action="store_true", help="a pile in columns, each card on the one above it")
    read.add_argument("--overlay", metavar="OUT", help="draw what was seen in the one photo given")
    read.add_argument("--json", action="store_true", help="print one line of JSON a photo")
    _add_language(read)


def _read(chosen: argparse.Namespace, refuse: Refuse) -> int:
    from .commands.read import read

    return read(chosen, refuse)


def _describe_learn(learn: argparse.ArgumentParser) -> None:
    learn.add_argument("photo", metavar="PHOTO", help="a JPEG, PNG, WebP or HEIC file")
    learn.add_argument("notation", metavar="NOTATION", help="what lies there, in shelf notation")
    learn.add_argument("--deck", metavar="NAME", required=True, help="the deck, made if new")
    learn.add_argument("--edition", choices=EDITION_CODES, help="whose letters the cards of a new deck carry")
    learn.add_argument("--splayed", action="store_true", help="a pile: NOTATION lists its columns as rows")
    _add_language(learn)


def _learn(chosen: argparse.Namespace, refuse: Refuse) -> int:
    from .commands.learn import learn

    return learn(chosen, refuse)


def _describe_deck(deck: argparse.ArgumentParser) -> None:
    actions = deck.add_subparsers(dest="action", required=True, metavar="ACTION")
    actions.add_parser("list", help="the decks there are, and how much of each is known")
    show = actions.add_parser("show", help="the cards of a deck, and what cannot be right about them")
    show.add_argument("name", metavar="NAME")
    show.add_argument("--json", action="store_true", help="print one line of JSON")
    _add_language(show)
    export = actions.add_parser("export", help="write a deck to a file")
    export.add_argument("name", metavar="NAME")
    export.add_argument("--to", metavar="FILE", required=True, help="where to; - for standard output")
    export.add_argument("--without-pictures", action="store_true", help="the cards and what the eye has learned only")
    taken = actions.add_parser("import", help="take a deck from a file; one that is there already learns from it")
    taken.add_argument("file", metavar="FILE", help="an exported deck; - for standard input")
    taken.add_argument("--name", metavar="NAME", help="the deck to make or to add to; otherwise the file's own name")
    _add_language(taken)


def _deck(chosen: argparse.Namespace, refuse: Refuse) -> int:
    from .commands.deck import look_after_decks

    return look_after_decks(chosen, refuse)


def _describe_form(form: argparse.ArgumentParser) -> None:
    form.add_argument("form", choices=("B-7c", "S-42A"))
    form.add_argument("--blank", action="store_true", required=True, help="an empty sheet")
    form.add_argument("--pdf", metavar="OUT", required=True, help="where to write it")
    _add_sheet_options(form)


def _form(chosen: argparse.Namespace, _refuse: Refuse) -> int:
    from .commands.form import print_blank_form

    return print_blank_form(chosen)


def _describe_serve(serve: argparse.ArgumentParser) -> None:
    serve.add_argument("--host", default="0.0.0.0", help="127.0.0.1 for this machine only")  # noqa: S104 - for phones
    serve.add_argument("--port", type=_parse_port, default=8000)


def _serve(chosen: argparse.Namespace, _refuse: Refuse) -> int:
    from .commands.serve import serve

    return serve(chosen)


def _describe_work(work: argparse.ArgumentParser) -> None:
    work.add_argument("--workers", type=parse_workers, help="how many; otherwise COMPANION_WORKERS")


def _work(chosen: argparse.Namespace, _refuse: Refuse) -> int:
    from .commands.work import work

    return work(chosen)


def _describe_database(database: argparse.ArgumentParser) -> None:
    actions = database.add_subparsers(dest="action", required=True, metavar="ACTION")
    actions.add_parser("upgrade", help="bring it to this version of the program")


def _database(_chosen: argparse.Namespace, _refuse: Refuse) -> int:
    from .commands.database import upgrade

    return upgrade()


def _describe_nothing(_parser: argparse.ArgumentParser) -> None:
    """For a command without arguments."""


def _check(_chosen: argparse.Namespace, _refuse: Refuse) -> int:
    from .commands.database import check

    return check()


def _describe_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE")


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


def _add_sheet_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4")
    _add_language(parser)


def _add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="the language of sentences and sheets")


def _count_one(_chosen: argparse.Namespace) -> int:
    return 1


def _parse_port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, found {text!r}")
    return int(text)


COMMANDS = {
    "score": Command(
        "score inspections: documents, PDF forms of ours, JSON Lines on -", _describe_score, _score, count_pdfs
    ),
    "advise": Command(
        "the cards that a player should turn by hand for the highest total", _describe_advise, _advise, count_pdfs
    ),
    "audit": Command(
        "what cannot be right on a paper sheet, and the smallest repairs", _describe_audit, _audit, count_pdfs
    ),
    "read": Command("photos of shelves into shelf notation", _describe_read, _read, lambda chosen: len(chosen.photos)),
    "learn": Command("a photo and what lies there teach a deck", _describe_learn, _learn, _count_one),
    "deck": Command("the decks: what is known of the cards of each box", _describe_deck, _deck, _count_one),
    "form": Command("print an empty form, to be filled by hand", _describe_form, _form, _count_one),
    "serve": Command("run the web app", _describe_serve, _serve),
    "work": Command("do the work of photos and PDFs for servers elsewhere", _describe_work, _work),
    "db": Command("look after the database", _describe_database, _database),
    "check": Command("read the whole database, and say what is damaged", _describe_nothing, _check),
    "backup": Command("copy the database to a file while the app runs", _describe_file, _backup),
    "restore": Command("put a backup in the place of the database", _describe_file, _restore),
    "export": Command("write everything to one file, from SQLite or PostgreSQL", _describe_file, _export),
    "import": Command("take such a file into an empty database, SQLite or PostgreSQL", _describe_file, _import),
}
"""All commands, in the order of the help. Any other name is wrong usage."""


if __name__ == "__main__":
    sys.exit(start())
