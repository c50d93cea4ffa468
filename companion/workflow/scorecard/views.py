"""The scorecard as its page shows it: every figure with its reason, the shelves, and the last questions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...scoring.categories import CATEGORIES, Category
from ...scoring.decisions.decision import POINT_LINES
from ...scoring.scorecard import Figures, Scorecard
from ...scoring.sections import Section
from ...scoring.sections.categorical_tally import find_books
from ...scoring.shelf import Shelf
from ...scoring.terms import Terms, find_terms
from ...wording.languages import find_translations
from ...wording.scorecard.decision import describe_decision
from ...wording.scorecard.figures import format_points
from ...wording.scorecard.reasons import describe_figure_of_a2, describe_line, describe_order, describe_ruling
from ..access.seeing import SeenDraft
from ..access.showing import PageValue
from ..shelves.drawing import ShelfView, draw_shelf
from ..tables.desk import describe_remarks
from ..tables.documents import Judgement
from .last_questions import HandQuestion, Racer, ask_hands, is_idle, list_racers
from .own_word import OwnWord, list_declared, view_own_word


@dataclass(frozen=True, slots=True)
class Column:
    """The heading of a column: a librarian, or the public library."""

    name: str
    focus: Category
    place: int | None
    """``None`` in a solo game."""
    is_first: bool = False
    own_place: str = ""
    """By the table's figures, where that is another one."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one figure is what it is."""

    name: str
    figure: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the form: one figure per column, and the reasons that unfold below it."""

    section: Section
    title: str
    figures: tuple[str, ...]
    category: Category | None = None
    is_prominent: bool = False
    is_banned: bool = False
    own: tuple[str, ...] = ()
    """The table's own figures beside those of the rules, the empty string where it has none; none at all mostly."""

    @property
    def key(self) -> tuple[Section, Category | None]:
        """What it is a row of: a section, in A2 a category of it."""
        return self.section, self.category


@dataclass(frozen=True, slots=True)
class Explanation:
    """All the reasons for a section."""

    section: Section
    title: str
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class ScorecardView(PageValue):
    """Everything that the page of the scorecard shows."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    explanations: tuple[Explanation, ...]
    decision: str
    winners: tuple[str, ...]
    """Who is named Grand Librarian; empty while the tie is undecided, and in a solo game."""
    licence: bool | None
    """Solo: whether the license is granted."""
    remarks: tuple[str, ...]
    rulings: tuple[tuple[str, str], ...]
    """Each ruling's name and sentence."""
    own_word: OwnWord
    shelves: tuple[ShelfView, ...]
    hands: tuple[HandQuestion, ...]
    race: tuple[Racer, ...]


def view_scorecard(draft: SeenDraft, judgement: Judgement, language: str) -> ScorecardView:
    """Describe a scored draft; raise ``LookupError`` if it could not be scored."""
    card = judgement.scorecard
    if card is None:
        raise LookupError("this inspection has no scorecard yet")
    terms = find_terms(language)
    return ScorecardView(
        columns=tuple(_list_columns(card, terms)),
        rows=tuple(list_rows(card, terms)),
        explanations=tuple(_explain(card, terms, language)),
        decision=describe_decision(card, language),
        winners=card.named,
        licence=card.won,
        remarks=describe_remarks([one for one in judgement.findings if not is_idle(one, card)], language),
        rulings=tuple((ruling.value, describe_ruling(ruling, language)) for ruling in card.rulings),
        own_word=view_own_word(draft, card, language),
        shelves=tuple(draw_shelf(player, language) for player in card.players if player.order),
        hands=tuple(ask_hands(draft, card)),
        race=tuple(list_racers(draft, card)),
    )


def list_rows(card: Scorecard, terms: Terms) -> Iterator[Row]:
    """List the lines of the form, from A1 to the total."""
    columns, own = _list_figures(card), list_declared(card)
    turned = [str(len(player.order.flips)) if player.order else "–" for player in card.players]
    turned += ["–"] * (len(columns) - len(turned))
    yield Row(Section.A1, terms.sections[Section.A1], tuple(turned), own=own.get("flipped", ()))
    for category in CATEGORIES:
        yield Row(
            Section.A2,
            terms.name(category),
            tuple(str(figures.tally[category]) for figures in columns),
            category,
            category is card.inspection.prominent,
            category is card.inspection.banned,
            own.get(category.value, ()),
        )
    for name, lines in zip(POINT_LINES, zip(*(figures.lines for figures in columns), strict=True), strict=True):
        section = lines[0].section
        title = terms.section(section, card.inspection.form)
        yield Row(section, title, tuple(format_points(line.points) for line in lines), own=own.get(name.value, ()))
    totals = tuple(format_points(figures.total) for figures in columns)
    yield Row(Section.TOTAL, terms.sections[Section.TOTAL], totals, own=own.get("total", ()))


def _list_columns(card: Scorecard, terms: Terms) -> Iterator[Column]:
    is_solo = card.library is not None
    places = list_declared(card).get("place", ("",) * len(card.players))
    for player, own_place in zip(card.players, places, strict=True):
        is_first = bool(card.won) if is_solo else player.place == 1
        yield Column(player.name, player.figures.focus, None if is_solo else player.place, is_first, own_place)
    if card.library:
        yield Column(terms.public_library, card.library.focus, None, not card.won)


def _list_figures(card: Scorecard) -> list[Figures]:
    return [player.figures for player in card.players] + ([card.library] if card.library else [])


def _explain(card: Scorecard, terms: Terms, language: str) -> Iterator[Explanation]:
    players = card.players
    yield Explanation(
        Section.A1,
        terms.sections[Section.A1],
        tuple(
            Reason(p.name, str(len(p.order.flips)) if p.order else "–", describe_order(p.order, language))
            for p in players
        ),
    )
    on_shelves: list[tuple[str, Figures, Shelf | None]] = [(p.name, p.figures, p.shelf) for p in players]
    if card.library:
        discards = card.inspection.library.discards if card.inspection.library else None
        on_shelves.append((terms.public_library, card.library, discards))
    yield Explanation(
        Section.A2,
        terms.sections[Section.A2],
        tuple(
            Reason(name, str(figures.books), tuple(_list_books(shelf, terms, language)))
            for name, figures, shelf in on_shelves
        ),
    )
    for index, section in enumerate((Section.B1, Section.B2, Section.B3, Section.B4, Section.B5)):
        reasons = [
            Reason(
                name,
                format_points(figures.lines[index].points),
                (describe_line(figures.lines[index], shelf, language),),
            )
            for name, figures, shelf in on_shelves
            # The public library has no shelf and no stability.
            if section is not Section.B1 or figures is not card.library
        ]
        yield Explanation(section, terms.sections[section], tuple(reasons))


def _list_books(shelf: Shelf | None, terms: Terms, language: str) -> Iterator[str]:
    if shelf is None:
        yield find_translations(language).gettext("Counted on paper.")
        return
    for category in CATEGORIES:
        books = find_books(shelf, category)
        if books:
            cards = describe_figure_of_a2(tuple((card, count) for _, card, count in books))
            yield f"{terms.name(category)}: {cards}"
