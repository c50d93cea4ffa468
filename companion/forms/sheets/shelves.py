"""The second page: every shelf drawn as it lies after the check, all to one scale, or places to draw them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...scoring.notation import format_shelf
from ...scoring.scorecard import PlayerScore, Scorecard
from ...scoring.sections.alphabetical_order import Flip
from ...scoring.sections.shelf_stability import Rectangle
from ...scoring.shelf import Place, Shelf
from ...scoring.terms import find_terms
from ...wording.languages import find_translations
from ...wording.scorecard.reasons import describe_flip
from .drawn_cards import GAP, MARGIN, CardSize, draw_cards, draw_slots
from .fitting.font_widths import Face, wrap
from .fitting.sizes import SIZES, fit_owner, measure_owner, tidy
from .parts import DrawnShelf, Entry, Layout, Paper, Written
from .strokes import draw_frame
from .table import format_sum

CARD_SHAPE = 1.36
"""A card's height divided by its width."""
_WIDEST, _NARROWEST = 18.0, 0.3
"""The greatest card width that still looks hand-drawn, and one small enough for any shelf."""
_FACTS_BESIDE = 60.0
"""Width of the facts next to a drawing."""
_LEAST_BESIDE = 23.0
"""The minimum height of a drawing with facts next to it: a name and four lines."""
_NAME_HEIGHT, _LINE_HEIGHT = 7.0, 3.8
_POINTS = 8.6
"""Of the facts."""
_BESIDE, _SPACE = 58.0, 4.0
"""Width of the facts next to a drawing; the space after a name, and to the right of a drawing's half of the page."""
_BETWEEN_FACTS = "mm"
"""As wide as the space between two facts on one line."""
_BETWEEN = 4.2
_CAPTIONS = {Layout.BESIDE: 0.0, Layout.OVER: 9.5, Layout.PAIRED: 17.5}
"""Height of name and facts above a drawing."""
_LAYOUT_WEIGHTS = {Layout.BESIDE: 1.15, Layout.OVER: 1.0, Layout.PAIRED: 1.05}
"""Weights that decide between layouts in which the cards come out about the same."""
_LONGEST_OWNER = 0.4
"""The share of the page's width that a name takes at most where the facts follow it."""
_MOST_NAMES = 8

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
    """Draw the shelves of all players who have one."""
    players = [(player, player.shelf) for player in card.players if player.shelf is not None]
    scale = find_scale([(len(shelf.rows), shelf.columns) for _, shelf in players], paper)
    return tuple(_draw_player(player, shelf, scale, language, paper) for player, shelf in players)


def draw_blank_shelves(count: int, room: float, language: str, paper: Paper) -> tuple[DrawnShelf, ...]:
    """Draw empty places for ``count`` shelves, which share ``room`` of the page's height."""
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
    """Find the layout and scale at which shelves with these rows and columns are largest on one page."""
    scales = [_scale_in(layout, shelves, paper) for layout in Layout]
    return max(scales, key=lambda scale: scale.width * _LAYOUT_WEIGHTS[scale.layout])


def _scale_in(layout: Layout, shelves: Sequence[tuple[int, int]], paper: Paper) -> Scale:
    table, height = SIZES[paper].table, SIZES[paper].annex
    columns = max((columns for _, columns in shelves), default=1) or 1
    per_line = 2 if layout is Layout.PAIRED else 1
    lines = [shelves[i : i + per_line] for i in range(0, len(shelves), per_line)]
    rows = sum(max(max(rows for rows, _ in line), 1) for line in lines) or 1
    height -= _BETWEEN * len(lines) + _CAPTIONS[layout] * len(lines)
    room = table / per_line - (_FACTS_BESIDE if layout is Layout.BESIDE else 0) - 2 * MARGIN
    width = min(_WIDEST, room / columns - GAP, (height / rows - GAP) / CARD_SHAPE)
    fewest = min((max(rows, 1) for rows, _ in shelves), default=1)
    if layout is Layout.BESIDE and fewest * width * CARD_SHAPE < _LEAST_BESIDE:
        width = 0
    return Scale(max(width, _NARROWEST), layout)


