"""A lesson: what confirmed cards look like, as arrays. Decks keep lessons.

With patches and descriptors, a lesson holds small pictures of icons and of whole cards. A file without pictures
(``lesson_files``) has codes of the icons in their place (``icon_codes``) and coarse discriminants;
``bench.lessons.inversion`` tells what can be had from those.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from ..aligning.icon_arrangements import locate_counted
from ..aligning.print_locations import PrintLocations
from ..aligning.rectification import match_design
from ..crops import PrintRegion
from ..designs.card_design import (
    NO_BACKS,
    NO_CODES,
    NO_DISCRIMINANTS,
    NO_MOMENTS,
    NO_SIGNS,
    NO_WEIGHTS,
    CardDesign,
)
from ..game_rules import GameRules
from ..geometry import BgrImage, FloatArray
from ..networks.inference import PRINT_MAP_PX, list_known_letters, predict_print_maps
from ..reading.card_matching import compute_descriptors
from ..reading.glyphs import embed_signs, read_glyphs
from ..reading.icons.icon_patches import choose_ground, crop_patches, settle_places
from .icons.icon_places import DesignError, find_icon_places, join_places
from .icons.icon_weights import learn_icon_weights
from .thresholds import LESSONS


@dataclass(frozen=True, slots=True)
class ConfirmedCard:
    """A card face up, cropped upright (``crops.CROP_PX``), and what it is."""

    crop: BgrImage
    letter: str
    number: int
    icons: str
    """Category codes; nothing where they are not known."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the cards of one photo look like. The arrays have one row a card."""

    cards: tuple[tuple[str, int, str], ...]
    """Letter, number and icons of each."""
    spots: FloatArray
    """Cards x 2 x 4: where letter and number stand, as ``PrintRegion``."""
    icon_height: float
    icon_spots: FloatArray
    """Cards x 4 x 2: where its icons are seen, in shares of the card's size; nothing (NaN) beyond their number."""
    icon_places: FloatArray
    """Places x 2: where icons stand on cards whose print stands where most have it."""
    patches: FloatArray
    """Cards x places x rows x columns x 3, Lab: what each place looks like, a margin of ``LOOSE_PX`` around it."""
    ground: tuple[float, float, float]
    """The color (blue, green, red) that the ground of the patches was brought to."""
    letter_embeddings: FloatArray
    """Cards x 160: what the letters look like; 0 where none is to be seen, as under glare."""
    letter_chances: FloatArray
    """Cards x known letters: log chances by the network alone."""
    number_chances: FloatArray
    """Cards x numbers: log chances by the network alone."""
    descriptors: FloatArray
    """Cards x rows x columns x 3: see ``recognizing.compute_descriptors``."""
    sign_embeddings: FloatArray = field(default_factory=lambda: NO_SIGNS)
    """Signs x 160: the mean embedding of each sign of its numbers (``number_signs.learn_signs``)."""
    is_whole: bool = True
    """Whether all of each card was to be seen; of a pile's cards only the bands are."""
    in_order: bool = False
    """Whether the icons of all cards are listed in the order of their places."""
    backs: FloatArray = field(default_factory=lambda: NO_BACKS)
    """Backs x rows x columns x 3: descriptors of the cards that lie face down."""
    codes: FloatArray = field(default_factory=lambda: NO_CODES)
    """As ``CardDesign.icon_codes``; no dimensions where nothing is known."""
    contrast: float = 0.0
    """As ``CardDesign.icon_contrast``."""
    icon_moments: FloatArray = field(default_factory=lambda: NO_MOMENTS)
    """As ``CardDesign.icon_moments``."""
    icon_discriminants: FloatArray = field(default_factory=lambda: NO_DISCRIMINANTS)
    """As ``CardDesign.icon_discriminants``."""
    icon_weights: FloatArray = field(default_factory=lambda: NO_WEIGHTS)
    """As ``CardDesign.icon_weights``."""

    @property
    def is_coded(self) -> bool:
        """Whether codes are all that it has of its icons."""
        return not self.patches.shape[1]


