"""Writing an ``ex-libris/inspection@1`` document from what was typed, the focuses that go into it given one by one.

``workflow.tables.documents`` writes what somebody may see, ``workflow.access.deciding`` what the server decides by.
Figures that are no numbers go in as typed, so that the reader of the document can name them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...scoring.categories import CATEGORIES
from ...scoring.decisions.decision import LIBRARY_LINES
from ...scoring.documents.inspections import INSPECTION_FORMAT
from ...scoring.inspection import Form
from ...store.tables.drafts import TITLE, Details, KeptDecision, Kind, TypedTally

STABILITY = "stability"
MOST_DIGITS = 9
"""What is longer is no figure of this game."""
MOST_PARTS = 30
"""What has more is no sum that anybody typed: no shelf has as many rows."""


def write_document(
    details: Details,
    players: Sequence[Mapping[str, object]],
    library: Mapping[str, object],
    reading_winner: str,
    decisions: Sequence[Mapping[str, object]] = (),
) -> dict[str, object]:
    """Write the whole document; what has not been entered is left out, and so is a library beside B-7c."""
    is_solo = details.form == Form.S_42A
    document: dict[str, object] = {"format": INSPECTION_FORMAT, "form": details.form, "edition": details.edition}
    optional: dict[str, object] = {
        "prominent": details.prominent,
        "banned": details.banned,
        "date": details.date,
        "place": details.place,
        "remarks": details.remarks,
        "inspector": details.inspector,
        "difficulty": details.difficulty if is_solo else None,
        "long_game": details.long_game and not is_solo,
        "reading_winner": reading_winner,
    }
    document |= {key: value for key, value in optional.items() if value}
    document["players"] = list(players)
    if is_solo:
        # Nobody is asked about hands in a solo game: one that was stored is of another form.
        document["players"] = [{key: value for key, value in player.items() if key != "hand"} for player in players]
        document["library"] = library
    if decisions:
        document["decisions"] = list(decisions)
    return document


def write_decisions(
    decisions: Iterable[KeptDecision], names: Mapping[int, str], form: str
) -> Iterator[dict[str, object]]:
    """Write what the table decided itself; ``names`` are those of the seats, by position.

    What the form has no room for is left out: a solo game scores its first librarian only, and no other has a library.
    """
    is_solo = form == Form.S_42A
    scored = dict([next(iter(names.items()))]) if is_solo and names else dict(names)
    for decision in decisions:
        said: dict[str, object]
        if decision.line == TITLE:
            winners = [scored[position] for position in decision.winners if position in scored]
            if decision.winners and not winners:
                continue
            said = {"winners": winners}
        elif decision.position in scored:
            said = {"player": scored[decision.position], "line": decision.line, "points": decision.points}
        elif not decision.position and is_solo and decision.line in LIBRARY_LINES:
            said = {"line": decision.line, "points": decision.points}
        else:
            continue
        yield {**said, "reason": decision.reason, "by": decision.by}


def write_player(name: str, focus: str, hand: str, kind: Kind, shelf: str, tally: TypedTally) -> dict[str, object]:
    """Write a librarian's part; of shelf and tally only the one that counts goes in."""
    player: dict[str, object] = {"name": name}
    if focus:
        player["focus"] = focus
    if hand.strip():
        player["hand"] = read_figure(hand)
    if kind is Kind.SHELF:
        player["shelf"] = shelf
    elif kind is Kind.TALLY:
        player["tally"] = _write_tally(tally)
        player |= _read_typed(tally, (STABILITY,))
    return player


def write_library(focus: str, kind: Kind, tally: TypedTally, discards: str) -> dict[str, object]:
    """Write the public library's part; of pile and tally only the one that counts goes in."""
    document: dict[str, object] = {"focus": focus} if focus else {}
    if kind is Kind.DISCARDS:
        document["discards"] = discards
    elif kind is Kind.TALLY:
        document["tally"] = _write_tally(tally)
    return document


def read_figure(text: str) -> int | str:
    """Return a typed figure as a number, or as it is where it is none; one counted in parts may be a sum.

    >>> read_figure(" 12 "), read_figure("-1"), read_figure("3 + 6 + 2"), read_figure("a dozen"), read_figure("3+")
    (12, -1, 11, 'a dozen', '3+')
    """
    parts = [part.strip() for part in text.split("+")]
    if len(parts) > MOST_PARTS or not all(_is_number(part) for part in parts):
        return text
    numbers = [int(part) for part in parts]
    return text if len(parts) > 1 and min(numbers) < 0 else sum(numbers)


def _is_number(digits: str) -> bool:
    return len(digits) <= MOST_DIGITS and digits.isascii() and digits.removeprefix("-").isdigit()


def _write_tally(tally: TypedTally) -> dict[str, object]:
    return _read_typed(tally, tuple(category.value for category in CATEGORIES))


def _read_typed(tally: TypedTally, keys: tuple[str, ...]) -> dict[str, object]:
    return {key: read_figure(tally[key]) for key in keys if tally.get(key, "").strip()}
