"""Printings of the second maker, drawn at random. Lengths are in card widths, colors in CSS's OKLCH."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tools.scenes.decks import SceneCard
from tools.scenes.faces import CATEGORIES
from tools.scenes.paint import Dice, Image8

from .packages import DISPLAY_FAMILIES, HELD_OUT_FAMILIES, HELD_OUT_FROM, ICON_SETS, TEXT_FAMILIES

HEADINGS = ("stacked", "stacked", "middle", "opposite", "line")
"""How letter and number stand: one above the other in a corner, or in the middle; in two corners; side by side."""
ICON_PLACES = {
    "stacked": ("beside", "beside", "below", "column", "far column", "foot"),
    "middle": ("below", "column", "far column", "foot"),
    "opposite": ("below", "column", "far column", "foot"),
    "line": ("below", "column", "far column", "foot"),
}
_HEAD = 0.45
"""How far down a card, in its widths, its letter and number are."""
PICTURES = ("spines", "spines", "leaning", "pile", "cover", "open", "case")
PATTERNS = ("plain", "plain", "dots", "weave", "waves", "lozenges", "grain", "rays")
BACKS = ("emblem", "tiles", "sunburst", "frames", "name", "bands")


@dataclass(frozen=True, slots=True)
class Shade:
    """A color: lightness 0 to 100, chroma 0 to about 0.3, hue in degrees."""

    lightness: float
    chroma: float
    hue: float

    def __str__(self) -> str:
        return f"oklch({self.lightness:.1f}% {self.chroma:.3f} {self.hue % 360:.1f})"

    def lift(self, by: float) -> Shade:
        """Return it lighter, or darker."""
        return Shade(float(np.clip(self.lightness + by, 4, 98)), self.chroma, self.hue)


@dataclass(frozen=True, slots=True)
class WebFace:
    """A printing that is written as a web page; ``make_photo`` takes it as it takes a face of the first maker."""

    name: str
    seed: int
    height: float
    corner_radius: float
    heading: str
    mirrored: bool
    """Whether left and right change places."""
    icon_place: str
    letter_family: str
    number_family: str
    title_family: str
    weight: int
    letter_size: float
    """Font size."""
    number_size: float
    number_form: str
    """plain, spaced, thin (spaces) or small (what follows the slash)."""
    icon_set: str
    icons: tuple[str, ...]
    """Names, in the order of ``CATEGORIES``; so are the colors."""
    icon_size: float
    """Height and width, with its plate."""
    icon_style: str
    """bare, disc, tile, ring or drop (a disc with a corner)."""
    icon_shades: tuple[Shade, ...]
    icon_gap: float
    icon_paper: Shade
    """What is light, or dark, on a plate."""
    ground: Shade
    second_ground: Shade
    pattern: str
    ink: Shade
    band: str
    """What is behind the heading: none, solid, line or fade."""
    band_shade: Shade
    plate: str
    """What is behind letter and number: none, box, pill, pennant, arch or medal (the letter alone)."""
    plate_shade: Shade
    plate_ink: Shade
    picture: str
    book_hue: float
    book_chroma: float
    panel: str
    """What is behind the picture: none, dark or light."""
    border: float
    border_shade: Shade
    back: str
    back_shades: tuple[Shade, Shade, Shade]

    @property
    def strip(self) -> float:
        """How much of a card must stay in sight in a pile; needs Chromium and the packages."""
        most = SceneCard("M", 8, 10, "".join(CATEGORIES[:4]))
        return max(_HEAD, max(y + size / 2 for _, y, size in self.list_icons(most)))

    def draw_front(self, card: SceneCard, width_px: int) -> Image8:
        """Draw the front of a card, ``width_px`` wide; needs Chromium and the packages."""
        # What asks no more than how a printing looks needs no browser.
        from .painting import paint_front

        return paint_front(self, card, width_px)

    def draw_back(self, width_px: int) -> Image8:
        """Draw the back that all cards share."""
        from .painting import paint_back

        return paint_back(self, width_px)

    def list_icons(self, card: SceneCard) -> list[tuple[float, float, float]]:
        """Return center and size of a card's icons, in their order."""
        from .painting import measure_icons

        return measure_icons(self, card)

    def name_icon(self, category: str) -> str:
        """Return the name of a category's icon."""
        return self.icons[CATEGORIES.index(category)]


def _draw_ground(dice: Dice) -> tuple[Shade, Shade, Shade, Shade, Shade]:
    """Draw the ground, what it fades to, the ink on it, and a plate with the ink on that."""
    hue = dice.uniform(0, 360)
    kind = dice.choice(["light", "light", "dark", "vivid"])
    if kind == "light":
        ground, ink = Shade(dice.uniform(87, 97), dice.uniform(0.0, 0.06), hue), Shade(dice.uniform(15, 32), 0.05, hue)
        plate, on_plate = Shade(dice.uniform(22, 45), dice.uniform(0.02, 0.14), hue + dice.uniform(-60, 60)), 97.0
    elif kind == "dark":
        ground, ink = Shade(dice.uniform(18, 33), dice.uniform(0.0, 0.08), hue), Shade(dice.uniform(90, 98), 0.03, hue)
        plate, on_plate = Shade(dice.uniform(84, 96), dice.uniform(0.0, 0.12), hue + dice.uniform(0, 360)), 18.0
    else:
        ground, ink = Shade(dice.uniform(38, 50), dice.uniform(0.07, 0.15), hue), Shade(98.0, 0.01, hue)
        plate, on_plate = Shade(dice.uniform(88, 97), dice.uniform(0.0, 0.06), hue + dice.uniform(0, 360)), 20.0
    turned = Shade(ground.lightness + dice.uniform(-5, 3), ground.chroma, hue + dice.uniform(-50, 50))
    return ground, turned, ink, plate, Shade(on_plate, 0.03, plate.hue)


