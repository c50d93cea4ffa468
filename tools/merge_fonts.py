"""Make `static/fonts` from the unpacked npm packages `@fontsource/{eb-garamond,cormorant-sc,alegreya-sans,caveat}`.

    npm pack @fontsource/eb-garamond …    # and unpack each into FOLDER/<name>/package
    python tools/merge_fonts.py FOLDER static/fonts

Needs fonttools and brotli. The packages split each face into a Latin and a Latin-Extended file; declared under one
family name the two come out of WeasyPrint as garbage in Czech and Polish, so they are merged into one file a weight.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FACES = {
    "eb-garamond": ("400-normal", "400-italic", "600-normal"),
    "cormorant-sc": ("600-normal",),
    "alegreya-sans": ("400-normal", "500-normal", "700-normal"),
    "caveat": ("600-normal",),
}
LATIN = (*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x218, 0x21C), 0x1E9E)
MARKS = (0x2BC, 0x2C6, 0x2C7, 0x2D8, 0x2D9, 0x2DA, 0x2DB, 0x2DC, 0x2DD, 0x300, 0x301, 0x302, 0x303, 0x304, 0x306)
MARKS_BELOW = (0x307, 0x308, 0x30A, 0x30B, 0x30C, 0x323, 0x326, 0x327, 0x328)
SYMBOLS = "‐‑‒–—―‘’‚“”„†‡•…‹›⁄€™−×÷·"
WANTED = {*LATIN, *MARKS, *MARKS_BELOW, *map(ord, SYMBOLS)}
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "liga", "calt", "lnum", "tnum", "pnum", "onum"]
WITHOUT = {"eb-garamond": {"locl"}, "caveat": {"calt"}}
"""EB Garamond's German forms sink the dots of Ä, Ö and Ü into the letter, as in 1592; in a heading of today that looks
broken. Caveat draws most letters three times, to vary them in a word: two fifths of a file that every page loads."""


def subset(font: TTFont, unicodes: set[int], features: list[str]) -> None:
    """Keep only these characters, in place; hinting goes, as screens and PDF readers of today do without."""
    options = Options()
    options.layout_features = features
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 16, 17]
    options.recalc_timestamp = False
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=unicodes)
    subsetter.subset(font)
    # The style attributes of a variable font say nothing of one weight, and mergers cannot read them.
    if "STAT" in font:
        del font["STAT"]


def merge_face(latin: Path, extended: Path, out: Path, features: list[str]) -> None:
    """Merge the two halves of one weight into one woff2; where both have a character, the Latin half gives it."""
    first, second = TTFont(latin, recalcTimestamp=False), TTFont(extended, recalcTimestamp=False)
    taken = set(first.getBestCmap()) & WANTED
    subset(first, taken, features)
    subset(second, WANTED - taken, features)
    with tempfile.TemporaryDirectory() as folder:
        halves = [str(Path(folder, name)) for name in ("latin.ttf", "extended.ttf")]
        for half, path in zip((first, second), halves, strict=True):
            half.flavor = None
            half.save(path)
        merged = Merger().merge(halves)
    modified, names = first["head"].modified, first["name"]
    merged.recalcTimestamp = False
    merged["head"].modified, merged["name"] = modified, names
    merged.flavor = "woff2"
    merged.save(out)


def main(packages: Path, out: Path) -> None:
    """Merge every face that the sheets use, and lay its license beside it."""
    for name, cuts in FACES.items():
        folder = packages / name / "package"
        features = [feature for feature in FEATURES if feature not in WITHOUT.get(name, ())]
        for cut in cuts:
            half = folder / "files" / f"{name}-{{}}-{cut}.woff2"
            merge_face(
                Path(str(half).format("latin")),
                Path(str(half).format("latin-ext")),
                out / f"{name}-{cut.removesuffix('-normal')}.woff2",
                features,
            )
        shutil.copy(folder / "LICENSE", out / f"LICENSE-{name}.txt")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
