"""The six categories of books, and how many of each a shelf shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Category(StrEnum):
    """A category of books; the order is the order of the rows on both forms."""

    CORRUPTED_CODICES = "C"
    FANTASTICAL_FICTIONS = "F"
    HISTORIC_VOLUMES = "H"
    MONSTER_MANUALS = "M"
    REFERENCE_TEXTS = "R"
    SPELLS_AND_POTIONS = "S"


CATEGORIES = tuple(Category)
_ROW_OF = {category: row for row, category in enumerate(CATEGORIES)}


@dataclass(frozen=True, slots=True)
class Tally:
    """How many books of each category: the six figures of A2, in the order of the form's rows.

    >>> tally = Tally((2, 12, 5, 6, 7, 6))
    >>> tally[Category.REFERENCE_TEXTS], tally.books
    (7, 38)
    """

    counts: tuple[int, ...] = (0, 0, 0, 0, 0, 0)

    @classmethod
    def of(cls, icons: Sequence[Category | None]) -> Tally:
        """Count icons; those that could not be read count for nothing."""
        return cls(tuple(map(icons.count, CATEGORIES)))

    def __getitem__(self, category: Category) -> int:
        return self.counts[_ROW_OF[category]]

    def __add__(self, other: Tally) -> Tally:
        return Tally(tuple(mine + theirs for mine, theirs in zip(self.counts, other.counts, strict=True)))

    def items(self) -> Iterator[tuple[Category, int]]:
        """Category and count, in the order of the form."""
        return zip(CATEGORIES, self.counts, strict=True)

    @property
    def books(self) -> int:
        """All books together: what the first tiebreak compares."""
        return sum(self.counts)
