"""Reading the cards of a shelf whose places are known: which way up, face up or down, letter, number, icons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from .cutouts import Spot, cut_cards
from .face import Face
from .geometry import BgrImage, FoundCard, Point
from .glyphs import read_glyphs
from .icons import AS_TAKEN, Icons, Tones, count_icons, find_tones, read_icons
from .joint import Guess, decide_shelf
from .nets import Places
from .prints import NO_FRONT, REVERSED, UPRIGHT, Prints
from .reading import Candidate, Confidence, ReadCard, write_card
from .sorting_out import shows_print, sort_out
from .straightening import Seen, fit_face, list_fronts, look, reverse, straighten

_READABLE = 0.5
"""A value whose chance is less than even is not read, but left open."""
_WORTH_NAMING = 0.01
_MOST_GUESSES, _MOST_CANDIDATES = 6, 4
_STRANGE_ICONS = 300.0
"""Mean square distance in Lab: icons of the face itself stay below 200 on most cards, another's are beyond 700."""
_PALE, _TRIED = 120.0, 5
"""From which distance on the face's colours are looked for in other tones, and on how many cards."""
_FOREIGN, _FOREIGN_SURE = 210.0, 0.88
"""From which distance on icons may well be another face's, and what is left of the confidence in them then: doubt.

Of 77 fresh shelves of the default face, in the tones found, none is above 135; of 40 other faces the nearest is at 277.
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


def read_cards(image: BgrImage, cells: Sequence[PlacedCard], box: Box, *, plain: bool = True) -> ShelfRead:
    """Read the cards of an upright photo, or of one that stands on its head.

    Corners stay those of ``image``; where the shelf is upside down, rows and columns are counted from the other end,
    and the corners' names follow the cards. Cards that are none once they are seen near are left out, and all where
    the shelf was not plain to see and hardly any shows print.
    """
    if not cells:
        return ShelfRead((), upside_down=False, face_fits=True)
    cuts = cut_cards(image, [cell.card.corners_px for cell in cells])
    seen = [Seen(cell.row, cell.column, cell.card, cut) for cell, cut in zip(cells, cuts, strict=True)]
    places = look(seen)
    upside_down = bool(places.sides[:, REVERSED].sum() > places.sides[:, UPRIGHT].sum())
    if upside_down:
        last_row, last_column = max(one.row for one in seen), max(one.column for one in seen)
        seen = [reverse(replace(one, row=last_row - one.row, column=last_column - one.column)) for one in seen]
        places = look(seen)
    turned = np.nonzero(places.sides[:, REVERSED] > 0.8)[0]
    if len(turned):  # single cards that lie the other way round
        seen = [reverse(one) if index in turned else one for index, one in enumerate(seen)]
        places = look(seen)
    order = sorted(range(len(seen)), key=lambda index: (seen[index].row, seen[index].column))
    seen = [seen[index] for index in order]
    places = Places(places.heat[order], places.sizes_px[order], places.sides[order])
    straight, places = straighten(image, seen, places, box.face)
    straight, places = sort_out(straight, places)
    if not plain and not shows_print(places):
        return ShelfRead((), upside_down=False, face_fits=True)
    cards, fits = _read_upright(straight, places, box)
    return ShelfRead(tuple(cards), upside_down, fits)


def _read_upright(seen: Sequence[Seen], places: Places, box: Box) -> tuple[list[ReadCard], bool]:
    fronts = list_fronts(places)
    face, prints = fit_face(places, fronts, box.face)
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


def _conclude_back(one: Seen, certain: float) -> ReadCard:
    corners = one.card.corners_px
    return ReadCard(one.row, one.column, False, corners, Confidence(min(_trust(one.card), certain)))


def _read_all_icons(cuts: list[BgrImage], prints: list[Prints], face: Face | None) -> list[Icons]:
    """Read the icons of all cards; of a pale or hazy photo, with its colours as fit the face best."""
    if face is None or not prints:
        return [count_icons(one.icons) for one in prints]
    cards = list(zip(cuts, prints, strict=True))

    def read(chosen: list[tuple[BgrImage, Prints]], tones: Tones) -> list[Icons]:
        return [read_icons(cut, face, _find_shift(one, face), one.icons, tones) for cut, one in chosen]

    icons = read(cards, AS_TAKEN)
    if _measure_strangeness(icons) > _PALE:
        few = cards[:: max(1, len(cards) // _TRIED)]
        tones = find_tones(lambda tones: _measure_strangeness(read(few, tones)))
        icons = icons if tones == AS_TAKEN else read(cards, tones)
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


def _conclude(one: Seen, cell: float, guesses: tuple[Guess, ...], legible: float, icons: Icons) -> ReadCard:
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
