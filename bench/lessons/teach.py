"""How well a box that nobody has seen is known after a lesson: ``python -m bench.lessons.teach [--first 500]``.

The truth is the teacher: of each kind of icons that the app asks about, it says the category that the pictures show, or
that they are mixed. Then the photo is read again, and what the app asks about is compared and mended as the truth has
it, before the shelf is used. Shelves of other cards of the box are read after one photo and after two; what is asked
about their icons is answered, and its taps are counted by themselves: a category that they show first, or a light in
which too little is recognized. All of it by the values that the app uses, without its database. ``--unmended`` reads
them before anything is mended, as the photo of a second player who is quick. ``--held-out`` takes the printings of
``held_out.toml``, which nothing was chosen by.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from companion.scoring.categories import Category
from companion.store.photos.queries import KeptPhoto, TakenPhoto
from companion.vision.learning.icons.icon_places import DesignError
from companion.vision.learning.judging import judge_lesson
from companion.vision.learning.lesson_files import format_lesson, parse_lesson
from companion.vision.learning.teaching import learn_read_cards
from companion.vision.problems import PhotoError
from companion.workflow.decks.game_rules import EX_LIBRIS
from companion.workflow.lessons.answers import Kind, Said, answer, list_kinds
from companion.workflow.lessons.reading_again import agrees, merge_again, take_looks
from companion.workflow.photos.comparing import list_comparable, settle_compared
from companion.workflow.photos.joins import begin_review
from companion.workflow.photos.lessons import list_taught
from companion.workflow.photos.reading import read_shelf_photo
from companion.workflow.photos.review import FACE_DOWN, Review, list_doubts, list_read_cards, settle
from tools.scenes.decks import SceneCard, make_deck
from tools.scenes.photos import Face, Photo

from ..photos.decks import encode, list_truth, take_photo
from ..photos.printings import tell_missing_fonts
from ..photos.read import share
from .faces import list_printings, make_parser
from .mending import EDITION, compare, count_keys, find_read, tell

HELD_OUT = Path(__file__).with_name("held_out.toml")
MIXED_SHARE = 0.8
"""A person who sees fewer icons of one category among those shown says that they are mixed."""
MOST_SHOWN = 5
HALF = 0.5
"""Half of an icon's size: what is farther from its center is not on it."""


@dataclass(slots=True)
class Figures:
    """Counts over cards face up."""

    cards: int = 0
    whole: int = 0
    icons: int = 0
    sure_but_wrong: int = 0
    right_but_doubtful: int = 0

    def describe(self) -> str:
        """Return the line to print."""
        columns = self.whole, self.icons, self.sure_but_wrong, self.right_but_doubtful
        return f"{self.cards:5} " + " ".join(share(column, self.cards) for column in columns)


@dataclass(slots=True)
class Result:
    """All that is counted."""

    figures: dict[str, Figures] = field(default_factory=lambda: defaultdict(Figures))
    taps: list[int] = field(default_factory=list)
    later_taps: list[int] = field(default_factory=list)
    asked_again: list[int] = field(default_factory=list)
    """Taps on other shelves: of a category that they show first, or in a light in which nothing is recognized."""
    mending: list[int] = field(default_factory=list)
    """Taps beside those of the lesson, for what was doubtful of a photo."""
    untaught: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    """Photos that were not read at all: their cards count as lost."""
    by_kind: dict[str, Figures] = field(default_factory=lambda: defaultdict(Figures))


class Teacher:
    """Answers as the truth of a photo has it."""

    def __init__(self, face: Face, photo: Photo, deck: Sequence[SceneCard]) -> None:
        cells = list_truth(photo, deck).values()
        self._face = face
        self._cards = [
            (np.array(seen["corners"], np.float32), card)
            for card, seen in zip(cells, photo.truth["cards"], strict=True)
            if card is not None
        ]

    def name(self, kind: Kind) -> str:
        """Say which category most of the icons shown are."""
        shown = Counter(self._find(icon.x, icon.y) for icon in kind.icons[:MOST_SHOWN])
        said, count = shown.most_common(1)[0]
        if kind.can_split and count < MIXED_SHARE * sum(shown.values()):
            return Said.MIXED
        return said or Said.NONE

    def _find(self, x: float, y: float) -> str:
        """Return the icon that is printed at a point of the photo, wherever its card's corners were found."""
        flat = np.array([[0, 0], [1, 0], [1, self._face.height], [0, self._face.height]], np.float32)
        found = (math.inf, "")
        for corners, card in self._cards:
            onto = cv2.getPerspectiveTransform(corners, flat)
            (at,) = cv2.perspectiveTransform(np.array([[[x, y]]], np.float32), onto)[0]
            for (*place, size), icon in zip(self._face.list_icons(card), card.icons, strict=True):
                found = min(found, (float(np.abs(at - place).max()) / size, icon))
        return found[1] if found[0] < HALF else ""


