"""The editions of the game: the order of their letters, their last tiebreak, and the official words.

What differs between boxes is data, one TOML file an edition in ``editions/``; no rule is coded there. A file that is
added there is an edition everywhere.
"""

from __future__ import annotations

import tomllib
import unicodedata
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).with_name("editions")
SOURCE = "en"
"""The edition whose words stand in where there is none in a language."""
EDITION_CODES = (SOURCE, *sorted({path.stem for path in _FOLDER.glob("*.toml")} - {SOURCE}))
"""The code of every edition, which is that of its language: English first."""
_NOT_DECOMPOSED = {"Ł": "L"}
"""The stroke is no accent to Unicode."""


class LastStep(StrEnum):
    """What the rulebook says when books, hand cards and banned books have not parted the tied."""

    READING = "reading"
    """The first of them to finish reading a book (004:181, 002:337, 001:903-908)."""
    SHARED = "shared"
    """The victory is shared (000:669-671)."""
    UNDECIDED = "undecided"
    """The German sheet stops here (003:109-113): undecided until the table runs the reading race of the others."""


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition's rules of order: everything of it that a score can depend on."""

    code: str
    letters: tuple[str, ...]
    """All letters that its cards may carry, in the order of the check."""
    last_step: LastStep
    letter_counts: dict[str, int] = field(default_factory=dict)
    """How many cards of a letter the box holds, for the letters where that is known."""
    inferred_steps: frozenset[str] = frozenset()
    """Steps of its tiebreak that our text of its rulebook has lost: they are those of the other editions."""
    turns_only_misfiled_cards: bool = False
    """Whether its rulebook lets players turn only wrongly filed cards, where the others let them turn any."""
    ranks: dict[str, int] = field(init=False, repr=False, compare=False)
    other_ranks: tuple[dict[str, int], ...] = field(init=False, repr=False, compare=False)
    """Other orders that people may take for alphabetical: no rulebook spells out where its own letters belong."""
    own_letters: frozenset[str] = field(init=False, repr=False, compare=False)
    """The letters that the other orders put elsewhere, or level with another letter."""

    def __post_init__(self) -> None:
        ranks = {letter: rank for rank, letter in enumerate(self.letters)}
        by_code_point = {letter: rank for rank, letter in enumerate(sorted(self.letters))}
        by_base = {letter: ranks.get(_find_base(letter), rank) for letter, rank in ranks.items()}
        object.__setattr__(self, "ranks", ranks)
        object.__setattr__(self, "other_ranks", tuple(other for other in (by_code_point, by_base) if other != ranks))
        object.__setattr__(
            self, "own_letters", frozenset(letter for letter in self.letters if letter != _find_base(letter))
        )

    def __hash__(self) -> int:
        return hash(self.code)


def _find_base(letter: str) -> str:
    """Return the plain letter that a letter is made of: ``A`` of ``Ą``, ``C`` of ``CH``.

    >>> [_find_base(letter) for letter in ("Ł", "CH", "Ü", "M")]
    ['L', 'C', 'U', 'M']
    """
    return _NOT_DECOMPOSED.get(letter) or unicodedata.normalize("NFD", letter)[0]


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
        inferred_steps=frozenset(rules.get("inferred_steps", ())),
        turns_only_misfiled_cards=rules.get("turns_only_misfiled_cards", False),
    )
