"""``companion deck``: list decks, show one, export and import files."""

from __future__ import annotations

import datetime
import sys
from argparse import Namespace
from collections.abc import Callable
from functools import partial
from pathlib import Path

from ..scoring.cards import BOOKS, CARDS
from ..scoring.decks.checks import DeckFinding
from ..scoring.decks.deck import DeckNameError, KnownCard
from ..scoring.decks.document import format_statement
from ..scoring.decks.merging import OtherEditionError
from ..scoring.documents.heading import DocumentError
from ..wording.decks.report import format_deck_line, format_deck_report, format_merge, format_new_deck
from ..wording.decks.sentences import describe_deck_finding, describe_other_edition, describe_wrong_name
from . import output
from .documents import read_file, write_deck_findings, write_json
from .opening import use_decks

VIEW_FORMAT = "ex-libris/deck-view@1"


def look_after_decks(chosen: Namespace, refuse: Callable[[str], object]) -> int:
    """Run the chosen action; ``refuse`` ends the program on wrong usage. Returns the exit status."""
    actions = {"list": _list, "show": _show, "export": _export, "import": _import}
    return use_decks(partial(actions[chosen.action], chosen), refuse)


def _list(_chosen: Namespace) -> int:
    from ..workflow.decks.keeping import list_decks

    for view in list_decks():
        output.write_line(format_deck_line(view.deck, view.figures))
    return 0


def _show(chosen: Namespace) -> int:
    from ..workflow.decks.keeping import view_deck

    view = view_deck(chosen.name)
    deck, figures = view.deck, view.figures
    if not chosen.json:
        output.write_line(format_deck_report(deck, figures, view.findings, chosen.lang))
        return 0
    write_json(
        {
            "format": VIEW_FORMAT,
            "name": deck.name,
            "edition": deck.edition,
            "letters": dict(deck.letter_counts),
            "cards": [_format_card(card) for card in deck.cards],
            "known": {"cards": figures.known, "of": CARDS, "books": figures.tally.books, "of_books": BOOKS},
            "tally": {category.value: count for category, count in figures.tally.items()},
            "missing": [f"{letter}{number}" for letter, number in figures.missing],
            "uncounted": list(figures.uncounted),
            "pictures": len(view.kept.pictured),
            "lessons": view.kept.lessons,
            "findings": [_format_finding(finding, deck.edition, chosen.lang) for finding in view.findings],
        }
    )
    return 0


def _format_card(card: KnownCard) -> dict[str, object]:
    return {
        "card": card.name,
        "icons": "".join(card.icons) if card.icons else None,
        "statements": [format_statement(statement) for statement in card.statements],
    }


def _format_finding(finding: DeckFinding, edition: str, language: str) -> dict[str, object]:
    return {
        "code": finding.flaw.value,
        "cards": list(finding.cards),
        "letter": finding.letter,
        "category": finding.category.value if finding.category else None,
        "message": describe_deck_finding(finding, edition, language),
    }


def _export(chosen: Namespace) -> int:
    from ..workflow.decks.keeping import export_deck

    if chosen.without_pictures:
        from ..workflow.decks.carrying import carry_deck_over

        carry_deck_over(chosen.name)
    content = export_deck(chosen.name, with_pictures=not chosen.without_pictures)
    if chosen.to == "-":
        sys.stdout.buffer.write(content)
        return 0
    try:
        Path(chosen.to).write_bytes(content)
    except OSError as error:
        output.write_error(f"{chosen.to}: {error}")
        return 1
    return 0


def _import(chosen: Namespace) -> int:
    from ..workflow.decks.keeping import import_deck, view_deck

    try:
        content = sys.stdin.buffer.read() if chosen.file == "-" else read_file(chosen.file)
        done = import_deck(content, chosen.name, datetime.datetime.now(datetime.UTC))
    except DocumentError as error:
        write_deck_findings(chosen.file, error.findings, chosen.lang)
    except OtherEditionError as error:
        output.write_error(f"{chosen.file}: {describe_other_edition(error, chosen.lang)}")
    except DeckNameError as error:
        output.write_error(f"{chosen.file}: {describe_wrong_name(error.name, chosen.lang)}")
    else:
        write_deck_findings(chosen.file, done.warnings, chosen.lang)
        if done.merge:
            output.write_line(format_merge(done.name, done.merge, chosen.lang))
        else:
            output.write_line(format_new_deck(done.name, view_deck(done.name).figures.known, chosen.lang))
        return 0
    return 1
