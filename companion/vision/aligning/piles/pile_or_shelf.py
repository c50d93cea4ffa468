"""Telling splayed piles from shelves: what a photo shows is not always what it was taken for."""

from __future__ import annotations

import cv2
import numpy as np

from ...designs.card_design import CardDesign
from ...game_rules import GameRules
from ...geometry import BgrImage, turn_image
from ..covered_cards import lie_on_others
from ..print_locations import PrintLocations
from .columns import measure_offset
from .open_cards import find_open_cards
from .pile import Pile
from .thresholds import PILES


def shows_pile(image: BgrImage, rules: GameRules) -> bool:
    """Return whether cards of a photo lie on others, whichever side of it is up and whatever it was taken for.

    A smaller copy is looked at: the strips of a pile are told by their print, which need not be read. Photos beyond
    what phones take are not, for memory is short there.
    """
    if image.shape[0] * image.shape[1] > PILES.max_told_pixels:
        return False
    share = PILES.told_px / max(image.shape[:2])
    if share < 1:
        image = np.asarray(cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)
    for turn in PILES.turns:
        turned = turn_image(image, turn) if turn else image
        opened, template = find_open_cards(turned, None, rules.max_cards, PILES.sides_px[:1])
        if template is not None:
            prints = PrintLocations(template.letter, template.number, (), 1.0, 1.0)
            clearest = sorted(opened, key=lambda head: -head.strength)
            if lie_on_others(turned, [(head.quad, prints) for head in clearest]):
                return True
    return False


def is_splayed(pile: Pile, design: CardDesign | None = None) -> bool:
    """Return whether cards of a pile lie on others, as those of a shelf do not; of very few nobody knows.

    A design whose icons stand at the foot of its cards says nothing: they lie on others nowhere, so as to be read.
    """
    if design is not None and design.icon_places and max(y for _, y in design.every_icon_place) > PILES.lowest_icon:
        return True
    cards = {(one.row, one.column): one.card.corners_px for one in pile.seen}
    steps = [
        measure_offset(corners, cards[row + 1, column])[1]
        for (row, column), corners in cards.items()
        if (row + 1, column) in cards
    ]
    covered = sum(step < PILES.min_whole_step for step in steps)
    return len(cards) < PILES.min_shelf_cards or covered > PILES.max_covered_share * len(cards)
