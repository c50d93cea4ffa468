"""Faces whose icons are arranged otherwise than in a row or column on the band that begins at one end."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

import cv2
import numpy as np

from .faces import CATEGORIES, SceneFace
from .paint import Color, Dice, mix

_LEAST_DIFFERENCE = 32.0
"""How far apart (Lab) colors are that people tell from each other at a glance."""
_SHADES = 0.2, 0.4, 0.6, 0.8
"""How much black or white a color takes on in turn, until it is seen."""


@dataclass(frozen=True, slots=True)
class FreeFace(SceneFace):
    """A face whose icons do not begin at one end."""

    arrangement: str = "row"
    """``row``, as faces have it; ``centered``: about the middle of that row or column; ``block``: two by two."""

    @property
    def strip(self) -> float:
        """How much of a card, from its top, shows letter, number and icons, wherever these are."""
        head = self.band if self.side == "top" else self.number_at[1] + self.number_height / 2
        return max(head, max(y for count in (2, 3, 4) for _, y in self.icon_places(count)) + self.icon_radius)

    def icon_places(self, count: int) -> list[tuple[float, float]]:
        """Return the centers of a card's icons in the order in which they are printed."""
        x, y = self.icon_first
        dx, dy = self.icon_step
        if self.arrangement == "centered":
            return [(x + (k + (4 - count) / 2) * dx, y + (k + (4 - count) / 2) * dy) for k in range(count)]
        if self.arrangement == "block":
            # The second row lies below, or, in a column, to the side where there is room.
            aside = abs(dx) + abs(dy)
            across = (0.0, aside) if dx else (aside if x < 0.5 else -aside, 0.0)
            return [(x + (k % 2) * dx + (k // 2) * across[0], y + (k % 2) * dy + (k // 2) * across[1])
                    for k in range(count)]  # fmt: skip
        # ``super()`` without arguments names the class before slots were added to it.
        return SceneFace.icon_places(self, count)


def arrange_icons(face: SceneFace, arrangement: str) -> FreeFace:
    """Return a face with its icons arranged: one of ``FreeFace.arrangement``."""
    plain = {key: getattr(face, key) for key in asdict(face)}
    return FreeFace(**{**plain, "arrangement": arrangement})


def ink_alike(face: SceneFace) -> SceneFace:
    """Return a face with all of its icons in the color of the first."""
    return replace(face, icon_colors=dict.fromkeys(CATEGORIES, face.icon_colors[CATEGORIES[0]]))


def scatter_icons(dice: Dice, face: SceneFace) -> FreeFace:
    """Return a face with its icons anywhere on the card, pictures beneath them or not, clear of letter and number.

    They are printed within the border, and, where nothing is around them, in colors that are seen on band and body.
    """
    arranged = arrange_icons(face, str(dice.choice(["row", "centered", "block", "block"])))
    if dice.random() < 0.4:
        return arranged
    if face.icon_plate == "none":
        seen = {category: _show(color, face) for category, color in face.icon_colors.items()}
        arranged = replace(arranged, icon_colors=seen)
    reach = face.icon_radius + max(0.01, face.border)
    for _ in range(20):
        step = 2 * face.icon_radius + dice.uniform(0.0, 0.06)
        across = bool(dice.random() < 0.5)
        first = dice.uniform(reach, 1 - reach), dice.uniform(reach, face.height - reach)
        tried = replace(arranged, icon_first=first, icon_step=(step, 0.0) if across else (0.0, step))
        if all(_is_clear(tried, place, reach) for count in (2, 3, 4) for place in tried.icon_places(count)):
            return tried
    return arranged


def _show(color: Color, face: SceneFace) -> Color:
    """Return a color of icons that is seen on band and body, as near to the one wanted as can be."""
    tried = [color, *(mix(color, end, share) for share in _SHADES for end in ((0, 0, 0), (255, 255, 255)))]
    far = [min(_measure_difference(one, ground) for ground in (face.band_color, face.body_color)) for one in tried]
    # The first that is far enough, or else the one that is farthest.
    return tried[int(np.argmax(np.minimum(far, _LEAST_DIFFERENCE)))]


def _measure_difference(a: Color, b: Color) -> float:
    both = np.array([[a, b]], np.float32) / 255
    return float(np.linalg.norm(np.subtract(*cv2.cvtColor(both, cv2.COLOR_BGR2LAB)[0])))


def _is_clear(face: SceneFace, place: tuple[float, float], reach: float) -> bool:
    x, y = place
    for (at_x, at_y), height, wide in (
        (face.letter_at, face.letter_height, 0.9), (face.number_at, face.number_height, 2.2)
    ):  # fmt: skip
        if abs(x - at_x) < reach + wide * height and abs(y - at_y) < reach + height / 2:
            return False
    return reach <= x <= 1 - reach and reach <= y <= face.height - reach
