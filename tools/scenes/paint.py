"""Painting in card units: a canvas whose width is 1, whatever its pixels are."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Image8 = NDArray[np.uint8]
Dice = np.random.Generator
Color = tuple[int, int, int]
"""Blue, green, red: 0 to 255."""

SUBPIXEL_BITS = 4


def mix(a: Color, b: Color, share: float) -> Color:
    """Return ``a`` with ``share`` (0..1) of ``b`` in it."""
    return tuple(round(x + (y - x) * share) for x, y in zip(a, b, strict=True))  # type: ignore[return-value]


def lightness(color: Color) -> float:
    """Return how light a color looks, 0 to 255."""
    return 0.114 * color[0] + 0.587 * color[1] + 0.299 * color[2]


def from_hsv(hue: float, saturation: float, value: float) -> Color:
    """Return the color of a hue (0..1), saturation (0..1) and value (0..1)."""
    pixel = np.array([[[hue % 1.0 * 360.0, saturation, value]]], np.float32)
    b, g, r = (cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] * 255).round()
    return int(b), int(g), int(r)


def any_color(dice: Dice, saturation: tuple[float, float] = (0, 1), value: tuple[float, float] = (0, 1)) -> Color:
    """Draw a color whose saturation and value lie in the given ranges."""
    return from_hsv(dice.random(), dice.uniform(*saturation), dice.uniform(*value))


def ink_on(ground: Color, dice: Dice) -> Color:
    """Draw a color that can be read on ``ground``."""
    dark = lightness(ground) > dice.uniform(105, 150)
    return any_color(dice, (0, 0.8), (0, 0.3)) if dark else any_color(dice, (0, 0.3), (0.85, 1))


@lru_cache(maxsize=64)
def open_font(path: str, size: int) -> ImageFont.FreeTypeFont:
    """Open a font file at a size in px; the empty path is Pillow's own font."""
    if path:
        return ImageFont.truetype(path, size)
    return ImageFont.load_default(size)  # type: ignore[return-value]


@lru_cache(maxsize=4096)
def write(path: str, size: int, text: str) -> Image8:
    """Return the ink of a text, 0 to 255, cropped to what is inked; 1 x 1 where the font shows nothing.

    A slash that the font has not, as one in seven does, is a line.
    """
    font = open_font(path, size)
    if "/" in text and not _has_slash(path):
        return _trim(_write_with_lines(font, size, text))
    left, top, right, bottom = font.getbbox(text)
    if right <= left or bottom <= top:
        return np.zeros((1, 1), np.uint8)
    plate = Image.new("L", (round(right - left) + 2, round(bottom - top) + 2))
    ImageDraw.Draw(plate).text((1 - left, 1 - top), text, fill=255, font=font)
    return _trim(np.asarray(plate))


def _trim(ink: Image8) -> Image8:
    ys, xs = np.nonzero(ink > 8)
    if not len(ys):
        return np.zeros((1, 1), np.uint8)
    return ink[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]


