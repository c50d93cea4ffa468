"""What lies around and behind icons that stand anywhere: edges of bands, spines of books, pictures, and borders."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tools.scenes.paint import Color, Dice, any_color, cloud, mix

Values = npt.NDArray[np.float32]
_KINDS = ("edge", "spines", "picture", "weave")
_BANDS = (0.05, 0.6)
"""The least and the most of a printing's icons that stand on its plain ground alone."""
_BORDERED = 0.15
"""The share of icons that a border or another thing reaches over."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What one printing has around its icons. Colors are 0 to 1."""

    kind: str
    palette: Values
    """Colors x 3; the first is that of what lies below the band."""
    plain_share: float
    border: Values
    art: npt.NDArray[np.uint8]

    def draw(self, dice: Dice, ground: Values) -> Values:
        """Return what one icon of the printing stands on: as big as the plain ``ground`` (rows x columns x 3)."""
        if dice.random() < self.plain_share:
            behind = ground.copy()
        else:
            behind = self._draw_body(dice, ground.shape[0])
            if dice.random() < 0.4 or self.kind == "edge":
                _lay_edge(dice, behind, ground)
        if dice.random() < _BORDERED:
            _lay_border(dice, behind, self.border)
        return behind

    def _draw_body(self, dice: Dice, side: int) -> Values:
        body = np.empty((side, side, 3), np.float32)
        body[:] = self.palette[0]
        if self.kind == "spines":
            _paint_spines(dice, body, self.palette)
        elif self.kind == "picture":
            _paint_picture(dice, body, self.palette, self.art)
        elif self.kind == "weave" or dice.random() < 0.3:
            stretch = float(dice.uniform(0.3, 8))
            weave = cloud(dice, side, side, dice.uniform(1, 9), stretch)[..., None]
            body += weave * (self.palette[1] - body) * np.float32(dice.uniform(0.1, 1))
        return body


def draw_surroundings(dice: Dice, ground: Color, art: npt.NDArray[np.uint8]) -> Surroundings:
    """Return what a printing with a plain ground of that color has around its icons."""
    light = (0.05, 0.5) if dice.random() < 0.5 else (0.3, 1)
    colors: list[Color] = [any_color(dice, (0, 0.8), light) for _ in range(6)]
    if dice.random() < 0.3:
        # Some pictures are of one color.
        colors = [mix(colors[0], color, 0.3) for color in colors]
    kind = str(dice.choice(_KINDS))
    border: Color = any_color(dice, (0, 0.8), (0, 1)) if dice.random() < 0.7 else ground
    return Surroundings(
        kind, np.array(colors, np.float32) / 255, dice.uniform(*_BANDS), np.array(border, np.float32) / 255, art
    )


def _lay_edge(dice: Dice, behind: Values, ground: Values) -> None:
    """Let the plain ground lie over one side of a body, from an edge on that crosses the place."""
    side = len(behind)
    cut = int(dice.uniform(0.1, 0.9) * side)
    turns = 0 if dice.random() < 0.7 else int(dice.integers(4))
    turned, over = np.rot90(behind, turns), np.rot90(ground, turns)
    turned[:cut] = over[:cut]
    if dice.random() < 0.3:
        line = max(0, cut - int(dice.integers(1, 5)))
        turned[line:cut] = dice.uniform(0, 1, 3)


def _lay_border(dice: Dice, behind: Values, border: Values) -> None:
    """Let a border reach in from one side."""
    turned = np.rot90(behind, int(dice.integers(4)))
    turned[: int(dice.uniform(0.02, 0.22) * len(behind))] = border


def _paint_spines(dice: Dice, body: Values, palette: Values) -> None:
    """Paint the spines of books beside each other, some with a title along them."""
    side = len(body)
    left = -int(dice.uniform(0, 1) * side)
    while left < side:
        wide = int(dice.uniform(0.35, 1.4) * side)
        top = int(dice.uniform(-1.5, 0.8) * side)
        right = min(side, left + wide)
        if dice.random() < 0.85:
            color = palette[dice.integers(1, len(palette))]
            spine = body[max(0, top) :, max(0, left) : right]
            spine[:] = color
            if dice.random() < 0.4:
                spine[:, :2] = spine[:, -2:] = color * 0.5
            _write_title(dice, spine, palette[dice.integers(len(palette))] if dice.random() < 0.5 else 1 - color)
        left += wide + int(dice.uniform(0, 0.15) * side)


def _write_title(dice: Dice, spine: Values, ink: Values) -> None:
    """Write something like letters along a spine."""
    high, wide = spine.shape[:2]
    if wide < 12 or dice.random() < 0.25:
        return
    size, middle, at = dice.uniform(0.25, 0.6) * wide, wide / 2, -dice.uniform(0, 1) * wide
    # OpenCV draws on arrays of their own only.
    written = spine.copy()
    while at < high:
        long = size * dice.uniform(0.3, 0.8)
        ends = [(middle + size * dice.uniform(-0.5, 0.5), at + long * dice.uniform(0, 1)) for _ in range(3)]
        cv2.polylines(written, np.array([ends], np.int32), False, ink.tolist(), max(1, int(size / 6)), cv2.LINE_AA)
        at += long + size * dice.uniform(0.1, 0.5)
    spine[:] = written


def _paint_picture(dice: Dice, body: Values, palette: Values, art: npt.NDArray[np.uint8]) -> None:
    """Paint a part of a picture: a wash of color and shapes, bigger and smaller than icons."""
    side = len(body)
    body += cloud(dice, side, side, dice.uniform(1, 5))[..., None] * (palette[1] - body)
    for _ in range(int(dice.integers(1, 5))):
        size = dice.uniform(0.3, 3) * side
        share, turn = size / art.shape[1], dice.uniform(0, 2 * np.pi)
        way = share * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        middle = np.asarray(dice.uniform(-0.2, 1.2, 2) * side)
        onto = np.column_stack([way, middle - way @ np.full(2, art.shape[1] / 2)])
        shape = cv2.warpAffine(art[dice.integers(len(art))], onto, (side, side), flags=cv2.INTER_AREA)
        cover = shape.astype(np.float32)[..., None] / 255 * np.float32(dice.uniform(0.5, 1))
        body += cover * (palette[dice.integers(len(palette))] - body)
