"""What is in the file of a photo, ready to be shown before anybody downloads it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from ...access.showing import PageValue
from ..outlines import CardView
from ..review import split_card
from .files import TruthFile, write_document
from .gathering import Truth


@dataclass(frozen=True, slots=True)
class TruthView(PageValue):
    """Everything that is in a file."""

    truth: Truth
    rows: tuple[tuple[CardView, ...], ...]
    """The cards, as they lie."""
    kilobytes: int
    """Of the picture."""
    document: str
    """What the file says, word for word."""


def view_truth(file: TruthFile) -> TruthView:
    """Show everything that is in a file."""
    cards = sorted(file.truth.cards, key=lambda card: (card.row, card.column))
    rows = tuple(
        tuple(CardView(card.card, split_card(card.card)) for card in row)
        for _, row in groupby(cards, key=lambda card: card.row)
    )
    return TruthView(file.truth, rows, -(-len(file.picture) // 1000), write_document(file.truth))
