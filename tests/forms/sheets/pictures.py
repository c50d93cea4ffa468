"""Small gray pictures of drawn pages, compared so that fonts' edges do not matter and everything else does.

A page is reduced until a line of text is two or three pixels high. A pixel is as expected if it is no darker and no
lighter than what the other picture shows there or in a pixel beside it, give or take a tolerance: another rasterizer
or a hair's breadth of difference passes, while a line that moved, was cut off or left out does not.
"""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pypdfium2
from numpy.typing import NDArray
from PIL import Image

Picture = NDArray[np.uint8]

WIDTH = 180
"""Of a page, in pixels."""
TOLERANCE = 40
"""Of 255 grays."""
MOST_STRAY = 12
"""How many pixels may differ nevertheless: another rasterizer leaves 8, a line of small print that is gone 20."""
_GRAYS = 16


def draw_pages(pdf: bytes) -> Picture:
    """Draw all pages of a PDF side by side, in few grays."""
    document = pypdfium2.PdfDocument(io.BytesIO(pdf))
    try:
        pages = []
        for page in document:
            drawn = page.render(scale=4 * WIDTH / page.get_width(), grayscale=True).to_pil()
            height = round(WIDTH * page.get_height() / page.get_width())
            pages.append(np.asarray(drawn.resize((WIDTH, height), Image.Resampling.BOX)))
    finally:
        document.close()
    step = 255 / (_GRAYS - 1)
    return (np.round(np.hstack(pages) / step) * step).astype(np.uint8)


def find_strays(actual: Picture, expected: Picture) -> NDArray[np.bool_]:
    """Return which pixels of either picture are darker or lighter than anything near them in the other."""
    return _find_strays(actual, expected) | _find_strays(expected, actual)


def _find_strays(picture: Picture, other: Picture) -> NDArray[np.bool_]:
    rows, columns = other.shape
    padded = np.pad(other.astype(np.int16), 1, mode="edge")
    near = np.stack([padded[y : y + rows, x : x + columns] for y in range(3) for x in range(3)])
    return (picture < near.min(axis=0) - TOLERANCE) | (picture > near.max(axis=0) + TOLERANCE)


def is_alike(actual: Picture, expected: Picture) -> bool:
    """Tell whether two pictures show the same."""
    return actual.shape == expected.shape and bool(find_strays(actual, expected).sum() <= MOST_STRAY)


def read_picture(path: Path) -> Picture:
    with Image.open(path) as picture:
        return np.asarray(picture.convert("L"))


def write_picture(picture: Picture, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    small = Image.fromarray(picture).quantize(_GRAYS, dither=Image.Dither.NONE)
    small.save(path, optimize=True)
