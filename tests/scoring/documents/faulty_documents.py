"""A document for every finding that ``docs/formats.md`` names, and where it is found.

Each shows its finding and no other error, so that what one fault means can be seen on its own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.scoring.checks.findings import Code

from .documents import Document, count, counted, shelved, solo, table

RITA = shelved("Rita", "S", "A1:CF B2:MM")
ERIC = shelved("Eric", "H", "C1:RS D1:FH")
TALLY = (4, 8, 10, 6, 8, 7)


class Faulty(NamedTuple):
    """A document with a fault, and the finding that tells it."""

    name: str
    document: Any
    code: Code
    player: str | None = None
    row: int | None = None
    column: int | None = None
    shown: str | None = None
    """The token of the finding: the wrong value as it was given."""


def rita(**changes: Any) -> Document:
    """Rita at the table with Eric, her fields changed; ``...`` takes one out."""
    return table({key: value for key, value in {**RITA, **changes}.items() if value is not ...}, ERIC)


def rita_shelves(shelf: Any) -> Document:
    """Rita's shelf, and an empty one of Eric's."""
    return table(shelved("Rita", "S", shelf), shelved("Eric", "H", ""))


def rita_counts(tally: Any = None, stability: Any = 8, **changes: Any) -> Document:
    """Rita's sheet counted by hand."""
    return table({"name": "Rita", "focus": "S", "tally": tally, "stability": stability, **changes}, ERIC)


def library(**fields: Any) -> Document:
    """The public library in a solo game."""
    return solo(library={"focus": "F", **fields})


def decided(*decisions: Any) -> Document:
    """Rita and Eric, and what the table decided."""
    return table(RITA, ERIC, decisions=list(decisions))


def figure(**changes: Any) -> Document:
    """A decision about a figure, its fields changed; ``...`` takes one out."""
    fields = {"player": "Rita", "line": "variety", "points": 12, "reason": "A sleeve stuck.", "by": "Eric", **changes}
    return {key: value for key, value in fields.items() if value is not ...}


def title(**changes: Any) -> Document:
    """A decision about the title."""
    return {"winners": ["Rita"], "reason": "It was her birthday.", "by": "Eric", **changes}