def begin(taken: TakenPhoto) -> tuple[Review, KeptPhoto]:
    """Return the review that begins with a photo."""
    kept = KeptPhoto(1, taken.width, taken.height, taken.reading)
    return begin_review(list_read_cards(taken.reading, 1)), kept


def read(photo: Photo, looks: tuple[bytes, ...]) -> TakenPhoto | None:
    """Return what is read of a photo; ``None`` where it is refused."""
    try:
        return read_shelf_photo(encode(photo), EDITION, None, looks)
    except PhotoError:
        return None


def play(teacher: Teacher, review: Review, kept: KeptPhoto) -> tuple[Review, int]:
    """Answer all questions; return the review and how many taps that took."""
    taps = 0
    while kinds := [kind for kind in list_kinds(review, kept) if kind.said is None]:
        review = answer(review, kept, kinds[0].key, teacher.name(kinds[0]))
        taps += 1
    return review, taps


def learn(
    taken: TakenPhoto, review: Review, kept: KeptPhoto, looks: tuple[bytes, ...]
) -> tuple[tuple[bytes, ...], Review]:
    """Return the lessons with that of a photo, if it is of use, and the review once the photo was read again."""
    lesson = take_looks(taken.picture, kept, review)
    if lesson is None:
        return looks, review
    again = read_shelf_photo(taken.picture, EDITION, None, (*looks, lesson), is_kept=True)
    if agrees(review, kept, again):
        return add(looks, lesson), merge_again(review, kept, again)
    again = read_shelf_photo(taken.picture, EDITION, None, looks, is_kept=True)
    return looks, merge_again(review, kept, again)


def add(earlier: tuple[bytes, ...], lesson: bytes) -> tuple[bytes, ...]:
    """Return lessons with one more, unless it makes them worse: the app does not learn such a one unasked."""
    judgement = judge_lesson([*map(parse_lesson, earlier)], parse_lesson(lesson), EX_LIBRIS)
    return earlier if judgement.is_worse else (*earlier, lesson)


def use(
    taken: TakenPhoto,
    review: Review,
    photo: Photo,
    deck: Sequence[SceneCard],
    earlier: tuple[bytes, ...],
    looks: bytes | None,
) -> tuple[bytes | None, int]:
    """Compare and mend what the app asks about, and use the shelf; return its lesson, if there is one, and the taps.

    ``earlier`` are the lessons of other photos, ``looks`` is that of what was said of its icons.
    """
    cells, taps = list_truth(photo, deck), 0
    if compared := list_comparable(review):
        said = compare(photo, cells, compared)
        review = settle_compared(review, said.shown, said.wrong, said.others)
        taps += said.taps
    while doubts := list_doubts(review, EDITION):
        told = tell(photo, cells, doubts[0])
        taps += count_keys(doubts[0], told)
        review = settle(review, doubts[0].spot, told)
    try:
        named = parse_lesson(looks) if looks else None
        taught = learn_read_cards(
            taken.picture, taken.width, list_taught([*review.cards]), [*map(parse_lesson, earlier)], EX_LIBRIS, named
        )
    except (PhotoError, DesignError):
        return None, taps
    return format_lesson(taught.lesson), taps


def count(figures: Sequence[Figures], review: Review, photo: Photo, deck: Sequence[SceneCard]) -> None:
    """Add the cards of a photo, as a review has them, to figures."""
    for true, card in find_read(photo, list_truth(photo, deck), review.cards):
        wanted = true.write_plain()
        right = card is not None and card.read == wanted
        for one in figures:
            one.cards += 1
            one.whole += right
            one.icons += card is not None and card.read.partition(":")[2] == wanted.partition(":")[2]
            if card is not None:
                one.sure_but_wrong += not right and not card.doubts and card.read != FACE_DOWN
                one.right_but_doubtful += right and bool(card.doubts)


