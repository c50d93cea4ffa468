"""Merging two decks of the same box: what one of them learns from the other, and where they disagree."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from .deck import Deck, KnownCard, KnownIcons, Source, Statement


class Outcome(StrEnum):
    """What merging does to a card that the other deck knows otherwise."""

    LEARNED = "learned"
    """Its icons were not known here."""
    CORRECTED = "corrected"
    """A witness has said something else since."""
    DISPUTED = "disputed"
    """The decks disagree; somebody has to look at the card."""
    RULED = "ruled"
    """The owner has settled it here, and that stays."""


@dataclass(frozen=True, slots=True)
class MergedCard:
    """A card that merging has changed, or that the other deck knows otherwise."""

    card: KnownCard
    outcome: Outcome
    theirs: KnownIcons | None
    """What the other deck knows; ``None`` where its own witnesses disagree."""


@dataclass(frozen=True, slots=True)
class CountDispute:
    """A letter of which the decks know different counts; ours stays."""

    letter: str
    ours: int
    theirs: int


@dataclass(frozen=True, slots=True)
class Merge:
    """Two decks put together."""

    deck: Deck
    cards: tuple[MergedCard, ...]
    """In the order of the check; cards that both know alike are not among them."""
    counts: tuple[CountDispute, ...]


class OtherEditionError(ValueError):
    """Raised for decks of two editions: their cards are not the same."""

    def __init__(self, ours: str, theirs: str) -> None:
        self.ours, self.theirs = ours, theirs
        super().__init__(f"expected a deck of the edition {ours}, found one of {theirs}")


def merge_decks(ours: Deck, theirs: Deck) -> Merge:
    """Put what another deck knows into ours; name and order of the edition are ours.

    A witness that both have heard says what it said last. What the other deck's owner has settled comes as one
    statement without those it overruled, and does not settle anything here. Raises ``OtherEditionError``.
    """
    if ours.edition != theirs.edition:
        raise OtherEditionError(ours.edition, theirs.edition)
    cards = dict(ours.by_key)
    for card in theirs.cards:
        mine = cards.get(card.key, KnownCard(card.letter, card.number))
        cards[card.key] = _hear_all(mine, _list_voices(card, theirs.name))
    counts = {**theirs.letter_counts, **ours.letter_counts}
    deck = ours.with_cards(cards.values()).with_counts(counts)
    disputes = (
        CountDispute(letter, count, theirs.letter_counts[letter])
        for letter, count in ours.letter_counts.items()
        if theirs.letter_counts.get(letter, count) != count
    )
    return Merge(deck, tuple(_list_changes(ours, theirs, deck)), tuple(disputes))


def _list_voices(card: KnownCard, name: str) -> tuple[Statement, ...]:
    ruling = card.ruling
    if ruling is None:
        return card.statements
    return (replace(ruling, source=Source.IMPORT, where=ruling.where or name),)


def _hear_all(card: KnownCard, voices: Iterable[Statement]) -> KnownCard:
    for voice in voices:
        before = next((one for one in card.statements if one.witness == voice.witness), None)
        if before is None or (before.icons != voice.icons and before.when <= voice.when):
            card = card.hear(voice)
    return card


def _list_changes(ours: Deck, theirs: Deck, merged: Deck) -> Iterable[MergedCard]:
    for card in merged.cards:
        there = theirs.by_key.get(card.key)
        if there is None:
            continue
        here = ours.by_key.get(card.key)
        before = here.icons if here else None
        if card.conflict:
            # A dispute to which nothing was added is no news.
            if card != here:
                yield MergedCard(card, Outcome.DISPUTED, there.icons)
        elif before is None:
            yield MergedCard(card, Outcome.LEARNED, there.icons)
        elif card.icons != before:
            yield MergedCard(card, Outcome.CORRECTED, there.icons)
        elif card.ruling and there.icons not in (None, before):
            yield MergedCard(card, Outcome.RULED, there.icons)
