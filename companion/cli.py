"""The ``companion`` command.

Every command imports what it needs when it runs: ``companion score`` loads no web framework, no image library and no
drawer of PDFs, and so answers at once.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from . import __version__
from .scoring.editions import EDITION_CODES
from .wording.languages import LANGUAGES

DONE, NOT_DONE, WRONG_USE = 0, 1, 2
"""Exit statuses: done; an input could not be scored or read; wrong use of the command."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit status."""
    parser = _build_parser()
    chosen = parser.parse_args(arguments)
    try:
        status = _run(chosen, parser)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # Whoever read our output has seen enough (`companion score … | head`): nothing is wrong, and what Python still
        # holds for them it may write to nowhere when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return NOT_DONE


def _run(chosen: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    match chosen.command:
        case "score":
            from .commands.score import score

            return score(chosen, parser.error)
        case "advise":
            from .commands.advise import give_advice

            return give_advice(chosen)
        case "audit":
            from .commands.audit import audit_sheet

            return audit_sheet(chosen)
        case "read":
            from .commands.read import read

            return read(chosen, parser.error)
        case "learn":
            from .commands.learn import learn

            return learn(chosen, parser.error)
        case "deck":
            from .commands.deck import look_after_decks

            return look_after_decks(chosen, parser.error)
        case "form":
            from .commands.form import print_blank_form

            return print_blank_form(chosen)
        case "serve":
            from .commands.serve import serve

            return serve(chosen)
        case _:
            from .commands.database import upgrade

            return upgrade()


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion", description="The official library inspection of Ex Libris.")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    score = commands.add_parser("score", help="score inspections: documents, PDF forms of ours, JSON Lines on -")
    score.add_argument("files", nargs="+", metavar="FILE", help="a document, a PDF form, or - for JSON Lines")
    score.add_argument("--json", action="store_true", help="print one line of JSON a document")
    score.add_argument("--pdf", metavar="OUT", help="write the filled form of the one document given")
    score.add_argument("--deck", metavar="FILE", help="an exported deck: its cards need no icons")
    _add_sheet_options(score)

    advise = commands.add_parser("advise", help="the cards that a player should turn by hand for the highest total")
    advise.add_argument("file", metavar="FILE", help="a document or a PDF form; - for standard input")
    advise.add_argument("--player", metavar="NAME", required=True, help="whose shelf")
    advise.add_argument("--json", action="store_true", help="print one line of JSON")
    _add_language(advise)

    audit = commands.add_parser("audit", help="what cannot be right on a paper sheet, and the smallest repairs")
    audit.add_argument("file", metavar="FILE", help="a sheet as it is written; - for standard input")
    audit.add_argument("--json", action="store_true", help="print one line of JSON")
    _add_language(audit)

    read = commands.add_parser("read", help="photos of shelves into shelf notation")
    read.add_argument("photos", nargs="+", metavar="PHOTO", help="a JPEG, PNG, WebP or HEIC file")
    read.add_argument("--deck", metavar="NAME", default="default", help="whose cards they are")
    read.add_argument("--edition", choices=EDITION_CODES, help="whose letters the cards carry; a deck knows its own")
    read.add_argument("--splayed", action="store_true", help="a pile in columns, each card on the one above it")
    read.add_argument("--overlay", metavar="OUT", help="draw what was seen in the one photo given")
    read.add_argument("--json", action="store_true", help="print one line of JSON a photo")
    _add_language(read)

    learn = commands.add_parser("learn", help="a photo and what lies there teach a deck")
    learn.add_argument("photo", metavar="PHOTO", help="a JPEG, PNG, WebP or HEIC file")
    learn.add_argument("notation", metavar="NOTATION", help="what lies there, in shelf notation")
    learn.add_argument("--deck", metavar="NAME", required=True, help="the deck, made if new")
    learn.add_argument("--edition", choices=EDITION_CODES, help="whose letters the cards of a new deck carry")
    learn.add_argument("--splayed", action="store_true", help="a pile: NOTATION lists its columns as rows")
    _add_language(learn)

    _add_deck_commands(commands.add_parser("deck", help="the decks: what is known of the cards of each box"))

    form = commands.add_parser("form", help="print an empty form, to be filled by hand")
    form.add_argument("form", choices=("B-7c", "S-42A"))
    form.add_argument("--blank", action="store_true", required=True, help="an empty sheet")
    form.add_argument("--pdf", metavar="OUT", required=True, help="where to write it")
    _add_sheet_options(form)

    serve = commands.add_parser("serve", help="run the web app")
    serve.add_argument("--host", default="0.0.0.0", help="127.0.0.1 for this machine only")  # noqa: S104 - for phones
    serve.add_argument("--port", type=_parse_port, default=8000)

    database = commands.add_parser("db", help="look after the database")
    database.add_argument("action", choices=("upgrade",), help="bring it to this version of the program")
    return parser


def _add_deck_commands(deck: argparse.ArgumentParser) -> None:
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


def _add_sheet_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4")
    _add_language(parser)


def _add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="the language of sentences and sheets")


def _parse_port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, found {text!r}")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
