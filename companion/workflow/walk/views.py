"""The inspection as a walk: section by section, for a phone, or for the whole room on a big screen.

Up to B4, every step is computed from a draft whose focuses have been replaced, so that nothing a phone sees before the
reveal can depend on one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from ...scoring.categories import CATEGORIES, Category
from ...scoring.scorecard import Ruling, Scorecard
from ...scoring.sections import Section
from ...scoring.terms import find_terms
from ...store.tables.stages import Stage
from ...wording.languages import find_translations
from ...wording.scorecard.reasons import describe_ruling
from ..access.seeing import SeenDraft
from ..access.showing import PageValue
from ..scorecard.views import Row, list_rows
from ..tables.documents import Judgement, judge_draft
from .ending import Ending, view_ending
from .paces import Pace, Stretch, find_first, find_pace, list_stretches
from .parts import Part, list_parts
from .steps import STEPS, SealedStepError, Step, find_inspector, find_reach, list_steps

_STAND_IN = CATEGORIES[0]
_RULINGS = {
    Section.A1: (Ruling.LETTERS_BY_EDITION, Ruling.ANY_CARD_MAY_BE_TURNED),
    Section.B1: (Ruling.ENTOMBED_WITHOUT_RECTANGLE, Ruling.ENTOMBED_UNDER_FLIPPED, Ruling.STACK_IS_ONE_PLACE),
    Section.B2: (Ruling.ZERO_PROMINENT_PLACED, Ruling.WHOLE_TIE_POOLED),
    Section.B4: (Ruling.SCARCEST_SCORED_ONCE,),
}
_RULINGS_OF_TIES = (Ruling.FACE_UP_BOOKS_BREAK_TIES, Ruling.SECOND_STEP_INFERRED, Ruling.LAST_STEP_BY_EDITION)


@dataclass(frozen=True, slots=True)
class Stop:
    """A step on the progress strip."""

    step: Step
    title: str
    is_done: bool
    is_here: bool
    is_open: bool
    """Whether this phone may view it on its own."""


@dataclass(frozen=True, slots=True)
class Leg:
    """The steps of one section."""

    mark: str
    """``A1`` to ``=``, and the name of the step after the form's last section."""
    stops: tuple[Stop, ...]

    @property
    def is_done(self) -> bool:
        """Whether all its steps are done."""
        return all(stop.is_done for stop in self.stops)

    @property
    def is_here(self) -> bool:
        """Whether the current step is one of them."""
        return any(stop.is_here for stop in self.stops)


@dataclass(frozen=True, slots=True)
class Portion:
    """What a page of several steps says about one of them."""

    step: Step
    title: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class WalkView(PageValue):
    """Everything that a page of the walk shows: a step, or several that go together at the table's pace."""

    step: Step
    """The step, or the one that stands for them all."""
    title: str
    pace: Pace
    portions: tuple[Portion, ...]
    """The steps before the reveal that are shown together; empty where it is one alone."""
    fills: frozenset[tuple[Section | None, Category | None]]
    """The rows of the form that it fills in."""
    legs: tuple[Leg, ...]
    previous: Step | None
    next: Step | None
    """The step that follows, whether or not it is open yet."""
    is_next_open: bool
    inspector: Step | None
    """The inspector's current step; ``None`` if nobody leads."""
    names: tuple[str, ...]
    """The columns of the form."""
    rows: tuple[Row, ...]
    """The whole form; the figures of rows not reached yet are empty."""
    parts: tuple[Part, ...]
    neighbours: frozenset[int]
    """A1: the seats that this phone checks; empty if it has no seat, or if nobody has said who sits where."""
    asks_order: bool
    """A1: whether this phone may say who sits where, and nobody has."""
    checks: tuple[tuple[str, str], ...]
    """A1: who checks whose shelf; empty alone, and as long as nobody has said who sits where."""
    rulings: tuple[tuple[str, str], ...]
    """The rulings that this step depends on, each as name and sentence."""
    ending: Ending | None
    """Only once the form is complete: at the tiebreak and the proclamation."""


def judge_openly(draft: SeenDraft) -> Judgement:
    """Score a draft with every focus replaced by the same category, so B5 and everything after it are meaningless."""
    seats = tuple(replace(seat, focus=_STAND_IN.value, is_sealed=False) for seat in draft.seats)
    library = replace(draft.library, focus=_STAND_IN.value, is_sealed=False)
    return judge_draft(replace(draft, seats=seats, library=library))


