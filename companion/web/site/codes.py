"""QR codes of addresses."""

from __future__ import annotations

from functools import lru_cache

import segno
from markupsafe import Markup


@lru_cache(maxsize=256)
def draw_code(address: str) -> Markup:
    """Draw an address as a QR code: an SVG without width and height, in the text color."""
    # Cached: drawing it takes longer than the rest of the big screen, which is rendered again after every card.
    drawn = segno.make(address, micro=False).svg_inline(omitsize=True, svgclass="qr", lineclass=None)
    # The drawing is generated here and contains nothing that anyone typed.
    return Markup(drawn)  # noqa: S704
