"""Write the advances of our fonts, by which the sheets fit their texts: ``python -m tools.measure_fonts``.

Run it after ``tools/merge_fonts.py`` and ``tools/draw_pictogram_font.py``. Widths are in thousandths of the font's
size; characters that a font lacks are not listed.
"""

from __future__ import annotations

import json
from pathlib import Path

from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parents[1]
FONTS = ROOT / "static" / "fonts"
FACES = ("alegreya-sans-400", "alegreya-sans-700", "caveat-600", "cormorant-sc-600", "eb-garamond-600", "pictograms")
"""Those in which something has to fit."""
WIDTHS = ROOT / "companion" / "forms" / "sheets" / "fitting" / "font_widths.json"


def measure_font(face: str) -> dict[str, str]:
    """Return a face's characters by their width: for each width the characters that have it."""
    font = TTFont(FONTS / f"{face}.woff2")
    scale = 1000 / font["head"].unitsPerEm
    by_width: dict[int, list[str]] = {}
    for code, glyph in sorted(font.getBestCmap().items()):
        if chr(code).isprintable():
            by_width.setdefault(round(font["hmtx"][glyph][0] * scale), []).append(chr(code))
    return {str(width): "".join(chars) for width, chars in sorted(by_width.items())}


def main() -> None:
    widths = {face: measure_font(face) for face in FACES}
    WIDTHS.write_text(json.dumps(widths, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
