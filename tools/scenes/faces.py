"""Faces: how the cards of one box are printed. Lengths in card widths from the card's top left corner."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .fonts import choose_fonts, find_font, held_out
from .icons import DEFAULT, SHAPES
from .paint import Color, Dice, any_color, from_hsv, ink_on, lightness, mix

if TYPE_CHECKING:
    from .decks import SceneCard

CATEGORIES = "CFHMRS"


@dataclass(frozen=True, slots=True)
class SceneFace:
    """One printed face; ``seed`` also draws what differs from card to card."""

    name: str
    seed: int
    height: float
    corner_radius: float
    side: str
    """Where the band with letter and icons runs: top, left or right."""
    band: float
    """The band's breadth."""
    band_color: Color
    plate: str
    """What lies beneath the letter: ribbon, box or none."""
    plate_color: Color
    letter_at: tuple[float, float]
    letter_height: float
    number_at: tuple[float, float]
    number_height: float
    spaced: bool
    """Whether the number is printed ``n / N``."""
    ink: Color
    letter_font: str
    number_font: str
    icon_first: tuple[float, float]
    icon_step: tuple[float, float]
    """From one icon's center to the next; icons are listed from the last place backwards where it is negative."""
    icon_radius: float
    icon_plate: str
    """circle, square, rounded, hexagon or none."""
    icon_rim: Color | None
    icon_ink: Color
    icon_colors: dict[str, Color]
    icon_shapes: dict[str, str]
    body: str
    """What is below the band: wood, flat, cloud or stripes."""
    body_color: Color
    board: float
    """Height of the shelf board below the books; 0 for none."""
    border: float
    border_color: Color
    books: str
    """spines, tilted, arch or none."""
    book_saturation: tuple[float, float]
    title_fonts: tuple[str, ...]
    back: str
    """diamonds, medallion, stripes, dots, plain or noise."""
    back_colors: tuple[Color, Color, Color]

    @property
    def strip(self) -> float:
        """How much of a card, from its top, shows letter, number and icons."""
        return self.band if self.side == "top" else self.icon_first[1] + 3 * self.icon_step[1] + self.icon_radius

    def icon_places(self, count: int) -> list[tuple[float, float]]:
        """Return the centers of a card's icons, in the order in which they are printed from the left or the top."""
        x, y = self.icon_first
        dx, dy = self.icon_step
        places = [(x + k * dx, y + k * dy) for k in range(count)]
        return places[::-1] if dx < 0 or dy < 0 else places

    def list_icons(self, card: SceneCard) -> list[tuple[float, float, float]]:
        """Return center and size of a card's icons, in their order."""
        return [(x, y, 2 * self.icon_radius) for x, y in self.icon_places(len(card.icons))]

    def describe(self) -> dict[str, Any]:
        """Return everything as plain values, for a JSON beside the photos."""
        return asdict(self)


def parchment() -> SceneFace:
    """Return the default face: a parchment band, a ribbon with the letter, round icons from the right."""
    colors: dict[str, Color] = {
        "C": (130, 46, 84),
        "F": (42, 158, 232),
        "H": (52, 92, 140),
        "M": (48, 34, 178),
        "R": (168, 90, 40),
        "S": (104, 138, 42),
    }
    return SceneFace(
        name="parchment", seed=1, height=1.4, corner_radius=0.04, side="top", band=0.28,
        band_color=(176, 212, 232), plate="ribbon", plate_color=(34, 32, 96), letter_at=(0.167, 0.113),
        letter_height=0.145, number_at=(0.168, 0.26), number_height=0.052, spaced=False, ink=(205, 232, 246),
        letter_font=find_font("EBGaramond12-Regular"), number_font=find_font("EBGaramond12-Regular"),
        icon_first=(0.863, 0.133), icon_step=(-0.168, 0.0), icon_radius=0.069, icon_plate="circle",
        icon_rim=(235, 245, 250), icon_ink=(240, 246, 250), icon_colors=colors, icon_shapes=dict(DEFAULT),
        body="wood", body_color=(52, 82, 122), board=0.045, border=0.0, border_color=(60, 80, 110), books="spines",
        book_saturation=(0.2, 0.85), title_fonts=(find_font("EBGaramond12-Regular"), find_font("Lobster")),
        back="diamonds", back_colors=((150, 188, 205), (110, 140, 160), (34, 32, 96)),
    )  # fmt: skip


_BENEATH_NUMBER = 0.02
"""How much of a band is left beneath a number that stands on it."""


def _draw_icons(dice: Dice, band_color: Color) -> tuple[dict[str, Color], dict[str, str]]:
    turn = dice.random()
    hues = [turn + k / 6 + dice.uniform(-0.035, 0.035) for k in dice.permutation(6)]
    colors = {
        category: from_hsv(hue, dice.uniform(0.45, 0.95), dice.uniform(0.4, 0.9))
        for category, hue in zip(CATEGORIES, hues, strict=True)
    }
    if dice.random() < 0.3:
        colors[CATEGORIES[dice.integers(6)]] = any_color(dice, (0, 0.15), (0.3, 0.6))
    for category, color in colors.items():
        # An icon as light as the band and without a plate would be seen by nobody.
        if abs(lightness(color) - lightness(band_color)) < 50:
            colors[category] = mix(color, (0, 0, 0) if lightness(band_color) > 110 else (255, 255, 255), 0.45)
    names = [str(name) for name in dice.choice(sorted(SHAPES), 6, replace=False)]
    return colors, dict(zip(CATEGORIES, names, strict=True))


