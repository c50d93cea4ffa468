from __future__ import annotations

from pathlib import Path

import pytest

from companion.scoring import check_order, find_edition, parse_shelf
from companion.scoring.categories import Category, Tally
from companion.scoring.scorecard import Line, Ruling
from companion.scoring.sections.banned_books import penalise_banned_books
from companion.scoring.sections.categorical_tally import find_books
from companion.scoring.sections.categorical_variety import score_variety
from companion.scoring.sections.library_focus import score_focus
from companion.scoring.sections.prominent_works import award_prominent_works, award_solo
from companion.scoring.sections.shelf_stability import Stability, score_stability
from companion.wording.languages import LANGUAGES
from companion.wording.scorecard.reasons import (
    describe_coming_flip,
    describe_figure_of_a2,
    describe_line,
    describe_order,
    describe_player,
    describe_ruling,
)

from ...scoring.documents.documents import printed_sheet, score

R, C = Category.REFERENCE_TEXTS, Category.CORRUPTED_CODICES


def test_each_turned_card_is_told_with_the_one_it_should_follow() -> None:
    check = check_order(parse_shelf("D1:CF B4:CF C2:CF E1:CF"), find_edition("en"))
    assert describe_order(check, "en") == (
        "B4 does not follow D1 and is flipped face down.",
        "C2 does not follow D1 and is flipped face down.",
    )
    assert describe_coming_flip(check.flips[0], "en") == "B4 does not follow D1: the check will flip it."


def test_a_check_without_flips_says_so() -> None:
    assert describe_order(check_order(parse_shelf("A1:CF"), find_edition("en")), "en") == (
        "Every face-up card follows the one before it.",
    )
    assert describe_order(None, "en") == ("Counted on paper: no shelf was checked.",)


@pytest.mark.parametrize(
    ("shelf", "sentence"),
    [
        (
            "A1:CF # B1:CF / C1:CF D1:CF~",
            "Rectangle of 4 cards, 2 high and 2 wide: A1 # / C1 D1.",
        ),
        (
            "A1:CF+ # / C1:CF D1:CF~",
            "Rectangle of 4 cards, 2 high and 2 wide: A1 # / C1 D1. Plus 1 entombed card, 2 points each.",
        ),
        (
            "A1:CF+ #+ / C1:CF D1:CF~",
            "Rectangle of 4 cards, 2 high and 2 wide: A1 # / C1 D1. Plus 2 entombed cards, 2 points each.",
        ),
        ("A1:CF", "No full rectangle of at least 2 by 2 cards stands on the bottom row."),
        ("A1:CF+", "No rectangle, but 1 entombed card, 2 points each."),
        ("A1:CF+ #+", "No rectangle, but 2 entombed cards, 2 points each."),
    ],
)
def test_stability_names_the_cards_of_its_rectangle(shelf: str, sentence: str) -> None:
    parsed = parse_shelf(shelf)
    assert describe_line(score_stability(parsed), parsed, "en") == sentence


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (Stability(8, counted_on_paper=True), "Counted on paper."),
        (award_prominent_works(R, (8, 1, 9))[0], "Reference Texts: 8 books, place 2."),
        (award_prominent_works(R, (8, 1, 9))[1], "Reference Texts: 1 book, place 3."),
        (
            award_prominent_works(R, (9, 9, 9, 3))[0],
            "Reference Texts: 9 books, place 1 shared by 3: (15 + 9 + 4) ÷ 3, rounded up.",
        ),
        (
            award_prominent_works(R, (9, 1, 1))[1],
            "Reference Texts: 1 book, place 2 shared by 2: (9 + 4) ÷ 2, rounded up.",
        ),
        (
            award_prominent_works(R, (9, 8, 7, 1))[3],
            "Reference Texts: 1 book, place 4; only the first three are awarded.",
        ),
        (award_solo(R, 9, 8)[0], "Reference Texts: 9 books against 8."),
        (award_solo(R, 9, 1)[1], "Reference Texts: 1 book against 9."),
        (award_solo(R, 0, 0)[0], "Reference Texts: 0 books on both sides; a tie goes to the public library."),
        (award_solo(R, 1, 1)[1], "Reference Texts: 1 book on both sides; a tie goes to the public library."),
        (penalise_banned_books(Tally((13, 0, 0, 0, 0, 0)), C), "Corrupted Codices: 13 Banned Books, −1 each."),
        (penalise_banned_books(Tally((1, 0, 0, 0, 0, 0)), C), "Corrupted Codices: 1 Banned Book, −1 each."),
        (score_variety(Tally((0, 5, 9, 7, 6, 6)), C), "Scarcest: Fantastical Fictions, 5 books, 3 points each."),
        (
            score_variety(Tally((0, 1, 7, 9, 6, 1)), C),
            "Scarcest, tied: Fantastical Fictions, Spells & Potions, 1 book each, scored once at 3 points a book.",
        ),
        (score_focus(Tally((0, 0, 0, 0, 14, 0)), R), "Focus Reference Texts: 14 books, 2 points each."),
        (score_focus(Tally((0, 0, 0, 0, 1, 0)), R), "Focus Reference Texts: 1 book, 2 points each."),
    ],
)
def test_each_line_gives_its_reason(line: Line, sentence: str) -> None:
    assert describe_line(line, None, "en") == sentence


def test_a_figure_of_the_tally_lists_its_cards() -> None:
    books = find_books(parse_shelf("A1:CF B3:CCM D1:FF"), C)
    assert describe_figure_of_a2(tuple((card, count) for _, card, count in books)) == "A1 B3×2"


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_reasons_are_said_in_every_language(language: str) -> None:
    for player in score(printed_sheet()).players:
        sentences = describe_player(player, language)
        assert len(sentences) == 5
        assert all(sentence.endswith(".") and "%(" not in sentence for sentence in sentences)


@pytest.mark.parametrize("ruling", Ruling)
def test_every_ruling_has_a_sentence_and_an_entry_in_the_handbook(ruling: Ruling) -> None:
    sentences = {describe_ruling(ruling, language) for language in LANGUAGES}
    assert all(sentence.endswith(".") for sentence in sentences)
    handbook = (Path(__file__).parents[3] / "docs" / "rulings.md").read_text(encoding="utf-8")
    assert f"| `{ruling}` |" in handbook
