"""A book card as it lies on a shelf."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .categories import Category

CARDS, BOOKS, BOOKS_OF_A_CATEGORY = 152, 510, 85
"""Of every box (002:65, 93, 104; 000:106-107, 125-127; 001:398-399, 421-422; 003:5)."""
ICONS_ON_A_CARD = range(2, 5)
"""Every card of the deck shows two to four icons (all five rulebooks)."""
LARGEST_USUAL_HAND = 20
"""Cards; about more than that the table is asked. No rulebook prints a limit: whoever holds more than this holds more
than anybody has to shelve to end even a longer game (19, 002:579-589)."""

Icons = tuple[Category | None, ...]
"""Icons in the order of the form's rows; ``None`` is one that could not be read and comes last."""


@dataclass(frozen=True, slots=True)
class Card:
    """One place's card: what is printed on it as far as that is known, and how it lies.

    A face-down card of unknown face has no letter, number or icons; a face-up card that lacks one of them
    could not be read, except that ``icons`` is also ``None`` where the notation leaves them to the deck.
    """

    letter: str | None = None
    number: int | None = None
    icons: Icons | None = None
    of: int | None = None
    """How many cards of the letter there are (the ``N`` of ``n/N``), where that was read."""
    face_down: bool = False
    entombed: bool = False
    """Whether a card is entombed under this one (the Mummy)."""

    @property
    def name(self) -> str:
        """Letter and number as people say them: ``M8``; ``#`` for an unknown back, ``?`` for what was not read.

        >>> Card("M", 8).name, Card(face_down=True).name, Card(None, 8).name
        ('M8', '#', '?8')
        """
        if self.letter and self.number:
            return f"{self.letter}{self.number}"
        if self.is_blank:
            return "#" if self.face_down else "?"
        return f"{self.letter or '?'}{self.number or '?'}"

    @property
    def is_blank(self) -> bool:
        """Whether nothing of the face is known."""
        return self.letter is None and self.number is None and self.icons is None

    @property
    def is_unread(self) -> bool:
        """Whether some of the face carries a ``?``: the face lies there to be read, but nobody could."""
        if self.is_blank:
            return not self.face_down
        return self.letter is None or self.number is None or (self.icons is not None and None in self.icons)

    def turned_down(self) -> Card:
        """Return the same card, face down."""
        return replace(self, face_down=True)
