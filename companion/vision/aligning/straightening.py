"""Cards seen again and again, each time cut out straighter: print tells better than corners how a card lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from ..cutouts import Spot, cut_cards, reverse_card, reverse_cut
from ..face import Face
from ..finding.ground import describe_cut, measure_apart
from ..finding.plane import Plane
from ..geometry import BgrImage, FoundCard, Quad, as_quad
from ..nets import PLACES_PX, Places, find_places
from .alignment import Pair, align_cards, measure_move, pair_prints
from .prints import NO_FRONT, Prints, find_prints

_ASIDE, _FEWEST_TO_COMPARE = 0.03, 4
"""From how far aside (in shares of its size) a card's print has it cut out anew, and how many cards make a custom."""
_STRAIGHTENED, _SEARCHED = 3, 2
"""How often at most cards are cut out anew, and print looked for aside: each time from print that is seen better."""
_FACE_OFF = 0.16
"""How far (in shares of a card's size) print may stand from a face's places before it is held to be another face's."""


_DIM, _BRIGHTER, _FEWEST_PLAIN = 0.5, 0.3, 3
"""How plainly the print of a front is seen at least, or it is looked for aside; how much plainer it must be there; and
how many cards must show theirs plainly.
"""
_STEPS = (-0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3)
"""How far to the side, in card widths: a ribbon's edge or a neighbour's may have passed for the card's."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A card of the shelf, and what it looks like upright."""

    row: int
    column: int
    card: FoundCard
    cut: BgrImage


def fit_face(places: Places, fronts: list[int], face: Face | None) -> tuple[Face | None, list[Prints]]:
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


def look(seen: Sequence[Seen]) -> Places:
    """Find print on cards."""
    return find_places([cv2.resize(one.cut, PLACES_PX, interpolation=cv2.INTER_AREA) for one in seen])  # type: ignore[misc]


def reverse(one: Seen) -> Seen:
    """Return a card held to be upright as one upside down."""
    return replace(one, card=reverse_card(one.card), cut=reverse_cut(one.cut))


def list_fronts(places: Places) -> list[int]:
    """Return which cards show their front."""
    return [index for index, chances in enumerate(places.sides) if chances[NO_FRONT] < 0.5]


def straighten(
    image: BgrImage, seen: Sequence[Seen], places: Places, face: Face | None
) -> tuple[tuple[Seen, ...], Places]:
    """Cut cards out anew whose print stands aside from where it should: their corners were off."""
    shelf = _Shelf(image, tuple(seen), places, face)
    shelf = shelf.align_often()
    for _ in range(_SEARCHED):
        found = shelf.search()
        if found is shelf:
            break
        shelf = found.align_often()
    return shelf.seen, shelf.places


@dataclass(frozen=True, slots=True)
class _Shelf:
    """Cards as far as they were seen."""

    image: BgrImage
    seen: tuple[Seen, ...]
    places: Places
    face: Face | None

    def align_often(self) -> _Shelf:
        """Align until nothing moves any more, or often enough."""
        shelf = self
        for _ in range(_STRAIGHTENED):
            again = shelf.align()
            if again is shelf:
                break
            shelf = again
        return shelf

    def align(self) -> _Shelf:
        """Cut out anew what stands aside from where the face, or most cards, have it."""
        fronts = list_fronts(self.places)
        if not fronts or (self.face is None and len(fronts) < _FEWEST_TO_COMPARE):
            return self
        face, prints = fit_face(self.places, fronts, self.face)
        paired = dict(zip(fronts, pair_prints(prints, face), strict=True))
        quads = [one.card.corners_px for one in self.seen]
        aligned = [as_quad(corners) for corners in self._lay(paired).place_corners()]
        moved = {
            index: after
            for index, (before, after) in enumerate(zip(quads, aligned, strict=True))
            if measure_move(before, after) > _ASIDE
        }
        return self._cut_anew(moved) if moved else self

    def search(self) -> _Shelf:
        """Look to the sides of cards whose print is hardly seen while that of others is."""
        fronts = list_fronts(self.places)
        face, prints = fit_face(self.places, fronts, self.face)
        strengths = {index: _measure_print(one) for index, one in zip(fronts, prints, strict=True)}
        plain = [index for index in fronts if strengths[index] >= _DIM]
        # What passed for a back is a front only where it shows print plainly.
        wanted = {index: strength + _BRIGHTER for index, strength in strengths.items() if strength < _DIM}
        wanted |= dict.fromkeys(self._list_odd_backs(fronts), _DIM)
        if not wanted or len(plain) < _FEWEST_PLAIN:
            return self
        shown = [one for index, one in zip(fronts, prints, strict=True) if index in plain]
        spots = (face.letter, face.number) if face else _find_usual(shown)
        plane = self._lay(dict(zip(plain, pair_prints(shown, face), strict=True)))
        turn = float(np.median([plane.poses[index, 2] for index in plain]))
        brighter: dict[int, Quad] = {}
        for index, least in wanted.items():
            poses = plane.poses[index] * (1, 1, 0) + np.array([(step, 0, turn) for step in _STEPS])
            shifted = [as_quad(corners) for corners in replace(plane, poses=poses).place_corners()]
            cuts = [replace(self.seen[index], cut=cut) for cut in cut_cards(self.image, shifted)]
            found = [_measure_print(one) for one in find_prints(look(cuts), list(range(len(cuts))), spots)]
            best = int(np.argmax(found))
            if found[best] > least:
                brighter[index] = shifted[best]
        return self._cut_anew(brighter) if brighter else self

    def _list_odd_backs(self, fronts: list[int]) -> list[int]:
        """Return the cards without print that look more like fronts than like other backs: cut out far aside, maybe."""
        if not fronts or len(fronts) == len(self.seen):
            return []
        apart = measure_apart(np.stack([describe_cut(one.cut) for one in self.seen]))
        backs = [index for index in range(len(self.seen)) if index not in fronts]
        return [i for i in backs if apart[i, fronts].min() < apart[i, backs].min()]

    def _lay(self, paired: Mapping[int, Sequence[Pair]]) -> Plane:
        quads, cells = [one.card.corners_px for one in self.seen], [(one.row, one.column) for one in self.seen]
        return align_cards(quads, cells, paired)

    def _cut_anew(self, quads: Mapping[int, Quad]) -> _Shelf:
        seen = list(self.seen)
        for (index, quad), cut in zip(quads.items(), cut_cards(self.image, list(quads.values())), strict=True):
            seen[index] = replace(seen[index], card=replace(seen[index].card, corners_px=quad), cut=cut)
        fresh, where = look([seen[index] for index in quads]), list(quads)
        heat, sizes, sides = self.places.heat.copy(), self.places.sizes_px.copy(), self.places.sides.copy()
        heat[where], sizes[where], sides[where] = fresh.heat, fresh.sizes_px, fresh.sides
        return replace(self, seen=tuple(seen), places=Places(heat, sizes, sides))


def _measure_print(one: Prints) -> float:
    return min(one.letter_strength, one.number_strength)


def _find_usual(prints: Sequence[Prints]) -> tuple[Spot, Spot]:
    """Return where cards usually have letter and number."""
    middles = [
        np.median([(spot.x, spot.y, spot.height, spot.width) for spot in spots], axis=0).tolist()
        for spots in ([one.letter for one in prints], [one.number for one in prints])
    ]
    return Spot(*middles[0]), Spot(*middles[1])
