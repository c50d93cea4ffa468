"""A card design: how the cards of one printing look. It is data, learned from confirmed cards."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ..crops import PrintRegion
from ..geometry import FloatArray, Point

_FOLDER = Path(__file__).parent

CATEGORIES = "CFHMRS"
PATCH_PX = 20
"""Side of an icon's patch."""
NO_GROUND = (0.0, 0.0, 0.0)
"""The ground of a printing whose icons stand on pictures: it says nothing about the light."""
ICON_REACH = 0.42
"""How far from its center an icon reaches in its patch, in shares of the patch's side: somewhat farther than half its
height, for it may be larger than the others."""
PATCH_REACH = 1.35
"""A patch's side as a multiple of the icon's height: its corners show the ground."""
NOT_SEEN = 1e3
"""What patches of a category are filled with that was on no card: nothing is near it."""
ONE_INK = 1.5
"""Distance in a and b of Lab between the mean colors of two categories' icons below which both are of one ink: 0.4 at
most on development printings in one ink, 2.7 at least on colored ones."""
ALL_IN_ONE_INK = 5.0
"""The same between any two categories below which all are of one ink: 4.1 at most on 15 development printings in one
ink, whose plates show beside a small sign more than beside a large one."""

NO_BACKS: FloatArray = np.zeros((0, 44, 32, 3), np.float32)
"""The descriptors of no back at all."""
NO_SIGNS: FloatArray = np.zeros((11, 160), np.float32)
"""The samples of the signs of numbers, ten digits and a slash, of a printing of which none is known."""
NO_SIGN_WEIGHTS: FloatArray = np.zeros((11, 161), np.float32)
"""What is added to the weights of signs where none is known."""
NO_MOMENTS: FloatArray = np.zeros((len(CATEGORIES) + 1 + 64, 64), np.float32)
"""The moments of embeddings of a printing of which none is known."""
NO_DISCRIMINANTS: FloatArray = np.zeros((len(CATEGORIES), 65), np.float32)
"""The discriminants of a printing of which none is known."""
NO_WEIGHTS: FloatArray = np.zeros(33, np.float32)
"""What is added to the network's own weights where nothing is learned."""
NO_PATCHES: FloatArray = np.full((len(CATEGORIES), 1, PATCH_PX, PATCH_PX, 3), NOT_SEEN, np.float32)
"""The patches of a design that has codes."""
NO_CODES: FloatArray = np.zeros((len(CATEGORIES) + 2, 0), np.float32)
"""The codes of a design that has patches."""


@dataclass(frozen=True, slots=True)
class CardDesign:
    """Where a printing has letter, number and icons on its cards, and what they look like there."""

    name: str
    letter: PrintRegion
    number: PrintRegion
    icon_height: float
    """In shares of the card's height."""
    icon_places: tuple[tuple[Point, ...], ...]
    """The centers of the icons on cards with two, three and four of them, in shares of the card's size."""
    icon_patches: FloatArray
    """Categories x patches x rows x columns x 3, Lab: how each looks, on a ground brought to ``ground``."""
    bare_patch: FloatArray
    """Rows x columns x 3, Lab: a place without an icon."""
    icon_spread: float
    """The mean square distance in Lab of an icon of these cards to the nearest patch of its category."""
    ground: tuple[float, float, float]
    """The color beneath the icons, blue, green, red, to which patches are brought."""
    letters: tuple[str, ...]
    """The letters of which there are samples."""
    letter_samples: FloatArray
    """An embedding (``inference.classify_letters``) a row, in the order of ``letters``, which may have several each."""
    sign_weights: FloatArray = field(default_factory=lambda: NO_SIGN_WEIGHTS)
    """What this printing adds to the weights of the signs of numbers (``number_signs.weigh_signs``)."""
    backs: FloatArray = field(default_factory=lambda: NO_BACKS)
    """Backs x rows x columns x 3: descriptors (``card_matching.compute_descriptors``) of cards face down."""
    icon_codes: FloatArray = field(default_factory=lambda: NO_CODES)
    """Categories, a bare place, and what all categories have in common x dimensions: signs (-1 or 1; 0 where nothing is
    known) of embeddings (``inference.embed_icons``), those of categories without what is common to them. Beside
    ``icon_patches`` they are a second witness."""
    icon_reach: float = ICON_REACH
    """How far from their centers icons of a category look alike, in shares of a patch's side: on pictures, what lies
    beyond is the picture's."""
    pictured_places: tuple[Point, ...] = ()
    """Those of ``every_icon_place`` that show pictures where no icon is, of a printing with a ground: how they look
    without one says nothing."""
    icon_contrast: float = 0.0
    """How long that of a category is besides what is common to all, as the sine of the angle between their sum and
    this."""
    has_odd_font: bool = False
    """Whether letters of confirmed cards are taken for others: what seems to be one letter may be another of which
    there is no sample."""
    has_odd_numbers: bool = False
    """Whether numbers of confirmed cards are taken for others."""
    has_familiar_font: bool = False
    """Whether many letters were confirmed, and none of them is taken for another: those without a sample are not,
    either."""
    icon_moments: FloatArray = field(default_factory=lambda: NO_MOMENTS)
    """Rows of embeddings of icons (``inference.embed_icons``, of length 1): the mean of each category, 0 for one that
    was never seen, less the mean of these means; that mean; and the covariance within categories."""
    icon_discriminants: FloatArray = field(default_factory=lambda: NO_DISCRIMINANTS)
    """Categories x (dimensions and one): what log odds of each category add for each dimension of an icon's embedding,
    less the middle of its photo, and what they add for themselves; 0 for a category that was never seen. They follow
    from moments, and take their place in designs of lessons without pictures."""
    icon_weights: FloatArray = field(default_factory=lambda: NO_WEIGHTS)
    """What this printing adds to the weights of the heat of icons (``PrintMaps.weigh_icons``)."""

    @property
    def is_coded(self) -> bool:
        """Whether codes are all that is known of the icons."""
        return bool(self.icon_codes.shape[1]) and not self._pictured.any()

    @property
    def _pictured(self) -> npt.NDArray[np.bool_]:
        return np.asarray(self.icon_patches.reshape(len(self.icon_patches), -1).max(axis=1) < NOT_SEEN / 2)

    @property
    def every_icon_place(self) -> list[Point]:
        """All places of icons, each once, from the left."""
        return sorted({place for several in self.icon_places for place in several})

    @property
    def seen(self) -> npt.NDArray[np.bool_]:
        """For each category, whether it is known what it looks like."""
        if self.is_coded:
            return np.asarray(self.icon_codes[: len(CATEGORIES)].any(axis=1))
        return self._pictured