def describe_cards(cards: Sequence[ConfirmedCard], rules: GameRules, design: CardDesign | None = None) -> Lesson:
    """Describe confirmed cards of one photo; ``design`` is what is known of their printing. Raises ``DesignError``."""
    if not cards:
        raise DesignError("no cards")
    crops = [card.crop for card in cards]
    places = predict_print_maps([cv2.resize(crop, PRINT_MAP_PX, interpolation=cv2.INTER_AREA) for crop in crops])  # type: ignore[misc]
    fitting, prints = match_design(places, list(range(len(cards))), design)
    icon_height = fitting.icon_height if fitting else _find_icon_height(prints)
    letter, number = find_middle([one.letter for one in prints]), find_middle([one.number for one in prints])
    spots = np.array([[list_spot(one.letter), list_spot(one.number)] for one in prints], np.float32)
    shifts = measure_shifts(spots, letter, number)
    icon_spots = np.full((len(cards), rules.max_icons, 2), np.nan, np.float32)
    for index, seen in enumerate(locate_counted(prints, [len(card.icons) for card in cards], icon_height, rules)):
        if rules.min_icons <= len(seen) <= rules.max_icons:
            icon_spots[index, : len(seen)] = seen
    if fitting:
        icon_places = np.array(fitting.every_icon_place, np.float32)
    else:
        icon_places = join_places(find_icon_places(icon_spots, shifts, rules))
    ground = fitting.ground if fitting else _choose_ground(crops, icon_places, shifts, icon_height)
    glyphs = read_glyphs(
        crops, [one.letter for one in prints], [one.number for one in prints], list_known_letters(), None, rules
    )
    return Lesson(
        cards=tuple((card.letter, card.number, card.icons) for card in cards),
        spots=spots,
        icon_height=icon_height,
        icon_spots=icon_spots,
        icon_places=icon_places,
        patches=_cut_all_patches(crops, prints, icon_places, shifts, icon_height, ground),
        ground=ground,
        letter_embeddings=np.where(glyphs.nothing[:, None] < LESSONS.blank_probability, glyphs.embeddings, 0.0).astype(
            np.float32
        ),
        letter_chances=glyphs.letter_chances,
        number_chances=glyphs.number_chances,
        sign_embeddings=embed_signs(crops, [one.number for one in prints], [card.number for card in cards], rules),
        descriptors=compute_descriptors(crops),
        icon_weights=learn_icon_weights(places, icon_spots),
    )


def choose_cards(lesson: Lesson, chosen: Sequence[bool]) -> Lesson:
    """Return a lesson with some of its cards only, at least one."""
    rows = np.array(chosen, bool)
    return replace(
        lesson,
        cards=tuple(card for card, stays in zip(lesson.cards, chosen, strict=True) if stays),
        spots=lesson.spots[rows],
        icon_spots=lesson.icon_spots[rows],
        patches=lesson.patches[rows],
        letter_embeddings=lesson.letter_embeddings[rows],
        letter_chances=lesson.letter_chances[rows],
        number_chances=lesson.number_chances[rows],
        descriptors=lesson.descriptors[rows],
    )


def list_spot(spot: PrintRegion) -> tuple[float, float, float, float]:
    """Return a region as four values."""
    return spot.x, spot.y, spot.height, spot.width


def find_middle(spots: Sequence[PrintRegion]) -> PrintRegion:
    """Return the median place and size of print."""
    x, y, height, width = np.median([list_spot(spot) for spot in spots], axis=0).tolist()
    return PrintRegion(x, y, height, width)


def measure_shifts(spots: FloatArray, letter: PrintRegion, number: PrintRegion) -> FloatArray:
    """Return how far each card's print (cards x 2 x 4) is off the usual places (cards x 2)."""
    usual = np.array([(letter.x, letter.y), (number.x, number.y)])
    return np.asarray((spots[:, :, :2] - usual).mean(axis=1), np.float32)


def _find_icon_height(prints: Sequence[PrintLocations]) -> float:
    return float(np.median([icon.height for one in prints for icon in one.icons] or [LESSONS.default_icon_height]))


def _choose_ground(
    crops: Sequence[BgrImage], places: FloatArray, shifts: FloatArray, height: float
) -> tuple[float, float, float]:
    points = [(float(x), float(y)) for x, y in places]
    return choose_ground([(crop, points, (float(x), float(y))) for crop, (x, y) in zip(crops, shifts, strict=True)],
                         height)  # fmt: skip


def _cut_all_patches(
    crops: Sequence[BgrImage], prints: Sequence[PrintLocations], places: FloatArray, shifts: FloatArray, height: float,
    ground: tuple[float, ...],
) -> FloatArray:  # fmt: skip
    points = [(float(x), float(y)) for x, y in places]
    patches = []
    for crop, one, (x, y) in zip(crops, prints, shifts, strict=True):
        spots = settle_places(points, (float(x), float(y)), one.icons, height)
        patches.append(np.stack(crop_patches(crop, spots, (0.0, 0.0), height, ground)))
    return np.stack(patches)
