"""Questions that only the people at the table can answer: cards left in hand, and who won the reading race."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...scoring.cards import LARGEST_USUAL_HAND
from ...scoring.checks.findings import Code, Finding
from ...scoring.checks.table import find_most_in_hand
from ...scoring.inspector import inspect
from ...scoring.ranking import RACES
from ...scoring.scorecard import Scorecard, Tiebreak
from ...store.tables.drafts import StoredDraft
from ...store.tables.queries import write_hands, write_reading_winner
from ...wording.languages import find_translations
from ..access.documents import read_figure
from ..access.seeing import SeenDraft
from ..access.showing import PageValue
from ..tables.documents import judge_draft


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """A player whose hand cards may decide first place."""

    position: int
    name: str
    hand: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class Racer:
    """A player still tied when the reading race begins."""

    position: int
    name: str
    has_won: bool


@dataclass(frozen=True, slots=True)
class HandFaults(PageValue):
    """What keeps typed numbers of hand cards from being stored, by seat position."""

    sentences: Mapping[int, str] = field(default_factory=dict)
    doubtful: frozenset[int] = frozenset()
    """Those that can be, and are stored once somebody says that they are right."""


class _FaultyHandsError(ValueError):
    """Raised where numbers of hand cards do not go with those that have been stored meanwhile."""

    def __init__(self, faults: HandFaults) -> None:
        self.faults = faults
        super().__init__(" ".join(faults.sentences.values()))


def ask_hands(draft: SeenDraft, card: Scorecard) -> Iterator[HandQuestion]:
    """Ask those tied for first place on points and books; given answers can still be corrected.

    Whoever is tied by the table's own figures is asked as well as whoever is by the rules'.
    """
    if card.library:
        return
    needed = {finding.player for finding in card.findings if finding.code is Code.HAND_NEEDED}
    asked = _find_level([(player.name, player.figures.total, player.figures.books) for player in card.players])
    declared = card.declared
    # Without a tiebreak nobody is tied there, or the table has named who holds the title.
    if declared and declared.tiebreak:
        own = _find_level([(str(column.name), column.total, column.tally.books) for column in declared.columns])
        asked |= own
        if declared.tiebreak is Tiebreak.HAND and not declared.is_settled:
            needed |= {player.name for player in card.players if player.name in own and player.hand is None}
    for seat in draft.seats:
        if seat.name in asked:
            yield HandQuestion(seat.position, seat.name, seat.hand, seat.name in needed)


def list_racers(draft: SeenDraft, card: Scorecard) -> Iterator[Racer]:
    """List those tied at the last step, by the rules' figures or the table's, even when the race has been decided."""
    declared = card.declared
    if card.tiebreak not in RACES and not (declared and declared.tiebreak in RACES):
        return
    unraced = inspect(replace(card.inspection, reading_winner=None))
    tied = set(unraced.winners) if card.tiebreak in RACES else set()
    if declared and declared.tiebreak in RACES and unraced.declared:
        tied |= set(unraced.declared.winners)
    for seat in draft.seats:
        if seat.name in tied:
            yield Racer(seat.position, seat.name, seat.position == draft.reading_winner)


def is_idle(finding: Finding, card: Scorecard) -> bool:
    """Whether a finding says that the rules ignore who won the reading race, while the table's own figures do not."""
    is_about_race = finding.code is Code.UNUSABLE_FIELD and finding.details.get("field") == "reading_winner"
    return is_about_race and bool(card.declared and card.declared.tiebreak is Tiebreak.READING and card.titled)


def answer_hands(
    draft: SeenDraft, hands: Mapping[int, str], sure: Collection[int], language: str, now: datetime.datetime
) -> HandFaults:
    """Store how many cards were left in hand, as typed, by seat position.

    Returns what is wrong: a number that is none, one of more cards than there can be, and an unlikely one of which
    nobody has said that it is ``sure``. If anything is, nothing is stored. Raises ``MissingError``.
    """

    def check(stored: StoredDraft) -> None:
        """Check again if another phone has entered a hand since: each may be possible, and both together not."""
        kept = {seat.position: seat.hand for seat in stored.seats}
        seats = tuple(replace(seat, hand=kept.get(seat.position, "")) for seat in draft.seats)
        if (
            seats != draft.seats
            and (found := check_hands(replace(draft, seats=seats), hands, sure, language)).sentences
        ):
            raise _FaultyHandsError(found)

    faults = check_hands(draft, hands, sure, language)
    if not faults.sentences:
        try:
            write_hands(draft.slug, hands, now, check=check)
        except _FaultyHandsError as error:
            return error.faults
    return faults


def check_hands(draft: SeenDraft, hands: Mapping[int, str], sure: Collection[int], language: str) -> HandFaults:
    """Find what is wrong with typed numbers of hand cards; an empty one is not wrong."""
    t = find_translations(language)
    figures = {position: read_figure(text) for position, text in hands.items() if text.strip()}
    counts = {position: count for position, count in figures.items() if isinstance(count, int) and count >= 0}
    most = _find_most(draft, hands, counts)
    sentences: dict[int, str] = {}
    doubtful: set[int] = set()
    for position in figures:
        if position not in counts:
            sentences[position] = t.gettext(
                "Expected a whole number such as 7, found “%(typed)s”. Please enter a number."
            ) % {"typed": hands[position]}
        elif counts[position] > most[position]:
            sentences[position] = t.ngettext(
                "There can be %(num)s card in hand at most: the box has no more left. Count again.",
                "There can be %(num)s cards in hand at most: the box has no more left. Count again.",
                most[position],
            ) % {"num": most[position]}
        elif counts[position] > LARGEST_USUAL_HAND and position not in sure:
            doubtful.add(position)
            sentences[position] = t.ngettext(
                "%(num)s card in hand: is that right?", "%(num)s cards in hand: is that right?", counts[position]
            ) % {"num": counts[position]}
    return HandFaults(sentences, frozenset(doubtful))


def _find_most(draft: SeenDraft, hands: Mapping[int, str], counts: Mapping[int, int]) -> dict[int, int]:
    """Find how many cards each can have in hand, beside those already stored for whoever's are not in ``hands``."""
    inspection = judge_draft(draft).inspection
    holdings = {player.name: player.holding for player in inspection.players} if inspection else {}
    kept = (read_figure(seat.hand) for seat in draft.seats if seat.position not in hands and seat.hand.strip())
    most = find_most_in_hand(
        [holdings.get(seat.name) for seat in draft.seats],
        [counts.get(seat.position, 0) for seat in draft.seats],
        sum(hand for hand in kept if isinstance(hand, int)),
    )
    return {seat.position: number for seat, number in zip(draft.seats, most, strict=True)}


def _find_level(figures: Sequence[tuple[str, int, int]]) -> set[str]:
    """Find who is level at the top, from names, points and books; nobody where one leads alone."""
    best = max((points, books) for _, points, books in figures)
    level = {name for name, points, books in figures if (points, books) == best}
    return level if len(level) > 1 else set()


def answer_reading(slug: str, winner: int | None, now: datetime.datetime) -> None:
    """Store which seat won the reading race, or clear it; raise ``MissingError`` if there is no such seat."""
    write_reading_winner(slug, winner, now)
