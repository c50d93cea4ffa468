"""Write the sheet that makes the systems' fonts as wide and as high as ours: ``python -m tools.fit_fallbacks``.

Until a font of ours has been loaded, text is shown in one that the phone has. Where that one is wider, lines break
elsewhere, and the page jumps as soon as ours is there. So for each of our faces there are faces that are a font of a
system, scaled to our average width (``size-adjust``), with our ascent and descent. Run it after
``tools/merge_fonts.py``.
"""

from __future__ import annotations

from pathlib import Path

from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parents[1]
FONTS = ROOT / "static" / "fonts"
SHEET = ROOT / "static" / "css" / "site" / "fallbacks.css"
FREQUENCIES = {
    1540: " ", 922: "e", 672: "t", 668: "a", 588: "i", 578: "n", 571: "o", 526: "r", 469: "s", 351: "h", 304: "l",
    298: "d", 232: "c", 207: "u", 181: "m", 170: "f", 163: "p", 155: "g", 123: "y", 114: "b", 110: "w", 83: ",",
    79: ".", 76: "v", 53: "0", 46: "k", 41: "TS", 40: "A", 38: "|", 31: "C", 26: "2", 25: "Mx", 23: "1P", 22: "I",
    21: "[", 20: "B", 18: "-", 16: "U", 15: "5RF", 14: "'N", 13: "HD", 12: 'L"W', 11: "zGE", 10: "3()", 9: "jJO",
    8: "4q:", 7: "68]K=", 6: "9", 5: "7V", 3: "Y", 2: "$Z", 1: "Qáé/%;X",
}  # fmt: skip
"""The characters that occur so often in 10,000 of English text: those of Capsize (@capsizecss/unpack on npm)."""
SYSTEMS = {
    # Apple's and Microsoft's, Android's, and Debian's: the average width per em by FREQUENCIES, for Debian's measured,
    # for the others as published (@capsizecss/metrics on npm).
    "serif": {
        "Georgia": {"": 0.4458, "Italic": 0.4546, "Bold": 0.5186},
        "Noto Serif": {"": 0.481, "Italic": 0.469, "Bold": 0.512},
        "DejaVu Serif": {"": 0.5167, "Italic": 0.5167, "Bold": 0.5705},
    },
    "sans": {
        "Helvetica Neue": {"": 0.45, "Bold": 0.48},
        "Arial": {"": 0.4458, "Bold": 0.48},
        "Roboto": {"": 0.4448, "Bold": 0.4521},
        "DejaVu Sans": {"": 0.5084, "Bold": 0.5742},
    },
}
FACES = {
    "eb-garamond-400": ("EB Garamond", "serif", ""),
    "eb-garamond-400-italic": ("EB Garamond", "serif", "Italic"),
    "eb-garamond-600": ("EB Garamond", "serif", "Bold"),
    "cormorant-sc-600": ("Cormorant SC", "serif", "Bold"),
    "alegreya-sans-500": ("Alegreya Sans", "sans", ""),
    "alegreya-sans-700": ("Alegreya Sans", "sans", "Bold"),
    "caveat-600": ("Caveat", "serif", "Italic"),
}
"""For each of our files that screens use its family, and the kind and the style of what stands in for it."""


def measure_width(font: TTFont) -> float:
    """Return the average width of a font's characters in English text, per em."""
    names, widths = font.getBestCmap(), font["hmtx"]
    total = sum(times * widths[names[ord(char)]][0] for times, chars in FREQUENCIES.items() for char in chars)
    return float(total / 10_000 / font["head"].unitsPerEm)


def name_family(family: str, system: str) -> str:
    """Return the name under which a system's font stands in for a family of ours."""
    return f"{family} on {system}"


def write_face(file: str, system: str) -> str:
    """Return the rule of a system's font that stands in for one of our files."""
    family, kind, style = FACES[file]
    font = TTFont(FONTS / f"{file}.woff2")
    em, lines = font["head"].unitsPerEm, font["hhea"]
    size = measure_width(font) / SYSTEMS[kind][system][style]
    ascent, descent, gap = (abs(part) / em / size for part in (lines.ascent, lines.descent, lines.lineGap))
    weight = file.removesuffix("-italic").rpartition("-")[2]
    whole = f"{system} {style}".strip()
    compact = f"{system.replace(' ', '')}-{style or 'Regular'}"
    return "\n".join(
        (
            "@font-face {",
            f'  font-family: "{name_family(family, system)}";',
            f"  font-weight: {weight};",
            f"  font-style: {'italic' if file.endswith('-italic') else 'normal'};",
            f'  src: local("{whole}"), local("{compact}");',
            f"  size-adjust: {size:.1%};",
            f"  ascent-override: {ascent:.1%};",
            f"  descent-override: {descent:.1%};",
            f"  line-gap-override: {gap:.1%};",
            "}",
        )
    )


def make_sheet() -> str:
    """Return the whole sheet."""
    rules = [write_face(file, system) for file, (_, kind, _) in FACES.items() for system in SYSTEMS[kind]]
    head = "/* The systems' own fonts, scaled to stand in for ours until those are there (tools/fit_fallbacks.py). */"
    return "\n\n".join((head, *rules)) + "\n"


def main() -> None:
    SHEET.write_text(make_sheet(), encoding="utf-8")


if __name__ == "__main__":
    main()
