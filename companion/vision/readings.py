"""A reading: what was seen in a photo of a shelf, how surely, and what it may be instead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from ..notation_tokens import BACK, UNREAD, join_places, join_rows, write_reading
from .designs.card_design import CATEGORIES
from .doubts import Doubt, format_doubts
from .geometry import Quad
from .problems import PhotoFinding

SURE = 0.9
"""A card whose least confidence is this or more counts as sure."""


@dataclass(frozen=True, slots=True)
class Confidence:
    """How sure each value of a card is, 0 to 1; a card that is not known to lie face up has a cell alone."""

    cell: float
    letter: float | None = None
    number: float | None = None
    icons: float | None = None

    @property
    def least(self) -> float:
        """The card's confidence: the least of its values."""
        return min(value for value in (self.cell, self.letter, self.number, self.icons) if value is not None)


@dataclass(frozen=True, slots=True)
class Candidate:
    """What a card may be instead: a card in shelf notation, and the chance of it."""

    card: str
    confidence: float


class Face(Enum):
    """Which side of a card is up."""

    UP = "up"
    DOWN = "down"
    """A back was seen."""
    UNKNOWN = "unknown"
    """Neither print nor a back was made out."""


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card of the shelf as it was read: values that could not be read are missing."""

    row: int
    column: int
    face: Face
    corners_px: Quad
    """Of the card, in pixels of the upright photo."""
    confidence: Confidence
    letter: str | None = None
    number: int | None = None
    of: int | None = None
    icons: str | None = None
    """Category codes in their order, ``?`` for one that could not be told; a single ``?`` where not even how many."""
    candidates: tuple[Candidate, ...] = ()
    source: str = "glyphs"
    """``deck`` where the deck knows the card by its letter and number, else ``glyphs``."""
    doubts: tuple[Doubt, ...] = ()
    """What is not sure, and why: at least one for each value below ``SURE``, none for the others."""

    def write(self) -> str:
        """Return the card in shelf notation."""
        if self.face is Face.UP:
            return write_reading(self.letter, self.number, self.icons)
        return BACK if self.face is Face.DOWN else UNREAD


@dataclass(frozen=True, slots=True)
class Reading:
    """What one photo shows."""

    photo: str
    deck: str
    cards: tuple[ReadCard, ...]
    """In the order of the check."""
    findings: tuple[PhotoFinding, ...] = ()
    elapsed_ms: Mapping[str, int] = field(default_factory=dict)
    turn: int = 0
    """By how many quarters, clockwise, the photo was turned to stand upright, after its EXIF orientation."""
    splayed: bool = False
    """A pile in columns, no shelf: rows and columns of the cards are their places in it."""

    @property
    def shelf(self) -> str:
        """The shelf in shelf notation, trailing empty places left out."""
        return join_places({(card.row, card.column): card.write() for card in self.cards})

    @property
    def columns(self) -> str:
        """The columns of a pile in shelf notation, each as a row."""
        columns = sorted({card.column for card in self.cards})
        return join_rows([card.write() for card in self.cards if card.column == column] for column in columns)

    @property
    def tally(self) -> dict[str, int]:
        """How many books of each category the cards face up show, as far as they were read."""
        shown = "".join(card.icons or "" for card in self.cards)
        return {category: shown.count(category) for category in CATEGORIES}


def format_reading(reading: Reading, findings: list[dict[str, object]]) -> dict[str, object]:
    """Return a reading as ``ex-libris/reading@1``, with its findings as they are to be said."""
    return {
        "format": "ex-libris/reading@1",
        "photo": reading.photo,
        "deck": reading.deck,
        **({} if reading.splayed else {"shelf": reading.shelf}),
        "cards": [_format_card(card) for card in reading.cards],
        "tally": reading.tally,
        "findings": findings,
        "elapsed_ms": dict(reading.elapsed_ms),
    }


def _format_card(card: ReadCard) -> dict[str, object]:
    values = {"cell": card.confidence.cell, "letter": card.confidence.letter, "number": card.confidence.number,
              "icons": card.confidence.icons}  # fmt: skip
    confidence = {name: round(value, 3) for name, value in values.items() if value is not None}
    return {
        "row": card.row,
        "column": card.column,
        "face": card.face.value,
        "letter": card.letter,
        "number": card.number,
        "of": card.of,
        "icons": card.icons,
        "confidence": confidence,
        "source": card.source,
        # What rounds up to sure is sure to whoever reads the document.
        "doubts": format_doubts(doubt for doubt in card.doubts if confidence[doubt.part.value] < SURE),
        "candidates": [{"card": other.card, "confidence": round(other.confidence, 3)} for other in card.candidates],
        "corners": [[round(x, 1), round(y, 1)] for x, y in card.corners_px],
    }
