"""A face: how the cards of one box are printed. It is data, learned from confirmed cards."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from .cutouts import Spot
from .geometry import FloatArray, Point

_FOLDER = Path(__file__).with_name("faces")

CATEGORIES = "CFHMRS"
PATCH_PX = 20
"""Side of an icon's patch."""
PATCH_REACH = 1.35
"""A patch's side as a multiple of the icon's height: its corners show the ground."""
NOT_SEEN = 1e3
"""What patches of a category are filled with that was on no card: nothing is near it."""


@dataclass(frozen=True, slots=True)
class Face:
    """Where a box prints letter, number and icons on its cards, and what they look like there."""

    name: str
    letter: Spot
    number: Spot
    icon_height: float
    """In shares of the card's height."""
    icon_places: tuple[tuple[Point, ...], ...]
    """The centres of the icons on cards with two, three and four of them, in shares of the card's size."""
    icon_patches: FloatArray
    """Categories x patches x rows x columns x 3, Lab: how each looks, on a ground brought to ``ground``."""
    bare_patch: FloatArray
    """Rows x columns x 3, Lab: a place without an icon."""
    icon_spread: float
    """The mean square distance in Lab of an icon of these cards to the nearest patch of its category."""
    ground: tuple[float, float, float]
    """The colour beneath the icons, blue, green, red, to which patches are brought."""
    letters: tuple[str, ...]
    """The letters of which there are samples."""
    letter_samples: FloatArray
    """One description (see ``nets.score_letters``) a row, in the order of ``letters``; a letter may have several."""

    @property
    def every_icon_place(self) -> list[Point]:
        """All places of icons, each once, from the left."""
        return sorted({place for several in self.icon_places for place in several})

    @property
    def seen(self) -> npt.NDArray[np.bool_]:
        """Of each category, whether it is known what it looks like."""
        return np.asarray(self.icon_patches.reshape(len(self.icon_patches), -1).max(axis=1) < NOT_SEEN / 2)


def format_face(face: Face) -> dict[str, FloatArray]:
    """Return a face as arrays, which ``numpy.savez_compressed`` writes and ``parse_face`` reads."""
    plain = {
        "name": face.name,
        "letter": _list_spot(face.letter),
        "number": _list_spot(face.number),
        "icon_height": face.icon_height,
        "icon_places": face.icon_places,
        "icon_spread": face.icon_spread,
        "ground": face.ground,
        "letters": face.letters,
    }
    text = np.frombuffer(json.dumps(plain, ensure_ascii=False).encode(), np.uint8)
    return {
        "plain": np.asarray(text),
        "icon_patches": np.asarray(face.icon_patches, np.float16),
        "bare_patch": np.asarray(face.bare_patch, np.float16),
        "letter_samples": np.asarray(face.letter_samples, np.float16),
    }


def parse_face(arrays: dict[str, FloatArray]) -> Face:
    """Return the face that ``format_face`` wrote."""
    plain = json.loads(bytes(arrays["plain"].astype(np.uint8)).decode())
    return Face(
        name=plain["name"],
        letter=Spot(*plain["letter"]),
        number=Spot(*plain["number"]),
        icon_height=plain["icon_height"],
        icon_places=tuple(tuple((x, y) for x, y in places) for places in plain["icon_places"]),
        icon_patches=np.asarray(arrays["icon_patches"], np.float32),
        bare_patch=np.asarray(arrays["bare_patch"], np.float32),
        icon_spread=plain["icon_spread"],
        ground=tuple(plain["ground"]),
        letters=tuple(plain["letters"]),
        letter_samples=np.asarray(arrays["letter_samples"], np.float32),
    )


def _list_spot(spot: Spot) -> tuple[float, float, float, float]:
    return spot.x, spot.y, spot.height, spot.width


@cache
def load_face(name: str) -> Face:
    """Return a face that comes with the program; raise ``LookupError`` for one that does not."""
    path = _FOLDER / name / "face.npz"
    if not path.is_file():
        raise LookupError(name)
    with np.load(path, allow_pickle=False) as arrays:
        return parse_face(dict(arrays))
