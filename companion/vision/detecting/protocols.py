"""What a card detector is to the stages after it."""

from __future__ import annotations

from typing import Protocol

from ..geometry import BgrImage
from .shelf_detector import DetectedShelf


class CardDetector(Protocol):
    """Finds the cards of a shelf; any callable of this shape can take the place of ``detect_shelf_for_reading``."""

    def __call__(self, image: BgrImage, /) -> DetectedShelf:
        """Return the biggest shelf of a photo (height x width x 3), upright or lying on its side.

        No cells where there is none. Doubtful cards may be among them: reading drops those that show neither print nor
        a back.
        """
        ...
