"""A deck file that waits to be merged into a deck: people see what it would change before anything is imported."""

from __future__ import annotations

from dataclasses import dataclass

from ...scoring.checks.findings import Finding
from ...scoring.decks.deck import format_icons
from ...scoring.decks.document import DeckFile, parse_deck_file
from ...scoring.decks.merging import Merge, OtherEditionError, Outcome, merge_decks
from ...store.decks.addresses import find_name
from ...store.decks.uploads import drop_upload, find_upload, has_upload
from ..access.showing import PageValue
from . import keeping as decks


@dataclass(frozen=True, slots=True)
class Change(PageValue):
    """A card about which file and deck differ."""

    name: str
    outcome: Outcome
    ours: str
    """Its category codes; empty if they are unknown or disputed."""
    theirs: str


@dataclass(frozen=True, slots=True)
class Waiting(PageValue):
    """What a waiting file would do to its deck."""

    name: str
    """The deck's name."""
    file: DeckFile
    warnings: tuple[Finding, ...]
    merge: Merge | None
    """``None`` for a file of another edition, which can only become a deck of its own."""
    changes: tuple[Change, ...]
    """Changes to cards about which the deck already knows something."""
    learned: int
    """The number of cards whose icons were not known."""


def has_file(number: int) -> bool:
    """Whether a file waits to be merged into a deck."""
    return has_upload(number)


def drop_file(number: int) -> None:
    """Delete the waiting file, if there is one; the deck stays as it is."""
    drop_upload(number)


def view_waiting(number: int) -> Waiting:
    """Show what the waiting file would change in a deck; raise ``MissingError`` if none waits."""
    name = find_name(number)
    file, warnings = parse_deck_file(find_upload(number))
    ours = decks.find_deck(number)
    try:
        merge = merge_decks(ours, file.deck)
    except OtherEditionError:
        return Waiting(name, file, warnings, None, (), 0)
    changes = []
    for one in merge.cards:
        card = ours.by_key.get(one.card.key)
        if one.outcome is not Outcome.LEARNED:
            icons = card.icons if card else None
            changes.append(Change(one.card.name, one.outcome, format_icons(icons), format_icons(one.theirs)))
    return Waiting(name, file, warnings, merge, tuple(changes), len(merge.cards) - len(changes))
