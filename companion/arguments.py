"""The arguments of each command."""

from __future__ import annotations

import argparse

from .scoring.editions import EDITION_CODES
from .wording.languages import LANGUAGES
from .workers.counting import parse_workers


def describe_score(score: argparse.ArgumentParser) -> None:
    score.add_argument("files", nargs="+", metavar="FILE", help="a document, a PDF form, or - for JSON Lines")
    score.add_argument("--json", action="store_true", help="print one line of JSON a document")
    score.add_argument("--pdf", metavar="OUT", help="write the filled form of the one document given")
    score.add_argument("--deck", metavar="FILE", help="an exported deck: its cards need no icons")
    _add_sheet_options(score)


def describe_standings(standings: argparse.ArgumentParser) -> None:
    standings.add_argument("files", nargs="+", metavar="FILE", help="a document, a PDF form, or - for JSON Lines")
    standings.add_argument("--json", action="store_true", help="print one line of JSON")
    standings.add_argument("--reading-winner", metavar="NAME", help="who won the reading race for the first place")
    _add_language(standings)


def describe_advise(advise: argparse.ArgumentParser) -> None:
    advise.add_argument("file", metavar="FILE", help="a document or a PDF form; - for standard input")
    advise.add_argument("--player", metavar="NAME", required=True, help="whose shelf")
    advise.add_argument("--json", action="store_true", help="print one line of JSON")
    _add_language(advise)


def describe_audit(audit: argparse.ArgumentParser) -> None:
    audit.add_argument("file", metavar="FILE", help="a sheet as it is written; - for standard input")
    audit.add_argument("--json", action="store_true", help="print one line of JSON")
    _add_language(audit)


def describe_read(read: argparse.ArgumentParser) -> None:
    read.add_argument("photos", nargs="+", metavar="PHOTO", help="a JPEG, PNG, WebP or HEIC file")
    read.add_argument("--deck", metavar="NAME", default="default", help="whose cards they are")
    read.add_argument("--edition", choices=EDITION_CODES, help="whose letters the cards carry; a deck knows its own")
    read.add_argument("--splayed", action="store_true", help="a pile in columns, each card on the one above it")
    read.add_argument("--overlay", metavar="OUT", help="draw what was seen in the one photo given")
    read.add_argument("--json", action="store_true", help="print one line of JSON a photo")
    _add_language(read)


def describe_learn(learn: argparse.ArgumentParser) -> None:
    learn.add_argument("photo", metavar="PHOTO", help="a JPEG, PNG, WebP or HEIC file")
    learn.add_argument("notation", metavar="NOTATION", help="what lies there, in shelf notation")
    learn.add_argument("--deck", metavar="NAME", required=True, help="the deck, made if new")
    learn.add_argument("--edition", choices=EDITION_CODES, help="whose letters the cards of a new deck carry")
    learn.add_argument("--splayed", action="store_true", help="a pile: NOTATION lists its columns as rows")
    _add_language(learn)


def describe_deck(deck: argparse.ArgumentParser) -> None:
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


def describe_form(form: argparse.ArgumentParser) -> None:
    form.add_argument("form", choices=("B-7c", "S-42A"))
    form.add_argument("--blank", action="store_true", required=True, help="an empty sheet")
    form.add_argument("--pdf", metavar="OUT", required=True, help="where to write it")
    _add_sheet_options(form)


def describe_serve(serve: argparse.ArgumentParser) -> None:
    serve.add_argument("--host", default="0.0.0.0", help="127.0.0.1 for this machine only")  # noqa: S104 - for phones
    serve.add_argument("--port", type=_parse_port, default=8000)


def describe_work(work: argparse.ArgumentParser) -> None:
    work.add_argument("--workers", type=parse_workers, help="how many; otherwise COMPANION_WORKERS")


def describe_database(database: argparse.ArgumentParser) -> None:
    actions = database.add_subparsers(dest="action", required=True, metavar="ACTION")
    actions.add_parser("upgrade", help="bring it to this version of the program")


def describe_nothing(_parser: argparse.ArgumentParser) -> None:
    """For a command without arguments."""


def describe_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE")


def _add_sheet_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4")
    _add_language(parser)


def _add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="the language of sentences and sheets")


def _parse_port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, found {text!r}")
    return int(text)
