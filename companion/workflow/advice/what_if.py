"""What if these cards were face down? Every figure of a shelf as tried out, compared with the shelf as it lies."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass, replace

from ...scoring.advice import Aim, Turn, advise
from ...scoring.cards import Card
from ...scoring.categories import CATEGORIES, Category
from ...scoring.inspection import Inspection
from ...scoring.inspector import inspect
from ...scoring.scorecard import PlayerScore, Scorecard
from ...scoring.sections import Section
from ...scoring.shelf import Place, Shelf
from ...scoring.terms import Terms, find_terms
from ...wording.advice.sentences import (
    describe_attempt,
    describe_best,
    describe_more_points,
    describe_outcome,
    describe_start,
    describe_turn,
    describe_turn_back,
    format_change,
)
from ...wording.languages import find_translations
from ...wording.scorecard.decision import describe_decision
from ...wording.scorecard.figures import format_points
from ..access.showing import PageValue
from .flips import find_down, format_places, lay_flips, list_turnable


@dataclass(frozen=True, slots=True)
class TriedCard:
    """A card as it lies in the attempt."""

    place: str
    """As ``format_places`` writes it."""
    row: int
    """From 1, and so is ``column``."""
    column: int
    letter: str
    number: int | None
    icons: tuple[Category, ...]
    has_entombed: bool
    can_turn: bool
    """Whether its front is known, so that it can be turned face up again."""
    is_down: bool
    is_flipped: bool
    """Turned by A1."""
    is_in_rectangle: bool
    note: int | None
    """The number of the sentence that explains it, if it was turned by hand."""


@dataclass(frozen=True, slots=True)
class TriedFigure:
    """A figure of the attempt, and by how much it differs; empty if it does not."""

    key: str
    """The section, or the category's code in A2."""
    title: str
    figure: str
    change: str
    is_better: bool
    """Whether the difference is an improvement."""


@dataclass(frozen=True, slots=True)
class Attempt(PageValue):
    """Everything that the page shows of a shelf as tried out."""

    rows: tuple[tuple[TriedCard | None, ...], ...]
    """All of equal length; ``None`` is an empty place."""
    down: str
    """The places of face-down cards that could be turned face up, as ``format_places`` writes them."""
    is_changed: bool
    tally: tuple[TriedFigure, ...]
    sections: tuple[TriedFigure, ...]
    """A1, and B1 to B5."""
    total_now: str
    total: str
    change: str
    is_better: bool
    standing_now: str
    """The place among the players, in a solo game the decision on the license; ``standing`` is that of the attempt."""
    standing: str
    is_first: bool
    decision: str
    sentence: str
    """How the attempt compares, or how to make one."""
    reasons: tuple[str, ...]
    """One sentence per card that lies differently."""
    prominent_books: int


def suggest(inspection: Inspection, index: int, down: Set[Place] | None, aim: Aim, language: str) -> Attempt:
    """Try out what is advised for an aim, starting from the shelf as it lies except for what is turned up again.

    What ``down`` leaves out is turned up again. Raises ``AdviceError`` if there is no advice.
    """
    shelf = _find_shelf(inspection, index)
    lying = find_down(shelf, inspection.edition)
    kept_down = lying if down is None else lying & down
    advice = advise(_lay(inspection, index, kept_down), inspection.players[index].name)
    best, most = advice.best, advice.most_points
    plan = best if aim is Aim.PLACE or best.total == most.total else most
    attempt = try_out(inspection, index, kept_down | set(plan.flips), language)
    if plan is not best:
        return replace(attempt, sentence=describe_more_points(plan.total, plan.outcome, language))
    gain = plan.total - inspect(inspection).players[index].figures.total
    is_most = best.total == most.total
    sentence = describe_best(plan.total, gain, language, is_changed=attempt.is_changed, is_most=is_most)
    return replace(attempt, sentence=f"{sentence} {describe_outcome(plan.outcome, language)}".strip())


def try_out(inspection: Inspection, index: int, down: Set[Place] | None, language: str) -> Attempt:
    """Score a shelf with exactly these cards face down, ``None`` for as it lies; other places are ignored.

    Expects an inspection that can be scored, and a player whose cards are known.
    """
    shelf, edition, terms = _find_shelf(inspection, index), inspection.edition, find_terms(language)
    turnable, lying = list_turnable(shelf, edition), find_down(shelf, edition)
    down = lying if down is None else turnable & down
    now, card = inspect(inspection), inspect(_lay(inspection, index, down))
    before, player = now.players[index], card.players[index]
    difference = player.figures.total - before.figures.total
    notes = {place: number for number, place in enumerate(sorted(down ^ lying), start=1)}
    return Attempt(
        rows=tuple(_draw_rows(player, turnable, notes)),
        down=format_places(down),
        is_changed=down != lying,
        tally=tuple(_list_tally(before, player, inspection, terms)),
        sections=tuple(_list_sections(before, player, terms)),
        total_now=format_points(before.figures.total),
        total=format_points(player.figures.total),
        change=format_change(difference) if difference else "",
        is_better=difference > 0,
        standing_now=_name_standing(now, index, language),
        standing=_name_standing(card, index, language),
        is_first=bool(card.won) if card.library else player.place == 1,
        decision=describe_decision(card, language),
        sentence=describe_attempt(player.figures.total, difference, language)
        if down != lying
        else describe_start(language),
        reasons=tuple(_explain(inspection, index, card, down, lying, language)),
        prominent_books=player.figures.tally[inspection.prominent],
    )


