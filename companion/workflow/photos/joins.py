"""Adding another photo to a review: the other half of a wide shelf, or a part of it photographed again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import NoReturn

from .review import FACE_DOWN, PhotoCard, Review, Spot, list_differences, sort_cards


class Side(StrEnum):
    """Where a photo belongs that has no cards in common with the others."""

    LEFT = "left"
    RIGHT = "right"
    ABOVE = "above"
    BELOW = "below"


class PartError(ValueError):
    """Raised when a photo does not show the intended part of the shelf."""


def begin_review(cards: Iterable[PhotoCard]) -> Review:
    """Begin a review with the cards of one photo."""
    return Review(sort_cards(cards))


def add_cards(review: Review, cards: Sequence[PhotoCard]) -> Review:
    """Add the cards of another photo, aligned by cards that both show; without such cards, they wait."""
    offset = find_offset(review.cards, cards)
    if offset is None:
        return replace(review, waiting=tuple(cards))
    return _merge(review, cards, offset)


def place_waiting(review: Review, side: Side) -> Review:
    """Add the waiting cards next to the others, in the same rows."""
    rows, columns = _measure(review.cards)
    more_rows, more_columns = _measure(review.waiting)
    offset = {
        Side.LEFT: (0, -more_columns),
        Side.RIGHT: (0, columns),
        Side.ABOVE: (-more_rows, 0),
        Side.BELOW: (rows, 0),
    }[side]
    return _merge(review, review.waiting, offset)


def replace_card(review: Review, spot: Spot, cards: Sequence[PhotoCard]) -> Review:
    """Replace one card by a photo of it, with or without its neighbors; raise ``PartError`` for an unrelated photo.

    Raises ``LookupError`` for a place without a card.
    """
    told = review.find_card(spot)
    if len(cards) == 1:
        again = cards[0]
    else:
        row, column = find_offset(review.cards, cards) or _refuse()
        again = next((card for card in cards if (card.row + row, card.column + column) == spot), None) or _refuse()
    fresh = replace(again, row=told.row, column=told.column)
    return replace(review, cards=tuple(fresh if card is told else card for card in review.cards))


def replace_row(review: Review, row: int, cards: Sequence[PhotoCard]) -> Review:
    """Replace one row by a photo of it; raise ``PartError`` if it shows several rows without that one.

    Cards settled by a person stay as they are. If the photo shows no card that was known before, its first card is
    placed where the row's first card was.
    """
    before = [card for card in review.cards if card.row == row]
    if not before:
        raise LookupError(f"no card was seen in row {row!r}")
    offset = find_offset(before, cards)
    if offset is None:
        if len({card.row for card in cards}) > 1:
            _refuse()
        offset = row - cards[0].row, min(card.column for card in before) - min(card.column for card in cards)
    moved = {card.spot: card for card in _move(cards, offset) if card.row == row}
    kept = {card.spot: card for card in before if card.chosen is not None}
    others = [card for card in review.cards if card.row != row]
    return replace(review, cards=sort_cards([*others, *(moved | kept).values()]))


def find_offset(known: Iterable[PhotoCard], cards: Sequence[PhotoCard]) -> Spot | None:
    """Return the offset, in rows and columns, of cards from those already known, using the cards in common.

    ``None`` if they have none in common, or if more of them contradict than agree.

    >>> left = [PhotoCard(0, column, 1, (), text, 0.9) for column, text in enumerate(("A1:CF", "B2:HM"))]
    >>> find_offset(left, [replace(left[1], column=0), replace(left[1], column=1, read="C3:RS")])
    (0, 1)
    """
    places = {card.spot: card for card in known}
    offsets = {
        (one.row - other.row, one.column - other.column)
        for one in places.values()
        for other in cards
        if one.name and one.name == other.name
    }
    scores = {offset: _compare(places, _move(cards, offset)) for offset in offsets}
    best = max(scores, key=lambda offset: (scores[offset], offset), default=None)
    return best if best is not None and scores[best] > 0 else None


def _compare(places: dict[Spot, PhotoCard], cards: Iterable[PhotoCard]) -> int:
    """Count the cards that agree with those at their places, minus those that contradict them.

    A doubtful card contradicts nothing: it may be the other card after all.
    """
    score = 0
    for card in cards:
        other = places.get(card.spot)
        if other is None:
            continue
        if _list_names(card) & _list_names(other):
            score += 1
        elif not card.doubts and not other.doubts and card.chosen is None and other.chosen is None:
            score -= not card.text == other.text == FACE_DOWN
    return score


def _list_names(card: PhotoCard) -> set[str]:
    return {card.name, replace(card, chosen=None).name} - {""}


def _move(cards: Iterable[PhotoCard], offset: Spot) -> list[PhotoCard]:
    return [replace(card, row=card.row + offset[0], column=card.column + offset[1]) for card in cards]


def _merge(review: Review, cards: Iterable[PhotoCard], offset: Spot) -> Review:
    together = {card.spot: card for card in review.cards}
    for card in _move(cards, offset):
        known = together.get(card.spot)
        together[card.spot] = card if known is None else _weigh(known, card)
    return replace(review, cards=sort_cards(together.values()), waiting=())


def _weigh(one: PhotoCard, other: PhotoCard) -> PhotoCard:
    """Merge two readings of a card: a person's word counts, and two equal readings are less doubtful."""
    if one.chosen is not None or other.chosen is not None:
        return one if one.chosen is not None else other
    surer, less = (one, other) if one.confidence >= other.confidence else (other, one)
    agreed = tuple(part for part in surer.doubts if part in less.doubts)
    if surer.read == less.read:
        return replace(surer, doubts=agreed)
    if not surer.doubts and less.doubts:
        return surer
    others = tuple(dict.fromkeys(text for text in (less.read, *surer.candidates) if "?" not in text))
    doubts = surer.doubts or list_differences(surer.read, less.read)
    return replace(surer, doubts=doubts, candidates=others)


def _measure(cards: Iterable[PhotoCard]) -> Spot:
    cards = tuple(cards)
    return 1 + max(card.row for card in cards), 1 + max(card.column for card in cards)


def _refuse() -> NoReturn:
    raise PartError("the photo shows another part of the shelf, or more of it than can be told apart")
