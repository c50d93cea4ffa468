"""What is wrong with a photo is said, with what to do about it."""

from __future__ import annotations

import pytest

from companion.vision.problems import PhotoFinding, Problem
from companion.wording.languages import LANGUAGES
from companion.wording.photos.problems import describe_photo_finding

FIGURES = {"file": "shelf.jpg", "megabytes": 31, "megapixels": 80, "limit": 25, "cards": 2, "width": 1, "height": 5000}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("problem", Problem)
def test_every_problem_is_a_sentence_without_blanks(problem: Problem, language: str) -> None:
    sentence = describe_photo_finding(PhotoFinding(problem, FIGURES), language)
    assert sentence.endswith(".")
    assert "%(" not in sentence


def test_cards_are_counted() -> None:
    said = [describe_photo_finding(PhotoFinding(Problem.UNREAD_CARDS, {"cards": count}), "en") for count in (1, 2)]
    assert said == [
        "1 card is doubtful. Compare it with the photo.",
        "2 cards are doubtful. Compare them with the photo.",
    ]
