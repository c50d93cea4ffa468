"""Keeping a photo that was read as if it had just come, in place of what was read before."""

from __future__ import annotations

from dataclasses import replace

from ...store.photos.owners import SeatShelf
from ...store.photos.queries import Content, KeptPhoto, TakenPhoto, change_reading
from ..photos.review import PhotoCard, Review, format_review, list_read_cards, parse_review
from .answers import find_answers
from .reading_again import find_same


def keep_anew(shelf: SeatShelf, photo: KeptPhoto, again: TakenPhoto) -> None:
    """Store what was read anew in place of what was read before; what people said of cards stays.

    A photo about which something has been said meanwhile stays as it is. Raises ``MissingError``.
    """

    def change(content: Content) -> tuple[Content, frozenset[int]] | None:
        now = parse_review(content)
        if photo.number not in now.photos or find_answers(now, photo.number):
            return None
        merged = _merge_anew(now, photo, again)
        return format_review(merged), merged.photos

    change_reading(shelf, KeptPhoto(photo.number, again.width, again.height, again.reading), change)


def _merge_anew(review: Review, photo: KeptPhoto, again: TakenPhoto) -> Review:
    scale = again.width / photo.width
    fresh = list_read_cards(again.reading, photo.number)

    def merge(card: PhotoCard) -> PhotoCard:
        if card.photo != photo.number:
            return card
        scaled = replace(card, corners=tuple((x * scale, y * scale) for x, y in card.corners))
        same = find_same(scaled, fresh)
        return replace(same, row=card.row, column=card.column, chosen=card.chosen) if same else scaled

    return replace(review, cards=tuple(map(merge, review.cards)), waiting=tuple(map(merge, review.waiting)))