def measure_face(face: Face, seed: int, result: Result, most: int = 2, *, is_mended: bool = True) -> None:
    """Teach a face by one photo or two (``most``), and read two shelves of other cards after each."""
    deck = make_deck(seed)
    unseen, taught = deck, []
    for number in range(most):
        taught.append(take_photo(face, seed + 100 * number, unseen))
        seen = {card for card in list_truth(taught[-1], deck).values() if card}
        unseen = tuple(card for card in unseen if card not in seen)
    others = [take_photo(face, seed + 100 * number, unseen) for number in (2, 3)]
    looks: tuple[bytes, ...] = ()
    for photos, photo in enumerate(taught, 1):
        taken = read(photo, looks)
        if taken is None:
            result.refused.append(face.name)
            (result.taps if photos == 1 else result.later_taps).append(0)
            for lost in (photo, *others):
                count([result.figures[f"refused, photo {photos}"]], Review(()), lost, deck)
            return
        earlier = looks
        review, kept = begin(taken)
        if photos == 2:
            count([result.figures["photo 2, as it is read first"]], review, photo, deck)
        review, taps = play(Teacher(face, photo, deck), review, kept)
        (result.taps if photos == 1 else result.later_taps).append(taps)
        if taps:
            looks, review = learn(taken, review, kept, looks)
        if not looks:
            result.untaught.append(face.name)
        count([result.figures[f"photo {photos}, in the end"]], review, photo, deck)
        if is_mended:
            named = looks[-1] if len(looks) > len(earlier) else None
            used, mended = use(taken, review, photo, deck, earlier, named)
            result.mending.append(mended)
            looks = add(earlier, used) if used else looks
        elif photos == 2 and not taps and (second := take_looks(taken.picture, kept, review)):
            looks = (*looks, second)
        for other in others:
            shown = read(other, looks)
            if shown is None:
                result.refused.append(face.name)
            shelf = Review(())
            if shown:
                shelf, kept = begin(shown)
                shelf, asked = play(Teacher(face, other, deck), shelf, kept)
                if asked:
                    result.asked_again.append(asked)
                    _, shelf = learn(shown, shelf, kept, looks)
            groups = [result.figures[f"other shelves, after {photos}"]]
            count([*groups, result.by_kind[f"{face.name.rpartition(', ')[2]}, after {photos}"]], shelf, other, deck)


def main() -> None:
    parser = make_parser("teach", __doc__, 500, 24)
    parser.add_argument("--unmended", action="store_true")
    parser.add_argument("--photos", type=int, choices=(1, 2), default=2, help="how many photos teach")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    tell_missing_fonts()
    result = Result()
    for seed, face in list_printings(chosen.makers, chosen.first, chosen.count, HELD_OUT if chosen.held_out else None):
        before = {name: (one.cards, one.whole, one.sure_but_wrong) for name, one in result.figures.items()}
        measure_face(face, 1000 * seed, result, chosen.photos, is_mended=not chosen.unmended)
        row = []
        for name, one in result.figures.items():
            cards, whole, wrong = before.get(name, (0, 0, 0))
            row.append(f"{name}: {one.whole - whole}/{one.cards - cards} sure-wrong {one.sure_but_wrong - wrong}")
        print(face.name, result.taps[-1], result.later_taps[-1:], "; ".join(row), flush=True)
    print("                                  cards     whole     icons sure-wrong doubtful")
    for name, one in [*sorted(result.figures.items()), *sorted(result.by_kind.items())]:
        print(f"{name:32} {one.describe()}")
    taps = {
        "taps": result.taps,
        "taps on the second photo": result.later_taps,
        "mending a photo": result.mending,
        "taps on other shelves": result.asked_again,
    }
    for name, played in taps.items():
        if not played:
            continue
        median, most = np.median(played), np.quantile(played, 0.95, method="inverted_cdf")
        print(f"{name}: median {median:.0f}, 95 % {most:.0f}, most {max(played)}, {sorted(played)}")
    print("nothing learned from:", *result.untaught)
    print("photos that were refused:", *result.refused)
    print("categories:", *Category)


if __name__ == "__main__":
    main()
