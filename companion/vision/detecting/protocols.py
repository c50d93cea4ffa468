"""What a card detector, and the cards that it lays out, are to the stages after it."""

from __future__ import annotations

from typing import Protocol

from ..geometry import BgrImage, DetectedCard
from .shelf_detector import DetectedShelf


class PlacedCard(Protocol):
    """A card with its place on the shelf, as ``lattice.fit_lattice`` returns it."""

    @property
    def row(self) -> int: ...

    @property
    def column(self) -> int: ...

    @property
    def card(self) -> DetectedCard: ...


class CardDetector(Protocol):
    """Finds the cards of a shelf; any callable of this shape can take the place of ``detect_shelf_for_reading``."""

    def __call__(self, image: BgrImage, /) -> DetectedShelf:
        """Return the biggest shelf of a photo (height x width x 3), upright or lying on its side.

        No cells where there is none. Doubtful cards may be among them: reading drops those that show neither print nor
        a back.
        """
        ...
