"""A lesson as a page shows it: the kind that is asked for, and those that were answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...store.photos.queries import KeptPhoto
from ..access.showing import PageValue
from ..photos.review import Review
from .answers import Kind, KindIcon, find_answers, list_kinds

MOST_SHOWN = 5
"""Icons shown of a kind: enough to see that they are the same."""
ICON_SIZE = 0.2
"""Width of an icon's picture, in card widths."""


@dataclass(frozen=True, slots=True)
class KindView(PageValue):
    """Icons that look alike."""

    key: str
    number: int
    """From 1."""
    views: tuple[str, ...]
    """Where a few of them are in the photo, as ``viewBox`` values."""
    count: int
    can_split: bool
    said: str
    """The category, ``none``, or nothing yet."""


@dataclass(frozen=True, slots=True)
class LessonView(PageValue):
    """What there is to teach about a photo."""

    photo: int
    current: KindView | None
    """The kind that is asked for; none after the last answer."""
    kinds: tuple[KindView, ...]
    has_answers: bool
    is_taught: bool
    """Whether the photo has been read again since."""


def view_lesson(review: Review, photos: Sequence[KeptPhoto], number: int) -> LessonView | None:
    """Show the lesson of a photo; ``None`` where nothing has to be taught."""
    photo = next((photo for photo in photos if photo.number == number), None)
    kinds = list_kinds(review, photo) if photo else ()
    if not kinds:
        return None
    views = tuple(_view_kind(kind, place) for place, kind in enumerate(kinds, 1))
    current = next((view for view in views if not view.said), None)
    return LessonView(number, current, views, bool(find_answers(review, number)), number in review.taught)


def _view_kind(kind: Kind, number: int) -> KindView:
    boxes = tuple(map(_find_box, kind.icons[:MOST_SHOWN]))
    return KindView(kind.key, number, boxes, len(kind.icons), kind.can_split, kind.said or "")


def _find_box(icon: KindIcon) -> str:
    (left, top), (right, bottom) = icon.corners[:2]
    wide = ICON_SIZE * ((right - left) ** 2 + (bottom - top) ** 2) ** 0.5
    return f"{icon.x - wide / 2:.0f} {icon.y - wide / 2:.0f} {wide:.0f} {wide:.0f}"