def are_in_one_ink(design: CardDesign) -> bool:
    """Whether two categories have icons of hardly different color, so that their shapes alone tell them apart.

    Codes do not say what colors are: of them it is always taken to be so.
    """
    return design.is_coded or min(_list_color_distances(design), default=np.inf) < ONE_INK


def are_all_in_one_ink(design: CardDesign) -> bool:
    """Whether the icons of all categories have about one color: as much ink as their shapes have."""
    return not design.is_coded and max(_list_color_distances(design), default=np.inf) < ALL_IN_ONE_INK


def _list_color_distances(design: CardDesign) -> list[float]:
    """Return how far the mean colors of any two categories are from each other, in a and b of Lab."""
    # Of a category that was never seen there are no patches; a place in ``icon_patches`` may stay empty as well.
    patches = [rows[rows.reshape(len(rows), -1).max(axis=1) < NOT_SEEN / 2] for rows in design.icon_patches]
    colors = [rows[..., 1:].mean(axis=(0, 1, 2)) for rows in patches if len(rows)]
    return [float(np.hypot(*(one - other))) for one, other in combinations(colors, 2)]


def format_design(design: CardDesign) -> dict[str, FloatArray]:
    """Return a design as arrays, which ``numpy.savez_compressed`` writes and ``parse_design`` reads."""
    plain = {
        "name": design.name,
        "letter": _list_spot(design.letter),
        "number": _list_spot(design.number),
        "icon_height": design.icon_height,
        "icon_places": design.icon_places,
        "icon_spread": design.icon_spread,
        "ground": design.ground,
        "letters": design.letters,
        "icon_reach": design.icon_reach,
        "pictured_places": design.pictured_places,
        "icon_contrast": design.icon_contrast,
    }
    text = np.frombuffer(json.dumps(plain, ensure_ascii=False).encode(), np.uint8)
    return {
        "plain": np.asarray(text),
        "icon_patches": np.asarray(design.icon_patches, np.float16),
        "bare_patch": np.asarray(design.bare_patch, np.float16),
        "letter_samples": np.asarray(design.letter_samples, np.float16),
        "backs": np.asarray(design.backs, np.float16),
        "icon_codes": np.asarray(design.icon_codes, np.int8),
    }


def parse_design(arrays: dict[str, FloatArray]) -> CardDesign:
    """Return the design that ``format_design`` wrote."""
    plain = json.loads(bytes(arrays["plain"].astype(np.uint8)).decode())
    return CardDesign(
        name=plain["name"],
        letter=PrintRegion(*plain["letter"]),
        number=PrintRegion(*plain["number"]),
        icon_height=plain["icon_height"],
        icon_places=tuple(tuple((x, y) for x, y in places) for places in plain["icon_places"]),
        icon_patches=np.asarray(arrays["icon_patches"], np.float32),
        bare_patch=np.asarray(arrays["bare_patch"], np.float32),
        icon_spread=plain["icon_spread"],
        ground=tuple(plain["ground"]),
        letters=tuple(plain["letters"]),
        letter_samples=np.asarray(arrays["letter_samples"], np.float32),
        backs=np.asarray(arrays.get("backs", NO_BACKS), np.float32),
        icon_codes=np.asarray(arrays.get("icon_codes", NO_CODES), np.float32),
        icon_reach=float(plain.get("icon_reach", ICON_REACH)),
        pictured_places=tuple((x, y) for x, y in plain.get("pictured_places", ())),
        icon_contrast=float(plain.get("icon_contrast", 0)),
    )


def _list_spot(spot: PrintRegion) -> tuple[float, float, float, float]:
    return spot.x, spot.y, spot.height, spot.width


@cache
def load_design(name: str) -> CardDesign:
    """Return a design that comes with the program; raise ``LookupError`` for one that does not."""
    path = _FOLDER / f"{name}.npz"
    if not path.is_file():
        raise LookupError(name)
    with np.load(path, allow_pickle=False) as arrays:
        return parse_design(dict(arrays))
