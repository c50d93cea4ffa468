"""Learning a card design from lessons: where its print is, and what letters and icons look like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, permutations

import cv2
import numpy as np

from ..crops import PrintRegion
from ..designs.card_design import CATEGORIES, ICON_REACH, NO_GROUND, NO_PATCHES, NOT_SEEN, PATCH_PX, CardDesign
from ..game_rules import GameRules
from ..geometry import FloatArray, Point
from ..reading.icons.code_classifier import weigh_codes
from ..reading.icons.icon_classifier import weigh_icons
from ..reading.icons.icon_patches import measure_patch, trim_patch
from ..reading.icons.icon_readings import CodedPlace
from .icons.icon_codes import add_codes, embed_rows, join_codes, measure_unlikeness, order_by_embeddings
from .icons.icon_looks import learn_bare, list_pictured, measure_reach, pick_looks
from .icons.icon_places import DesignError, find_icon_places, join_places
from .icons.icon_samples import (
    Orders,
    Rows,
    choose_order,
    find_place,
    gather_icons,
    gather_patches,
    list_categories,
    list_orders,
    list_places,
)
from .icons.icon_weights import join_icon_weights
from .icons.lesson_colors import leave_dim, measure_vividness, tint_lesson
from .lessons import Lesson, find_middle, measure_shifts
from .letter_samples import has_familiar_font, has_odd_font, has_odd_numbers, learn_letters
from .sign_weights import learn_sign_weights
from .thresholds import DESIGNS


def learn_design(name: str, lessons: Sequence[Lesson], rules: GameRules) -> CardDesign:
    """Learn a design from lessons of cards of one printing.

    The order in which icons are printed need not be known: assignment and category means alternate, as in k-means.
    Where it is known, it stands, and is the measure for lessons of which it is not: of icons in one ink, other
    assignments may fit as well. Raises ``DesignError``.
    """
    if not lessons:
        raise DesignError(name)
    spots = np.concatenate([lesson.spots for lesson in lessons])
    letter, number = (find_middle([PrintRegion(*spot) for spot in spots[:, kind].tolist()]) for kind in (0, 1))
    icon_height = float(np.median([lesson.icon_height for lesson in lessons]))
    shifts = measure_shifts(spots, letter, number)
    icon_places = find_icon_places(np.concatenate([lesson.icon_spots for lesson in lessons]), shifts, rules)
    names, samples = learn_letters(lessons)
    backs = np.concatenate([lesson.backs for lesson in lessons])[-DESIGNS.max_backs :]
    design = CardDesign(
        name, letter, number, icon_height, icon_places, NO_PATCHES, NO_PATCHES[0, 0], DESIGNS.min_spread,
        lessons[0].ground, names, samples, learn_sign_weights([one.sign_embeddings for one in lessons]), backs,
        icon_weights=join_icon_weights([one.icon_weights for one in lessons], [len(one.cards) for one in lessons]),
        has_odd_font=has_odd_font(lessons), has_odd_numbers=has_odd_numbers(lessons, rules),
        has_familiar_font=has_familiar_font(lessons),
    )  # fmt: skip
    pictured = [lesson for lesson in lessons if not lesson.is_coded]
    if set(list_categories(lessons)) <= set(list_categories(pictured)):
        return _learn_pictured(design, pictured, [lesson for lesson in lessons if lesson.is_coded], rules)
    return _join_codes(design, lessons, rules)


def _join_codes(design: CardDesign, lessons: Sequence[Lesson], rules: GameRules) -> CardDesign:
    told = join_codes(lessons, rules)
    return replace(design, icon_codes=told.codes, icon_contrast=told.contrast, icon_moments=told.moments,
                   icon_discriminants=told.discriminants)  # fmt: skip


def _learn_pictured(
    design: CardDesign, lessons: Sequence[Lesson], coded: Sequence[Lesson], rules: GameRules
) -> CardDesign:
    """Return a design with what lessons with patches teach about its icons, and those with codes alone (``coded``)."""
    lessons = leave_dim(lessons)
    # The photo with the strongest colors is the measure for the others, whose colors are brought to its own; better one
    # whose icons were named one by one, for which is which on a card is settled there.
    vivid = max(lessons, key=lambda lesson: (lesson.in_order, measure_vividness(lesson)))
    design = _learn_icons(replace(design, ground=vivid.ground), [vivid], rules)
    if len(lessons) == 1:
        return _join_codes(design, [*lessons, *coded], rules)
    every = join_places(design.icon_places)
    tinted = [lesson if lesson is vivid else tint_lesson(lesson, design, every, rules) for lesson in lessons]
    settled = lessons
    if vivid.in_order and set(list_categories(lessons)) == set(list_categories([vivid])):
        # Its icons are embedded here and not again below.
        named = add_codes(vivid, rules)
        shown = _join_codes(design, [named], rules)
        tinted = [lesson if lesson.in_order else put_in_order(lesson, shown, rules) for lesson in tinted]
        settled = [
            named if lesson is vivid else replace(lesson, cards=ordered.cards, in_order=ordered.in_order)
            for lesson, ordered in zip(lessons, tinted, strict=True)
        ]
    design = _join_codes(design, [*settled, *coded], rules)
    return _learn_icons(design, tinted, rules)


def put_in_order(lesson: Lesson, design: CardDesign, rules: GameRules) -> Lesson:
    """Return a lesson with the icons of each card in the order of their places, as a design that is known has them.

    Its patches are in the design's colors.
    """
    every = join_places(design.icon_places)
    table = gather_patches([lesson], every, design.ground)
    shown = [
        {place: row[find_place(place, every)] for place in list_places(icons, design, rules)}
        for (_, _, icons), row in zip(lesson.cards, table, strict=True)
    ]
    # All cards together, as all are in one light.
    cards = [
        (letter, number, _order_icons(icons, patches, coded, design))
        for (letter, number, icons), patches, coded in zip(lesson.cards, shown, weigh_codes(shown, design), strict=True)
    ]
    return replace(lesson, cards=tuple(cards), in_order=True)


def _order_icons(
    icons: str, patches: Mapping[Point, FloatArray], coded: Mapping[Point, CodedPlace], design: CardDesign
) -> str:
    """Return a card's icons in the order of the places whose patches and codes these are; as they are if of none."""
    if not patches:
        return icons
    chances = weigh_icons([*patches.values()], design, [*coded.values()])
    return choose_order(chances, sorted(set(permutations(icons))))


