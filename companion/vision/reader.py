"""Reading the cards of a shelf whose places are known: which way up, face up or down, letter, number, icons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import cv2
import numpy as np

from .alignment import align_quads, measure_move, pair_prints
from .cutouts import Spot, cut_cards, reverse_card, reverse_cut
from .face import Face
from .geometry import BgrImage, FoundCard, Point
from .glyphs import read_glyphs
from .icons import Icons, count_icons, read_icons
from .joint import Guess, decide_shelf
from .nets import PLACES_PX, Places, find_places
from .prints import NO_FRONT, REVERSED, UPRIGHT, Prints, find_prints
from .reading import Candidate, Confidence, ReadCard, write_card

_READABLE = 0.5
"""A value whose chance is less than even is not read, but left open."""
_WORTH_NAMING = 0.01
_ASIDE, _FEWEST_TO_COMPARE = 0.03, 4
"""From how far aside (in shares of its size) a card's print has it cut out anew, and how many cards make a custom."""
_STRAIGHTENED = 3
"""How often at most: each time from print that is seen better."""
_MOST_GUESSES, _MOST_CANDIDATES = 6, 4
_FACE_OFF = 0.16
"""How far (in shares of a card's size) print may stand from a face's places before it is held to be another face's."""


_STRANGE_ICONS = 300.0
"""Mean square distance in Lab: icons of the face itself stay below 200 on most cards, another's are beyond 700."""


_PALE, _VIVIDNESS, _TRIED = 130.0, (1.3, 1.6, 2.0, 2.6, 3.4, 4.5), 6
"""From which distance colours are tried stronger than they are, how strong, and on how many cards."""
_FOREIGN, _FOREIGN_SURE = 200.0, 0.88
"""From which distance on icons may well be another face's, and what is left of the confidence in them then: doubt.

On 45 fresh shelves of the default face six photos in seven stay below; of 40 other faces the nearest is at 280.
"""


class PlacedCard(Protocol):
    """A card with its place on the shelf, as ``lattice.lay_out`` gives it."""

    @property
    def row(self) -> int: ...

    @property
    def column(self) -> int: ...

    @property
    def card(self) -> FoundCard: ...


@dataclass(frozen=True, slots=True)
class Box:
    """What is known beforehand of the cards: the edition's letters, counts of some, and the face if it is known."""

    letters: tuple[str, ...]
    counts: Mapping[str, int] = field(default_factory=dict)
    face: Face | None = None


@dataclass(frozen=True, slots=True)
class ShelfRead:
    """The cards of a shelf in the order of the check, and whether the photo has to be turned by a half for them."""

    cards: tuple[ReadCard, ...]
    upside_down: bool
    face_fits: bool


@dataclass(frozen=True, slots=True)
class _Seen:
    row: int
    column: int
    card: FoundCard
    cut: BgrImage


def read_cards(image: BgrImage, cells: Sequence[PlacedCard], box: Box) -> ShelfRead:
    """Read the cards of an upright photo, or of one that stands on its head.

    Corners stay those of ``image``; where the shelf is upside down, rows and columns are counted from the other end,
    and the corners' names follow the cards.
    """
    if not cells:
        return ShelfRead((), upside_down=False, face_fits=True)
    cuts = cut_cards(image, [cell.card.corners_px for cell in cells])
    seen = [_Seen(cell.row, cell.column, cell.card, cut) for cell, cut in zip(cells, cuts, strict=True)]
    places = _look(seen)
    upside_down = bool(places.sides[:, REVERSED].sum() > places.sides[:, UPRIGHT].sum())
    if upside_down:
        last_row, last_column = max(one.row for one in seen), max(one.column for one in seen)
        seen = [_reverse(replace(one, row=last_row - one.row, column=last_column - one.column)) for one in seen]
        places = _look(seen)
    turned = np.nonzero(places.sides[:, REVERSED] > 0.8)[0]
    if len(turned):  # single cards that lie the other way round
        seen = [_reverse(one) if index in turned else one for index, one in enumerate(seen)]
        places = _look(seen)
    order = sorted(range(len(seen)), key=lambda index: (seen[index].row, seen[index].column))
    seen = [seen[index] for index in order]
    places = Places(places.heat[order], places.sizes_px[order], places.sides[order])
    for _ in range(_STRAIGHTENED):
        before = seen
        seen, places = _straighten(image, seen, places, box.face)
        if seen is before:
            break
    cards, fits = _read_upright(seen, places, box)
    return ShelfRead(tuple(cards), upside_down, fits)


