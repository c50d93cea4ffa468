"""Make `static/fonts/pictograms.woff2` of the six categories' icons: ``python -m tools.draw_pictogram_font``.

A category's letter is drawn as its pictogram, so that it can stand wherever a letter would: in a PDF of four long
shelves, paths for eight hundred small icons took more room than everything else.
"""

from __future__ import annotations

import re
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.misc.transform import Transform
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.pointInsidePen import PointInsidePen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.reverseContourPen import ReverseContourPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parents[1]
ICONS = ROOT / "static" / "icons"
FONT = ROOT / "static" / "fonts" / "pictograms.woff2"
CODES = "CFHMRS"
EM = 1000
SIDE = 1300
"""Of the square that an icon fills: larger than a letter, as it has to be told apart at the same size."""
ASCENT, DESCENT = 830, 170
MIDDLE = (ASCENT - DESCENT) / 2
"""Where the middle of a line of text is, above its baseline."""
MADE = 3_786_912_000
"""The date in the file, in seconds since 1904: always the same, so that the same icons make the same font."""
_BOX = 24
"""The side of an icon's view box."""


def read_contours(code: str) -> list[RecordingPen]:
    """Return the closed outlines of a category's icon, as its file draws them."""
    drawn = re.search(r'\bd="([^"]*)"', (ICONS / f"category-{code.lower()}.svg").read_text(encoding="utf-8"))
    if drawn is None:
        raise LookupError(f"the icon of category {code!r} is no path")
    contours = []
    for outline in re.findall("M[^M]*", drawn.group(1)):
        contours.append(RecordingPen())
        parse_path(outline, contours[-1])
    return contours


def count_around(contour: RecordingPen, contours: list[RecordingPen]) -> int:
    """Return how many of the other outlines surround this one."""
    start = contour.value[0][1][0]
    around = 0
    for other in contours:
        if other is not contour:
            pen = PointInsidePen(None, start, evenOdd=True)
            other.replay(pen)
            around += bool(pen.getResult())
    return around


def draw_glyph(code: str) -> object:
    """Draw a category's icon as a glyph; a hole runs the other way round than what surrounds it, as fonts want it."""
    glyph = TTGlyphPen(None)
    scale = SIDE / _BOX
    place = Transform(scale, 0, 0, -scale, 0, MIDDLE + SIDE / 2)
    contours = read_contours(code)
    for contour in contours:
        area = AreaPen()
        contour.replay(area)
        is_hole = count_around(contour, contours) % 2 == 1
        pen = Cu2QuPen(glyph, max_err=EM / 200, reverse_direction=False)
        placed = TransformPen(pen, place)
        contour.replay(ReverseContourPen(placed) if (area.value > 0) is is_hole else placed)
    return glyph.glyph()


def make_font() -> TTFont:
    """Make the font, the same for the same icons."""
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder([".notdef", *CODES])
    builder.setupCharacterMap({ord(code): code for code in CODES})
    glyphs = {".notdef": TTGlyphPen(None).glyph(), **{code: draw_glyph(code) for code in CODES}}
    builder.setupGlyf(glyphs)
    left = {name: getattr(builder.font["glyf"][name], "xMin", 0) for name in glyphs}
    builder.setupHorizontalMetrics({name: (SIDE, left[name]) for name in glyphs})
    builder.setupHorizontalHeader(ascent=ASCENT, descent=-DESCENT)
    builder.setupNameTable({"familyName": "Pictograms", "styleName": "Regular", "psName": "Pictograms-Regular"})
    builder.setupOS2(
        sTypoAscender=ASCENT, sTypoDescender=-DESCENT, usWinAscent=ASCENT + SIDE // 4, usWinDescent=SIDE // 4
    )
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = MADE
    builder.font.recalcTimestamp = False
    return builder.font


def main() -> None:
    font = make_font()
    font.flavor = "woff2"
    font.save(FONT)


if __name__ == "__main__":
    main()
