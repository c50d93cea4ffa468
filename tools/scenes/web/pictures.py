"""What the second maker's cards show besides print: books, grounds, and backs."""

from __future__ import annotations

from urllib.parse import quote

from tools.scenes.paint import Dice

from .faces import Shade, WebFace

_NOUNS = (
    "Almanac", "Atlas", "Ballads", "Botany", "Charms", "Chronicle", "Comets", "Dialogues", "Elixirs", "Fables",
    "Fencing", "Gardens", "Herbal", "Island", "Journey", "Lanterns", "Letters", "Maps", "Music", "Navigation",
    "Omens", "Optics", "Portraits", "Riddles", "Sagas", "Storms", "Tales", "Tides", "Voyages", "Wolves",
)  # fmt: skip
_FIRSTS = ("My", "Old", "Great", "Little", "Secret", "Northern", "Silver", "Last", "Modern", "Brief", "Seven", "True")


_LONGEST = 15
"""Characters of a title that a spine has room for."""


def _make_title(dice: Dice, longest: int = 99) -> str:
    first, noun, other = dice.choice(_FIRSTS), *dice.choice(_NOUNS, 2, replace=False)
    title = str(dice.choice([f"{first} {noun}", f"{noun}", f"{noun} and {other}"]))
    return title if len(title) <= longest else str(noun)


def _draw_book(face: WebFace, dice: Dice) -> tuple[Shade, Shade]:
    """Draw the color of a book, and of the print on it."""
    cover = Shade(dice.uniform(28, 78), face.book_chroma, face.book_hue + dice.normal(0, 70))
    return cover, Shade(95, 0.04, 90) if cover.lightness < 56 else Shade(20, 0.04, 60)


def write_picture(face: WebFace, dice: Dice, count: int) -> str:
    """Return the books of a card with so many icons."""
    match face.picture:
        case "spines" | "leaning" | "case":
            return _write_spines(face, dice, count)
        case "pile":
            return _write_pile(face, dice, count)
        case "cover":
            return _write_cover(face, dice)
        case _:
            return _write_open_book(face, dice)


def _write_spines(face: WebFace, dice: Dice, count: int) -> str:
    books = []
    for _ in range(count if face.picture == "leaning" else count + 2):
        cover, ink = _draw_book(face, dice)
        turn = f"transform: rotate({dice.uniform(-4, 4):.1f}deg);" if face.picture == "leaning" else ""
        look = (
            f"flex: {dice.uniform(0.8, 1.4):.2f}; height: {dice.uniform(70, 98):.0f}%; min-width: 0; {turn}"
            f"background: linear-gradient(90deg, {cover.lift(-9)}, {cover.lift(5)} 35%, {cover.lift(-6)}); "
            f"color: {ink}; "
            f"border-radius: 3px; border-block: 5px double {ink}; overflow: hidden; writing-mode: vertical-rl; "
            f"font: 13px/1 '{face.title_family}'; display: flex; align-items: center; justify-content: center; "
            "white-space: nowrap"
        )
        books.append(f'<div style="{look}">{_make_title(dice, _LONGEST)}</div>')
    board = "border-bottom: 8px solid oklch(38% 0.06 60);" if face.picture == "case" else ""
    return f'<div style="flex: 1; display: flex; align-items: flex-end; gap: 3px; {board}">{"".join(books)}</div>'


def _write_pile(face: WebFace, dice: Dice, count: int) -> str:
    books = []
    for _ in range(count + 1):
        cover, ink = _draw_book(face, dice)
        look = (
            f"width: {dice.uniform(70, 98):.0f}%; flex: {dice.uniform(0.7, 1.2):.2f}; max-height: 48px; margin-left: "
            f"{dice.uniform(-14, 14):.0f}px; background: linear-gradient({cover.lift(6)}, {cover.lift(-8)}); "
            f"color: {ink}; "
            f"border-radius: 3px 8px 8px 3px; border-left: 7px solid {cover.lift(-14)}; overflow: hidden; "
            f"font: 15px/1 '{face.title_family}'; display: flex; align-items: center; justify-content: center; "
            "white-space: nowrap"
        )
        books.append(f'<div style="{look}">{_make_title(dice)}</div>')
    return (
        '<div style="flex: 1; display: flex; flex-direction: column; justify-content: flex-end; align-items: center; '
        f'gap: 2px; min-width: 0">{"".join(books)}</div>'
    )


def _write_cover(face: WebFace, dice: Dice) -> str:
    cover, ink = _draw_book(face, dice)
    look = (
        f"margin: auto; height: 96%; aspect-ratio: 0.74; max-width: 96%; border-radius: 3px 7px 7px 3px; color: {ink}; "
        f"background: linear-gradient(90deg, {cover.lift(-14)} 7%, {cover} 9%, {cover.lift(5)}); "
        "padding: 12px 10px 12px 20px; box-shadow: 4px 4px 0 oklch(93% 0.02 90), 6px 6px 0 oklch(40% 0.02 60)"
    )
    inside = (
        f"border: 2px solid {ink}; height: 100%; display: flex; align-items: center; justify-content: center; "
        f"text-align: center; font: 19px/1.2 '{face.title_family}'; overflow-wrap: anywhere; overflow: hidden"
    )
    return f'<div style="{look}"><div style="{inside}">{_make_title(dice)}</div></div>'