def _look(seen: list[_Seen]) -> Places:
    return find_places([cv2.resize(one.cut, PLACES_PX, interpolation=cv2.INTER_AREA) for one in seen])  # type: ignore[misc]


def _reverse(one: _Seen) -> _Seen:
    return replace(one, card=reverse_card(one.card), cut=reverse_cut(one.cut))


def _straighten(image: BgrImage, seen: list[_Seen], places: Places, face: Face | None) -> tuple[list[_Seen], Places]:
    """Cut out anew the cards whose print stands aside from where it should: their corners were off."""
    fronts = _list_fronts(places)
    if not fronts or (face is None and len(fronts) < _FEWEST_TO_COMPARE):
        return seen, places
    face, prints = _fit_face(places, fronts, face)
    paired = dict(zip(fronts, pair_prints(prints, face), strict=True))
    quads = [one.card.corners_px for one in seen]
    aligned = align_quads(quads, [(one.row, one.column) for one in seen], paired)
    moves = [measure_move(before, after) for before, after in zip(quads, aligned, strict=True)]
    off = [index for index, move in enumerate(moves) if move > _ASIDE]
    if not off:
        return seen, places
    seen = list(seen)
    for index, cut in zip(off, cut_cards(image, [aligned[index] for index in off]), strict=True):
        one = seen[index]
        seen[index] = replace(one, card=replace(one.card, corners_px=aligned[index]), cut=cut)
    fresh = _look([seen[index] for index in off])
    heat, sizes, sides = places.heat.copy(), places.sizes_px.copy(), places.sides.copy()
    heat[off], sizes[off], sides[off] = fresh.heat, fresh.sizes_px, fresh.sides
    return seen, Places(heat, sizes, sides)


def _list_fronts(places: Places) -> list[int]:
    return [index for index, chances in enumerate(places.sides) if chances[NO_FRONT] < 0.5]


def _read_upright(seen: list[_Seen], places: Places, box: Box) -> tuple[list[ReadCard], bool]:
    fronts = _list_fronts(places)
    face, prints = _fit_face(places, fronts, box.face)
    cuts = [seen[index].cut for index in fronts]
    icons = _read_all_icons(cuts, prints, face)
    if face is not None and fronts and _measure_strangeness(icons) > _STRANGE_ICONS:
        face = None
        icons = [count_icons(one.icons) for one in prints]
    fronts_read: dict[int, ReadCard] = {}
    if fronts:
        glyphs = read_glyphs(cuts, [one.letter for one in prints], [one.number for one in prints], box.letters, face)
        for place, (index, guesses) in enumerate(zip(fronts, decide_shelf(glyphs, box.counts), strict=True)):
            cell = min(_trust(seen[index].card), 1 - float(places.sides[index, NO_FRONT]))
            legible = 1 - float(glyphs.nothing[place])
            fronts_read[index] = _conclude(seen[index], cell, guesses, legible, icons[place])
    backs = {
        index: _conclude_back(one, float(places.sides[index, NO_FRONT]))
        for index, one in enumerate(seen)
        if index not in fronts_read
    }
    together = fronts_read | backs
    return [together[index] for index in range(len(seen))], face is not None or box.face is None


def _trust(card: FoundCard) -> float:
    """Return the chance that there is a card, for the finder's confidence: a place in a shelf speaks for it."""
    return float(np.interp(card.confidence, (0.15, 0.3, 0.45), (0.6, 0.92, 0.99)))


def _conclude_back(one: _Seen, certain: float) -> ReadCard:
    corners = one.card.corners_px
    return ReadCard(one.row, one.column, False, corners, Confidence(min(_trust(one.card), certain)))


def _fit_face(places: Places, fronts: list[int], face: Face | None) -> tuple[Face | None, list[Prints]]:
    """Find the cards' print where the face has it; where it stands elsewhere, the cards are not of that face."""
    free = find_prints(places, fronts)
    if face is None or not free:
        return None if not free else face, free
    off = np.median([(one.letter.x - face.letter.x, one.letter.y - face.letter.y) for one in free], axis=0)
    if float(np.abs(off).max()) > _FACE_OFF:
        return None, free
    prints = find_prints(places, fronts, (face.letter, face.number))
    sized = [
        replace(
            one,
            letter=replace(one.letter, height=face.letter.height),
            number=replace(one.number, height=face.number.height, width=face.number.width),
        )
        for one in prints
    ]
    return face, sized


