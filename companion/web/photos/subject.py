"""What photos are taken of, as their pages have it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from flask import url_for

from ...scoring.decks.deck import Deck
from ...workflow.access.showing import PageValue
from ...workflow.photos.filing import KeptPhoto, Shelf
from ...workflow.photos.review import Review
from ...workflow.shelves.waiting import ComparedShelf
from ...workflow.tables.drafts import StageError
from ..access.rendering import Showable


@dataclass(frozen=True, slots=True)
class PhotoSubject(ABC, PageValue):
    """What photos are taken of: a seat's shelf, or cards to teach a deck."""

    shelf: Shelf
    edition: str
    arguments: Mapping[str, Any]
    """The URL arguments."""
    closed: StageError | None
    """Why photos are no longer accepted."""

    endpoint: ClassVar[str]
    """The blueprint's name."""
    taking: ClassVar[str]
    """The template of the page to take a photo; ``review`` is that of the review."""

    @abstractmethod
    def describe(self) -> Mapping[str, Showable]:
        """Return additional values for the templates."""

    def tell_filled(self, review: Review) -> str:
        """Say that the shelf was filled in from its photo; empty where that is not so."""
        return ""

    def fill_in(self, before: Review, along: Sequence[str] = ()) -> str:
        """Fill in what nothing is left to ask about, after an answer; return where to go, empty if the review waits.

        ``before`` is the review as it was before the answer; ``along`` are those whose shelves it has filled in.
        """
        return ""

    def view_along(self) -> tuple[ComparedShelf, ...]:
        """Show the cards of other shelves that are compared along with those of this one."""
        return ()

    def settle_along(self) -> list[str]:
        """Store what was said of cards of other shelves along with this one; return whose are filled in with that."""
        return []

    def find_following(self, review: Review, photos: Sequence[KeptPhoto]) -> tuple[str, str] | None:
        """Find what may be photographed before this is answered: whose shelf, and the URL."""
        return None

    @abstractmethod
    def find_deck(self) -> Deck | None:
        """Return the deck that knows the cards, if there is one."""

    def address(self, act: str, **more: Any) -> str:
        """Return the URL of an action."""
        return url_for(f"{self.endpoint}.{act}", **self.arguments, **more)