def _draw_icon_shades(dice: Dice, style: str, beneath: Shade) -> tuple[Shade, ...]:
    """Draw the colors of six icons, or of their plates, that stand out from what is beneath them."""
    if beneath.lightness > 60:
        lightness = dice.uniform(42, 56)
    elif style in ("disc", "tile", "drop"):
        lightness = dice.uniform(58, 68)
    else:
        lightness = dice.uniform(76, 86)
    if style == "ring":
        lightness = dice.uniform(38, 50)
    if dice.random() < 0.2:
        chroma = dice.choice([0.02, 0.14])
        return (Shade(lightness, chroma, dice.uniform(0, 360)),) * len(CATEGORIES)
    first, spread = dice.uniform(0, 360), dice.uniform(0.10, 0.19)
    hues = [first + 60 * k + dice.uniform(-12, 12) for k in dice.permutation(len(CATEGORIES))]
    # Six hues alone are hard to tell apart for many people: printers vary the lightness, too.
    return tuple(Shade(lightness + dice.uniform(-7, 7), spread, float(hue)) for hue in hues)


def random_web_face(seed: int) -> WebFace:
    """Draw a printing of the second maker."""
    dice = np.random.default_rng([83, seed])
    ground, second, ink, plate_shade, plate_ink = _draw_ground(dice)
    height = dice.uniform(1.36, 1.48)
    heading = str(dice.choice(HEADINGS))
    icon_place = str(dice.choice(ICON_PLACES[heading]))
    band = str(dice.choice(["none", "none", "solid", "line", "fade"]))
    band_shade = ground.lift(dice.uniform(3, 7) * (-1 if ground.lightness > 60 else 1))
    style = str(dice.choice(["bare", "bare", "disc", "disc", "tile", "ring", "drop"]))
    if style == "bare" and 36 < ground.lightness < 60:
        style = "ring"
    families = list(TEXT_FAMILIES + DISPLAY_FAMILIES if dice.random() < 0.55 else TEXT_FAMILIES)
    plain = list(TEXT_FAMILIES)
    if seed >= HELD_OUT_FROM:
        families = plain = list(HELD_OUT_FAMILIES)
    letter_family = str(dice.choice(families))
    number_family = letter_family if dice.random() < 0.35 else str(dice.choice(plain))
    icon_set = str(dice.choice(list(ICON_SETS)))
    icons = tuple(str(name) for name in dice.choice(ICON_SETS[icon_set].split(), len(CATEGORIES), replace=False))
    hue = dice.uniform(0, 360)
    backs = (
        Shade(dice.uniform(25, 75), dice.uniform(0.02, 0.14), hue),
        Shade(dice.uniform(20, 92), dice.uniform(0.02, 0.14), hue + dice.uniform(-40, 40)),
        Shade(dice.uniform(75, 95), dice.uniform(0.02, 0.12), hue + dice.uniform(90, 270)),
    )
    return WebFace(
        name=f"web-{seed}", seed=seed, height=height, corner_radius=dice.choice([0.03, 0.045, 0.06]),
        heading=heading, mirrored=bool(dice.random() < 0.4),
        icon_place=icon_place,
        letter_family=letter_family, number_family=number_family, title_family=str(dice.choice(families)),
        weight=int(dice.choice([400, 700, 700])), letter_size=dice.uniform(0.16, 0.24),
        number_size=dice.uniform(0.08, 0.11),
        number_form=str(dice.choice(["plain", "plain", "spaced", "thin", "small"])),
        icon_set=icon_set, icons=icons, icon_size=dice.uniform(0.12, 0.15), icon_style=style,
        icon_shades=_draw_icon_shades(dice, style, ground), icon_gap=dice.uniform(0.012, 0.03),
        icon_paper=Shade(97.0, 0.01, hue) if style == "ring" or dice.random() < 0.75 else Shade(14.0, 0.02, hue),
        ground=ground, second_ground=second, pattern=str(dice.choice(PATTERNS)), ink=ink, band=band,
        band_shade=band_shade, plate=str(dice.choice(["none", "none", "box", "pill", "pennant", "arch", "medal"])),
        plate_shade=plate_shade, plate_ink=plate_ink, picture=str(dice.choice(PICTURES)),
        book_hue=dice.uniform(0, 360), book_chroma=dice.uniform(0.03, 0.15),
        panel=str(dice.choice(["none", "dark", "light"])), border=dice.choice([0.0, 0.0, 0.02, 0.035]),
        border_shade=Shade(dice.choice([15.0, 97.0, 45.0]), 0.04, dice.uniform(0, 360)),
        back=str(dice.choice(BACKS)), back_shades=backs,
    )  # fmt: skip
