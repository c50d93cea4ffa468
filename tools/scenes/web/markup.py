"""Cards of the second maker as HTML: the style of a printing, its fronts, and its back."""

from __future__ import annotations

import numpy as np

from tools.scenes.decks import SceneCard
from tools.scenes.faces import CATEGORIES

from .faces import Shade, WebFace
from .pictures import write_pattern, write_picture

WIDTH = 300
"""Width of a card in CSS pixels."""
_NUMBERS = {"plain": "{}/{}", "spaced": "{} / {}", "thin": "{}&thinsp;/&thinsp;{}", "small": "{}/<small>{}</small>"}
_PLATES = {
    "none": "",
    "box": "padding: 6px 12px 8px; border-radius: 4px;",
    "pill": "padding: 10px 14px; border-radius: 26px;",
    "pennant": (
        "padding: 22px 14px 26px; margin-top: -14px; clip-path: polygon(0 0, 100% 0, 100% 100%, 50% 86%, 0 100%);"
    ),
    "arch": "padding: 16px 14px 8px; border-radius: 40px 40px 4px 4px;",
    "medal": "",
}


def px(length: float) -> str:
    """Return a length in card widths as CSS."""
    return f"{WIDTH * length:.1f}px"


def fit(length: float) -> str:
    """Return a length that is scaled by how much of it there is room for."""
    return f"calc(var(--fit) * {px(length)})"


def write_style(face: WebFace) -> str:
    """Return the style sheet of a printing."""
    plated, medal = face.plate not in ("none", "medal"), face.plate == "medal"
    ink = face.plate_ink if plated else face.ink
    band = {
        "none": "", "solid": f"background: {face.band_shade};",
        "line": f"border-bottom: 2px solid {face.ink};",
        "fade": f"background: linear-gradient({face.band_shade} 70%, transparent);",
    }[face.band]  # fmt: skip
    row = "row-reverse" if face.mirrored else "row"
    return f"""
* {{ box-sizing: border-box; margin: 0; padding: 0 }}
.card {{ width: {WIDTH}px; height: {px(face.height)}; position: relative; overflow: hidden; display: flex;
  flex-direction: column; background: {write_pattern(face)};
  color: {face.ink}; padding: {px(face.border)}; line-height: 1; --fit: 1 }}
.frame {{ position: absolute; inset: 0; border: {px(face.border)} solid {face.border_shade}; pointer-events: none }}
.frame::after {{ content: ""; position: absolute; inset: -1px; border-radius: 6px;
  box-shadow: 0 0 0 8px {face.border_shade} }}
header {{ display: flex; flex-direction: {row}; align-items: center; justify-content: space-between; gap: 12px;
  padding: 14px 14px 10px; {band} }}
header.stacked {{ align-items: flex-start }}
header.stacked .icons {{ align-self: center }}
header.middle {{ justify-content: center }}
header.line {{ justify-content: flex-start }}
.mark, .icons {{ flex: none }}
.mark {{ display: flex; flex-direction: column; align-items: center; text-align: center; gap: 8px;
  color: {ink}; {_PLATES[face.plate]} {f"background: {face.plate_shade};" if plated else ""} }}
.line .mark {{ flex-direction: row; align-items: baseline; gap: 16px }}
.opposite .mark {{ padding-top: 10px; padding-bottom: 10px; margin-top: 0; clip-path: none; border-radius: 8px }}
.letter {{ font: {face.weight} {fit(face.letter_size)}/1.0 '{face.letter_family}'; }}
.number {{ font: {face.weight} {fit(face.number_size)}/1.0 '{face.number_family}'; white-space: nowrap }}
.number small {{ font-size: 85% }}
{_write_medal(face) if medal else ""}
.icons {{ display: flex; gap: {px(face.icon_gap)}; flex-direction: {row}; justify-content: center }}
.icons.column, .icons.far {{ flex-direction: column; justify-content: flex-start; padding: 6px 0 0 }}
.icons.foot {{ padding: 8px 0 14px }}
.icons.below {{ padding: 4px 14px 8px }}
.icon {{ width: {fit(face.icon_size)}; height: {fit(face.icon_size)}; display: flex; align-items: center;
  justify-content: center; flex: none }}
{_write_icon_style(face)}
main {{ flex: 1; min-height: 0; display: flex; flex-direction: {row}; gap: 10px; padding: 8px 14px 14px }}
main.reversed {{ flex-direction: {"row" if face.mirrored else "row-reverse"} }}
.picture {{ flex: 1; min-width: 0; position: relative; overflow: hidden; display: flex; padding: 8px;
  border-radius: 6px; background: {_PANELS[face.panel]} }}
"""


_PANELS = {"none": "transparent", "dark": "oklch(24% 0.03 60)", "light": "oklch(93% 0.03 90)"}


def _write_medal(face: WebFace) -> str:
    wide = fit(face.letter_size * 1.45)
    return (
        f".letter {{ width: {wide}; height: {wide}; border-radius: 50%; display: flex; align-items: center; "
        f"justify-content: center; background: {face.plate_shade}; color: {face.plate_ink}; "
        f"box-shadow: 0 0 0 3px {face.ground}, 0 0 0 5px {face.plate_shade} }}"
    )


def _write_icon_style(face: WebFace) -> str:
    inner = {"bare": 100, "ring": 74}.get(face.icon_style, 66)
    lines = [f".icon svg {{ width: {inner}%; height: {inner}% }}"]
    rounded = {"disc": "50%", "tile": "5px", "ring": "50%", "drop": "50% 50% 50% 0"}.get(face.icon_style, "0")
    for category, shade in zip(CATEGORIES, face.icon_shades, strict=True):
        if face.icon_style == "bare":
            look = f"color: {shade}"
        elif face.icon_style == "ring":
            look = f"color: {shade}; background: {face.icon_paper}; border: 3px solid {shade}; border-radius: {rounded}"
        else:
            paper = face.icon_paper if abs(face.icon_paper.lightness - shade.lightness) > 30 else Shade(98, 0, 0)
            look = f"color: {paper}; background: {shade}; border-radius: {rounded}"
        lines.append(f".icon.{category} {{ {look} }}")
    return "\n".join(lines)


def write_card(face: WebFace, card: SceneCard) -> str:
    """Return the front of a card."""
    dice = np.random.default_rng([face.seed, sum(map(ord, card.letter)), card.number])
    letter = f'<span class="letter">{card.letter}</span>'
    number = f'<span class="number">{_NUMBERS[face.number_form].format(card.number, card.of)}</span>'
    icons = "".join(
        f'<span class="icon {category}"><svg><use href="#{category}"/></svg></span>' for category in card.icons
    )
    kind = face.icon_place.partition(" ")[0]
    row = f'<div class="icons {kind}">{icons}</div>'
    if face.heading == "opposite":
        number = f"<span>{number}</span>" if face.plate == "medal" else f'<div class="mark">{number}</div>'
        marks = [f'<div class="mark">{letter}</div>', number]
    else:
        marks = [f'<div class="mark">{letter}{number}</div>']
    if face.icon_place == "beside":
        marks.insert(1, row)
    picture = f'<div class="picture">{write_picture(face, dice, len(card.icons))}</div>'
    return "".join([
        f'<div class="card"><header class="{face.heading}">', *marks, "</header>",
        row if kind == "below" else "",
        f'<main class="{"reversed" if kind == "far" else ""}">', row if kind in ("column", "far") else "", picture,
        "</main>", row if kind == "foot" else "", '<div class="frame"></div>' if face.border else "", "</div>",
    ])  # fmt: skip