def _draw_places(dice: Dice, side: str, height: float) -> dict[str, Any]:
    """Draw where letter, number and icons are."""
    icon = dice.uniform(0.05, 0.075)
    letter = dice.uniform(0.11, 0.18)
    number = dice.uniform(0.05, 0.075)
    if side == "top":
        band = dice.uniform(0.24, 0.34)
        x = dice.uniform(0.13, 0.2)
        letter_y = dice.uniform(0.03, 0.06) + letter / 2
        number_y = letter_y + letter / 2 + dice.uniform(0.03, 0.05) + number / 2
        step = max(2 * icon + dice.uniform(0.01, 0.03), 0.13)
        icon_y = band / 2 + dice.uniform(-0.02, 0.02)
        if dice.random() < 0.5:
            first, step_xy = (0.96 - icon - dice.uniform(0, 0.03), icon_y), (-step, 0.0)
        else:
            first, step_xy = (0.96 - icon - 3 * step, icon_y), (step, 0.0)
        return {
            "band": band, "letter_at": (x, letter_y), "letter_height": letter, "number_at": (x, number_y),
            "number_height": number, "icon_first": first, "icon_step": step_xy, "icon_radius": icon,
        }  # fmt: skip
    band = dice.uniform(0.26, 0.34)
    x = band / 2 if side == "left" else 1 - band / 2
    letter_y = dice.uniform(0.05, 0.08) + letter / 2
    number_y = letter_y + letter / 2 + dice.uniform(0.03, 0.06) + number / 2
    icon_y = number_y + number / 2 + dice.uniform(0.05, 0.1) + icon
    step = min(max(2 * icon + dice.uniform(0.02, 0.06), 0.13), (height - 0.05 - icon - icon_y) / 3)
    return {
        "band": band, "letter_at": (x, letter_y), "letter_height": letter, "number_at": (x, number_y),
        "number_height": number, "icon_first": (x, icon_y), "icon_step": (0.0, step), "icon_radius": icon,
    }  # fmt: skip


def random_face(seed: int, fonts: tuple[str, ...] | None = None) -> SceneFace:
    """Draw a face. ``fonts`` are those of letter, number and titles; without them it must not be a held-out face."""
    if fonts is None:
        if seed in held_out():
            msg = f"face {seed} is held out and must not be trained with"
            raise ValueError(msg)
        fonts = choose_fonts(seed)
    letter_font, number_font, *title_fonts = fonts
    dice = np.random.default_rng([77, seed])
    side = str(dice.choice(["top", "top", "left", "right"]))
    height = dice.uniform(1.32, 1.6)
    band_color = any_color(dice, (0, 0.35), (0.75, 1)) if dice.random() < 0.6 else any_color(dice, (0, 0.7), (0.1, 0.9))
    plate = str(dice.choice(["ribbon", "box", "none", "none"]))
    plate_color = any_color(dice, (0, 0.8), (0.1, 1))
    while plate != "none" and abs(lightness(plate_color) - lightness(band_color)) < 60:
        plate_color = any_color(dice, (0, 0.8), (0.1, 1))
    icon_plate = str(dice.choice(["circle", "circle", "square", "rounded", "hexagon", "none"]))
    colors, shapes = _draw_icons(dice, band_color)
    return SceneFace(
        name=f"random-{seed}", seed=seed, height=height, corner_radius=dice.choice([0.0, 0.03, 0.05, 0.07]), side=side,
        band_color=band_color, plate=plate, plate_color=plate_color, spaced=bool(dice.random() < 0.25),
        ink=ink_on(band_color if plate == "none" else plate_color, dice), letter_font=letter_font,
        number_font=letter_font if dice.random() < 0.3 else number_font, icon_plate=icon_plate,
        icon_rim=None if dice.random() < 0.5 else mix(band_color, (255, 255, 255), dice.uniform(0.4, 1)),
        icon_ink=(245, 248, 250) if dice.random() < 0.75 else (25, 22, 20), icon_colors=colors, icon_shapes=shapes,
        body=str(dice.choice(["wood", "flat", "cloud", "stripes"])), body_color=any_color(dice, (0, 0.8), (0.08, 1)),
        board=dice.choice([0.0, dice.uniform(0.03, 0.08)]), border=dice.choice([0.0, 0.0, dice.uniform(0.015, 0.05)]),
        border_color=any_color(dice, (0, 0.5), (0, 1)),
        books=str(dice.choice(["spines", "spines", "tilted", "arch", "none"])),
        book_saturation=(0.0, 0.35) if dice.random() < 0.3 else (0.2, 0.9),
        title_fonts=tuple(title_fonts),
        back=str(dice.choice(["diamonds", "medallion", "stripes", "dots", "plain", "noise"])),
        back_colors=(any_color(dice), any_color(dice), any_color(dice)),
        **_hold_number(_draw_places(dice, side, height), side, plate),
    )  # fmt: skip


def _hold_number(places: dict[str, Any], side: str, plate: str) -> dict[str, Any]:
    """Make the band high enough for a number that stands on no plate: beneath it, its ink would be seen by nobody."""
    foot = places["number_at"][1] + places["number_height"] / 2 + _BENEATH_NUMBER
    return places | {"band": max(places["band"], foot)} if side == "top" and plate == "none" else places


def held_out_faces() -> tuple[SceneFace, ...]:
    """Return the held-out faces, each printed in the fonts that are held out with it."""
    return tuple(random_face(seed, tuple(map(find_font, fonts))) for seed, fonts in sorted(held_out().items()))