@lru_cache(maxsize=2048)
def _has_slash(path: str) -> bool:
    """Return whether a font's slash leans to the right; others show nothing, a box, or a picture in its place."""
    font = open_font(path, 100)
    plate = Image.new("L", (300, 300))
    ImageDraw.Draw(plate).text((150, 150), "/", fill=255, font=font, anchor="mm")
    ink = _trim(np.asarray(plate))
    high, wide = ink.shape
    above, below = (np.nonzero(part > 100)[1] for part in (ink[: high // 3], ink[-(high // 3) :]))
    return high > 1 and len(above) > 0 and len(below) > 0 and bool(above.mean() - below.mean() > 0.2 * wide)


def _write_with_lines(font: ImageFont.FreeTypeFont, size: int, text: str) -> Image8:
    """Return the ink of a text with a line for each slash, as high as a figure."""
    parts = text.split("/")
    _, top, _, _ = font.getbbox("8", anchor="ls")
    lean, gap = -0.35 * top, 0.06 * size
    wide = sum(font.getlength(part) for part in parts) + (len(parts) - 1) * (lean + 2 * gap)
    plate = Image.new("L", (round(wide) + 2 * size, 4 * size))
    pen = ImageDraw.Draw(plate)
    x, y = float(size), 2.0 * size
    for number, part in enumerate(parts):
        if number:
            pen.line([(x + gap, y), (x + gap + lean, y + top)], fill=255, width=max(1, round(0.07 * size)))
            x += lean + 2 * gap
        pen.text((x, y), part, fill=255, font=font, anchor="ls")
        x += font.getlength(part)
    return np.asarray(plate)


@lru_cache(maxsize=512)
def size_for(path: str, height_px: int) -> int:
    """Return the font size whose capital H is ``height_px`` high."""
    tall = write(path, 100, "H").shape[0]
    return max(4, round(100 * height_px / max(tall, 8)))


class Canvas:
    """A picture ``width_px`` wide, painted in units of its width; ``height`` is in the same units."""

    def __init__(self, width_px: int, height: float, ground: Color) -> None:
        self.scale = width_px
        self.height = height
        self.image: Image8 = np.empty((max(2, round(width_px * height)), width_px, 3), np.uint8)
        self.image[:] = ground

    def points(self, corners: Any) -> NDArray[np.int32]:
        """Turn corners in canvas units into OpenCV's fixed-point pixels."""
        return np.round((np.asarray(corners, float) * self.scale - 0.5) * (1 << SUBPIXEL_BITS)).astype(np.int32)

    def polygon(self, corners: Any, color: Color) -> None:
        """Fill a polygon."""
        cv2.fillPoly(self.image, [self.points(corners)], color, cv2.LINE_AA, SUBPIXEL_BITS)

    def box(self, left: float, top: float, right: float, bottom: float, color: Color, radius: float = 0.0) -> None:
        """Fill a box, its corners rounded where a radius is given."""
        self.polygon(round_box(left, top, right, bottom, radius), color)

    def frame(self, inset: float, width: float, color: Color, radius: float = 0.0) -> None:
        """Draw a frame along the canvas's edge."""
        corners = round_box(inset, inset, 1 - inset, self.height - inset, radius)
        self.line(corners, width, color, closed=True)

    def line(self, corners: Any, width: float, color: Color, *, closed: bool = False) -> None:
        """Draw a line through corners."""
        thick = max(1, round(width * self.scale))
        cv2.polylines(self.image, [self.points(corners)], closed, color, thick, cv2.LINE_AA, SUBPIXEL_BITS)

    def disc(self, x: float, y: float, radius: float, color: Color) -> None:
        """Fill a circle."""
        center = self.points([(x, y)])[0]
        span = max(1, round(radius * self.scale * (1 << SUBPIXEL_BITS)))
        cv2.circle(self.image, (int(center[0]), int(center[1])), span, color, -1, cv2.LINE_AA, SUBPIXEL_BITS)

    def stamp(self, ink: Image8, left_px: int, top_px: int, color: Color, strength: float = 1.0) -> None:
        """Lay ink (0..255) down with its top left pixel at a place; what hangs over is cut off."""
        top, left = max(0, top_px), max(0, left_px)
        bottom = min(self.image.shape[0], top_px + ink.shape[0])
        right = min(self.image.shape[1], left_px + ink.shape[1])
        if bottom <= top or right <= left:
            return
        cover = ink[top - top_px : bottom - top_px, left - left_px : right - left_px, None] * (strength / 255.0)
        part = self.image[top:bottom, left:right]
        part[:] = (part + (np.asarray(color, float) - part) * cover).round().astype(np.uint8)

    def text(
        self, text: str, font: str, x: float, y: float, cap: float, color: Color, widest: float = 9.0, turns: int = 0
    ) -> None:
        """Write a text centerd at (x, y), capitals ``cap`` high, squeezed to ``widest``; quarter turns to the left."""
        cap_px = max(3, round(cap * self.scale))
        ink = write(font, size_for(font, cap_px), text)
        if ink.shape[1] > widest * self.scale:
            share = widest * self.scale / ink.shape[1]
            ink = cv2.resize(ink, None, fx=share, fy=max(share, 0.75), interpolation=cv2.INTER_AREA)
        ink = np.rot90(ink, turns)
        height, width = ink.shape
        self.stamp(ink, round(x * self.scale - width / 2), round(y * self.scale - height / 2), color)


def round_box(left: float, top: float, right: float, bottom: float, radius: float) -> list[tuple[float, float]]:
    """Return the outline of a box with rounded corners."""
    if radius <= 0:
        return [(left, top), (right, top), (right, bottom), (left, bottom)]
    outline = []
    turns = (
        (left + radius, top + radius, 180),
        (right - radius, top + radius, 270),
        (right - radius, bottom - radius, 0),
        (left + radius, bottom - radius, 90),
    )
    for x, y, start in turns:
        for degrees in range(start, start + 91, 18):
            angle = np.deg2rad(degrees)
            outline.append((x + radius * np.cos(angle), y + radius * np.sin(angle)))
    return outline


def cloud(dice: Dice, height: int, width: int, cells: float, stretch: float = 1.0) -> NDArray[np.float32]:
    """Return smooth noise, 0..1, with about ``cells`` bumps across, each ``stretch`` times as wide as high."""
    # What is finer than pixels is seen by nobody, and fills all memory where a table runs to the horizon.
    rows = min(max(2, round(cells * height / max(width, 1))), max(2, height))
    columns = min(max(2, round(cells / stretch)), max(2, width))
    grid = dice.random((rows + 1, columns + 1)).astype(np.float32)
    return np.clip(cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC), 0, 1)


def tint(field: NDArray[np.float32], low: Color, high: Color) -> Image8:
    """Color a field of 0..1 from ``low`` to ``high``."""
    a, b = np.asarray(low, np.float32), np.asarray(high, np.float32)
    return np.clip(a + field[..., None] * (b - a), 0, 255).astype(np.uint8)
