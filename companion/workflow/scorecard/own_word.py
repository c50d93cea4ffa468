"""The table's own word: what may be decided, who may, and what has been, as pages show it."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from ...scoring.decisions.decision import LIBRARY_LINES, DecidedLine, FigureDecision
from ...scoring.decisions.declaring import find_own_figure, find_rule
from ...scoring.scorecard import Scorecard
from ...scoring.terms import find_terms
from ...store.tables import decisions
from ...store.tables.drafts import TITLE, KeptDecision, StoredDraft
from ...wording.scorecard.declared import (
    describe_declared,
    describe_declared_totals,
    describe_table_decision,
    describe_table_reason,
    name_line,
)
from ...wording.scorecard.figures import format_points
from ..access.documents import write_decisions
from ..access.roles import Role, Viewer, find_role
from ..access.seeing import SeenDraft
from ..access.showing import PageValue

__all__ = [
    "TITLE",
    "Decided",
    "FigureGroup",
    "FigureOption",
    "Holder",
    "KeptDecision",
    "NotDecidingError",
    "OwnWord",
    "decide",
    "find_decider",
    "list_declared",
    "may_decide",
    "offer_figures",
    "offer_title",
    "take_back",
    "view_own_word",
]


class NotDecidingError(RuntimeError):
    """Raised where somebody may not decide: who only watches, and anybody while a focus is hidden from them."""


@dataclass(frozen=True, slots=True)
class Decided(PageValue):
    """A decision of the table."""

    key: str
    sentence: str
    reason: str


@dataclass(frozen=True, slots=True)
class OwnWord(PageValue):
    """All decisions of a table, and what comes of them."""

    summary: str
    """Empty where there are none."""
    totals: str
    """The totals by the table's figures; empty where they are those of the rules."""
    decided: tuple[Decided, ...]
    may_decide: bool
    """Whether the viewer may enter another one, or take one back."""


@dataclass(frozen=True, slots=True)
class FigureOption(PageValue):
    """A figure that may be decided."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class FigureGroup(PageValue):
    """The figures of a column that may be decided."""

    name: str
    options: tuple[FigureOption, ...]


@dataclass(frozen=True, slots=True)
class Holder(PageValue):
    """Somebody who may be given the title."""

    position: int
    name: str


def may_decide(role: Role) -> bool:
    """Whether someone may decide: with a part in the game, and with everything face up."""
    return role.is_seated and role.sees_all


def view_own_word(draft: SeenDraft, card: Scorecard, language: str) -> OwnWord:
    """Show what the table has decided."""
    names = {seat.position: seat.name for seat in draft.seats}
    # Those that this form has no room for are not in the inspection.
    kept = [one for one in draft.decisions if [*write_decisions((one,), names, draft.details.form)]]
    return OwnWord(
        summary=describe_declared(card, language),
        totals=describe_declared_totals(card, language),
        decided=tuple(
            Decided(
                one.key,
                describe_table_decision(card, decision, language),
                describe_table_reason(decision, language),
            )
            for one, decision in zip(kept, card.inspection.decisions, strict=True)
        ),
        may_decide=may_decide(draft.role),
    )


def list_declared(card: Scorecard) -> dict[str, tuple[str, ...]]:
    """List the table's figures column by column, the empty string where it has none of its own.

    The keys are the names of the lines in documents, and ``place``.
    """
    declared = card.declared
    if declared is None:
        return {}
    columns = range(len(declared.columns))
    listed = {line.value: tuple(_format_own(card, index, line) for index in columns) for line in DecidedLine}
    if card.library is None:
        listed["place"] = tuple(
            str(column.place) if column.place != player.place else ""
            for column, player in zip(declared.columns, card.players, strict=True)
        )
    return listed


def offer_figures(draft: SeenDraft, card: Scorecard, language: str) -> tuple[FigureGroup, ...]:
    """List the figures that may be decided, column by column, each with what the rules say."""
    scored = draft.seats[:1] if card.library else draft.seats
    columns: list[tuple[int, str, str | None]] = [
        (seat.position, seat.name, player.name) for seat, player in zip(scored, card.players, strict=True)
    ]
    if card.library:
        columns.append((0, find_terms(language).public_library, None))
    return tuple(
        FigureGroup(name, tuple(_offer_lines(card, position, player, language))) for position, name, player in columns
    )


def offer_title(draft: SeenDraft, card: Scorecard) -> tuple[Holder, ...]:
    """List who may be given the title; in a solo game, the one who applies for the license."""
    scored = draft.seats[:1] if card.library else draft.seats
    return tuple(Holder(seat.position, seat.name) for seat in scored)


def find_decider(draft: SeenDraft) -> str:
    """Suggest who decides: whose phone it is, where it is one person's."""
    own = [seat.name for seat in draft.seats if seat.position in draft.role.seats]
    return own[0] if len(own) == 1 else ""


def decide(slug: str, decision: KeptDecision, viewer: Viewer, now: datetime.datetime) -> None:
    """Enter a decision; the same form sent twice enters it once.

    Raises ``NotDecidingError``, ``ConflictError`` where the same has been decided already, and ``MissingError``.
    """
    decisions.add_decision(slug, decision, now, device=viewer.device, check=lambda draft: _check(draft, viewer))


def take_back(slug: str, key: str, viewer: Viewer, now: datetime.datetime) -> None:
    """Take a decision back; raise ``NotDecidingError``."""
    decisions.drop_decision(slug, key, now, device=viewer.device, check=lambda draft: _check(draft, viewer))


def _check(draft: StoredDraft, viewer: Viewer) -> None:
    if not may_decide(find_role(draft, viewer)):
        raise NotDecidingError


def _offer_lines(card: Scorecard, position: int, player: str | None, language: str) -> Iterator[FigureOption]:
    form = card.inspection.form
    name = find_terms(language).public_library if player is None else player
    for line in tuple(DecidedLine) if player is not None else LIBRARY_LINES:
        rule = find_rule(card, FigureDecision(player, line, 0, "", ""))
        figure = format_points(rule) if isinstance(rule, int) else "–"
        yield FigureOption(f"{position}:{line}", f"{name} · {name_line(line, form, language)}: {figure}")


def _format_own(card: Scorecard, index: int, line: DecidedLine) -> str:
    figure = find_own_figure(card, index, line)
    return "" if figure is None else format_points(figure)
