"""How well a deck learns: ``python -m bench.photos.decks [--faces 20] [--piles 10] [--true-corners]``.

For each held-out face a deck of 152 cards is dealt. Two photos of 15 or more cards are confirmed, one after the other;
after each, two other photos are read, half of whose cards were seen before. ``--true-corners`` gives learning and
reading the true corners, a little shaken, in place of those that are found: what the detector misses is left out of the
figures then. Piles of the default face, and of held-out faces after one confirmed photo, come last.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.scoring.editions import find_edition
from companion.vision.designs.card_design import load_design
from companion.vision.detecting.lattice import Cell
from companion.vision.geometry import DetectedCard
from companion.vision.learning.deck_knowledge import make_box
from companion.vision.learning.icons.icon_places import DesignError
from companion.vision.learning.lesson_files import format_lesson
from companion.vision.learning.lessons import Lesson
from companion.vision.learning.shelf_alignment import ExpectedCard
from companion.vision.learning.teaching import MismatchError, TaughtCard, learn_photo, take_lesson
from companion.vision.pipeline import Box, read_photo, read_pile
from companion.vision.reading.card_matching import DescriptorGallery, compare_descriptors
from companion.vision.reading.shelf_reader import read_cards
from companion.vision.readings import SURE, Face, ReadCard
from companion.workflow.decks.game_rules import EX_LIBRIS
from tools.scenes.decks import SceneCard, make_deck
from tools.scenes.faces import SceneFace, held_out_faces, parchment
from tools.scenes.photos import Face as Printing
from tools.scenes.photos import Photo, make_photo
from tools.scenes.shelves import lay_shelf, tidy_habits

from .printings import tell_missing_fonts
from .read import list_cells, share

FIRST_SEED = 810_000
"""Scenes are counted from here: seeds that nothing was trained or tuned on."""
SIZE = (4032, 3024)
FEWEST, MOST = 15, 24
"""Cards face up on a shelf that is looked at."""
SHAKEN = 0.012
"""How far true corners are shaken, in card widths."""
LETTERS = find_edition("en").letters


@dataclass(slots=True)
class Figures:
    """Counts over cards face up."""

    cards: int = 0
    whole: int = 0
    letters: int = 0
    numbers: int = 0
    icons: int = 0
    recognized: int = 0
    sure_but_wrong: int = 0
    right_but_doubtful: int = 0

    def add(self, card: ReadCard | None, truth: SceneCard) -> None:
        """Count one card."""
        self.cards += 1
        if card is None:
            return
        letter, number = card.letter == truth.letter, card.number == truth.number
        icons = card.icons == truth.codes
        right, sure = letter and number and icons, card.confidence.least >= SURE
        self.letters += letter
        self.numbers += number
        self.icons += icons
        self.whole += right
        self.recognized += card.source == "deck"
        self.sure_but_wrong += sure and not right
        self.right_but_doubtful += right and not sure

    def describe(self) -> str:
        """Return the line to print."""
        columns = (self.whole, self.letters, self.numbers, self.icons, self.recognized, self.sure_but_wrong,
                   self.right_but_doubtful)  # fmt: skip
        return f"{self.cards:5} " + " ".join(share(column, self.cards) for column in columns)


@dataclass(slots=True)
class Result:
    """All that is counted."""

    by_kind: dict[str, Figures] = field(default_factory=lambda: defaultdict(Figures))
    photos: int = 0
    layouts: int = 0
    backs_missed: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    """Cards face down that were not seen so, by how many photos were confirmed."""
    refused: list[str] = field(default_factory=list)
    lesson_bytes: list[float] = field(default_factory=list)


def take_photo(face: Printing, seed: int, pool: tuple[SceneCard, ...], fewest: int = FEWEST, most: int = MOST) -> Photo:
    """Photograph a shelf on which enough cards lie face up, of the cards of a pool."""
    for tried in range(seed, seed + 200):
        dice = np.random.default_rng([19, tried, face.seed])
        up = sum(not spot.face_down for spot in lay_shelf(dice, tidy_habits(dice), face.height))
        if fewest <= up <= most:
            return make_photo(face, tried, size=SIZE, pool=pool)
    msg = f"no shelf of {fewest} to {most} cards from seed {seed} on"
    raise LookupError(msg)


def encode(photo: Photo) -> bytes:
    """Return a photo as the JPEG that a phone sends."""
    return cv2.imencode(".jpg", photo.image, [cv2.IMWRITE_JPEG_QUALITY, photo.truth["quality"]])[1].tobytes()


def list_truth(photo: Photo, deck: Sequence[SceneCard]) -> dict[tuple[int, int], SceneCard | None]:
    """Return the card of each place, nothing for one face down."""
    by_name = {card.write(): card for card in deck}
    return {place: by_name.get(name) for place, name in list_cells(photo.truth).items()}


def shake(photo: Photo, dice: np.random.Generator) -> list[Cell]:
    """Return the cells of a photo with their true corners, a little shaken."""
    cells = []
    for (row, column), card in zip(list_cells(photo.truth), photo.truth["cards"], strict=True):
        quad = np.array(card["corners"])
        slips = SHAKEN * np.linalg.norm(quad[1] - quad[0]) * (dice.normal(0, 1, (4, 2)) + dice.normal(0, 1, 2))
        a, b, c, d = ((x, y) for x, y in (quad + slips).tolist())
        cells.append(Cell(row, column, DetectedCard((a, b, c, d), 0.99)))
    return cells


def teach(
    photo: Photo, deck: Sequence[SceneCard], lessons: list[Lesson], box: Box, shaken: np.random.Generator | None
) -> Lesson:
    """Confirm a photo, and return what it teaches."""
    truth = list_truth(photo, deck)
    if shaken is None:
        wanted = [ExpectedCard(*place, *name_card(card)) for place, card in truth.items()]
        return learn_photo(encode(photo), wanted, lessons, EX_LIBRIS).lesson
    cells = shake(photo, shaken)
    taught = [TaughtCard(c.row, c.column, c.card, *name_card(truth[c.row, c.column])) for c in cells]
    return take_lesson(photo.image, taught, box.design if lessons else None, EX_LIBRIS)[1]


def name_card(card: SceneCard | None) -> tuple[tuple[str, int] | None, str]:
    return (None, "") if card is None else ((card.letter, card.number), card.codes)


def read(photo: Photo, box: Box, shaken: np.random.Generator | None) -> tuple[ReadCard, ...]:
    """Read a photo."""
    if shaken is None:
        return read_photo(encode(photo), "photo", "deck", box).reading.cards
    return read_cards(photo.image, shake(photo, shaken), box).cards


def measure_face(face: SceneFace, seed: int, result: Result, *, true_corners: bool) -> Box:
    """Teach a deck two photos of a face, and read two others after each; return what it knows in the end."""
    deck = make_deck(seed)
    dice = np.random.default_rng([99, seed])
    lessons: list[Lesson] = []
    known: dict[tuple[str, int], str | None] = {}
    unseen = deck
    box = Box(LETTERS, EX_LIBRIS, {}, load_design("default"))
    taught = []
    for number in (0, 1):
        taught.append(take_photo(face, seed + 100 * number, unseen))
        seen = {card for card in list_truth(taught[-1], deck).values() if card}
        unseen = tuple(card for card in unseen if card not in seen)
    tried = [take_photo(face, seed + 100 * number, mix_cards(deck, unseen, dice)) for number in (2, 3)]
    for photos, photo in enumerate(taught, 1):
        shaken = np.random.default_rng([seed, photos]) if true_corners else None
        try:
            lessons.append(teach(photo, deck, lessons, box, shaken))
        except (MismatchError, DesignError) as error:
            result.refused.append(f"{face.name} {photos}: {error}")
            continue
        result.lesson_bytes.append(len(format_lesson(lessons[-1])) / len(lessons[-1].cards))
        known |= {(card.letter, card.number): name_card(card)[1] for card in list_truth(photo, deck).values() if card}
        box = make_box(LETTERS, EX_LIBRIS, {}, lessons, known)
        for other in tried:
            truth = list_truth(other, deck)
            cards = {(card.row, card.column): card for card in read(other, box, shaken)}
            result.photos += 1
            found = {place: card.face is not Face.UP for place, card in cards.items()}
            result.layouts += {place: card is None for place, card in truth.items()} == found
            backs = {place for place, card in cards.items() if card.face is Face.DOWN}
            result.backs_missed[photos] += sum(card is None and place not in backs for place, card in truth.items())
            for place, card in truth.items():
                if card is not None:
                    kind = "seen before" if (card.letter, card.number) in known else "not seen before"
                    result.by_kind[f"{photos} confirmed, {kind}"].add(cards.get(place), card)
    return box


def mix_cards(
    deck: tuple[SceneCard, ...], unseen: tuple[SceneCard, ...], dice: np.random.Generator
) -> tuple[SceneCard, ...]:
    """Return as many cards that were seen as cards that were not."""
    seen = [card for card in deck if card not in unseen]
    chosen = {unseen[k] for k in dice.choice(len(unseen), len(seen), replace=False)}
    return tuple(card for card in deck if card in chosen or card in seen)


def measure_piles(face: SceneFace, box: Box, seeds: Sequence[int]) -> Iterator[str]:
    """Read piles of a face; yield a line for each."""
    for seed in seeds:
        photo = make_photo(face, seed, deck_seed=seed, size=SIZE, splay=True)
        started = time.perf_counter()
        reading = read_pile(encode(photo), "photo", "deck", Box(LETTERS, EX_LIBRIS, {}, box.design)).reading
        off = sum(abs(count - photo.truth["tally"][category]) for category, count in reading.tally.items())
        icons = sum(photo.truth["tally"].values())
        yield (
            f"  {face.name:12} {seed}: {len(reading.cards)} of {len(photo.truth['cards'])} cards, tally off {off} of "
            f"{icons} icons ({share(off, icons).strip()}), {time.perf_counter() - started:.1f} s"
        )


def print_matching() -> None:
    """Print what it costs to match 20 cards with 152 learned ones."""
    dice = np.random.default_rng(1)
    descriptors = dice.normal(0, 8, (172, 44, 32, 3)).astype(np.float32)
    gallery = DescriptorGallery(
        tuple(("A", k) for k in range(152)), np.arange(152), descriptors[:152], descriptors[:152]
    )
    times = []
    for _ in range(5):
        started = time.perf_counter()
        compare_descriptors(descriptors[152:], gallery)
        times.append(time.perf_counter() - started)
    print(f"matching 20 cards with 152 learned ones: {1000 * min(times):.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.photos.decks", description=__doc__)
    parser.add_argument("--faces", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the first of the held-out faces")
    parser.add_argument("--piles", type=int, default=10)
    parser.add_argument("--true-corners", action="store_true")
    chosen = parser.parse_args()
    tell_missing_fonts()
    print_matching()
    result = Result()
    faces = held_out_faces()[chosen.first : chosen.first + chosen.faces]
    boxes = {}
    for number, face in enumerate(faces, chosen.first):
        boxes[face.name] = measure_face(face, FIRST_SEED + 1000 * number, result, true_corners=chosen.true_corners)
        print(f"  {face.name}", flush=True)
    print(
        "                                  cards     whole    letter    number     icons      deck  sure-wrong doubtful"
    )
    for kind in sorted(result.by_kind):
        print(f"{kind:32} {result.by_kind[kind].describe()}")
    print(f"layout exact {share(result.layouts, result.photos)} of {result.photos} photos")
    for photos, missed in result.backs_missed.items():
        fronts = sum(f.cards - f.whole for kind, f in result.by_kind.items() if kind.startswith(f"{photos} "))
        each = (missed + fronts) / (result.photos / len(result.backs_missed))
        print(f"cards to mend in a photo, {photos} confirmed: {each:.2f}")
    print(f"photos not accepted as the confirmed shelf: {len(result.refused)}", *result.refused, sep="\n  ")
    if result.lesson_bytes:
        print(f"a lesson of 152 cards: {152 * float(np.mean(result.lesson_bytes)) / 1e6:.2f} MB")
    default = Box(LETTERS, EX_LIBRIS, {}, load_design("default"))
    for number in range(chosen.piles):
        face = parchment() if number % 2 == 0 or not faces else faces[number // 2 % len(faces)]
        for line in measure_piles(face, boxes.get(face.name, default), [FIRST_SEED + 500 + number]):
            print(line, flush=True)


if __name__ == "__main__":
    main()
