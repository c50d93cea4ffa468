"""What can be odd about a whole table before anything is counted, faulty documents included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..cards import BOOKS_OF_A_CATEGORY, CARDS, LARGEST_USUAL_HAND
from ..categories import Category, Tally
from ..inspection import CountedShelf, Form, Library, Player
from ..shelf import Shelf
from .findings import Code, Finding
from .shelf import NOTHING, Details

IMPOSSIBLE_STABILITIES = (1, 3, 5, 7)
"""Rectangles give 4, 6, 8, 9, 10, 12 …, entombed cards 2 each: every other figure can be made."""
LIBRARIANS = {Form.B_7C: range(2, 5), Form.S_42A: range(1, 2)}


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """A player as far as the document could be read."""

    name: str | None = None
    focus: Category | None = None
    holding: Shelf | CountedShelf | None = None
    hand: int | None = None
    extra: Mapping[str, object] = field(default_factory=dict)

    def as_player(self) -> Player | None:
        """Return the player, or ``None`` while something is missing."""
        if self.name is None or self.focus is None or self.holding is None:
            return None
        return Player(self.name, self.focus, self.holding, self.hand, self.extra)


def check_player_count(form: Form | None, entries: Sequence[PlayerEntry]) -> Iterator[Finding]:
    """Check how many sat at the table: 2 to 4 for B-7c, one for S-42A."""
    if form and entries and len(entries) not in LIBRARIANS[form]:
        details = {"form": form.value, "players": len(entries), "first": entries[0].name or ""}
        yield Finding(Code.PLAYER_COUNT, details=details)


def check_dealt_categories(
    prominent: Category | None, banned: Category | None, entries: Sequence[PlayerEntry], library: Library | None
) -> Iterator[Finding]:
    """Check that all dealt categories differ: six cards, each dealt once (004:26-28, 002:51-52).

    A clash is reported for the later of the two: banned after prominent, a focus after both, in the order of the
    players, and the public library's last.
    """
    dealt: dict[Category, str] = {}
    holders: dict[Category, str | None] = {}
    if prominent:
        dealt[prominent] = "prominent"
    if banned and banned in dealt:
        yield Finding(Code.FOCUS_CLASH, details={"category": banned.value, "owner": "banned", "role": "prominent"})
    elif banned:
        dealt[banned] = "banned"
    focuses: list[tuple[str, str | None, Category | None, Details]] = [
        ("player", entry.name, entry.focus, NOTHING) for entry in entries
    ]
    if library:
        focuses.append(("library", None, library.focus, {"within": "library"}))
    for owner, name, focus, about in focuses:
        if focus is None:
            continue
        if focus in dealt:
            clash = {"category": focus.value, "owner": owner, "role": dealt[focus], "other": holders.get(focus) or ""}
            yield Finding(Code.FOCUS_CLASH, name, details={**about, **clash})
        else:
            dealt[focus], holders[focus] = "focus", name


def check_counted_shelves(entries: Sequence[PlayerEntry], library: Library | None) -> Iterator[Finding]:
    """Check the figures that came counted: a sum of one book, and stabilities that no shelf can have."""
    least = [_count_least_cards(entry.holding) for entry in entries]
    left = CARDS - sum(least)
    for entry, own in zip(entries, least, strict=True):
        if isinstance(entry.holding, CountedShelf):
            yield from _check_counted_shelf(entry.name, entry.holding, left + own)
    if library and library.tally.books == 1:
        yield Finding(Code.TALLY_IMPOSSIBLE, details={"books": 1, "within": "library"})


def check_hands(form: Form | None, entries: Sequence[PlayerEntry]) -> Iterator[Finding]:
    """Check that the cards in hand can be there, and point at more than anybody is likely to hold.

    In a solo game all of them should lie on the discard pile (002:660, 000:1321, 001:1934).
    """
    if form is Form.S_42A:
        for entry in entries:
            if entry.hand:
                yield Finding(Code.HAND_NOT_DISCARDED, entry.name, details={"hand": entry.hand})
        return
    hands = [entry.hand or 0 for entry in entries]
    most = find_most_in_hand([entry.holding for entry in entries], hands)
    for entry, hand, left in zip(entries, hands, most, strict=True):
        if hand > left:
            yield Finding(Code.HAND_IMPLAUSIBLE, entry.name, details={"hand": hand, "most": left})
        elif hand > LARGEST_USUAL_HAND:
            yield Finding(Code.HAND_IMPLAUSIBLE, entry.name, details={"hand": hand})


def find_most_in_hand(
    holdings: Sequence[Shelf | CountedShelf | None], hands: Sequence[int], elsewhere: int = 0
) -> tuple[int, ...]:
    """Find how many cards each player can have in hand: those of the box that lie on no shelf and are in no other hand.

    ``elsewhere`` is how many further cards are known to be in other places. Where all hands together hold more than
    are left, only the largest are too large: as many as it takes.
    """
    left = CARDS - elsewhere - sum(map(_count_least_cards, holdings))
    believed, held = list(hands), sum(hands)
    for index in sorted(range(len(hands)), key=lambda index: -hands[index]):
        if held <= left:
            break
        held -= hands[index]
        believed[index] = 0
    return tuple(max(0, left - held + own) for own in believed)


def check_tallies(entries: Sequence[PlayerEntry], library: Library | None) -> Iterator[Finding]:
    """Check that no category shows more books over the table than the deck holds; A1 has turned no card yet."""
    tallies = [_find_tally(entry.holding) for entry in entries if entry.holding is not None]
    if library:
        tallies.append(library.tally)
    for category, books in sum(tallies, start=Tally()).items():
        if books > BOOKS_OF_A_CATEGORY:
            details = {"category": category.value, "books": books, "most": BOOKS_OF_A_CATEGORY}
            yield Finding(Code.TALLY_IMPOSSIBLE, details=details)


def _find_tally(holding: Shelf | CountedShelf) -> Tally:
    return holding.tally if isinstance(holding, CountedShelf) else holding.tally()


def _check_counted_shelf(name: str | None, counted: CountedShelf, most_cards: int) -> Iterator[Finding]:
    if counted.tally.books == 1:
        yield Finding(Code.TALLY_IMPOSSIBLE, name, details={"books": 1})
    # An entombed card pays 2 and its cover 1, so n cards bring one and a half each at most.
    most = most_cards * 3 // 2
    if counted.stability in IMPOSSIBLE_STABILITIES or counted.stability > most:
        yield Finding(Code.STABILITY_IMPOSSIBLE, name, details={"points": counted.stability, "most": most})


def _count_least_cards(holding: Shelf | CountedShelf | None) -> int:
    """Count the cards that a player must have: those on the shelf, or four books to a card."""
    if holding is None:
        return 0
    if isinstance(holding, CountedShelf):
        return -(-holding.tally.books // 4)
    return holding.cards + holding.entombed
