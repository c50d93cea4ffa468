"""What the second maker takes from npm: fonts and icons. None of it is part of the project.

``python -m tools.scenes.web.packages`` prints the command that fetches it; ``WEB_PACKAGES`` names the folder that it
was run in. What was measured was drawn with these:

- ``@fontsource/NAME`` 5.3, one for each of ``TEXT_FAMILIES`` and ``DISPLAY_FAMILIES``: SIL Open Font License 1.1,
  but Special Elite, which has the Apache License 2.0. No family is in ``tools.glyphs.fonts.PACKAGES``. They were
  chosen by name, text and display faces, and nobody looked at how well they are read.
- ``bootstrap-icons`` 1.13, MIT License.
- ``@tabler/icons`` 3.51, MIT License.
"""

from __future__ import annotations

import base64
import os
import re
from functools import lru_cache
from pathlib import Path

FOLDER = Path(os.environ.get("WEB_PACKAGES", "."))
TEXT_FAMILIES = (
    "merriweather", "lora", "playfair-display", "libre-baskerville", "crimson-pro", "spectral", "source-serif-4",
    "ibm-plex-serif", "bitter", "zilla-slab", "arvo", "alegreya", "domine", "montserrat", "raleway", "poppins",
    "work-sans", "nunito", "oswald", "barlow-condensed", "fira-sans", "rubik", "josefin-sans", "archivo-narrow",
)  # fmt: skip
DISPLAY_FAMILIES = (
    "cinzel", "abril-fatface", "alfa-slab-one", "bangers", "righteous", "almendra", "medievalsharp", "im-fell-english",
    "marcellus", "limelight", "metamorphous", "bungee", "special-elite", "germania-one", "grenze-gotisch", "fondamento",
)  # fmt: skip
HELD_OUT_FAMILIES = (
    "libre-caslon-text", "source-sans-3", "public-sans", "ibm-plex-sans", "merriweather-sans", "alegreya-sans",
    "mulish", "hind", "libre-franklin", "cinzel-decorative", "im-fell-english-sc", "lalezar", "reem-kufi", "el-messiri",
    "kaisei-opti", "dela-gothic-one",
)  # fmt: skip
HELD_OUT_FROM = 3_100_000
"""Printings from this seed on have these families alone, which no net was trained with and no other printing has."""
ICON_SETS = {
    "bootstrap": (
        "alarm-fill apple award-fill balloon-heart-fill bell-fill bicycle brightness-high-fill brush-fill bug-fill "
        "cloud-lightning-fill compass-fill cup-hot-fill droplet-fill eye-fill feather fire flower1 gem "
        "globe-americas hammer heart-fill hourglass-split key-fill lamp-fill lightning-fill magic map-fill mask "
        "moon-stars-fill music-note-beamed palette-fill piggy-bank-fill puzzle-fill rocket-takeoff-fill scissors "
        "shield-shaded snow star-fill tools tree-fill trophy-fill tsunami umbrella-fill virus yin-yang bank2 tornado "
        "egg-fill basket-fill briefcase-fill capsule dice-5-fill flag-fill robot suit-club-fill suit-spade-fill"
    ),
    "tabler outline": (
        "anchor bell bolt bone bug carrot chess-queen compass crown diamond droplet eye feather fish flame flask-2 "
        "flower ghost-2 hammer heart key leaf lemon moon mushroom paw planet plant rocket rosette scale sailboat "
        "shield skull snowflake spider star sun sword tree trophy umbrella wand windmill butterfly horse map music pig "
        "puzzle wheat tornado tent campfire axe bow hourglass-high microscope mask telescope palette cactus egg"
    ),
    "tabler filled": (
        "award bell bolt bone bug cactus campfire candle carambola chess-queen clock cloud compass crown diamond "
        "droplet egg eye fish-bone flag flame flask-2 flower ghost-2 heart hourglass key leaf moon mushroom paw "
        "puzzle rosette shield sparkles star sun trophy umbrella windmill apple bulb cherry gift lemon-2 home melon "
        "pig pill spider butterfly"
    ),
}
"""Icons to choose from, by set; no two of a set show the same thing."""
_ICON_FILES = {
    "bootstrap": "bootstrap-icons/icons/{}.svg",
    "tabler outline": "@tabler/icons/icons/outline/{}.svg",
    "tabler filled": "@tabler/icons/icons/filled/{}.svg",
}


def list_packages() -> list[str]:
    """Return the names of all packages."""
    families = sorted((*TEXT_FAMILIES, *DISPLAY_FAMILIES, *HELD_OUT_FAMILIES))
    return [*(f"@fontsource/{family}" for family in families), "bootstrap-icons", "@tabler/icons"]


def _find(path: str) -> Path:
    found = FOLDER / "node_modules" / path
    if not found.is_file():
        msg = f"WEB_PACKAGES names no folder with {path}: see tools.scenes.web.packages"
        raise FileNotFoundError(msg)
    return found


@lru_cache(maxsize=64)
def write_font_face(family: str, weight: int) -> str:
    """Return the CSS that brings a font, as bold as asked for where there is such a cut."""
    name = "@fontsource/{0}/files/{0}-latin-{1}-normal.woff2"
    try:
        path = _find(name.format(family, weight))
    except FileNotFoundError:
        path = _find(name.format(family, 400))
    data = base64.b64encode(path.read_bytes()).decode()
    return (
        f"@font-face {{ font-family: '{family}'; font-weight: {weight}; "
        f"src: url(data:font/woff2;base64,{data}) format('woff2') }}"
    )


@lru_cache(maxsize=256)
def write_symbol(icon_set: str, name: str, key: str) -> str:
    """Return an icon as an SVG symbol, which takes on the color around it."""
    content = _find(_ICON_FILES[icon_set].format(name)).read_text()
    match = re.search(r"<svg([^>]*)>(.*)</svg>", content, re.DOTALL)
    if match is None:
        raise ValueError(name)
    kept = re.findall(r'(?:viewBox|fill|stroke|stroke-width|stroke-linecap|stroke-linejoin)="[^"]*"', match[1])
    return f'<symbol id="{key}" {" ".join(kept)}>{match[2]}</symbol>'


if __name__ == "__main__":
    import sys

    sys.stdout.write(f"npm install {' '.join(list_packages())}\n")