def _draw_player(player: PlayerScore, shelf: Shelf, scale: Scale, language: str, paper: Paper) -> DrawnShelf:
    size = CardSize(scale.width, scale.height)
    width, height = size.measure(len(shelf.rows), shelf.columns)
    flipped = {flip.place for flip in player.order.flips} if player.order else set()
    rectangle = player.figures.stability.rectangle
    name = fit_owner(player.name, _find_room_for_name(scale.layout, paper))
    facts, more = _divide_facts(player, shelf, _find_room(scale.layout, height, name, paper), language)
    return DrawnShelf(
        name=name,
        facts=facts,
        more=tuple(Entry(tidy(player.name), fact) for fact in more),
        meaning=f"{player.name}: {format_shelf(shelf)}",
        width=width,
        height=height,
        cards=draw_cards(shelf, size, flipped),
        outline=_outline(rectangle, size) if rectangle else "",
        layout=scale.layout,
    )


@dataclass(frozen=True, slots=True)
class _Room:
    """Room for facts: lines and their width; facts share lines unless they are in a column."""

    lines: int
    width: float
    is_column: bool

    def holds(self, facts: Sequence[str]) -> bool:
        """Tell whether all of them fit."""
        texts = facts if self.is_column else [" ".join(f"{fact}{_BETWEEN_FACTS}" for fact in facts)]
        return sum(1 for text in texts for _ in wrap(text, Face.SMALL, _POINTS, self.width)) <= self.lines


def _find_room_for_name(layout: Layout, paper: Paper) -> float:
    table = SIZES[paper].table
    widths = {Layout.BESIDE: _BESIDE, Layout.OVER: table * _LONGEST_OWNER, Layout.PAIRED: table / 2 - _SPACE}
    return widths[layout]


def _find_room(layout: Layout, height: float, name: Written, paper: Paper) -> _Room:
    if layout is Layout.BESIDE:
        return _Room(int((max(height, _LEAST_BESIDE) - _NAME_HEIGHT) / _LINE_HEIGHT), _BESIDE, is_column=True)
    if layout is Layout.PAIRED:
        lines = int((_CAPTIONS[layout] - _NAME_HEIGHT) / _LINE_HEIGHT)
        return _Room(lines, SIZES[paper].table / 2 - _SPACE, is_column=False)
    width = SIZES[paper].table - measure_owner(name) - _SPACE
    return _Room(int(_CAPTIONS[layout] / _LINE_HEIGHT), width, is_column=False)


def _divide_facts(
    player: PlayerScore, shelf: Shelf, room: _Room, language: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Say how many cards there are, what B1 counted, and why cards were turned; return what fits, and the rest.

    Where not every reason fits, the cards without one are named.
    """
    t, stability = find_translations(language), player.figures.stability
    facts = [t.ngettext("%(num)d card on the shelf", "%(num)d cards on the shelf", shelf.cards) % {"num": shelf.cards}]
    if stability.rectangle or stability.entombed:
        facts.append(f"B1 = {format_sum(stability)} = {stability.points}")
    flips = player.order.flips if player.order else ()
    reasons = [f"A1: {describe_flip(flip, language)}" for flip in flips]
    named = [t.gettext("A1 flipped %(cards)s.") % {"cards": _name_cards(flips[kept:])} for kept in range(len(flips))]
    ways = [(*facts, *reasons[:kept], *named[kept : kept + 1]) for kept in range(len(reasons) + 1)]
    kept = max((kept for kept, way in enumerate(ways) if room.holds(way)), default=0)
    return ways[kept], tuple(reasons[kept:])


def _name_cards(flips: Sequence[Flip]) -> str:
    names = ", ".join(flip.card.name for flip in flips[:_MOST_NAMES])
    return f"{names} +{len(flips) - _MOST_NAMES}" if len(flips) > _MOST_NAMES else names


def _outline(rectangle: Rectangle, size: CardSize) -> str:
    x, y, _, _ = size.box(Place(rectangle.top, rectangle.left))
    width, height = rectangle.width * (size.width + GAP), rectangle.height * (size.height + GAP)
    return draw_frame(x - GAP / 2, y - GAP / 2, width, height, reach=1.1)
