"""Reading the cards of a shelf whose places are known: which way up, face up or down, letter, number, icons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..aligning.orientation import PlacedCard, rectify_shelf
from ..aligning.outliers import reject_outliers, shows_print
from ..aligning.piles import Pile, find_hidden
from ..aligning.print_locations import NO_FRONT
from ..aligning.rectification import RectifiedCard, list_fronts, match_design
from ..designs.card_design import CardDesign
from ..geometry import BgrImage
from ..networks.inference import PrintMaps
from ..readings import ReadCard
from .card_matching import KnownCards, match_known_cards
from .card_readings import read_back, read_front
from .glyphs import read_glyphs
from .icon_classifier import count_icons
from .icon_reader import measure_strangeness, read_icons
from .joint_inference import infer_shelf
from .thresholds import READER


@dataclass(frozen=True, slots=True)
class Box:
    """What is known beforehand of the cards: the edition's letters, counts of some, the face and cards if known."""

    letters: tuple[str, ...]
    counts: Mapping[str, int] = field(default_factory=dict)
    design: CardDesign | None = None
    known: KnownCards | None = None


@dataclass(frozen=True, slots=True)
class ShelfRead:
    """The cards of a shelf in the order of the check, and whether the photo has to be turned by a half for them."""

    cards: tuple[ReadCard, ...]
    upside_down: bool
    design_fits: bool


def read_cards(image: BgrImage, cells: Sequence[PlacedCard], box: Box, *, plain: bool = True) -> ShelfRead:
    """Read the cards of an upright photo, or of one that stands on its head.

    Corners stay those of ``image``; where the shelf is upside down, rows and columns are counted from the other end,
    and the corners' names follow the cards. Cards that are none once they are seen near are left out, and all where
    the shelf was not plain to see and hardly any shows print.
    """
    if not cells:
        return ShelfRead((), upside_down=False, design_fits=True)
    shelf = rectify_shelf(image, cells, box.design)
    straight, places = reject_outliers(image, shelf.seen, shelf.places)
    if not plain and not shows_print(places):
        return ShelfRead((), upside_down=False, design_fits=True)
    cards, fits = _read_upright(straight, places, box)
    return ShelfRead(tuple(cards), shelf.upside_down, fits)


def read_pile_cards(pile: Pile, box: Box) -> ShelfRead:
    """Read the cards of a splayed pile, all of which lie face up."""
    fronts = list(range(len(pile.seen)))
    cards, fits = _read_fronts(pile.seen, pile.places, fronts, box, pile)
    return ShelfRead(tuple(cards[index] for index in fronts), upside_down=False, design_fits=fits)


def _read_upright(seen: Sequence[RectifiedCard], places: PrintMaps, box: Box) -> tuple[list[ReadCard], bool]:
    fronts_read, fits = _read_fronts(seen, places, list_fronts(places), box)
    backs = {
        index: read_back(one, float(places.sides[index, NO_FRONT]))
        for index, one in enumerate(seen)
        if index not in fronts_read
    }
    together = fronts_read | backs
    return [together[index] for index in range(len(seen))], fits


def _read_fronts(
    seen: Sequence[RectifiedCard], places: PrintMaps, fronts: list[int], box: Box, pile: Pile | None = None
) -> tuple[dict[int, ReadCard], bool]:
    """Read cards face up; those of a ``pile`` hide parts of each other, and lie in no order."""
    design, prints = match_design(places, fronts, box.design)
    cuts = [seen[index].cut for index in fronts]
    icons = read_icons(cuts, prints, design, find_hidden(pile.seen) if pile else None)
    if design is not None and fronts and measure_strangeness(icons) > READER.max_icon_distance:
        design = None
        icons = [count_icons(one.icons) for one in prints]
    read: dict[int, ReadCard] = {}
    if fronts:
        glyphs = read_glyphs(cuts, [one.letter for one in prints], [one.number for one in prints], box.letters, design)
        known = box.known or KnownCards({})
        favor = match_known_cards(cuts, icons, known, pile.visible if pile else None)
        decided = infer_shelf(glyphs, box.counts, favor, in_order=pile is None)
        for place, (index, hypotheses) in enumerate(zip(fronts, decided, strict=True)):
            likeliest = hypotheses[0].letter, hypotheses[0].number
            legible = favor.support(place, likeliest, 1 - float(glyphs.nothing[place]))
            counted = favor.support(place, likeliest, 1 - float(glyphs.no_number[place]))
            # A card of a pile was found by its print: whether the rest looks like a front does not matter.
            front = 1 - float(places.sides[index, NO_FRONT]) if pile is None else 1.0
            read[index] = read_front(seen[index], front, hypotheses, (legible, counted), icons[place], known.icons)
    return read, design is not None or box.design is None