def _learn_icons(design: CardDesign, lessons: Sequence[Lesson], rules: GameRules) -> CardDesign:
    """Return a design with patches of each category, one of a bare place, and how far icons are from their patches."""
    samples = gather_icons(lessons, design.icon_places, design.icon_height, design.ground, rules)
    rows, codes = samples.rows, samples.cards
    orders = list_orders(samples)
    if not all(samples.in_order):
        codes = _choose_order(rows, codes, orders)
        orders = [[tuple(icons)] for icons in codes]
    means = _settle_means(rows, orders, _take_in_order(rows, codes))
    sorted_patches = _assign(rows, orders, means)
    on_pictures = design.ground == NO_GROUND
    reach = measure_reach([sorted_patches[code] for code in CATEGORIES]) if on_pictures else ICON_REACH
    patches = np.stack(
        [pick_looks(sorted_patches[code], means[k], on_pictures=on_pictures) for k, code in enumerate(CATEGORIES)]
    )
    far = [
        float(measure_patch(patch, patches[CATEGORIES.index(code)], reach).min())
        for code, several in _assign(rows, orders, means, whole=True).items()
        for patch in several
    ]
    bare = [[trim_patch(patch) for patch in several] for several in samples.bare]
    bare_patch = learn_bare([*chain.from_iterable(bare)], design.ground)
    pictured = [] if on_pictures else list_pictured(bare, bare_patch)
    spread = max(DESIGNS.min_spread, float(np.mean(far)))
    return replace(
        design,
        icon_patches=patches,
        bare_patch=bare_patch,
        pictured_places=tuple(design.every_icon_place[column] for column in pictured),
        icon_spread=spread,
        icon_reach=reach,
    )


def _choose_order(rows: Rows, codes: Sequence[str], orders: Orders) -> list[str]:
    """Return each card's categories in the order of its places, of those that several starts settle at.

    By patches alone, other orders may explain icons in one ink as well as the true one does; by embeddings hardly any
    does.
    """
    starts = [
        _take_in_order(rows, codes),
        _sort_icons([trim_patch(patch) for row in rows for patch in row], codes),
        _part_icons(rows, codes),
    ]
    embedded = embed_rows(rows)
    found = [_order(rows, orders, _settle_means(rows, orders, start)) for start in starts]
    found += [order_by_embeddings(embedded, orders), [*codes]]  # listed as ``icon_codes.add_codes`` found them
    costs = np.array([(_measure_order(rows, order), measure_unlikeness(embedded, order)) for order in found])
    return found[int((costs / (costs.min(axis=0) + 1e-6)).sum(axis=1).argmin())]


def _measure_order(rows: Rows, order: Sequence[str]) -> float:
    """Return the mean square distance of icons from their categories' means, if each card's are in this order."""
    means = _take_in_order(rows, order)
    far = [
        measure_patch(patch, means[[CATEGORIES.index(code)]])[0]
        for row, icons in zip(rows, order, strict=True)
        for patch, code in zip(row, icons, strict=True)
    ]
    return float(np.mean(far))


