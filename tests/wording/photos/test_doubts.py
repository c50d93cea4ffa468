"""Why a card is doubtful is said in every language."""

from __future__ import annotations

import pytest

from companion.vision.doubts import Cause, Part
from companion.wording.languages import LANGUAGES
from companion.wording.photos.doubts import describe_cause, name_part


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cause_is_a_sentence_of_its_own(language: str) -> None:
    sentences = [describe_cause(cause, language) for cause in Cause]
    assert all(sentence.endswith(".") for sentence in sentences)
    assert len(set(sentences)) == len(Cause)
    if language != "en":
        assert not set(sentences) & {describe_cause(cause, "en") for cause in Cause}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_has_a_name(language: str) -> None:
    assert len({name_part(part, language) for part in Part}) == len(Part)
