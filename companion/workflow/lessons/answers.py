"""What people answer about kinds of icons: a category each; a kind that mixes several is split.

A kind is called by the number of its group, with a ``/`` and the sides of the splits if it is a part of one. The
answers stand in the review of the photos, in the order in which they were given.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import zip_longest
from typing import Any

from ...scoring.categories import Category
from ...store.photos.queries import KeptPhoto
from ...vision.problems import Problem
from ..photos.review import PhotoCard, Review, list_read_cards

KEY = "icon_groups"
"""Key in the stored reading: for each card its corners, and for each icon its position, its group, and its branch."""

WITH_LOOKS = "with_looks"
"""Key in the stored reading: whether it was read with what other photos have taught of the printing."""


SPARE_ICONS = 2
"""Icons of a kind that nobody is asked about where all categories have been named."""


class Said(StrEnum):
    """What is said of a kind other than its category."""

    MIXED = "mixed"
    """It is several kinds: it is split."""
    NONE = "none"
    """It is no icon, or nobody knows."""


@dataclass(frozen=True, slots=True)
class KindIcon:
    """An icon in the photo, in its pixels."""

    corners: tuple[tuple[float, float], ...]
    """Those of its card."""
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Kind:
    """Icons that look alike, and what was said of them."""

    key: str
    icons: tuple[KindIcon, ...]
    can_split: bool
    said: str | None


def fits_design(reading: Mapping[str, Any]) -> bool:
    """Whether a photo shows the printing that it was read with."""
    return all(finding["code"] != Problem.UNKNOWN_FACE.value for finding in reading["findings"])


def list_kinds(review: Review, photo: KeptPhoto) -> tuple[Kind, ...]:
    """List the kinds of icons of a photo, the largest first, after all splits; of cards that nobody has settled.

    Once every category has been named, kinds of few icons count as ``Said.NONE`` until somebody names them: what the
    others taught reads them as well, and nobody is asked about a dozen icons one by one.
    """
    answers = find_answers(review, photo.number)
    cards = {card.corners for card in review.cards if card.photo == photo.number and card.chosen is None}
    groups: dict[str, list[tuple[KindIcon, str]]] = {}
    for entry in photo.reading.get(KEY, ()):
        corners = tuple((x, y) for x, y in entry["corners"])
        for icon in entry["icons"] if corners in cards else ():
            found = KindIcon(corners, icon["x"], icon["y"])
            groups.setdefault(str(icon["group"]), []).append((found, icon.get("branch", "")))
    kinds = []
    for key in sorted(groups, key=int):
        kinds += _split(key, groups[key], 0, answers)
    if not {*Category} <= {kind.said for kind in kinds}:
        return tuple(kinds)
    return tuple(replace(kind, said=Said.NONE) if _is_spare(kind) else kind for kind in kinds)


def _is_spare(kind: Kind) -> bool:
    return kind.said is None and len(kind.icons) <= SPARE_ICONS


def find_answers(review: Review, photo: int) -> Mapping[str, str]:
    """Return what was said of each kind of a photo."""
    return {kind: said for number, kind, said in review.answers if number == photo}


def answer(review: Review, photo: KeptPhoto, key: str, said: str) -> Review:
    """Record what is said of a kind, in place of what was said before.

    Raises ``LookupError`` for a kind that there is not, and ``ValueError`` for no answer.
    """
    kind = next((kind for kind in list_kinds(review, photo) if kind.key == key), None)
    if kind is None:
        raise LookupError(f"expected a kind of icons in photo {photo.number!r}, found {key!r}")
    if said not in {*Category, *Said} or (said == Said.MIXED and not kind.can_split):
        raise ValueError(f"expected a category, or that it is mixed or none, found {said!r}")
    kept = tuple(one for one in review.answers if one[:2] != (photo.number, key))
    return replace(review, answers=(*kept, (photo.number, key, said)))


def take_back(review: Review, photo: KeptPhoto, key: str) -> Review:
    """Take back what was said of a kind, or, without one, the last answer; a split is undone with all of its parts."""
    mine = [one for one in review.answers if one[0] == photo.number]
    key = key or (mine[-1][1] if mine else "")
    gone = {one for one in mine if one[1] == key or (_is_part(one[1], key) and (photo.number, key, Said.MIXED) in mine)}
    return replace(review, answers=tuple(one for one in review.answers if one not in gone))


def forget(review: Review, photo: KeptPhoto) -> Review:
    """Forget all answers about a photo, and what was read with them."""
    return replace(
        restore_cards(review, photo),
        answers=tuple(one for one in review.answers if one[0] != photo.number),
        taught=tuple(number for number in review.taught if number != photo.number),
    )


def restore_cards(review: Review, photo: KeptPhoto) -> Review:
    """Return a review with the cards of a photo as they were read at first; what people said of them stays."""
    first = {card.corners: card for card in list_read_cards(photo.reading, photo.number)}

    def restore(card: PhotoCard) -> PhotoCard:
        before = first.get(card.corners) if card.photo == photo.number else None
        return replace(before, row=card.row, column=card.column, chosen=card.chosen) if before else card

    return replace(review, cards=tuple(map(restore, review.cards)))


def _split(key: str, icons: list[tuple[KindIcon, str]], depth: int, answers: Mapping[str, str]) -> list[Kind]:
    parts = {side: [one for one in icons if one[1][depth : depth + 1] == side] for side in "01"}
    can_split = all(parts.values())
    if can_split and answers.get(key) == Said.MIXED:
        sign = "" if depth else "/"
        return [kind for side, part in parts.items() for kind in _split(f"{key}{sign}{side}", part, depth + 1, answers)]
    # The two sides in turn: the few icons that are shown tell whether a kind mixes several.
    mixed = [icon for pair in zip_longest(*parts.values()) for icon in pair if icon] if can_split else icons
    return [Kind(key, tuple(icon for icon, _ in mixed), can_split, answers.get(key))]


def _is_part(key: str, whole: str) -> bool:
    return key.startswith(whole if "/" in whole else f"{whole}/")
