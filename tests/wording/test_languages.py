from __future__ import annotations

import pytest

from companion.scoring import EDITION_CODES
from companion.wording.languages import LANGUAGES, find_translations


def test_the_program_speaks_the_languages_of_the_editions() -> None:
    assert LANGUAGES == EDITION_CODES


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_translated_stays_english(language: str) -> None:
    assert find_translations(language).gettext("No such sentence.") == "No such sentence."


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(LookupError, match="'tlh'"):
        find_translations("tlh")
