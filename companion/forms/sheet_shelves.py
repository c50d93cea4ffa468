"""The second page: every shelf drawn as it lies after the check, all to one scale; or places to draw them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..scoring.notation import format_shelf
from ..scoring.scorecard import PlayerScore, Scorecard
from ..scoring.sections.shelf_stability import Rectangle
from ..scoring.shelf import Place, Shelf
from ..scoring.terms import find_terms
from ..wording.languages import Translations, find_translations
from ..wording.reasons import describe_flip
from .drawn_cards import GAP, MARGIN, CardSize, draw_cards, draw_slots
from .sheet_parts import DrawnShelf, Layout, Paper
from .sheet_sizes import SIZES, clamp
from .sheet_table import format_sum
from .strokes import draw_frame

CARD_SHAPE = 1.36
"""Height of a card over its width."""
_WIDEST = 18.0
_NARROWEST = 0.3
_FACTS_BESIDE = 60.0
_LEAST_BESIDE = 18.0
"""The least height of a drawing that the facts beside it need."""
_BETWEEN = 4.2
_CAPTIONS = {Layout.BESIDE: 0.0, Layout.OVER: 9.5, Layout.PAIRED: 17.5}
"""Height of name and facts over a drawing."""
_LIKING = {Layout.BESIDE: 1.15, Layout.OVER: 1.0, Layout.PAIRED: 1.05}
"""Which layout is taken where the cards come out about the same."""
_MOST_FLIPS = 3
_NAME_LIMIT = 48
_FACT_LIMIT = 110

BLANK_ROWS, BLANK_COLUMNS = 3, 12
_TALLEST_SLOT = 20.0


@dataclass(frozen=True, slots=True)
class Scale:
    """One scale for all shelves of a sheet: the width of a card, and the layout that allows it."""

    width: float
    layout: Layout

    @property
    def height(self) -> float:
        """Height of a card."""
        return self.width * CARD_SHAPE


def draw_shelves(card: Scorecard, language: str, paper: Paper) -> tuple[DrawnShelf, ...]:
    """Draw the shelves of all players who gave one."""
    players = [(player, player.shelf) for player in card.players if player.shelf is not None]
    scale = find_scale([(len(shelf.rows), shelf.columns) for _, shelf in players], paper)
    return tuple(_draw_player(player, shelf, scale, language) for player, shelf in players)


def draw_blank_shelves(count: int, room: float, language: str, paper: Paper) -> tuple[DrawnShelf, ...]:
    """Draw empty places for as many shelves, which share ``room`` of the page's height."""
    width = (SIZES[paper].table - 2 * MARGIN) / BLANK_COLUMNS - GAP
    height = min(_TALLEST_SLOT, (room / count - _CAPTIONS[Layout.OVER] - _BETWEEN) / BLANK_ROWS - GAP)
    size = CardSize(width, height)
    drawn_width, drawn_height = size.measure(BLANK_ROWS, BLANK_COLUMNS)
    shelf = DrawnShelf(
        meaning=find_translations(language).gettext("places for cards"),
        width=drawn_width,
        height=drawn_height,
        layout=Layout.OVER,
        label=find_terms(language).librarian,
        cards=draw_slots(BLANK_ROWS, BLANK_COLUMNS, size),
    )
    return (shelf,) * count


def find_scale(shelves: Sequence[tuple[int, int]], paper: Paper) -> Scale:
    """Find the layout and the scale at which shelves of these rows and columns are largest on one page."""
    scales = [_scale_in(layout, shelves, paper) for layout in Layout]
    return max(scales, key=lambda scale: scale.width * _LIKING[scale.layout])


def _scale_in(layout: Layout, shelves: Sequence[tuple[int, int]], paper: Paper) -> Scale:
    table, height = SIZES[paper].table, SIZES[paper].annex
    columns = max((columns for _, columns in shelves), default=1) or 1
    per_line = 2 if layout is Layout.PAIRED else 1
    lines = [shelves[i : i + per_line] for i in range(0, len(shelves), per_line)]
    rows = sum(max(max(rows for rows, _ in line), 1) for line in lines) or 1
    height -= _BETWEEN * len(lines) + _CAPTIONS[layout] * len(lines)
    width = table / per_line - (_FACTS_BESIDE if layout is Layout.BESIDE else 0) - 2 * MARGIN
    tallest = (height / rows - GAP) / CARD_SHAPE
    if layout is Layout.BESIDE:
        fewest = min((max(rows, 1) for rows, _ in shelves), default=1)
        tallest = tallest if fewest * tallest * CARD_SHAPE >= _LEAST_BESIDE else 0
    return Scale(max(min(_WIDEST, width / columns - GAP, tallest), _NARROWEST), layout)


def _draw_player(player: PlayerScore, shelf: Shelf, scale: Scale, language: str) -> DrawnShelf:
    size = CardSize(scale.width, scale.height)
    width, height = size.measure(len(shelf.rows), shelf.columns)
    flipped = {flip.place for flip in player.order.flips} if player.order else set()
    rectangle = player.figures.stability.rectangle
    t = find_translations(language)
    meaning = t.gettext("%(name)s: %(shelf)s") % {"name": player.name, "shelf": format_shelf(shelf)}
    return DrawnShelf(
        name=clamp(player.name, _NAME_LIMIT),
        facts=tuple(clamp(fact, _FACT_LIMIT) for fact in _find_facts(player, shelf, t, language)),
        meaning=meaning,
        width=width,
        height=height,
        cards=draw_cards(shelf, size, flipped),
        outline=_outline(rectangle, size) if rectangle else "",
        layout=scale.layout,
    )


def _find_facts(player: PlayerScore, shelf: Shelf, t: Translations, language: str) -> Iterator[str]:
    stability = player.figures.stability
    yield t.ngettext("%(num)d card on the shelf", "%(num)d cards on the shelf", shelf.cards) % {"num": shelf.cards}
    if stability.rectangle or stability.entombed:
        yield f"B1 = {format_sum(stability)} = {stability.points}"
    flips = player.order.flips if player.order else ()
    for flip in flips[:_MOST_FLIPS]:
        yield f"A1 {describe_flip(flip, language)}"
    more = len(flips) - _MOST_FLIPS
    if more > 0:
        yield t.ngettext("… and %(num)d card more.", "… and %(num)d cards more.", more) % {"num": more}


def _outline(rectangle: Rectangle, size: CardSize) -> str:
    x, y, _, _ = size.box(Place(rectangle.top, rectangle.left))
    width, height = rectangle.width * (size.width + GAP), rectangle.height * (size.height + GAP)
    return draw_frame(x - GAP / 2, y - GAP / 2, width, height, reach=1.1)
