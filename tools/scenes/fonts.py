"""Fonts to print cards with, found below /usr/share/fonts or ``SCENE_FONTS``; those held out are never trained with."""

from __future__ import annotations

import os
import re
import tomllib
from functools import lru_cache
from pathlib import Path

import numpy as np

from .paint import write

FOLDER = Path(os.environ.get("SCENE_FONTS", "/usr/share/fonts"))
PACKAGES = (
    "fonts-aenigma fonts-ebgaramond fonts-lato fonts-linuxlibertine fonts-adf-accanthis fonts-adf-baskervald "
    "fonts-adf-libris fonts-adf-romande fonts-adf-oldania fonts-adf-tribun fonts-adf-switzera fonts-cardo "
    "fonts-junicode fonts-oldstandard fonts-lobster fonts-vollkorn fonts-roboto-slab fonts-quattrocento "
    "fonts-liberation fonts-freefont-ttf fonts-goudybookletter fonts-lindenhill fonts-cabin fonts-comfortaa "
    "fonts-essays1743 fonts-sil-gentium fonts-georgewilliams fonts-dustin fonts-dejavu"
)
HELD_OUT_FILE = Path(__file__).with_name("held_out.toml")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# Fonts of pictures and of other scripts, which no card's letter is printed in.
UNREADABLE = ("symbol", "dingbat", "barcode", "oblique", "italic", "slant", "shadow", "outline", "hollow", "mono")
ILLEGIBLE = (
    "3dlet", "90stars", "codelife", "D050000L", "dblayer1", "dblayer2", "dblayer3", "dblayer4", "dblbogey", "entlayrb",
    "fauxsnow", "graze", "lineding", "nucleus", "numskull", "pindown", "snailets", "symmetry", "vertigo", "vertigo2",
    "xtrusion", "zurklezo", "zurklezs",
)  # fmt: skip
"""Fonts whose letters or digits a person cannot tell from each other: ornaments, layers to be printed over others,
mirror images. The next font takes the place of each, so that faces with other fonts stay as they are."""


def _shows_capitals(path: str) -> bool:
    try:
        inks = [write(path, 40, letter) for letter in LETTERS]
        digits = [write(path, 40, digit) for digit in "0123456789/"]
    except OSError:
        return False
    shapes = {(ink.shape, int(ink.sum())) for ink in inks}
    heights = np.array([ink.shape[0] for ink in inks])
    return (
        len(shapes) >= 25
        and len({(ink.shape, int(ink.sum())) for ink in digits}) >= 10
        and bool(heights.min() > 0.45 * heights.max())
        and all(ink.mean() > 30 for ink in inks)
    )


@lru_cache(maxsize=1)
def _list_fonts() -> tuple[str, ...]:
    return tuple(sorted(str(path) for path in FOLDER.rglob("*.[to]t[fc]")))


@lru_cache(maxsize=1)
def find_fonts() -> tuple[str, ...]:
    """Return the files of all fonts with capitals and digits; Pillow's own (an empty path) where none is there."""
    fonts = [
        path
        for path in _list_fonts()
        if not any(word in Path(path).stem.lower() for word in UNREADABLE) and _shows_capitals(path)
    ]
    for place in reversed(range(len(fonts))):
        if Path(fonts[place]).stem in ILLEGIBLE:
            fonts[place] = fonts[(place + 1) % len(fonts)]
    return tuple(fonts) or ("",)


def family_of(path: str) -> str:
    """Return the name under which a font's cuts go together.

    >>> family_of("/usr/share/fonts/EBGaramond12-Regular.otf")
    'ebgaramond'
    """
    return re.split(r"[-_ \d]", Path(path).stem)[0].lower()


@lru_cache(maxsize=1)
def held_out() -> dict[int, tuple[str, ...]]:
    """Return the seeds of the held-out faces and, for each, the names of its fonts."""
    listed = tomllib.loads(HELD_OUT_FILE.read_text())
    return {face["seed"]: tuple(face["fonts"]) for face in listed["faces"]}


@lru_cache(maxsize=1)
def training_fonts() -> tuple[str, ...]:
    """Return all fonts but the families of the held-out ones."""
    kept_back = {family_of(font) for fonts in held_out().values() for font in fonts}
    return tuple(font for font in find_fonts() if family_of(font) not in kept_back)


def is_plain(path: str) -> bool:
    """Return whether a font is of the kind that books and boxes are printed in, not one of display letters only."""
    return not any(folder in path for folder in ("aenigma", "dustin", "georgewilliams", "breip"))


def choose_fonts(seed: int) -> tuple[str, ...]:
    """Draw the fonts of a face for training: of its letter, its numbers (mostly plain) and its titles."""
    dice = np.random.default_rng([41, seed])
    every = training_fonts()
    plain = tuple(font for font in every if is_plain(font)) or every
    chosen = (plain if dice.random() < share else every for share in (0.6, 0.85, 0.6, 0.6))
    return tuple(fonts[dice.integers(len(fonts))] for fonts in chosen)


@lru_cache(maxsize=512)
def find_font(name: str) -> str:
    """Return the file of a font by its name, or Pillow's own where it is not installed."""
    return next((font for font in _list_fonts() if Path(font).stem == name), "")
