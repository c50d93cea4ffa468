"""What a print reader and a card matcher are to the reading of a shelf: swap them by passing others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ..crops import PrintRegion
from ..designs.card_design import CardDesign
from ..game_rules import GameRules
from ..geometry import BgrImage
from .card_matching import CardPrior, KnownCards
from .glyphs import Glyphs
from .icons.icon_readings import IconReading


class PrintReader(Protocol):
    """Reads letters and numbers; any callable of this shape can take the place of ``glyphs.read_glyphs``."""

    def __call__(
        self,
        crops: list[BgrImage],
        letter_regions: list[PrintRegion],
        number_regions: list[PrintRegion],
        letters: tuple[str, ...],
        design: CardDesign | None,
        rules: GameRules,
        /,
    ) -> Glyphs:
        """Return what letters and numbers cards may carry.

        ``crops`` are upright cards, ``CROP_PX`` each; the regions say where print stands on each of them; ``letters``
        are those of the edition.
        """
        ...


class CardMatcher(Protocol):
    """Recognizes known cards; any callable of this shape can take the place of ``card_matching.match_known_cards``."""

    def __call__(
        self, crops: Sequence[BgrImage], icons: Sequence[IconReading], known: KnownCards, visible: float | None, /
    ) -> CardPrior:
        """Return log odds of each known card at each place, cards x known cards.

        ``visible`` is the share of a pile's covered cards that is in sight, ``None`` for whole cards.
        """
        ...
