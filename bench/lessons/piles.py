"""How well splayed piles of a learned box are counted: ``python -m bench.lessons.piles [--first 4360000]``.

A box is taught by one photo of a shelf, as ``bench.lessons.teach`` does: its questions are answered as the truth has
them, and what is doubtful of its cards is mended. Then piles of cards of the box are read, each of which leaves as much
of a card in sight as its letter, number and icons take. What counts is the tally: by how many icons it is off before
anything is mended, and how many cards are wrong without being doubtful. ``--held-out`` takes the printings of
``held_out_piles.toml``, which nothing was chosen by.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from companion.vision.pipeline import read_pile
from companion.vision.readings import Face as Side
from companion.vision.readings import Reading
from companion.workflow.decks.reading import make_deckless_box
from tools.scenes.decks import make_deck
from tools.scenes.photos import Face, Photo, make_photo

from ..photos.decks import SIZE, encode, take_photo
from ..photos.printings import tell_missing_fonts
from ..photos.read import share
from .faces import list_printings, make_parser
from .mending import EDITION
from .teach import Teacher, add, begin, learn, play, read, use

HELD_OUT = Path(__file__).with_name("held_out_piles.toml")
PILES = 2
"""How many piles of each printing are read."""
MOST_OFF = 0.01
"""Share of the icons by which a tally may be off."""


@dataclass(slots=True)
class Figures:
    """Counts over piles, and over their cards and icons."""

    piles: int = 0
    exact: int = 0
    close: int = 0
    """Off by at most ``MOST_OFF`` of the icons."""
    icons: int = 0
    off: int = 0
    cards: int = 0
    missed: int = 0
    added: int = 0
    sure_but_wrong: int = 0
    """Cards of which letter, number or icons are wrong and nothing is doubtful."""
    untaught: list[str] = field(default_factory=list)

    def add(self, photo: Photo, reading: Reading) -> str:
        """Count a pile; return the line to print."""
        wanted = photo.truth["tally"]
        icons, off = sum(wanted.values()), sum(abs(count - wanted[code]) for code, count in reading.tally.items())
        found = _match_cards(photo, reading)
        missed = found.count(None)
        added = len(reading.cards) - (len(found) - missed)
        self.piles += 1
        self.exact += off == 0
        self.close += off <= MOST_OFF * icons
        self.icons += icons
        self.off += off
        self.cards += len(found)
        self.missed += missed
        self.added += added
        for card, place in zip(photo.truth["cards"], found, strict=True):
            if place is not None:
                read_card = reading.cards[place]
                written = f"{read_card.letter}{read_card.number}:{read_card.icons}"
                head, _, codes = card["card"].partition(":")
                truth = f"{head.partition('/')[0]}:{''.join(sorted(codes))}"
                self.sure_but_wrong += read_card.face is Side.UP and not read_card.doubts and written != truth
        return f"{len(found)} cards, {missed} missed, {added} added, {off}/{icons} off"


def _match_cards(photo: Photo, reading: Reading) -> list[int | None]:
    """Return, for each card of a pile, which card of its reading lies there: its upper edge is where that is."""
    seen = [np.mean(card.corners_px[:2], axis=0) for card in reading.cards]
    found: list[int | None] = []
    for card in photo.truth["cards"]:
        corners = np.array(card["corners"])
        off = [float(np.linalg.norm(place - corners[:2].mean(0))) for place in seen]
        nearest = int(np.argmin(off)) if off else None
        near = nearest is not None and off[nearest] < float(np.linalg.norm(corners[1] - corners[0])) / 4
        found.append(nearest if near and nearest not in found else None)
    return found


def teach_box(face: Face, seed: int) -> tuple[bytes, ...]:
    """Return the lessons of a box of a face after one photo of a shelf: none where it teaches nothing."""
    deck = make_deck(seed)
    photo = take_photo(face, seed, deck)
    taken = read(photo, ())
    if taken is None:
        return ()
    review, kept = begin(taken)
    review, taps = play(Teacher(face, photo, deck), review, kept)
    looks: tuple[bytes, ...] = ()
    if taps:
        looks, review = learn(taken, review, kept, looks)
    used, _ = use(taken, review, photo, deck, (), looks[-1] if looks else None)
    return add(looks, used) if used else looks


def measure_face(face: Face, seed: int, figures: Figures) -> list[str]:
    """Teach a face, read piles of its cards, and add them to figures; return a line for each."""
    looks = teach_box(face, seed)
    if not looks:
        figures.untaught.append(face.name)
    box = make_deckless_box(EDITION, looks)
    rows = []
    for number in range(PILES):
        photo = make_photo(face, seed + 200 + number, deck_seed=seed, size=SIZE, splay=True)
        reading = read_pile(encode(photo), "", "", box).reading
        rows.append(figures.add(photo, reading))
    return rows


def main() -> None:
    chosen = make_parser("piles", __doc__, 4_360_000, 8).parse_args()
    cv2.setNumThreads(1)
    tell_missing_fonts()
    every = Figures()
    for seed, face in list_printings(chosen.makers, chosen.first, chosen.count, HELD_OUT if chosen.held_out else None):
        print(f"{face.name}:", *measure_face(face, 1000 * seed, every), sep="\n  ", flush=True)
    print(f"{every.piles} piles, {every.exact} exact, {every.close} off by at most {MOST_OFF:.0%}")
    print(f"icons: {every.icons}, off by {every.off}, {share(every.off, every.icons)}")
    print(f"cards: {every.cards}, missed {every.missed}, added {every.added}, wrong but sure {every.sure_but_wrong}")
    print("nothing learned from:", *every.untaught)


if __name__ == "__main__":
    main()
