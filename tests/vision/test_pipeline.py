"""The stages of the pipeline are values: each can be swapped."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import pytest

from companion.vision.crops import PrintRegion
from companion.vision.designs.card_design import CardDesign, load_design
from companion.vision.detecting.shelf_detector import DetectedShelf
from companion.vision.doubts import Cause, Doubt, Part
from companion.vision.game_rules import GameRules
from companion.vision.geometry import BgrImage
from companion.vision.pipeline import Box, PhotoReading, Readers, Stages, read_photo, read_pile
from companion.vision.problems import Problem
from companion.vision.reading.card_matching import CardPrior, KnownCards
from companion.vision.reading.glyphs import Glyphs
from companion.vision.reading.icons.icon_readings import IconReading
from companion.vision.reading.number_signs import list_numbers
from companion.vision.readings import SURE, Face, Reading
from companion.workflow.decks.game_rules import EX_LIBRIS

from .made_photos import list_cells, take_photo, take_pile_photo

LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
SEED = 3
PILE_SEED = 4
NUMBERS = list_numbers(EX_LIBRIS.max_count)


@pytest.fixture(scope="module")
def content() -> bytes:
    return cv2.imencode(".jpg", take_photo(SEED).image)[1].tobytes()


def read(content: bytes, stages: Stages, known: KnownCards | None = None) -> Reading:
    box = Box(LETTERS, EX_LIBRIS, {}, load_design("default"), known)
    return read_photo(content, "", "", box, stages).reading


def test_another_detector_says_where_cards_lie(content: bytes) -> None:
    cells = list_cells(take_photo(SEED))[:2]

    def detect_two(image: BgrImage) -> DetectedShelf:
        assert image.shape == take_photo(SEED).image.shape
        return DetectedShelf(0, cells, ())

    found = read(content, Stages(detect=detect_two))
    assert found.shelf == " ".join(take_photo(SEED).truth["notation"].split()[: 1 + cells[-1].column])


def test_a_detector_that_sees_nothing_is_believed(content: bytes) -> None:
    found = read(content, Stages(detect=lambda _: DetectedShelf(0, (), ())))
    assert found.cards == ()
    assert len(found.findings) == 1


def test_what_was_found_to_be_a_photo_is_not_taken_for_a_drawing(
    content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.vision.pipeline.drop_drawn", lambda *_: ())
    box = Box(LETTERS, EX_LIBRIS, {}, load_design("default"))

    assert not read_photo(content, "", "", box).reading.cards
    assert read_photo(content, "", "", box, is_known=True).reading.cards


def test_another_print_reader_says_what_is_printed(content: bytes) -> None:
    def read_ascending(
        crops: list[BgrImage],
        letter_regions: list[PrintRegion],
        number_regions: list[PrintRegion],
        letters: tuple[str, ...],
        design: CardDesign | None,
        rules: GameRules,
    ) -> Glyphs:
        assert len(crops) == len(letter_regions) == len(number_regions)
        assert design is not None
        assert rules is EX_LIBRIS
        count = len(crops)
        sure_letters = np.full((count, len(letters)), -20, np.float32)
        sure_numbers = np.full((count, len(NUMBERS)), -20, np.float32)
        sure_letters[range(count), range(count)] = 0
        sure_numbers[:, NUMBERS.index((7, 9))] = 0
        nothing = np.zeros(count, np.float32)
        embeddings, steepness = np.zeros((count, 160), np.float32), np.ones(count, np.float32)
        return Glyphs(letters, sure_letters, nothing, nothing, NUMBERS, sure_numbers, embeddings, steepness)

    found = read(content, Stages(readers=Readers(read_print=read_ascending)))
    fronts = [card for card in found.cards if card.face is Face.UP]
    assert [(card.letter, card.number, card.of) for card in fronts] == [(LETTERS[k], 7, 9) for k in range(len(fronts))]


def test_a_matcher_that_contradicts_the_picture_is_offered_beside_it(content: bytes) -> None:
    known = KnownCards({("Q", 1): "CC"})

    def insist(
        crops: Sequence[BgrImage], icons: Sequence[IconReading], known: KnownCards, visible: float | None
    ) -> CardPrior:
        assert visible is None
        assert len(icons) == len(crops)
        table = np.full((len(crops), 1), -50, np.float32)
        table[0] = 50
        return CardPrior(tuple(known.icons), table)

    first = read(content, Stages(readers=Readers(match_cards=insist)), known).cards[0]
    assert first.write() == next(word for word in take_photo(SEED).truth["notation"].split() if word != ".")
    assert first.confidence.least < SURE
    assert "Q1:CC" in {other.card for other in first.candidates}
    assert Doubt(Part.NUMBER, Cause.DECK_DIFFERS) in first.doubts


def test_hardly_anything_of_a_photo_out_of_focus_is_sure_and_it_says_so() -> None:
    image = np.asarray(cv2.GaussianBlur(take_photo(SEED).image, (0, 0), 14), np.uint8)
    found = read(cv2.imencode(".jpg", image)[1].tobytes(), Stages())
    assert [card for card in found.cards if card.face is Face.DOWN] == []
    assert all(card.confidence.least < SURE for card in found.cards)
    assert Problem.UNREAD_PRINT in {finding.problem for finding in found.findings}


@pytest.mark.parametrize(
    ("look", "shelf_problem", "pile_problem"),
    [
        (read_photo, None, Problem.PILE_AS_SHELF),
        pytest.param(read_pile, Problem.SHELF_AS_PILE, None, marks=pytest.mark.long),
    ],
)
def test_a_pile_and_a_shelf_are_told_from_each_other(
    look: Callable[[bytes, str, str, Box], PhotoReading],
    shelf_problem: Problem | None,
    pile_problem: Problem | None,
    content: bytes,
) -> None:
    pile = cv2.imencode(".jpg", take_pile_photo(PILE_SEED).image)[1].tobytes()
    for photo, expected in ((content, shelf_problem), (pile, pile_problem)):
        found = look(photo, "", "", Box(LETTERS, EX_LIBRIS, {}, load_design("default"))).reading
        told = {finding.problem for finding in found.findings} & {Problem.PILE_AS_SHELF, Problem.SHELF_AS_PILE}
        assert told == ({expected} if expected else set())
