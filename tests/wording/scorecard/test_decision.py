from __future__ import annotations

from typing import Any

import pytest

from companion.scoring.scorecard import Tiebreak
from companion.wording.languages import LANGUAGES
from companion.wording.scorecard.decision import describe_decision, describe_winner, find_margin

from ...scoring.documents.documents import count, counted, printed_sheet, score, shelved, solo, table


def level(name: str, focus: str, *, hand: int | None = 1, banned: int = 0, other: int = 0) -> dict[str, Any]:
    """A sheet of 17 points before the banned books, and the award shared: all of them tie on points."""
    tally = {"C": banned, "F": 0, "H": 0, "M": 0, "R": 4, "S": 0}
    tally[focus] = 4
    tally["M" if focus != "M" else "F"] += other
    more = {} if hand is None else {"hand": hand}
    return {"name": name, "focus": focus, "tally": tally, "stability": banned + 4, **more}


DECISIONS = [
    (printed_sheet(), None, "Eric leads by 17 points; no tiebreak was needed.", "Grand Librarian: Eric"),
    (
        table(counted("Rita", "S", (1, 0, 0, 0, 2, 2), 0), counted("Eric", "H", (0, 0, 3, 0, 2, 0), 0)),
        None,
        "Eric leads by 3 points; no tiebreak was needed.",
        "Grand Librarian: Eric",
    ),
    (
        table(counted("Rita", "S", (1, 0, 0, 0, 2, 3), 0), counted("Eric", "H", (0, 0, 3, 0, 2, 0), 0)),
        None,
        "Eric leads by 1 point; no tiebreak was needed.",
        "Grand Librarian: Eric",
    ),
    (table(shelved("Rita", "S", "")), None, "Rita had no rival.", "Grand Librarian: Rita"),
    (
        table(level("Rita", "S", other=2), level("Eric", "H")),
        Tiebreak.BOOKS,
        "Tied on points; decided by the most books: Rita.",
        "Grand Librarian: Rita",
    ),
    (
        table(level("Rita", "S", hand=None), level("Eric", "H")),
        Tiebreak.HAND,
        "Tied on points and books: count the cards left in hand (Rita, Eric).",
        "",
    ),
    (
        table(level("Rita", "S", hand=2), level("Eric", "H")),
        Tiebreak.HAND,
        "Tied on points and books; decided by the fewest cards in hand: Eric.",
        "Grand Librarian: Eric",
    ),
    (
        table(level("Rita", "S", banned=1), level("Eric", "H", other=1)),
        Tiebreak.BANNED,
        "Tied on points, books and hand; decided by the fewest Banned Books: Eric.",
        "Grand Librarian: Eric",
    ),
    (
        table(level("Rita", "S"), level("Eric", "H")),
        Tiebreak.READING,
        "Still tied: the first to finish reading a book wins (Rita, Eric).",
        "",
    ),
    (
        table(level("Rita", "S"), level("Eric", "H"), reading_winner="Eric"),
        Tiebreak.READING,
        "Tied to the end; first to finish reading a book: Eric.",
        "Grand Librarian: Eric",
    ),
    (
        table(level("Rita", "S"), level("Eric", "H"), edition="cs"),
        Tiebreak.SHARED,
        "Tied to the end: the victory is shared (Rita, Eric).",
        "Grand Librarian: Rita, Eric",
    ),
    (
        table(level("Rita", "S"), level("Eric", "H"), edition="de"),
        Tiebreak.UNDECIDED,
        "Still tied; where this edition stops, a reading race decides in others (Rita, Eric).",
        "",
    ),
]
LIBRARY = {"focus": "S", "tally": count((13, 10, 8, 11, 7, 9))}


@pytest.mark.parametrize(("document", "tiebreak", "decision", "title"), DECISIONS)
def test_what_decided_the_first_place_is_said(document: Any, tiebreak: Any, decision: str, title: str) -> None:
    card = score(document)
    assert card.tiebreak is tiebreak
    assert describe_decision(card, "en") == decision
    assert describe_winner(card, "en") == title


def test_every_step_of_a_tie_is_shown_above() -> None:
    assert {tiebreak for _, tiebreak, *_ in DECISIONS} == {*Tiebreak, None}


@pytest.mark.parametrize(
    ("stability", "decision"),
    [
        (13, "License granted to Rita: 42 against the library’s 41."),
        (12, "License refused to Rita: 41 on both sides, and strictly more is needed."),
        (9, "License refused to Rita: 38 against the library’s 41."),
    ],
)
def test_alone_the_license_is_granted_or_refused(stability: int, decision: str) -> None:
    card = score(solo(counted("Rita", "H", (2, 6, 8, 7, 5, 7), stability), LIBRARY, prominent="M"))
    assert describe_decision(card, "en") == decision
    assert describe_winner(card, "en") == ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("document", [document for document, *_ in DECISIONS] + [solo()])
def test_decisions_are_said_in_every_language(document: Any, language: str) -> None:
    sentence = describe_decision(score(document), language)
    assert sentence.endswith(".")
    assert "%(" not in sentence


def test_the_title_is_that_of_the_language() -> None:
    assert describe_winner(score(printed_sheet()), "pt-BR") == "Grão Bibliotecário: Eric"


def test_the_margin_is_that_between_first_and_second() -> None:
    assert find_margin(score(printed_sheet())) == 17
    assert find_margin(score(table(shelved("Rita", "S", "")))) == 0
