"""Pictograms to train on, drawn from icon fonts; those of ``tools.scenes.icons`` are never among them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt
from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont

Ink = npt.NDArray[np.uint8]
SIDE_PX = 64
_DRAWN_PX = 128
_MIN_INK, _MAX_INK = 0.1, 0.85


def draw_pictograms(path: Path, every: int = 1) -> list[Ink]:
    """Return the pictograms of a font, or one in ``every``: ink, 0 to 255, ``SIDE_PX`` square, without doubles."""
    with TTFont(path, lazy=True) as font:
        codes = sorted(font.getBestCmap())
    drawn = ImageFont.truetype(str(path), _DRAWN_PX)
    seen: set[bytes] = set()
    inks = []
    for code in codes[::every]:
        ink = _draw(drawn, chr(code))
        if ink is None or ink.tobytes() in seen:
            continue
        seen.add(ink.tobytes())
        if _MIN_INK < ink.mean() / 255 < _MAX_INK:
            inks.append(ink)
    return inks


def _draw(font: ImageFont.FreeTypeFont, sign: str) -> Ink | None:
    plate = Image.new("L", (2 * _DRAWN_PX, 2 * _DRAWN_PX))
    ImageDraw.Draw(plate).text((_DRAWN_PX // 2, _DRAWN_PX // 2), sign, fill=255, font=font)
    box = plate.getbbox()
    if box is None:
        return None
    left, top, right, bottom = box
    side = max(right - left, bottom - top)
    square = Image.new("L", (side, side))
    square.paste(plate.crop(box), ((side - right + left) // 2, (side - bottom + top) // 2))
    return np.asarray(square.resize((SIDE_PX, SIDE_PX), Image.Resampling.BOX), np.uint8)


def gather_pictograms(paths: Iterable[Path]) -> npt.NDArray[np.uint8]:
    """Return the pictograms of several fonts: n x ``SIDE_PX`` x ``SIDE_PX``."""
    return np.stack([ink for path in paths for ink in draw_pictograms(path)])
