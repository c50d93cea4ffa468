"""Checking what was entered for the public library."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...scoring.categories import CATEGORIES
from ...scoring.notation import read_rows
from ...scoring.shelf import Shelf
from ...store.tables.drafts import Kind
from ...wording.findings.sentences import describe_finding
from ..access.seeing import SeenDraft
from ..access.showing import PageValue
from ..tables.documents import judge_draft
from .entry import check_tally


@dataclass(frozen=True, slots=True)
class LibraryCheck(PageValue):
    """What is wrong with the entry that counts, and the size of the pile."""

    figures: Mapping[str, str]
    """One sentence per missing or wrong figure of the tally, by category code."""
    discards: tuple[str, ...]
    """What is wrong with the cards of the pile."""
    cards: int
    books: int
    """The pile's cards and books, as far as it can be parsed."""

    @property
    def is_faulty(self) -> bool:
        """Whether something prevents scoring."""
        return bool(self.figures or self.discards)


def check_library(draft: SeenDraft, language: str) -> LibraryCheck:
    """Check the public library of a draft; the way of entry that does not count is ignored."""
    library = draft.library
    figures: Mapping[str, str] = {}
    discards: tuple[str, ...] = ()
    if library.kind is Kind.TALLY:
        figures = check_tally(library.tally, tuple(category.value for category in CATEGORIES), language)
    elif library.kind is Kind.DISCARDS:
        discards = tuple(
            describe_finding(finding, language)
            for finding in judge_draft(draft).findings
            if finding.is_error and finding.details.get("within") == "library" and finding.row is not None
        )
    pile = Shelf.of(read_rows(library.discards)[0])
    return LibraryCheck(figures, discards, pile.cards, pile.tally().books)