def _settle_means(rows: Rows, orders: Orders, means: FloatArray) -> FloatArray:
    """Alternate the assignment of icons to categories and the categories' means, a few times."""
    for _ in range(DESIGNS.iterations):
        by_category = _assign(rows, orders, means)
        means = np.stack(
            [np.mean(by_category[code], axis=0) if by_category[code] else means[k] for k, code in enumerate(CATEGORIES)]
        )
    return means


def _part_icons(rows: Rows, codes: Sequence[str]) -> FloatArray:
    """Return each category's mean by least squares: a card's icons together look like its categories together."""
    counts = np.array([[icons.count(code) for code in CATEGORIES] for icons in codes], float)
    sums = np.array([np.sum([trim_patch(patch) for patch in row], axis=0) for row in rows])
    usual = sums.sum(axis=0) / counts.sum()
    rest = (sums - counts.sum(axis=1)[:, None, None, None] * usual).reshape(len(rows), -1)
    parts = np.linalg.solve(counts.T @ counts + np.eye(len(CATEGORIES)), counts.T @ rest)
    means = np.asarray(parts.reshape(-1, *usual.shape) + usual, np.float32)
    # A category that is on no card looks like nothing.
    means[counts.sum(axis=0) == 0] = NOT_SEEN
    return means


def _take_in_order(rows: Rows, codes: Sequence[str]) -> FloatArray:
    """Return each category's mean if icons are listed in the order of their places."""
    listed: dict[str, list[FloatArray]] = {code: [] for code in CATEGORIES}
    for row, icons in zip(rows, codes, strict=True):
        for patch, code in zip(row, icons, strict=True):
            listed[code].append(trim_patch(patch))
    unseen = np.full((PATCH_PX, PATCH_PX, 3), NOT_SEEN, np.float32)
    return np.stack([np.mean(listed[code], axis=0) if listed[code] else unseen for code in CATEGORIES])


def _sort_icons(patches: list[FloatArray], cards: Sequence[str]) -> FloatArray:
    """Cluster icons into six by k-means, and name the clusters as fits the cards best; one mean patch each."""
    small = np.stack([cv2.resize(patch, (5, 5), interpolation=cv2.INTER_AREA).reshape(-1) for patch in patches])
    kinds = min(len(CATEGORIES), len(set("".join(cards))))
    cv2.setRNGSeed(1)
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 100, 0.1)
    found = cv2.kmeans(small.astype(np.float32), kinds, None, ends, 20, cv2.KMEANS_PP_CENTERS)[1].reshape(-1)  # type: ignore[call-overload]
    starts = np.cumsum([0, *(len(codes) for codes in cards)])
    table = np.zeros((kinds, len(CATEGORIES)))
    for codes, start, end in zip(cards, starts, starts[1:], strict=False):
        wanted = np.array([codes.count(code) for code in CATEGORIES]) / len(codes)
        for kind in found[start:end]:
            table[kind] += wanted
    # Categories that are on many cards say less about each: compare with what chance would give.
    table -= table.sum(1, keepdims=True) * table.sum(0, keepdims=True) / table.sum()
    names = max(
        permutations(range(len(CATEGORIES)), kinds), key=lambda order: sum(table[k, c] for k, c in enumerate(order))
    )
    means = np.full((len(CATEGORIES), PATCH_PX, PATCH_PX, 3), NOT_SEEN, np.float32)
    for kind, category in enumerate(names):
        means[category] = np.mean([patch for patch, one in zip(patches, found, strict=True) if one == kind], axis=0)
    return means


def _order(rows: Rows, orders: Orders, means: FloatArray) -> list[str]:
    """Return each card's categories in the order of its icons, so that they fit best."""
    found = []
    for row, possible in zip(rows, orders, strict=True):
        if len(possible) == 1:
            found.append("".join(possible[0]))
            continue
        far = np.array([measure_patch(patch, means) for patch in row])
        best = min(possible, key=lambda order: sum(far[k, CATEGORIES.index(code)] for k, code in enumerate(order)))
        found.append("".join(best))
    return found


def _assign(rows: Rows, orders: Orders, means: FloatArray, *, whole: bool = False) -> dict[str, list[FloatArray]]:
    """Give each icon of each card one of the card's categories, so that it fits best; return them by category."""
    by_category: dict[str, list[FloatArray]] = {code: [] for code in CATEGORIES}
    for row, best in zip(rows, _order(rows, orders, means), strict=True):
        for patch, code in zip(row, best, strict=True):
            by_category[code].append(patch if whole else trim_patch(patch, means[CATEGORIES.index(code)]))
    return by_category
