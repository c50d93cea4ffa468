"""Fonts to learn print from: every usable one, but none of those held out."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont

from tools.scenes.fonts import PACKAGES as SCENE_PACKAGES
from tools.scenes.fonts import family_of, held_out

PACKAGES = SCENE_PACKAGES + (
    " fonts-adf-berenis fonts-adf-gillius fonts-adf-ikarius fonts-adf-irianis fonts-adf-mekanus fonts-adf-solothurn "
    "fonts-adf-universalis fonts-adf-verana fonts-allerta fonts-arapey fonts-averia-serif-gwf fonts-averia-sans-gwf "
    "fonts-b612 fonts-bebas-neue fonts-blankenburg fonts-century-catalogue fonts-cmu fonts-comic-neue fonts-compagnon "
    "fonts-courier-prime fonts-crosextra-caladea fonts-crosextra-carlito fonts-dancingscript fonts-dosis fonts-elstob "
    "fonts-fanwood fonts-gfs-artemisia fonts-gfs-didot fonts-gotico-antiqua fonts-havana fonts-inter fonts-isabella "
    "fonts-joscelyn fonts-junction fonts-jura fonts-karla fonts-kaushanscript fonts-klaudia-berenika fonts-kristi "
    "fonts-le-murmure fonts-league-spartan fonts-levien-museum fonts-levien-typoscript fonts-lobstertwo "
    "fonts-millimeter fonts-noto-core fonts-okolaks fonts-open-sans fonts-opendyslexic fonts-paratype fonts-play "
    "fonts-prociono "
    "fonts-quicksand fonts-radisnoir fonts-rufscript fonts-sil-charis fonts-sil-andika fonts-solide-mirage fonts-sora "
    "fonts-staypuft fonts-stix fonts-summersby fonts-texgyre fonts-tiresias fonts-tuffy fonts-ubuntu-title "
    "fonts-urw-base35 fonts-yanone-kaffeesatz fonts-yrsa-rasa"
)
NPM_FAMILIES = Path(__file__).with_name("npm_families.txt")
"""Families of npm's ``@fontsource/NAME`` (5.3; SIL Open Font License but for a few under the Apache, Ubuntu Font, MIT,
CC0 and Unlicense ones) to learn from besides, regular and bold: none of the second maker's, nor of their relatives
(``tools.scenes.web.packages``). ``write_npm_fonts`` makes files of them."""

Ink = npt.NDArray[np.uint8]
SIZE_PX = 56
PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "0123456789/"
_UNREADABLE = ("symbol", "dingbat", "barcode", "keyboard", "emoji", "math", "outline", "hollow")


@dataclass(frozen=True, slots=True)
class Font:
    """A font that prints capitals, digits and, of the letters asked for, ``letters``."""

    path: str
    drawn: ImageFont.FreeTypeFont
    letters: tuple[str, ...]


def find_fonts(folders: Iterable[Path], letters: tuple[str, ...]) -> tuple[Font, ...]:
    """Open every usable font below the folders; one file of each name, and none of a family that is held out."""
    kept_back = {family_of(name) for names in held_out().values() for name in names}
    files = {path.name: path for folder in folders for path in sorted(folder.rglob("*.[to]tf"))}
    opened = (_open(path, letters) for _, path in sorted(files.items()) if family_of(str(path)) not in kept_back)
    fonts = tuple(font for font in opened if font is not None)
    if kept_back & {family_of(font.path) for font in fonts}:
        raise AssertionError
    return fonts


def write_npm_fonts(packages: Path, folder: Path) -> None:
    """Write the fonts of ``NPM_FAMILIES``, which npm installed below ``packages``, to a folder; needs brotli."""
    folder.mkdir(parents=True, exist_ok=True)
    for family in NPM_FAMILIES.read_text("utf-8").split():
        for weight in (400, 700):
            name = f"{family}-latin-{weight}-normal.woff2"
            path = packages / "node_modules" / "@fontsource" / family / "files" / name
            if path.is_file():
                with TTFont(path) as font:
                    font.flavor = None
                    font.save(folder / f"{family}-{weight}.ttf")


def draw_text(font: Font, text: str) -> Ink:
    """Return the ink of a text, 0 to 255, cropped to what is inked; empty where there is none."""
    left, top, right, bottom = font.drawn.getbbox(text)
    if right - left < 1 or bottom - top < 1 or right - left > 3000 or bottom - top > 600:
        return np.zeros((0, 0), np.uint8)
    plate = Image.new("L", (round(right - left) + 2, round(bottom - top) + 2))
    ImageDraw.Draw(plate).text((1 - left, 1 - top), text, fill=255, font=font.drawn)
    ink = np.asarray(plate)
    ys, xs = np.nonzero(ink > 20)
    return ink[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1] if len(ys) else np.zeros((0, 0), np.uint8)


def _open(path: Path, letters: tuple[str, ...]) -> Font | None:
    if any(word in path.stem.lower() for word in _UNREADABLE):
        return None
    try:
        drawn = ImageFont.truetype(str(path), SIZE_PX)
        font = Font(str(path), drawn, ())
        capitals, digits = [draw_text(font, sign) for sign in PLAIN], [draw_text(font, sign) for sign in DIGITS]
        missing = {_name(draw_text(font, sign)) for sign in "\uffff\u0378"}
        others = {letter: _name(draw_text(font, letter)) for letter in letters if letter not in PLAIN}
    except (OSError, ValueError):
        return None
    if not _is_readable(capitals, 25) or not _is_readable(digits, 11):
        return None
    # A font without a letter shows its sign for a missing one, or the letter without its accent.
    plain = {_name(ink) for ink in capitals}
    has = tuple(
        letter for letter, name in others.items() if name not in missing | plain and _stands_out(others, letter)
    )
    return Font(str(path), drawn, (*(letter for letter in letters if letter in PLAIN), *has))


def _stands_out(names: dict[str, str], letter: str) -> bool:
    return sum(name == names[letter] for name in names.values()) == 1


def _is_readable(inks: list[Ink], distinct: int) -> bool:
    if any(ink.size == 0 for ink in inks):
        return False
    heights = np.array([ink.shape[0] for ink in inks])
    return len({_name(ink) for ink in inks}) >= distinct and bool(heights.min() > 0.4 * heights.max())


def _name(ink: Ink) -> str:
    return hashlib.sha256(repr(ink.shape).encode() + ink.tobytes()).hexdigest()
