"""Findings: what is wrong with an inspection or merely odd, as values; all of them at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self


class Severity(StrEnum):
    """Errors stop the scoring of a document; warnings do not: the game is over and the table decides."""

    ERROR = "error"
    WARNING = "warning"


class Code(StrEnum):
    """Every kind of finding, under the name that ``docs/formats.md`` gives it, and how severe it is."""

    _value_: str
    severity: Severity

    def __new__(cls, name: str, severity: Severity) -> Self:
        member = str.__new__(cls, name)
        member._value_ = name
        member.severity = severity
        return member

    UNREADABLE_JSON = "unreadable-json", Severity.ERROR
    UNKNOWN_FORMAT = "unknown-format", Severity.ERROR
    UNKNOWN_FORM = "unknown-form", Severity.ERROR
    UNKNOWN_EDITION = "unknown-edition", Severity.ERROR
    UNKNOWN_CATEGORY = "unknown-category", Severity.ERROR
    MISSING_FIELD = "missing-field", Severity.ERROR
    CONFLICTING_FIELDS = "conflicting-fields", Severity.ERROR
    NOT_A_COUNT = "not-a-count", Severity.ERROR
    UNREADABLE_TOKEN = "unreadable-token", Severity.ERROR
    UNREAD_CARD = "unread-card", Severity.ERROR
    UNKNOWN_LETTER = "unknown-letter", Severity.ERROR
    ICONS_MISSING = "icons-missing", Severity.ERROR
    NO_PLAYERS = "no-players", Severity.ERROR
    DUPLICATE_NAME = "duplicate-name", Severity.ERROR
    MISSING_LIBRARY = "missing-library", Severity.ERROR
    UNKNOWN_LINE = "unknown-line", Severity.ERROR
    """A decision about a figure that the column does not have."""
    UNKNOWN_PLAYER = "unknown-player", Severity.ERROR
    """A decision about somebody who is not scored."""
    DECIDED_TWICE = "decided-twice", Severity.ERROR
    NO_INSPECTIONS = "no-inspections", Severity.ERROR
    SOLO_INSPECTION = "solo-inspection", Severity.ERROR
    """Standings are of games at which several compete."""
    GIVEN_TWICE = "given-twice", Severity.ERROR
    """The same inspection twice among those to be added up."""

    ICONS_COUNT = "icons-count", Severity.WARNING
    DUPLICATE_CARD = "duplicate-card", Severity.WARNING
    NUMBER_ABOVE_COUNT = "number-above-count", Severity.WARNING
    TOO_MANY_ROWS = "too-many-rows", Severity.WARNING
    SHELF_IN_PIECES = "shelf-in-pieces", Severity.WARNING
    FOCUS_CLASH = "focus-clash", Severity.WARNING
    PLAYER_COUNT = "player-count", Severity.WARNING
    TALLY_IMPOSSIBLE = "tally-impossible", Severity.WARNING
    STABILITY_IMPOSSIBLE = "stability-impossible", Severity.WARNING
    HAND_IMPLAUSIBLE = "hand-implausible", Severity.WARNING
    HAND_NOT_DISCARDED = "hand-not-discarded", Severity.WARNING
    """Solo: cards left in hand, which go to the public library before anything is counted."""
    HAND_NEEDED = "hand-needed", Severity.WARNING
    ZERO_PROMINENT_PLACED = "zero-prominent-placed", Severity.WARNING
    UNKNOWN_KEY = "unknown-key", Severity.WARNING
    UNUSABLE_FIELD = "unusable-field", Severity.WARNING
    """An optional field that cannot be used as it stands; it is ignored."""
    FEWER_INSPECTIONS = "fewer-inspections", Severity.WARNING
    """Someone sat at fewer of the inspections that were added up than others."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong or odd, and where: a player's name, a zero-based row and column, the text as given.

    ``details`` holds what its sentence mentions besides: names, figures, category codes.
    """

    code: Code
    player: str | None = None
    row: int | None = None
    column: int | None = None
    token: str | None = None
    details: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def severity(self) -> Severity:
        """Whether it stops the scoring."""
        return self.code.severity

    @property
    def is_error(self) -> bool:
        """Whether it stops the scoring."""
        return self.severity is Severity.ERROR
