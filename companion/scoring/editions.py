"""The editions of the game: the order of their letters, their last tiebreak, and the official words.

What differs between boxes is data, one TOML file an edition in ``editions/``; no rule is coded there. A file that is
added there is an edition everywhere.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).with_name("editions")
SOURCE = "en"
"""The edition whose words stand in where there is none in a language."""
EDITION_CODES = (SOURCE, *sorted({path.stem for path in _FOLDER.glob("*.toml")} - {SOURCE}))
"""The code of every edition, which is that of its language: English first."""


class LastStep(StrEnum):
    """What the rulebook says when books, hand cards and banned books have not parted the tied."""

    READING = "reading"
    """The first of them to finish reading a book (004:181, 002:337, 001:903-908)."""
    SHARED = "shared"
    """The victory is shared (000:669-671)."""
    UNDECIDED = "undecided"
    """The German sheet stops here (003:109-113)."""


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition's rules of order: everything of it that a score can depend on."""

    code: str
    letters: tuple[str, ...]
    """All letters that its cards may carry, in the order of the check."""
    last_step: LastStep
    letter_counts: dict[str, int] = field(default_factory=dict)
    """How many cards of a letter the box holds, for the letters where that is known."""
    ranks: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "ranks", {letter: rank for rank, letter in enumerate(self.letters)})

    def __hash__(self) -> int:
        return hash(self.code)


@cache
def find_edition(code: str) -> Edition:
    """Return the edition of one of the ``EDITION_CODES``; raise ``LookupError`` for another code."""
    if code not in EDITION_CODES:
        raise LookupError(f"unknown edition {code!r}: expected one of {', '.join(EDITION_CODES)}")
    rules = tomllib.loads((_FOLDER / f"{code}.toml").read_text(encoding="utf-8"))["rules"]
    return Edition(
        code=code,
        letters=tuple(rules["letters"].split()),
        last_step=LastStep(rules["last_step"]),
        letter_counts=rules.get("letter_counts", {}),
    )
