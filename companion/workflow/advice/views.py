"""Advice: what can be said about a shelf, what the race for prominent works is worth, what each could have had."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...scoring.advice import Advice, AdviceError, Prospect, Refusal, advise, advise_table
from ...scoring.inspection import Form, Inspection
from ...scoring.inspector import inspect
from ...scoring.scorecard import PlayerScore, Scorecard
from ...scoring.shelf import Shelf
from ...store.tables.drafts import Details, Kind
from ...wording.advice.sentences import describe_more_points, describe_refusal, format_change
from ...wording.languages import find_translations
from ...wording.scorecard.figures import format_points
from ..access.seeing import SeenDraft, SeenSeat
from ..access.showing import PageValue
from ..tables.desk import Task, TaskPage, view_desk
from ..tables.documents import judge_draft


@dataclass(frozen=True, slots=True)
class Footing:
    """What advice for a seat can be based on."""

    inspection: Inspection | None
    """The whole table if all of it can be scored, else the seat alone; ``None`` if not even that is possible."""
    index: int
    """The index of the seat's player."""
    is_whole: bool
    """Whether the others are known as well, and with them the award of B2."""

    @property
    def whole(self) -> Inspection | None:
        """The inspection if it covers the whole table."""
        return self.inspection if self.is_whole else None


@dataclass(frozen=True, slots=True)
class RaceRow:
    """What one number of prominent books is worth."""

    books: int
    rest: str
    """The most that the other sections can add up to."""
    award: str
    """B2; like ``total``, empty while the others are not known."""
    total: str
    is_now: bool
    is_most: bool
    """Whether no other number of books comes to more points."""


@dataclass(frozen=True, slots=True)
class Race(PageValue):
    """What the race for prominent works is worth, starting with the fewest books."""

    rows: tuple[RaceRow, ...]
    sentence: str
    """Where the shelf as it lies stands in the race."""
    refusal: str = ""
    """Why there are no rows."""
    more_points: str = ""
    """What the most points come to, where they cost the place or the license."""


@dataclass(frozen=True, slots=True)
class Chance(PageValue):
    """What a librarian could have had: the best place, and the points with it."""

    position: int
    name: str
    now: str
    best: str
    """Empty if only a tally is known."""
    gain: str
    turns: int
    """How many cards would have had to be turned."""
    standing_now: int | None
    """The place among the players; ``None`` in a solo game."""
    standing: int | None
    would_win: bool
    """Whether that would have meant first place or the license, unlike the actual result."""
    more_points: str
    """What the most points come to, where they cost the place or the license."""


def find_footing(draft: SeenDraft, seat: SeenSeat) -> Footing:
    """Find out what advice for a seat can be based on."""
    index = draft.seats.index(seat)
    if seat.kind is not Kind.SHELF:
        return Footing(None, 0, is_whole=False)
    judgement = judge_draft(draft)
    if judgement.scorecard and index < len(judgement.scorecard.players):
        return Footing(judgement.inspection, index, is_whole=True)
    details = draft.details
    head = Details(Form.B_7C.value, details.edition, details.prominent, details.banned)
    alone = replace(draft, details=head, seats=(replace(seat, hand=""),), reading_winner=None)
    return Footing(judge_draft(alone).inspection, 0, is_whole=False)


def find_obstacle(seat: SeenSeat, language: str) -> str:
    """Say why there is no advice for a seat without a shelf; an empty text if the shelf is only unfinished."""
    if seat.kind is not Kind.TALLY:
        return ""
    return describe_refusal(AdviceError(Refusal.COUNTED_ON_PAPER, seat.name), language)


def list_seat_tasks(draft: SeenDraft, seat: SeenSeat, language: str) -> tuple[Task, ...]:
    """List what has to be done before there is advice for a seat, disregarding the others."""
    pages = (TaskPage.DETAILS, TaskPage.SHELF)
    return tuple(
        task
        for task in view_desk(draft, language).tasks
        if task.page in pages and task.position in (None, seat.position)
    )


def view_race(footing: Footing, language: str) -> Race:
    """Show what every number of prominent books is worth; expects a footing with an inspection."""
    inspection = footing.inspection
    if inspection is None:
        raise LookupError("nothing is known yet that could be advised on")
    player = inspect(inspection).players[footing.index]
    try:
        advice = advise(inspection, player.name)
    except AdviceError as error:
        return Race((), "", describe_refusal(error, language))
    books = player.figures.tally[inspection.prominent]
    rest = format_points(player.figures.total - player.figures.award.points)
    sentence = find_translations(language).ngettext(
        "As it stands, %(books)d such book stays face up, and the rest scores %(rest)s.",
        "As it stands, %(books)d such books stay face up, and the rest scores %(rest)s.",
        books,
    )
    rows = tuple(_view_prospect(prospect, advice, books, footing) for prospect in advice.by_prominent)
    more_points = _describe_more_points(advice, language) if footing.is_whole else ""
    return Race(rows, sentence % {"books": books, "rest": rest}, more_points=more_points)


def view_chances(draft: SeenDraft, inspection: Inspection, language: str) -> tuple[tuple[Chance, ...], str]:
    """Show what each could have had, with the others as they lie; or a sentence why that is not known."""
    try:
        advices = {advice.player: advice for advice in advise_table(inspection)}
    except AdviceError as error:
        return (), describe_refusal(error, language)
    return tuple(_list_chances(draft, inspection, advices, language)), ""


def _view_prospect(prospect: Prospect, advice: Advice, books: int, footing: Footing) -> RaceRow:
    is_whole = footing.is_whole
    return RaceRow(
        books=prospect.prominent_books,
        rest=format_points(prospect.total_without_award),
        award=str(prospect.award) if is_whole else "",
        total=format_points(prospect.total) if is_whole else "",
        is_now=prospect.prominent_books == books,
        is_most=is_whole and prospect.total == advice.total_best,
    )


def _list_chances(
    draft: SeenDraft, inspection: Inspection, advices: dict[str, Advice], language: str
) -> Iterator[Chance]:
    now = inspect(inspection)
    for index, player in enumerate(now.players):
        advice = advices.get(player.name)
        then = inspect(_lay_advice(inspection, index, advice.best.shelf)) if advice else now
        yield Chance(
            position=draft.seats[index].position,
            name=player.name,
            now=format_points(player.figures.total),
            best=format_points(advice.best.total) if advice else "",
            gain=format_change(advice.best.total - advice.total_now) if advice else "",
            turns=len(advice.best.turns) if advice else 0,
            standing_now=None if now.library else player.place,
            standing=None if now.library else then.players[index].place,
            would_win=_holds_first(then, then.players[index]) and not _holds_first(now, player),
            more_points=_describe_more_points(advice, language) if advice else "",
        )


def _describe_more_points(advice: Advice, language: str) -> str:
    most = advice.most_points
    return describe_more_points(most.total, most.outcome, language) if most.total > advice.best.total else ""


def _lay_advice(inspection: Inspection, index: int, shelf: Shelf) -> Inspection:
    players = list(inspection.players)
    players[index] = replace(players[index], holding=shelf)
    return replace(inspection, players=tuple(players))


def _holds_first(card: Scorecard, player: PlayerScore) -> bool:
    return bool(card.won) if card.library else card.winners == (player.name,)
