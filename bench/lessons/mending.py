"""A person who mends what is doubtful of a photo, as the truth has it, with as few taps as the app's keys allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.scoring.editions import find_edition
from companion.vision.geometry import FloatArray
from companion.workflow.photos.comparing import find_other
from companion.workflow.photos.mending import Keys, mend, press
from companion.workflow.photos.review import FACE_DOWN, NO_CARD, PhotoCard, Spot
from tools.scenes.decks import SceneCard
from tools.scenes.photos import Photo

EDITION = "en"
MOST_KEYS = 7
LETTERS = find_edition(EDITION).letters


Cells = Mapping[tuple[int, int], SceneCard | None]
"""What lies in each row and column; nothing for a card face down."""


def tell(photo: Photo, cells: Cells, card: PhotoCard) -> str:
    """Return what a card is, by where it is in the photo."""
    for true, seen in zip(cells.values(), photo.truth["cards"], strict=True):
        if _is_on(np.array(seen["corners"], np.float32), card):
            return write_true(true)
    return NO_CARD


def find_read(photo: Photo, cells: Cells, cards: Sequence[PhotoCard]) -> Iterator[tuple[SceneCard, PhotoCard | None]]:
    """Yield each card that lies face up with what was read where it is in the photo, whatever its row and column."""
    for true, seen in zip(cells.values(), photo.truth["cards"], strict=True):
        if true is not None:
            corners = np.array(seen["corners"], np.float32)
            yield true, next((card for card in cards if _is_on(corners, card)), None)


def _is_on(corners: FloatArray, card: PhotoCard) -> bool:
    x, y = np.mean(card.corners, axis=0).tolist()
    return cv2.pointPolygonTest(corners, (x, y), measureDist=False) >= 0


def write_true(card: SceneCard | None) -> str:
    """Return what the app calls a card."""
    return FACE_DOWN if card is None else card.write_plain()


@dataclass(frozen=True, slots=True)
class Compared:
    """What a person says of cards that are compared."""

    shown: Mapping[Spot, str]
    wrong: frozenset[Spot]
    others: Mapping[Spot, str]

    @property
    def taps(self) -> int:
        """One for each mark, and one for the rest."""
        return len(self.wrong) + len(self.others) + 1


def compare(photo: Photo, cells: Cells, cards: Sequence[PhotoCard]) -> Compared:
    """Return what is said of cards that are compared: which are wrong, and which are the others that are offered."""
    told = {card.spot: tell(photo, cells, card) for card in cards}
    off = [card for card in cards if told[card.spot] != card.likeliest]
    others = {card.spot: told[card.spot] for card in off if told[card.spot] == find_other(card)}
    wrong = frozenset(card.spot for card in off if card.spot not in others)
    return Compared({card.spot: card.likeliest for card in cards}, wrong, others)


def count_keys(card: PhotoCard, told: str) -> int:
    """Return how many taps it takes to say what a card is: the fewest, as somebody who knows the keys."""
    name, _, icons = told.partition(":")
    if not icons:
        return 1
    keys = [f"letter-{name[0]}", f"number-{name[1:]}", "more", *(f"icon-{icon}" for icon in sorted(set(icons)))]
    begun = [Keys()]
    for count in range(MOST_KEYS):
        mended = [mend(card, one) for one in begun]
        if any(one.settled == told for one in mended):
            return count
        if any(told in one.choices for one in mended):
            return count + 1
        begun = list(
            dict.fromkeys(press(one, key, LETTERS) for one in begun for key in keys if _may_press(one, key, icons))
        )
    return MOST_KEYS


def _may_press(keys: Keys, key: str, icons: str) -> bool:
    kind, _, value = key.partition("-")
    if kind == "icon":
        return keys.icons.count(value) < icons.count(value)
    return {"letter": not keys.letter, "number": not keys.number, "more": keys.more < 3}[kind]