ERRORS = [
    Faulty("a list", [], Code.UNREADABLE_JSON),
    Faulty("a number", 7, Code.UNREADABLE_JSON),
    Faulty("nothing", None, Code.UNREADABLE_JSON),
    Faulty(
        "another version", table(format="ex-libris/inspection@2"), Code.UNKNOWN_FORMAT, shown="ex-libris/inspection@2"
    ),
    Faulty("a format that is a number", table(format=1), Code.UNKNOWN_FORMAT, shown="1"),
    Faulty("a form spelt otherwise", table(form="b-7c"), Code.UNKNOWN_FORM, shown="b-7c"),
    Faulty("a null form", table(form=None), Code.UNKNOWN_FORM, shown="null"),
    Faulty("an unknown edition", table(edition="tlh"), Code.UNKNOWN_EDITION, shown="tlh"),
    Faulty("an edition that is a list", table(edition=["en"]), Code.UNKNOWN_EDITION, shown='["en"]'),
    Faulty("an unknown prominent category", table(prominent="X"), Code.UNKNOWN_CATEGORY, shown="X"),
    Faulty("a banned category in lower case", table(banned="c"), Code.UNKNOWN_CATEGORY, shown="c"),
    Faulty("a null category", table(banned=None), Code.UNKNOWN_CATEGORY, shown="null"),
    Faulty("an unknown focus", rita(focus="Ś"), Code.UNKNOWN_CATEGORY, "Rita", shown="Ś"),
    Faulty("a focus that is a list", rita(focus=["S"]), Code.UNKNOWN_CATEGORY, "Rita", shown='["S"]'),
    Faulty(
        "an unknown category in a tally",
        rita_counts({**count(TALLY), "X": 1}),
        Code.UNKNOWN_CATEGORY,
        "Rita",
        shown="X",
    ),
    Faulty("an unknown focus of the library", library(focus="?", tally=count(TALLY)), Code.UNKNOWN_CATEGORY, shown="?"),
    Faulty("no format", table(format=...), Code.MISSING_FIELD),
    Faulty("no form", table(form=...), Code.MISSING_FIELD),
    Faulty("no edition", table(edition=...), Code.MISSING_FIELD),
    Faulty("no prominent category", table(prominent=...), Code.MISSING_FIELD),
    Faulty("no banned category", table(banned=...), Code.MISSING_FIELD),
    Faulty("no name", rita(name=...), Code.MISSING_FIELD),
    Faulty("an empty name", rita(name=""), Code.MISSING_FIELD),
    Faulty("a blank name", rita(name=" "), Code.MISSING_FIELD),
    Faulty("a null name", rita(name=None), Code.MISSING_FIELD, shown="null"),
    Faulty("a name that is a number", rita(name=7), Code.MISSING_FIELD, shown="7"),
    Faulty("a player who is a text", table("Rita", ERIC), Code.MISSING_FIELD, shown="Rita"),
    Faulty("no focus", rita(focus=...), Code.MISSING_FIELD, "Rita"),
    Faulty("neither shelf nor tally", rita(shelf=...), Code.MISSING_FIELD, "Rita"),
    Faulty("a tally without stability", rita(shelf=..., tally=count(TALLY)), Code.MISSING_FIELD, "Rita"),
    Faulty("a stability without tally", rita(shelf=..., stability=8), Code.MISSING_FIELD, "Rita"),
    Faulty("a tally of five", rita_counts(dict(zip("CFHMR", TALLY, strict=False))), Code.MISSING_FIELD, "Rita"),
    Faulty("a tally that is a list", rita_counts([1, 2]), Code.MISSING_FIELD, "Rita", shown="[1, 2]"),
    Faulty("a library without books", library(), Code.MISSING_FIELD),
    Faulty("a library without focus", solo(library={"tally": count(TALLY)}), Code.MISSING_FIELD),
    Faulty("shelf and tally", rita(tally=count(TALLY), stability=8), Code.CONFLICTING_FIELDS, "Rita"),
    Faulty("shelf and stability", rita(stability=8), Code.CONFLICTING_FIELDS, "Rita"),
    Faulty("tally and discards", library(tally=count(TALLY), discards="C1:CF"), Code.CONFLICTING_FIELDS),
    Faulty("a hand below zero", rita(hand=-1), Code.NOT_A_COUNT, "Rita", shown="-1"),
    Faulty("a hand that is true", rita(hand=True), Code.NOT_A_COUNT, "Rita", shown="true"),
    Faulty("a null hand", rita(hand=None), Code.NOT_A_COUNT, "Rita", shown="null"),
    Faulty("a hand with a fraction", rita(hand=2.5), Code.NOT_A_COUNT, "Rita", shown="2.5"),
    Faulty("a hand written as a decimal", rita(hand=2.0), Code.NOT_A_COUNT, "Rita", shown="2.0"),
    Faulty("a hand in quotes", rita(hand="2"), Code.NOT_A_COUNT, "Rita", shown="2"),
    Faulty("a figure below zero", rita_counts(count((4, 8, -1, 6, 8, 7))), Code.NOT_A_COUNT, "Rita", shown="-1"),
    Faulty("a stability in words", rita_counts(count(TALLY), "eight"), Code.NOT_A_COUNT, "Rita", shown="eight"),
    Faulty("a figure of the library", library(tally={**count(TALLY), "S": []}), Code.NOT_A_COUNT, shown="[]"),
    Faulty("a difficulty in words", solo(difficulty="hard"), Code.NOT_A_COUNT, shown="hard"),
    Faulty("a hand beyond all measure", rita(hand=10**2000), Code.NOT_A_COUNT, "Rita", shown="1" + "0" * 58 + "…"),
    Faulty("a token", rita_shelves("A1:CF / . B0:MM"), Code.UNREADABLE_TOKEN, "Rita", 1, 1, "B0:MM"),
    Faulty("a token without number", rita_shelves("/ A:CF"), Code.UNREADABLE_TOKEN, "Rita", 1, 0, "A:CF"),
    Faulty("a token of other categories", rita_shelves("A1:XY"), Code.UNREADABLE_TOKEN, "Rita", 0, 0, "A1:XY"),
    Faulty("a suffix without card", rita_shelves("A1:CF +"), Code.UNREADABLE_TOKEN, "Rita", 0, 1, "+"),
    Faulty("a token of nothing known", rita_shelves("!"), Code.UNREADABLE_TOKEN, "Rita", 0, 0, "!"),
    Faulty("a shelf that is a list", rita_shelves(["A1:CF"]), Code.UNREADABLE_TOKEN, "Rita", shown='["A1:CF"]'),
    Faulty("a back on the pile", library(discards="B2:CF #"), Code.UNREADABLE_TOKEN, None, 0, 1, "#"),
    Faulty("a turned discard", library(discards="B2:CF / K1:RS~"), Code.UNREADABLE_TOKEN, None, 1, 0, "K1:RS~"),
    Faulty("a covering discard", library(discards="B2:CF+"), Code.UNREADABLE_TOKEN, None, 0, 0, "B2:CF+"),
    Faulty("a token on the pile", library(discards="B2:CF K"), Code.UNREADABLE_TOKEN, None, 0, 1, "K"),
    Faulty("a pile that is a number", library(discards=7), Code.UNREADABLE_TOKEN, shown="7"),
    Faulty("an unread card", rita_shelves("A1:CF ?"), Code.UNREAD_CARD, "Rita", 0, 1, "?"),
    Faulty("an unread letter", rita_shelves("?8:CF"), Code.UNREAD_CARD, "Rita", 0, 0, "?8:CF"),
    Faulty("an unread number", rita_shelves("m?:cf"), Code.UNREAD_CARD, "Rita", 0, 0, "M?:CF"),
    Faulty("an unread icon", rita_shelves("M8/10:C?"), Code.UNREAD_CARD, "Rita", 0, 0, "M8/10:C?"),
    Faulty("only icons were read", rita_shelves("??:CF"), Code.UNREAD_CARD, "Rita", 0, 0, "??:CF"),
    Faulty("an unread discard", library(discards="B2:CF ?"), Code.UNREAD_CARD, None, 0, 1, "?"),
    Faulty("a letter of another edition", rita_shelves("/ / Ł2:CF"), Code.UNKNOWN_LETTER, "Rita", 2, 0, "Ł2:CF"),
    Faulty("two letters", rita_shelves("A1:CF CH2:CF"), Code.UNKNOWN_LETTER, "Rita", 0, 1, "CH2:CF"),
    Faulty("no icons", rita_shelves("A1:CF . B2"), Code.ICONS_MISSING, "Rita", 0, 2, "B2"),
    Faulty("a discard without icons", library(discards="B2"), Code.ICONS_MISSING, None, 0, 0, "B2"),
    Faulty("no players", table(players=...), Code.NO_PLAYERS),
    Faulty("an empty list of players", table(players=[]), Code.NO_PLAYERS),
    Faulty("players by name", table(players={"Rita": RITA}), Code.NO_PLAYERS),
    Faulty("a name twice", table(RITA, ERIC, shelved("Rita ", "M", "")), Code.DUPLICATE_NAME, "Rita", shown="Rita"),
    Faulty("no library", table(RITA, form="S-42A"), Code.MISSING_LIBRARY),
    Faulty("a null library", table(RITA, form="S-42A", library=None), Code.MISSING_LIBRARY),
    Faulty("a library that is a list", solo(library=[1]), Code.MISSING_LIBRARY),
    Faulty("decisions that are a text", table(decisions="Rita"), Code.MISSING_FIELD, shown="Rita"),
    Faulty("a decision that is a text", decided("Rita"), Code.MISSING_FIELD, shown="Rita"),
    Faulty("a decision about nobody", decided(figure(player=...)), Code.MISSING_FIELD),
    Faulty("a decision about no line", decided(figure(line=...)), Code.MISSING_FIELD),
    Faulty("a decision without a figure", decided(figure(points=...)), Code.MISSING_FIELD),
    Faulty("a decision without a reason", decided(figure(reason=" ")), Code.MISSING_FIELD),
    Faulty("a reason that is a number", decided(title(reason=3)), Code.MISSING_FIELD, shown="3"),
    Faulty("a decision that nobody made", decided(title(by="")), Code.MISSING_FIELD),
    Faulty("winners that are a text", decided(title(winners="Rita")), Code.MISSING_FIELD, shown="Rita"),
    Faulty("a figure and the title in one", decided(title(line="variety")), Code.CONFLICTING_FIELDS),
    Faulty("a decided figure below zero", decided(figure(points=-1)), Code.NOT_A_COUNT, shown="-1"),
    Faulty("a decided total in words", decided(figure(line="total", points="ten")), Code.NOT_A_COUNT, shown="ten"),
    Faulty("a line of nobody's form", decided(figure(line="B6")), Code.UNKNOWN_LINE, shown="B6"),
    Faulty(
        "a stability of the library",
        solo(decisions=[figure(player=None, line="stability")]),
        Code.UNKNOWN_LINE,
        shown="stability",
    ),
    Faulty("a decision about a stranger", decided(figure(player="Ola")), Code.UNKNOWN_PLAYER, shown="Ola"),
    Faulty("a title for a stranger", decided(title(winners=["Ola", "Rita"])), Code.UNKNOWN_PLAYER, shown="Ola"),
    Faulty("a title for a number", decided(title(winners=[1])), Code.UNKNOWN_PLAYER, shown="1"),
    Faulty("a figure decided twice", decided(figure(), figure(points=9)), Code.DECIDED_TWICE),
    Faulty("a title decided twice", decided(title(), title(winners=[])), Code.DECIDED_TWICE),
]

