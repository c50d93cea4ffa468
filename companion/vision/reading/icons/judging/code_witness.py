"""What codes say of icons beside their patches: whether they confirm or contradict what these were taken for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....designs.card_design import NO_GROUND, CardDesign
from ....geometry import FloatArray
from ..icon_readings import CodedPlace, ShownIcon
from .print_fit import is_fitted
from .thresholds import OPEN_SET


def weigh_code(score: float, place: CodedPlace, one: ShownIcon, design: CardDesign, share: float) -> float:
    """Return how unlike its category an icon is, after codes had their say; ``share`` of the photo's they agree on.

    The program's own design is known from several photos: there its patches must agree with the codes, too. While no
    lesson has shown some category, what codes do not know may be that one, however near its patch is to another.
    """
    if find_likeliest(place) == one.category and (
        place.known >= OPEN_SET.known_probability or _is_confirmed(place, one, design)
    ):
        score = min(score, 0.0)
    if design.icon_moments.any() and design.seen.all():
        # Of the photo it is known that it shows this printing: there is no seventh category.
        return min(score, OPEN_SET.doubtful_score)
    is_contradicted = _is_contradicted(place, one, share)
    if is_fitted(design):
        is_contradicted |= find_likeliest(place) != one.nearest or place.known < OPEN_SET.strange_probability
    elif not design.seen.all():
        is_contradicted |= place.known < OPEN_SET.partial_probability
    if is_contradicted:
        score = max(score, OPEN_SET.doubtful_score)
    return min(score, OPEN_SET.doubtful_score) if _is_named_twice(place, one, design) else score


def _is_confirmed(place: CodedPlace, one: ShownIcon, design: CardDesign) -> bool:
    """Return whether codes have no doubt of what a patch is nearest to, where a box has taught all categories.

    Icons over the edge of a band, or worn ones, are farther from their category than others are.
    """
    return bool(
        not is_fitted(design)
        and design.seen.all()
        and one.nearest == one.category
        and place.known >= OPEN_SET.confirmed_probability
        and measure_margin(place.chances, one.category) >= OPEN_SET.confirming_lead
    )


def _is_named_twice(place: CodedPlace, one: ShownIcon, design: CardDesign) -> bool:
    """Return whether patch and codes take an icon for the same category, each by itself, where a box has taught all.

    It is that, if doubtful, however far it is from the others of the photo: there is no seventh category. On pictures
    it may be none at all.
    """
    may_be_any = bool(design.seen.all()) and not is_fitted(design) and design.ground != NO_GROUND
    return may_be_any and find_likeliest(place) == one.nearest == one.category


def _is_contradicted(place: CodedPlace, one: ShownIcon, share: float) -> bool:
    """Return whether codes take an icon for another category than it was taken for, and its patch does not overrule.

    Codes do not tell all categories of all printings apart: where they agree with patches on most icons of the photo
    (``share``), a patch that is clear may overrule them. Of a hidden icon they know nothing, and take it for all alike.
    """
    lead = -measure_margin(place.chances, one.category)
    if lead <= OPEN_SET.contradicting_lead:
        return False
    if one.by_patch is None or share < OPEN_SET.overruling_share or place.known < OPEN_SET.overruling_probability:
        return True
    return float(one.by_patch[one.category] - one.by_patch[find_likeliest(place)]) < lead + OPEN_SET.overruling_lead


def measure_margin(chances: FloatArray, category: int) -> float:
    """Return by how much (log probability) a category is likelier than any other; negative if it is not."""
    return float(chances[category] - np.delete(chances, category).max())


def find_likeliest(place: CodedPlace) -> int:
    return int(place.chances.argmax())


def is_known(count: int, share: float, known: float) -> bool:
    """Return whether codes confirm what a photo's icons were taken for; ``share`` is that of the icons that agree."""
    if count < OPEN_SET.min_confirmed_icons or share < OPEN_SET.min_agreeing_share:
        return False
    return known >= OPEN_SET.min_known_probability


def is_misled(icons_told: Sequence[tuple[CodedPlace, ShownIcon]], known: float) -> bool:
    """Return whether patches seem to be misled by the light: codes know the icons, and contradict many of them."""
    if known < OPEN_SET.misled_probability:
        return False
    agreeing: dict[int, list[bool]] = {}
    for place, one in icons_told:
        agrees = -measure_margin(place.chances, one.nearest) <= OPEN_SET.contradicting_lead
        agreeing.setdefault(find_likeliest(place), []).append(agrees)
    share = np.mean([one for kind in agreeing.values() for one in kind])
    least = min((np.mean(kind) for kind in agreeing.values() if len(kind) >= OPEN_SET.misled_icons), default=1.0)
    return bool(share < OPEN_SET.misled_share or least < OPEN_SET.misled_kind_share)
