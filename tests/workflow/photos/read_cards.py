"""Cards as read in a photo, for the tests of the review."""

from __future__ import annotations

import datetime
from base64 import b64decode
from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.store.photos import queries as photos
from companion.store.photos.owners import SeatShelf
from companion.store.photos.queries import TakenPhoto
from companion.vision.doubts import Part
from companion.workflow.photos.joins import begin_review
from companion.workflow.photos.review import PhotoCard, Review, format_review

CARD_PX = (100, 150)
DOT = b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////"
    "wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z"
)
"""A minimal JPEG."""


def see_card(text: str, row: int = 0, column: int = 0, photo: int = 1, **values: Any) -> PhotoCard:
    """An upright card, sure unless doubts are given."""
    wide, high = CARD_PX
    left, top = 100 + column * wide, 100 + row * high
    corners = ((left, top), (left + wide, top), (left + wide, top + high), (left, top + high))
    corners = tuple((float(x), float(y)) for x, y in corners)
    confidence = 0.6 if values.get("doubts") else 0.99
    return PhotoCard(row, column, photo, corners, text, **{"confidence": confidence, **values})


def see_shelf(text: str, photo: int = 1, **doubts: tuple[Part, ...]) -> tuple[PhotoCard, ...]:
    """The cards of a shelf in notation; doubts by their letter and number."""
    return tuple(
        see_card(cell, row, column, photo, doubts=doubts.get(cell.partition(":")[0], ()))
        for row, line in enumerate(text.split(" / "))
        for column, cell in enumerate(line.split())
        if cell != "."
    )


def group_icons(reading: dict[str, Any], kinds: Sequence[Sequence[int]]) -> dict[str, Any]:
    """Add to a reading the group of each icon on its first cards; the icons of a group are on two sides in turn."""
    seen: Counter[int] = Counter()
    entries = []
    for card, groups in zip(reading["cards"], kinds, strict=False):
        icons = []
        for group in groups:
            icons.append({"x": 100.0, "y": 100.0, "group": group, "branch": str(seen[group] % 2)})
            seen[group] += 1
        entries.append({"corners": card["corners"], "icons": icons})
    return {**reading, "icon_groups": entries}


def keep_photo(
    slug: str,
    position: int,
    cards: tuple[PhotoCard, ...],
    now: datetime.datetime,
    *findings: dict[str, object],
    size: tuple[int, int] = (1500, 700),
    picture: bytes = DOT,
    **values: Any,
) -> Review:
    """Store a photo of cards, and a review that begins with them; values are those of the review."""
    cards = begin_review(cards).cards
    review = Review(cards, **values)
    taken = TakenPhoto(picture, *size, {"findings": list(findings)})
    number = len(review.photos)
    photos.add_photo(
        SeatShelf(slug, position), taken, str(number), lambda *_: (format_review(review), review.photos), now
    )
    return review
