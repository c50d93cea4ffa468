"""Adding up inspections: the sum of each librarian's points, and places by the game's own tiebreaks."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..checks.findings import Code, Finding
from ..documents.output import format_inspection
from ..editions import Edition, LastStep
from ..ranking import RACES, Standing, rank
from ..scorecard import Scorecard, Tiebreak
from .people import find_person


@dataclass(frozen=True, slots=True)
class SeatedAt:
    """An inspection that counts."""

    source: str
    """Where it came from, such as the name of its file."""
    card: Scorecard


@dataclass(frozen=True, slots=True)
class Librarian:
    """One person's results, added up."""

    name: str
    """As it was spelled last."""
    totals: tuple[int | None, ...]
    """One for each inspection; ``None`` where the person did not sit there."""
    titles: int
    total: int
    books: int
    hand: int | None
    """``None`` where nobody counted the cards in hand of at least one inspection."""
    banned: int
    place: int

    @property
    def inspections(self) -> int:
        """At how many of them the person sat."""
        return sum(total is not None for total in self.totals)


@dataclass(frozen=True, slots=True)
class Standings:
    """All librarians, the best place first, and what decided the first."""

    seated: tuple[SeatedAt, ...]
    librarians: tuple[Librarian, ...]
    winners: tuple[str, ...]
    """Who leads, or those who still share or contest the first place."""
    tiebreak: Tiebreak | None
    findings: tuple[Finding, ...] = ()
    """Warnings."""


class StandingsError(ValueError):
    """Raised when inspections cannot be added up; ``findings`` lists everything that is in the way."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__(f"these inspections cannot be added up: {', '.join(finding.code for finding in findings)}")
        self.findings = findings


@dataclass(frozen=True, slots=True)
class _Result:
    """What one column adds."""

    index: int
    """Of the inspection."""
    name: str
    is_titled: bool
    total: int
    books: int
    hand: int | None
    banned: int


def add_up(seated: Sequence[SeatedAt], reading_winner: str | None = None) -> Standings:
    """Add up inspections of the form B-7c, by the table's own figures where it has decided any.

    The most points come first. Ties are broken as in the game (``ranking.rank``), each figure added up: most books,
    fewest cards in hand, fewest banned books, then the edition's last step; where editions disagree about that, the
    first place stays undecided until the ``reading_winner`` of a race is known. Names that differ in case, accents or
    spaces alone are one person.

    Raises ``StandingsError`` with everything that is in the way.
    """
    errors = tuple(_find_obstacles(seated))
    if errors:
        raise StandingsError(errors)
    people = _gather(seated)
    standings = [_sum_up(key, results) for key, results in people.items()]
    winner = find_person(reading_winner) if reading_winner else None
    ranking = rank(standings, _find_edition(seated), winner)
    # As it was spelled last.
    names = {key: results[-1].name for key, results in people.items()}
    librarians = [
        Librarian(
            name=names[standing.name],
            totals=_list_totals(people[standing.name], len(seated)),
            titles=sum(result.is_titled for result in people[standing.name]),
            total=standing.total,
            books=standing.books,
            hand=standing.hand,
            banned=standing.banned,
            place=place,
        )
        for standing, place in zip(standings, ranking.places, strict=True)
    ]
    librarians.sort(key=lambda librarian: librarian.place)
    warnings = [Finding(Code.HAND_NEEDED, names[key]) for key in ranking.hand_needed]
    warnings += _find_unequal(librarians)
    if winner and not (ranking.tiebreak is Tiebreak.READING and winner in ranking.winners):
        details = {"field": "reading_winner", "expected": "no-race"}
        if ranking.tiebreak in RACES:
            details |= {"expected": "tied-player", "names": ", ".join(names[key] for key in ranking.winners)}
        warnings.append(Finding(Code.UNUSABLE_FIELD, token=reading_winner, details=details))
    return Standings(
        seated=tuple(seated),
        librarians=tuple(librarians),
        winners=tuple(names[key] for key in ranking.winners),
        tiebreak=ranking.tiebreak,
        findings=tuple(warnings),
    )


def name_source(source: str, findings: Iterable[Finding]) -> list[Finding]:
    """Return findings of one inspection with where that came from, as ``format_standings`` writes them."""
    return [replace(finding, details={**finding.details, "source": source}) for finding in findings]


def _find_obstacles(seated: Sequence[SeatedAt]) -> Iterator[Finding]:
    if not seated:
        yield Finding(Code.NO_INSPECTIONS)
    known: dict[str, str] = {}
    for one in seated:
        details = {"source": one.source}
        inspection = one.card.inspection
        if inspection.is_solo:
            yield Finding(Code.SOLO_INSPECTION, inspection.players[0].name, details=details)
        # As it would be written again: spelling it otherwise does not make another game of it.
        content = json.dumps(format_inspection(inspection), sort_keys=True)
        if content in known:
            yield Finding(Code.GIVEN_TWICE, details={**details, "earlier": known[content]})
        known.setdefault(content, one.source)
        names: dict[str, str] = {}
        for player in inspection.players:
            key = find_person(player.name)
            if key in names:
                twin = {**details, "other": names[key]}
                yield Finding(Code.DUPLICATE_NAME, token=player.name, details=twin)
            names[key] = player.name


def _gather(seated: Sequence[SeatedAt]) -> dict[str, list[_Result]]:
    """List each person's results, in order."""
    people: dict[str, list[_Result]] = {}
    for index, one in enumerate(seated):
        for result in _list_results(index, one.card):
            people.setdefault(find_person(result.name), []).append(result)
    return people


def _sum_up(key: str, results: Sequence[_Result]) -> Standing:
    hands = [result.hand for result in results if result.hand is not None]
    return Standing(
        name=key,
        total=sum(result.total for result in results),
        books=sum(result.books for result in results),
        hand=sum(hands) if len(hands) == len(results) else None,
        banned=sum(result.banned for result in results),
    )


def _list_totals(results: Sequence[_Result], count: int) -> tuple[int | None, ...]:
    totals = {result.index: result.total for result in results}
    return tuple(totals.get(index) for index in range(count))


def _list_results(index: int, card: Scorecard) -> Iterator[_Result]:
    """List what each player's column adds: the table's figures where it has decided any, else the rules'."""
    banned = card.inspection.banned
    columns = card.declared.columns if card.declared else [None] * len(card.players)
    for player, column in zip(card.players, columns, strict=True):
        tally = column.tally if column else player.figures.tally
        yield _Result(
            index=index,
            name=player.name,
            is_titled=player.name in card.titled,
            total=column.total if column else player.figures.total,
            books=tally.books,
            hand=player.hand,
            banned=tally[banned],
        )


def _find_edition(seated: Sequence[SeatedAt]) -> Edition:
    """Return the edition whose last step counts; where they have different ones, it is none."""
    edition = seated[0].card.inspection.edition
    is_common = all(one.card.inspection.edition.last_step is edition.last_step for one in seated)
    return edition if is_common else replace(edition, last_step=LastStep.UNDECIDED)


def _find_unequal(librarians: Sequence[Librarian]) -> Iterator[Finding]:
    """Point at those who sat at fewer tables than others: a sum of fewer is no fair comparison."""
    most = max(librarian.inspections for librarian in librarians)
    for librarian in librarians:
        if librarian.inspections < most:
            details: Mapping[str, int] = {"inspections": librarian.inspections, "most": most}
            yield Finding(Code.FEWER_INSPECTIONS, librarian.name, details=details)
