"""What a step of the walk says about each librarian: the figure, how it came about, and the cards behind it.

The parts up to B4 do not depend on any focus.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...scoring.categories import CATEGORIES, Category
from ...scoring.scorecard import Figures, Line, PlayerScore, Scorecard
from ...scoring.sections import Section
from ...scoring.sections.categorical_tally import find_books
from ...scoring.sections.categorical_variety import POINTS_PER_BOOK as POINTS_OF_VARIETY
from ...scoring.sections.library_focus import POINTS_PER_BOOK as POINTS_OF_FOCUS
from ...scoring.shelf import Shelf
from ...scoring.terms import find_terms
from ...wording.languages import find_translations
from ...wording.scorecard.figures import format_points, format_sum
from ...wording.scorecard.reasons import describe_line, describe_order
from ..access.seeing import SeenDraft
from ..shelves.drawing import ShelfView, draw_shelf
from .steps import Step


@dataclass(frozen=True, slots=True)
class Pile:
    """The face-up cards that show a category, each with its number of books of that category."""

    category: Category
    cards: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Stock:
    """One of the categories that B4 compares."""

    category: Category
    books: int
    is_scarcest: bool


@dataclass(frozen=True, slots=True)
class Part:
    """What a step says about a librarian, or about the public library."""

    name: str
    position: int | None
    """``None`` for the public library."""
    figure: str
    working: str = ""
    """The calculation, in figures and signs only, such as ``3 × 5``; empty if there is none."""
    reasons: tuple[str, ...] = ()
    piles: tuple[Pile, ...] = ()
    shelf: ShelfView | None = None
    """The drawing for A1 and B1."""
    stocks: tuple[Stock, ...] = ()
    place: int | None = None
    """B2: the place in prominent works."""
    focus: Category | None = None
    """B5, once it has been revealed."""


@dataclass(frozen=True, slots=True)
class _Side:
    """A column of the form with the data behind it."""

    name: str
    position: int | None
    figures: Figures
    shelf: Shelf | None
    player: PlayerScore | None


def list_parts(draft: SeenDraft, card: Scorecard, step: Step, language: str) -> tuple[Part, ...]:
    """List what a step says about everyone, in the order of the form's columns; empty once the form is complete."""
    if step.section is None:
        return ()
    # The public library has no shelf, so there is no check and no stability.
    is_about_shelves = step.section in (Section.A1, Section.B1)
    sides = [side for side in _list_sides(draft, card, language) if side.player or not is_about_shelves]
    return tuple(_describe_side(side, step, language) for side in sides)


def _list_sides(draft: SeenDraft, card: Scorecard, language: str) -> Iterator[_Side]:
    for seat, player in zip(draft.seats, card.players, strict=True):
        yield _Side(player.name, seat.position, player.figures, player.shelf, player)
    if card.library:
        discards = card.inspection.library.discards if card.inspection.library else None
        yield _Side(find_terms(language).public_library, None, card.library, discards, None)


def _describe_side(side: _Side, step: Step, language: str) -> Part:
    figures = side.figures
    match step.section:
        case Section.A1:
            return _describe_check(side, language)
        case Section.A2:
            return _describe_tally(side, Category(step.category or ""), language)
        case Section.B1:
            return replace(_describe_line(side, figures.stability, language), shelf=_draw(side, language))
        case Section.B2:
            return _describe_award(side, language)
        case Section.B3:
            part = _describe_line(side, figures.penalty, language, figures.penalty.category)
            return replace(part, working=f"{format_points(-1)} × {figures.penalty.books}")
        case Section.B4:
            return _describe_variety(side, language)
        case Section.B5:
            bonus = figures.focus_bonus
            part = _describe_line(side, bonus, language, bonus.category)
            return replace(part, working=f"{POINTS_OF_FOCUS} × {bonus.books}", focus=bonus.category)
        case _:
            return _describe_total(side, language)


def _describe_check(side: _Side, language: str) -> Part:
    order = side.player.order if side.player else None
    return Part(
        side.name,
        side.position,
        str(len(order.flips)) if order else "–",
        reasons=describe_order(order, language),
        shelf=_draw(side, language),
    )


def _describe_tally(side: _Side, category: Category, language: str) -> Part:
    figure = str(side.figures.tally[category])
    if side.shelf is None:
        reason = find_translations(language).gettext("Counted on paper.")
        return Part(side.name, side.position, figure, reasons=(reason,))
    pile = _find_pile(side.shelf, category)
    counts = [count for _, count in pile.cards]
    working = format_sum(counts) if len(counts) > 1 else ""
    return Part(side.name, side.position, figure, working, piles=(pile,))


def _describe_award(side: _Side, language: str) -> Part:
    award = side.figures.award
    part = _describe_line(side, award, language, award.category)
    working = f"({format_sum(award.pooled)}) ÷ {award.tied}" if award.tied > 1 else ""
    return replace(part, working=working, place=award.place)


def _describe_variety(side: _Side, language: str) -> Part:
    tally, variety, banned = side.figures.tally, side.figures.variety, side.figures.penalty.category
    part = _describe_line(side, variety, language, *variety.scarcest)
    stocks = tuple(Stock(c, tally[c], c in variety.scarcest) for c in CATEGORIES if c is not banned)
    return replace(part, working=f"{POINTS_OF_VARIETY} × {variety.books}", stocks=stocks)


def _describe_total(side: _Side, language: str) -> Part:
    lines = side.figures.lines
    return Part(
        side.name,
        side.position,
        format_points(side.figures.total),
        working=format_sum([line.points for line in lines]),
        reasons=tuple(describe_line(line, side.shelf, language) for line in lines),
    )


def _describe_line(side: _Side, line: Line, language: str, *categories: Category) -> Part:
    """Describe a line of section B; the cards behind it are those showing one of the categories."""
    return Part(
        side.name,
        side.position,
        format_points(line.points),
        reasons=(describe_line(line, side.shelf, language),),
        piles=tuple(_find_pile(side.shelf, category) for category in categories) if side.shelf else (),
    )


def _draw(side: _Side, language: str) -> ShelfView | None:
    return draw_shelf(side.player, language) if side.player and side.player.order else None


def _find_pile(shelf: Shelf, category: Category) -> Pile:
    return Pile(category, tuple((card.name, count) for _, card, count in find_books(shelf, category)))