def _find_shelf(inspection: Inspection, index: int) -> Shelf:
    holding = inspection.players[index].holding
    if not isinstance(holding, Shelf):
        raise LookupError(f"{inspection.players[index].name!r} was counted on paper: no card can be turned")
    return holding


def _lay(inspection: Inspection, index: int, down: Set[Place]) -> Inspection:
    """Return the inspection with exactly these of the player's known cards face down."""
    players = list(inspection.players)
    shelf = lay_flips(_find_shelf(inspection, index), inspection.edition, down)
    players[index] = replace(players[index], holding=shelf)
    return replace(inspection, players=tuple(players))


def _draw_rows(
    player: PlayerScore, turnable: Set[Place], notes: dict[Place, int]
) -> Iterator[tuple[TriedCard | None, ...]]:
    order, rectangle = player.order, player.figures.stability.rectangle
    if order is None:
        return
    flipped = {flip.place for flip in order.flips}
    for r, row in enumerate(order.shelf.rows):
        cells = [*row, *[None] * (order.shelf.columns - len(row))]
        yield tuple(
            None
            if card is None
            else TriedCard(
                place=format_places([Place(r, c)]),
                row=r + 1,
                column=c + 1,
                letter=card.letter or "",
                number=card.number,
                icons=tuple(icon for icon in card.icons or () if icon),
                has_entombed=card.entombed,
                can_turn=Place(r, c) in turnable,
                is_down=card.face_down and Place(r, c) not in flipped,
                is_flipped=Place(r, c) in flipped,
                is_in_rectangle=rectangle is not None and Place(r, c) in rectangle,
                note=notes.get(Place(r, c)),
            )
            for c, card in enumerate(cells)
        )


def _list_tally(
    before: PlayerScore, player: PlayerScore, inspection: Inspection, terms: Terms
) -> Iterator[TriedFigure]:
    for category in CATEGORIES:
        books = player.figures.tally[category]
        change = books - before.figures.tally[category]
        is_better = (change < 0) is (category is inspection.banned)
        yield _make_figure(category.value, terms.name(category), str(books), change, is_better=is_better)


def _list_sections(before: PlayerScore, player: PlayerScore, terms: Terms) -> Iterator[TriedFigure]:
    turned, turned_before = (len(score.order.flips) if score.order else 0 for score in (player, before))
    change = turned - turned_before
    yield _make_figure(Section.A1, terms.sections[Section.A1], str(turned), change, is_better=change < 0)
    for line, other in zip(player.figures.lines, before.figures.lines, strict=True):
        change = line.points - other.points
        title = terms.sections[line.section]
        yield _make_figure(line.section, title, format_points(line.points), change, is_better=change > 0)


def _make_figure(key: str, title: str, figure: str, change: int, *, is_better: bool) -> TriedFigure:
    return TriedFigure(str(key), title, figure, format_change(change) if change else "", is_better)


def _name_standing(card: Scorecard, index: int, language: str) -> str:
    if card.library is None:
        return str(card.players[index].place)
    t = find_translations(language)
    return t.gettext("granted") if card.won else t.gettext("refused")


def _explain(
    inspection: Inspection, index: int, card: Scorecard, down: Set[Place], lying: Set[Place], language: str
) -> Iterator[str]:
    """Say what each card that lies differently changes, compared with the same attempt with that card as it lies."""
    player = card.players[index]
    for place in sorted(down ^ lying):
        other = inspect(_lay(inspection, index, down ^ {place})).players[index]
        pairs = zip(player.figures.lines, other.figures.lines, strict=True)
        differences = ((line.section, line.points - before.points) for line, before in pairs)
        changes = tuple(change for change in differences if change[1])
        turned = _find_shelf(inspection, index)[place]
        if place in down:
            yield describe_turn(Turn(place, turned, _find_rescued(player, other, place), changes), language)
        else:
            yield describe_turn_back(turned, changes, language)


def _find_rescued(player: PlayerScore, other: PlayerScore, turned: Place) -> tuple[Card, ...]:
    """Find the cards that A1 turns only if the card turned by hand is left face up."""
    flips = player.order.flips if player.order else ()
    kept = {flip.place for flip in flips} | {turned}
    return tuple(flip.card for flip in (other.order.flips if other.order else ()) if flip.place not in kept)
