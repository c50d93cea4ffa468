"""A shelf as it lies after the check, ready to be drawn."""

from __future__ import annotations

from dataclasses import dataclass

from ...forms.sheets.strokes import draw_frame
from ...scoring.cards import Card
from ...scoring.categories import Category
from ...scoring.scorecard import PlayerScore
from ...scoring.sections.shelf_stability import Rectangle
from ...scoring.shelf import Place
from ...wording.scorecard.reasons import describe_line, describe_order

CELL_WIDTH, CELL_HEIGHT = 20, 28
"""Width and height of a place in a drawing."""


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as it lies after the check."""

    name: str
    letter: str
    number: int | None
    icons: tuple[Category, ...]
    is_face_down: bool
    is_flipped: bool
    """Turned by A1."""
    has_entombed: bool
    is_in_rectangle: bool


@dataclass(frozen=True, slots=True)
class ShelfView:
    """A shelf in rows of equal length; ``None`` is an empty place."""

    name: str
    rows: tuple[tuple[CardView | None, ...], ...]
    flips: tuple[str, ...]
    stability: str
    box: str
    """The ``viewBox`` of a drawing that covers all places."""
    frame: str
    """The path of the pen stroke around the rectangle of B1 in that box; empty without one."""


def draw_shelf(player: PlayerScore, language: str) -> ShelfView:
    """Draw a librarian's shelf; raise ``LookupError`` if it was counted on paper."""
    if player.order is None:
        raise LookupError(f"{player.name!r} was counted on paper: there is no shelf to draw")
    shelf, flipped = player.order.shelf, {flip.place for flip in player.order.flips}
    stability = player.figures.stability
    rows = [
        tuple(_draw_card(shelf.rows[r], Place(r, c), flipped, stability.rectangle) for c in range(shelf.columns))
        for r in range(len(shelf.rows))
    ]
    return ShelfView(
        name=player.name,
        rows=tuple(rows),
        flips=describe_order(player.order, language) if flipped else (),
        stability=describe_line(stability, shelf, language),
        box=f"0 0 {shelf.columns * CELL_WIDTH} {len(rows) * CELL_HEIGHT}",
        frame=_frame(stability.rectangle) if stability.rectangle else "",
    )


def _draw_card(
    row: tuple[Card | None, ...], place: Place, flipped: set[Place], rectangle: Rectangle | None
) -> CardView | None:
    card = row[place.column] if place.column < len(row) else None
    if card is None:
        return None
    return CardView(
        name=card.name,
        letter=card.letter or "",
        number=card.number,
        icons=tuple(icon for icon in card.icons or () if icon),
        is_face_down=card.face_down,
        is_flipped=place in flipped,
        has_entombed=card.entombed,
        is_in_rectangle=rectangle is not None and place in rectangle,
    )


def _frame(rectangle: Rectangle) -> str:
    w, h = CELL_WIDTH, CELL_HEIGHT
    return draw_frame(rectangle.left * w, rectangle.top * h, rectangle.width * w, rectangle.height * h, reach=2.5)
