"""Findings: what is wrong with an inspection or merely odd, as values; all of them at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Severity(StrEnum):
    """Errors stop the scoring of a document; warnings do not: the game is over and the table decides."""

    ERROR = "error"
    WARNING = "warning"


class Code(StrEnum):
    """Every kind of finding, under the name that ``docs/formats.md`` gives it."""

    UNREADABLE_JSON = "unreadable-json"
    UNKNOWN_FORMAT = "unknown-format"
    UNKNOWN_FORM = "unknown-form"
    UNKNOWN_EDITION = "unknown-edition"
    UNKNOWN_CATEGORY = "unknown-category"
    MISSING_FIELD = "missing-field"
    CONFLICTING_FIELDS = "conflicting-fields"
    NOT_A_COUNT = "not-a-count"
    UNREADABLE_TOKEN = "unreadable-token"  # noqa: S105 - a token of the notation, no secret
    UNREAD_CARD = "unread-card"
    UNKNOWN_LETTER = "unknown-letter"
    ICONS_MISSING = "icons-missing"
    NO_PLAYERS = "no-players"
    DUPLICATE_NAME = "duplicate-name"
    MISSING_LIBRARY = "missing-library"

    ICONS_COUNT = "icons-count"
    DUPLICATE_CARD = "duplicate-card"
    NUMBER_ABOVE_COUNT = "number-above-count"
    TOO_MANY_ROWS = "too-many-rows"
    SHELF_IN_PIECES = "shelf-in-pieces"
    FOCUS_CLASH = "focus-clash"
    PLAYER_COUNT = "player-count"
    TALLY_IMPOSSIBLE = "tally-impossible"
    STABILITY_IMPOSSIBLE = "stability-impossible"
    HAND_NEEDED = "hand-needed"
    ZERO_PROMINENT_PLACED = "zero-prominent-placed"
    UNKNOWN_KEY = "unknown-key"
    UNUSABLE_FIELD = "unusable-field"
    """An optional field that cannot be used as it stands; it is ignored."""


_WARNINGS = frozenset(list(Code)[list(Code).index(Code.ICONS_COUNT) :])


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
        return Severity.WARNING if self.code in _WARNINGS else Severity.ERROR

    @property
    def is_error(self) -> bool:
        """Whether it stops the scoring."""
        return self.code not in _WARNINGS
