"""Reading the cards of a shelf whose places are known: which way up, face up or down, letter, number, icons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..aligning.piles import Pile, find_hidden
from ..aligning.prints import NO_FRONT
from ..aligning.seeing import PlacedCard, see_shelf
from ..aligning.sorting_out import shows_print, sort_out
from ..aligning.straightening import Seen, fit_face, list_fronts
from ..face import Face
from ..geometry import BgrImage
from ..nets import Places
from ..readings import ReadCard
from .concluding import conclude_back, conclude_front
from .glyphs import read_glyphs
from .icons import count_icons
from .joint import decide_shelf
from .recognising import KnownCards, favour_cards
from .shelf_icons import measure_strangeness, read_all_icons

_STRANGE_ICONS = 300.0
"""Mean square distance in Lab: icons of the face itself stay below 200 on most cards, another's are beyond 700."""


@dataclass(frozen=True, slots=True)
class Box:
    """What is known beforehand of the cards: the edition's letters, counts of some, the face and cards if known."""

    letters: tuple[str, ...]
    counts: Mapping[str, int] = field(default_factory=dict)
    face: Face | None = None
    known: KnownCards | None = None


@dataclass(frozen=True, slots=True)
class ShelfRead:
    """The cards of a shelf in the order of the check, and whether the photo has to be turned by a half for them."""

    cards: tuple[ReadCard, ...]
    upside_down: bool
    face_fits: bool


def read_cards(image: BgrImage, cells: Sequence[PlacedCard], box: Box, *, plain: bool = True) -> ShelfRead:
    """Read the cards of an upright photo, or of one that stands on its head.

    Corners stay those of ``image``; where the shelf is upside down, rows and columns are counted from the other end,
    and the corners' names follow the cards. Cards that are none once they are seen near are left out, and all where
    the shelf was not plain to see and hardly any shows print.
    """
    if not cells:
        return ShelfRead((), upside_down=False, face_fits=True)
    shelf = see_shelf(image, cells, box.face)
    straight, places = sort_out(image, shelf.seen, shelf.places)
    if not plain and not shows_print(places):
        return ShelfRead((), upside_down=False, face_fits=True)
    cards, fits = _read_upright(straight, places, box)
    return ShelfRead(tuple(cards), shelf.upside_down, fits)


def read_pile_cards(pile: Pile, box: Box) -> ShelfRead:
    """Read the cards of a splayed pile, all of which lie face up."""
    fronts = list(range(len(pile.seen)))
    cards, fits = _read_fronts(pile.seen, pile.places, fronts, box, pile)
    return ShelfRead(tuple(cards[index] for index in fronts), upside_down=False, face_fits=fits)


def _read_upright(seen: Sequence[Seen], places: Places, box: Box) -> tuple[list[ReadCard], bool]:
    fronts_read, fits = _read_fronts(seen, places, list_fronts(places), box)
    backs = {
        index: conclude_back(one, float(places.sides[index, NO_FRONT]))
        for index, one in enumerate(seen)
        if index not in fronts_read
    }
    together = fronts_read | backs
    return [together[index] for index in range(len(seen))], fits


def _read_fronts(
    seen: Sequence[Seen], places: Places, fronts: list[int], box: Box, pile: Pile | None = None
) -> tuple[dict[int, ReadCard], bool]:
    """Read cards face up; those of a ``pile`` hide parts of each other, and lie in no order."""
    face, prints = fit_face(places, fronts, box.face)
    cuts = [seen[index].cut for index in fronts]
    icons = read_all_icons(cuts, prints, face, find_hidden(pile.seen) if pile else None)
    if face is not None and fronts and measure_strangeness(icons) > _STRANGE_ICONS:
        face = None
        icons = [count_icons(one.icons) for one in prints]
    read: dict[int, ReadCard] = {}
    if fronts:
        glyphs = read_glyphs(cuts, [one.letter for one in prints], [one.number for one in prints], box.letters, face)
        known = box.known or KnownCards({})
        favour = favour_cards(cuts, icons, known, pile.visible if pile else None)
        decided = decide_shelf(glyphs, box.counts, favour, in_order=pile is None)
        for place, (index, guesses) in enumerate(zip(fronts, decided, strict=True)):
            likeliest = guesses[0].letter, guesses[0].number
            legible = favour.support(place, likeliest, 1 - float(glyphs.nothing[place]))
            counted = favour.support(place, likeliest, 1 - float(glyphs.no_number[place]))
            # A card of a pile was found by its print: whether the rest looks like a front does not matter.
            front = 1 - float(places.sides[index, NO_FRONT]) if pile is None else 1.0
            read[index] = conclude_front(seen[index], front, guesses, (legible, counted), icons[place], known.icons)
    return read, face is not None or box.face is None