def view_walk(draft: SeenDraft, step: Step | None, language: str) -> WalkView:
    """Show a step to a phone; ``None`` follows the inspector, and a step that this inspection lacks means the end.

    Raises ``SealedStepError`` for a step that is not open to the phone yet, and ``LookupError``
    if the draft cannot be scored.
    """
    role = draft.role
    card = (judge_draft if role.sees_all else judge_openly)(draft).scorecard
    if card is None:
        raise LookupError("this inspection cannot be counted yet")
    steps = list_steps(card if role.sees_all else None)
    pace = find_pace(draft, step)
    inspector = find_inspector(draft)
    here = step or inspector or Step.A1
    if here not in steps:
        here = Step.PROCLAIM
    reach = find_reach(draft, steps)
    if here not in reach:
        raise SealedStepError(f"{here} is not open yet")
    stretches = list_stretches(steps, pace, card, here)
    index = next(i for i, stretch in enumerate(stretches) if here in stretch.steps)
    stretch = stretches[index]
    here = stretch.step
    following = stretches[index + 1].step if index + 1 < len(stretches) else None
    portions = (
        Portion(one, find_title(one, language), list_parts(draft, card, one, language)) for one in stretch.steps
    )
    return WalkView(
        step=here,
        title=_find_title_of(stretch, language),
        pace=pace,
        portions=tuple(portions) if stretch.is_together else (),
        fills=frozenset((one.section, one.category) for one in stretch.steps),
        legs=tuple(_list_legs(stretches, index, reach, language)),
        previous=stretches[index - 1].step if index else None,
        next=following,
        is_next_open=following in reach,
        inspector=inspector,
        names=tuple(_list_names(card, language)),
        rows=tuple(_fill_form(card, stretch.last, language)),
        parts=() if stretch.is_together else list_parts(draft, card, here, language),
        neighbours=frozenset(_find_right_neighbour(draft, position) for position in role.seats)
        if draft.is_order_known
        else frozenset(),
        asks_order=here is Step.A1 and role.is_seated and not draft.is_order_known and draft.stage is Stage.LOCKED,
        checks=list_checks(draft) if here is Step.A1 and len(draft.seats) > 1 else (),
        rulings=tuple((ruling.value, describe_ruling(ruling, language)) for ruling in _find_rulings(card, stretch)),
        ending=view_ending(draft, card, language) if here.section is None else None,
    )


def list_checks(draft: SeenDraft) -> tuple[tuple[str, str], ...]:
    """List who checks whose shelf in A1; empty as long as nobody has said who sits where."""
    if not draft.is_order_known:
        return ()
    names = {seat.position: seat.name for seat in draft.seats}
    return tuple((seat.name, names[_find_right_neighbour(draft, seat.position)]) for seat in draft.seats)


def find_beginning(draft: SeenDraft, pace: Pace) -> Step:
    """Return the step with which the inspector begins at a pace."""
    return find_first(pace, judge_openly(draft).scorecard)


def _list_legs(stretches: tuple[Stretch, ...], index: int, reach: tuple[Step, ...], language: str) -> Iterator[Leg]:
    stops = (
        (
            _find_mark(stretch),
            Stop(
                stretch.step,
                _find_title_of(stretch, language),
                is_done=i < index,
                is_here=i == index,
                is_open=stretch.step in reach,
            ),
        )
        for i, stretch in enumerate(stretches)
    )
    for mark, group in groupby(stops, key=lambda marked: marked[0]):
        yield Leg(mark, tuple(stop for _, stop in group))


def _find_mark(stretch: Stretch) -> str:
    sections = {one.section for one in stretch.steps}
    if stretch.is_together and len(sections) > 1:
        return "B"
    return (stretch.step.section or stretch.step).value


def _find_title_of(stretch: Stretch, language: str) -> str:
    """Return the heading of steps that are shown together, or of the one there is."""
    if not stretch.is_together:
        return find_title(stretch.step, language)
    if stretch.step.section is Section.A2:
        return find_terms(language).sections[Section.A2]
    return find_translations(language).gettext("B1 to B4")


def find_title(step: Step, language: str) -> str:
    """Return the heading of a step: the form's own words if it has them."""
    terms = find_terms(language)
    if step.category:
        return terms.name(step.category)
    if step.section:
        return terms.sections[step.section]
    t = find_translations(language)
    return t.gettext("Tiebreak") if step is Step.TIEBREAK else t.gettext("The proclamation")


def _list_names(card: Scorecard, language: str) -> list[str]:
    names = [player.name for player in card.players]
    return [*names, find_terms(language).public_library] if card.library else names


def _fill_form(card: Scorecard, here: Step, language: str) -> Iterator[Row]:
    """List the rows of the form; rows up to the current step have their figures."""
    walked = STEPS[: STEPS.index(here) + 1]
    filled = {(step.section, step.category) for step in walked}
    for row in list_rows(card, find_terms(language)):
        yield row if (row.section, row.category) in filled else replace(row, figures=("",) * len(row.figures))


def _find_rulings(card: Scorecard, stretch: Stretch) -> list[Ruling]:
    wanted = {
        ruling
        for step in stretch.steps
        for ruling in (_RULINGS_OF_TIES if step is Step.TIEBREAK else _RULINGS.get(step.section or Section.A1, ()))
    }
    return [ruling for ruling in card.rulings if ruling in wanted]


def _find_right_neighbour(draft: SeenDraft, position: int) -> int:
    """Return whose shelf a librarian checks: seats go clockwise, so the neighbor on the right is the one before."""
    positions = [seat.position for seat in draft.seats]
    return positions[positions.index(position) - 1]