def _read_all_icons(cuts: list[BgrImage], prints: list[Prints], face: Face | None) -> list[Icons]:
    """Read the icons of all cards; of a pale photo, with its colours as strong as fits the face best."""
    if face is None or not prints:
        return [count_icons(one.icons) for one in prints]
    cards = list(zip(cuts, prints, strict=True))

    def read(chosen: list[tuple[BgrImage, Prints]], vividness: float) -> list[Icons]:
        return [read_icons(cut, face, _find_shift(one, face), one.icons, vividness) for cut, one in chosen]

    icons = read(cards, 1.0)
    if _measure_strangeness(icons) > _PALE:
        few = cards[:: max(1, len(cards) // _TRIED)]
        tries = {vividness: _measure_strangeness(read(few, vividness)) for vividness in (1.0, *_VIVIDNESS)}
        vividness = min(tries, key=lambda one: tries[one])
        icons = icons if vividness == 1.0 else read(cards, vividness)
    if _measure_strangeness(icons) > _FOREIGN:
        return [replace(one, confidence=one.confidence * _FOREIGN_SURE) for one in icons]
    return icons


def _measure_strangeness(icons: list[Icons]) -> float:
    return float(np.quantile([one.strangeness for one in icons], 0.3))


def _find_shift(prints: Prints, face: Face) -> Point:
    """Return how far a card's print stands off its face's places: the middle of what letter, number and icons say."""
    offsets = [_offset(prints.letter, face.letter), _offset(prints.number, face.number)]
    every = [Spot(x, y, 0, 0) for places in face.icon_places for x, y in places]
    for icon in prints.icons:
        nearest = min((_offset(icon, place) for place in every), key=lambda offset: abs(offset[0]) + abs(offset[1]))
        if max(map(abs, nearest)) < face.icon_height / 2:
            offsets.append(nearest)
    x, y = np.median(np.array(offsets), axis=0)
    return float(x), float(y)


def _offset(seen: Spot, wanted: Spot) -> Point:
    return seen.x - wanted.x, seen.y - wanted.y


def _conclude(one: _Seen, cell: float, guesses: tuple[Guess, ...], legible: float, icons: Icons) -> ReadCard:
    """Make a card of the likeliest guess; what is less likely than not stays open."""
    best = guesses[0]
    letter = legible * sum(guess.chance for guess in guesses if guess.letter == best.letter)
    number = legible * sum(guess.chance for guess in guesses if (guess.number, guess.of) == (best.number, best.of))
    has_letter, has_number = letter >= _READABLE, number >= _READABLE
    codes = icons.codes if icons.confidence >= _READABLE else "?" * len(icons.codes)
    # What was read plainly was certainly there: a card found with little confidence is confirmed by its print.
    seen = max(cell, min(letter, number)) if has_letter and has_number else cell
    card = ReadCard(
        one.row,
        one.column,
        True,
        one.card.corners_px,
        Confidence(seen, letter, number, icons.confidence),
        letter=best.letter if has_letter else None,
        number=best.number if has_number else None,
        of=best.of if has_number else None,
        icons=codes,
    )
    return replace(card, candidates=_list_candidates(card, guesses, legible, icons))


def _list_candidates(card: ReadCard, guesses: tuple[Guess, ...], legible: float, icons: Icons) -> tuple[Candidate, ...]:
    """Return what a card may be besides what was read: other letters and numbers, or other icons."""
    chances: dict[str, float] = {}
    for guess in guesses[:_MOST_GUESSES]:
        other = write_card(guess.letter, guess.number, icons.codes)
        chances[other] = chances.get(other, 0.0) + guess.chance * legible
    for codes, chance in icons.others:
        chances[write_card(guesses[0].letter, guesses[0].number, codes)] = chance
    chances.pop(card.write(), None)
    ranked = sorted(chances.items(), key=lambda item: -item[1])[:_MOST_CANDIDATES]
    return tuple(Candidate(other, chance) for other, chance in ranked if chance >= _WORTH_NAMING)