OF_STANDINGS = {Code.NO_INSPECTIONS, Code.SOLO_INSPECTION, Code.GIVEN_TWICE, Code.FEWER_INSPECTIONS}
"""What no document shows by itself, but several that are added up."""

WARNINGS = [
    Faulty("one icon", rita_shelves("A1:C"), Code.ICONS_COUNT, "Rita", 0, 0, "A1:C"),
    Faulty("five icons", rita_shelves("A1:CFHMR"), Code.ICONS_COUNT, "Rita", 0, 0, "A1:CFHMR"),
    Faulty("five icons face down", rita_shelves("A1:CFHMR~"), Code.ICONS_COUNT, "Rita", 0, 0, "A1:CFHMR~"),
    Faulty("a card twice on a shelf", rita_shelves("A1:CF / A1:CF"), Code.DUPLICATE_CARD, "Rita", 1, 0, "A1:CF"),
    Faulty(
        "a card on two shelves",
        table(RITA, shelved("Eric", "H", ". B2/3:FH~")),
        Code.DUPLICATE_CARD,
        "Eric",
        0,
        1,
        "B2:FH~",
    ),
    Faulty("a card that is also discarded", library(discards="C1:RS A1:CF"), Code.DUPLICATE_CARD, None, 0, 1, "A1:CF"),
    Faulty("a card discarded twice", library(discards="C1:RS / C1:RS"), Code.DUPLICATE_CARD, None, 1, 0, "C1:RS"),
    Faulty("a number above the count", rita_shelves("A9/8:CF"), Code.NUMBER_ABOVE_COUNT, "Rita", 0, 0, "A9/8:CF"),
    Faulty("four rows", rita_shelves("A1:CF / B1:CF / C1:CF / D1:CF"), Code.TOO_MANY_ROWS, "Rita", 3),
    Faulty("four rows below an empty one", rita_shelves(". / # / # / # / #"), Code.TOO_MANY_ROWS, "Rita", 4),
    Faulty("a gap", rita_shelves("A1:CF . B1:CF"), Code.SHELF_IN_PIECES, "Rita"),
    Faulty("touching by a corner", rita_shelves("A1:CF / . B1:CF"), Code.SHELF_IN_PIECES, "Rita"),
    Faulty("prominent and banned alike", table(prominent="C"), Code.FOCUS_CLASH),
    Faulty("a prominent focus", rita(focus="R"), Code.FOCUS_CLASH, "Rita"),
    Faulty("a banned focus", rita(focus="C"), Code.FOCUS_CLASH, "Rita"),
    Faulty("the same focus twice", table(RITA, shelved("Eric", "S", "C1:RS")), Code.FOCUS_CLASH, "Eric"),
    Faulty(
        "the library's focus is the player's", solo(library={"focus": "S", "tally": count(TALLY)}), Code.FOCUS_CLASH
    ),
    Faulty("the library's focus is banned", solo(library={"focus": "C", "tally": count(TALLY)}), Code.FOCUS_CLASH),
    Faulty("one at the table", table(RITA), Code.PLAYER_COUNT),
    Faulty("five at the table", table(*[shelved(name, "S", "") for name in "ABCDE"]), Code.PLAYER_COUNT),
    Faulty("two alone", solo(players=[RITA, ERIC]), Code.PLAYER_COUNT),
    Faulty(
        "86 books of a category",
        table(counted("Rita", "S", (0, 0, 0, 0, 40, 0), 8), counted("Eric", "H", (0, 0, 0, 0, 46, 0), 8)),
        Code.TALLY_IMPOSSIBLE,
    ),
    Faulty("86 with the library", library(tally=count((85, 0, 0, 0, 0, 0))), Code.TALLY_IMPOSSIBLE),
    Faulty("one book", rita_counts(count((0, 0, 0, 0, 0, 1))), Code.TALLY_IMPOSSIBLE, "Rita"),
    Faulty("one book in the library", library(tally=count((0, 0, 0, 0, 0, 1))), Code.TALLY_IMPOSSIBLE),
    *[
        Faulty(f"a stability of {points}", rita_counts(count(TALLY), points), Code.STABILITY_IMPOSSIBLE, "Rita")
        for points in (1, 3, 5, 7, 226)
    ],
    # Two cards lie on each shelf, and 152 are in the box.
    Faulty("a hand of more than the box has left", rita(hand=149), Code.HAND_IMPLAUSIBLE, "Rita"),
    Faulty(
        "hands that together hold more than the box has left",
        table({**RITA, "hand": 74}, {**ERIC, "hand": 75}),
        Code.HAND_IMPLAUSIBLE,
        "Eric",
    ),
    Faulty("a hand that nobody holds", rita(hand=21), Code.HAND_IMPLAUSIBLE, "Rita"),
    Faulty(
        "a hand beside a sheet counted by hand",
        table(counted("Rita", "S", TALLY, 8, hand=140), ERIC),
        Code.HAND_IMPLAUSIBLE,
        "Rita",
    ),
    Faulty("a hand left in a solo game", solo({**RITA, "hand": 5}), Code.HAND_NOT_DISCARDED, "Rita"),
    Faulty("a card left in a solo game", solo({**RITA, "hand": 1}), Code.HAND_NOT_DISCARDED, "Rita"),
    Faulty(
        "hands not counted",
        table(counted("Rita", "S", TALLY, 8, hand=2), counted("Eric", "H", (4, 8, 7, 6, 8, 10), 8)),
        Code.HAND_NEEDED,
        "Eric",
    ),
    Faulty("an award for no book", table(RITA, ERIC), Code.ZERO_PROMINENT_PLACED, "Rita"),
    Faulty("a key of nobody's", table(colour="red"), Code.UNKNOWN_KEY, shown="colour"),
    Faulty("a decision's key", decided(figure(colour="red")), Code.UNKNOWN_KEY, shown="colour"),
    Faulty("a player's key", rita(Hand=2), Code.UNKNOWN_KEY, "Rita", shown="Hand"),
    Faulty("a library's key", library(tally=count(TALLY), stability=0), Code.UNKNOWN_KEY, shown="stability"),
    Faulty("a library with others at the table", table(library={}), Code.UNKNOWN_KEY, shown="library"),
    Faulty("no day of the calendar", table(date="2026-11-31"), Code.UNUSABLE_FIELD, shown="2026-11-31"),
    Faulty("a day as a number", table(date=20261120), Code.UNUSABLE_FIELD, shown="20261120"),
    Faulty("a place that is no text", table(place=[]), Code.UNUSABLE_FIELD, shown="[]"),
    Faulty("maybe a long game", table(long_game="yes"), Code.UNUSABLE_FIELD, shown="yes"),
    Faulty("an eighth difficulty", solo(difficulty=8), Code.UNUSABLE_FIELD, shown="8"),
    Faulty("no difficulty at all", solo(difficulty=0), Code.UNUSABLE_FIELD, shown="0"),
    Faulty(
        "a reader who was not in the race",
        table(
            counted("Rita", "S", TALLY, 8, hand=2),
            counted("Eric", "H", (4, 8, 7, 6, 8, 10), 8, hand=2),
            reading_winner="Alberto",
        ),
        Code.UNUSABLE_FIELD,
        shown="Alberto",
    ),
]