def _write_open_book(face: WebFace, dice: Dice) -> str:
    cover, _ = _draw_book(face, dice)
    lines = "".join(f'<path d="M{x} {y}h{dice.uniform(44, 60):.0f}"/>' for x in (26, 112) for y in range(38, 108, 9))
    return (
        '<svg viewBox="0 0 200 130" style="flex: 1; min-width: 0">'
        f'<path d="M8 22 h184 v100 h-184z" fill="{cover}"/>'
        '<path d="M100 28 Q60 12 16 24 V112 Q60 102 100 116 Q140 102 184 112 V24 Q140 12 100 28z" '
        'fill="oklch(95% 0.03 90)" stroke="oklch(60% 0.04 80)"/><path d="M100 28V116" stroke="oklch(60% 0.04 80)"/>'
        f'<g stroke="oklch(45% 0.02 60)" stroke-width="2.4">{lines}</g></svg>'
    )


# --- Grounds ---------------------------------------------------------------------------------------------------------

_TILES = {
    "dots": '<circle cx="8" cy="8" r="2.4" fill="{}"/><circle cx="20" cy="20" r="2.4" fill="{}"/>',
    "weave": '<path d="M0 0L24 24M24 0L0 24" stroke="{}" stroke-width="1.4"/>',
    "waves": '<path d="M0 8q6-8 12 0t12 0M0 20q6-8 12 0t12 0" stroke="{}" fill="none" stroke-width="1.6"/>',
    "lozenges": '<path d="M12 1L23 12L12 23L1 12z" fill="none" stroke="{}" stroke-width="1.6"/>',
    "grain": (
        '<filter id="n"><feTurbulence baseFrequency="0.5" numOctaves="2" seed="4"/>'
        '<feColorMatrix type="saturate" values="0"/></filter>'
        '<rect width="24" height="24" filter="url(#n)" opacity="0.18"/>'
    ),
}


def _write_tile(kind: str, shade: Shade) -> str:
    drawn = _TILES[kind].replace("{}", str(shade))
    return quote(f'<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24">{drawn}</svg>')


def write_pattern(face: WebFace) -> str:
    """Return the background of a front as CSS."""
    gradient = f"linear-gradient(165deg, {face.ground}, {face.second_ground})"
    faint = face.ground.lift(-4 if face.ground.lightness > 60 else 5)
    if face.pattern == "plain":
        return gradient
    if face.pattern == "rays":
        return f"repeating-conic-gradient(from 4deg at 50% 60%, {face.ground} 0 9deg, {faint} 9deg 18deg)"
    return f"url('data:image/svg+xml,{_write_tile(face.pattern, faint)}'), {gradient}"


def write_back(face: WebFace) -> str:
    """Return the back of all cards."""
    first, second, third = face.back_shades
    plain = f"linear-gradient(150deg, {first}, {first.lift(-8)})"
    tile = f"url('data:image/svg+xml,{_write_tile('lozenges', second)}')"
    background = {
        "tiles": f"{tile}, {plain}",
        "sunburst": f"repeating-conic-gradient({first} 0 10deg, {second} 10deg 20deg)",
        "bands": f"repeating-linear-gradient({first} 0 30px, {second} 30px 44px, {third} 44px 48px)",
    }.get(face.back, plain)
    words = f"font: 700 38px/1.15 '{face.title_family}'; color: {third}; text-align: center"
    inside = {
        "emblem": (
            f'<svg viewBox="0 0 100 100" width="170" height="170"><circle cx="50" cy="50" r="46" fill="{second}"/>'
            f'<path d="M50 32Q36 24 20 30V70Q36 64 50 72Q64 64 80 70V30Q64 24 50 32z" fill="{third}"/>'
            f'<path d="M50 32V72" stroke="{first}" stroke-width="3"/></svg>'
        ),
        "frames": f'<div style="position: absolute; inset: 18px; border: 5px double {third}"></div>'
        f'<div style="width: 110px; height: 110px; border: 6px solid {third}; transform: rotate(45deg); '
        f'background: {second}"></div>',
        "name": f'<div style="{words}">The<br>Reading<br>Room</div>',
        "sunburst": f'<div style="width: 110px; height: 110px; border-radius: 50%; background: {third}"></div>',
    }.get(face.back, "")  # fmt: skip
    frame = '<div class="frame"></div>' if face.border else ""
    return (
        f'<div class="card" style="background: {background}; align-items: center; justify-content: center">{inside}'
        f"{frame}</div>"
    )
