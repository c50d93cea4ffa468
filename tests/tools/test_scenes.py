"""Made photos say the truth about themselves, and what is held out stays out of training."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from companion.scoring.notation import format_shelf, parse_shelf
from tools.scenes import fonts, paint
from tools.scenes.arranging import scatter_icons
from tools.scenes.cards import draw_back, draw_card
from tools.scenes.decks import SceneCard, make_deck
from tools.scenes.faces import held_out_faces, parchment, random_face
from tools.scenes.fonts import family_of, held_out, training_fonts
from tools.scenes.lessons import TRAINING_FACES, Label, label_card, make_lesson, refuse_held_out, turn_upright
from tools.scenes.photos import make_empty, make_photo
from tools.scenes.shelves import lay_pile

SIZE = (640, 480)


def test_the_same_seed_makes_the_same_photo() -> None:
    first, second = (make_photo(parchment(), 3, size=SIZE) for _ in range(2))
    assert np.array_equal(first.image, second.image)
    assert first.truth == second.truth


@pytest.mark.parametrize("seed", range(4))
def test_notation_tally_and_corners_tell_of_the_same_cards(seed: int) -> None:
    photo = make_photo(parchment(), seed, size=SIZE)
    cards = [card["card"] for card in photo.truth["cards"]]
    written = [word for word in photo.truth["notation"].split() if word not in "./"]
    assert sorted(written) == sorted("#" if card == "#" else _without_count(card) for card in cards)
    icons = "".join(card.split(":")[1] for card in cards if card != "#")
    assert photo.truth["tally"] == {category: icons.count(category) for category in "CFHMRS"}
    corners = np.array([card["corners"] for card in photo.truth["cards"]])
    assert corners.min() > -1
    assert (corners < np.array(SIZE) + 1).all()


def _without_count(card: str) -> str:
    place, icons = card.split(":")
    return f"{place.split('/')[0]}:{icons}"


def test_the_notation_is_that_of_the_project() -> None:
    photo = make_photo(parchment(), 5, size=SIZE)
    shelf = parse_shelf(photo.truth["notation"])
    assert format_shelf(shelf) == photo.truth["notation"]


def test_a_pile_lies_in_columns_and_has_no_notation() -> None:
    photo = make_photo(parchment(), 2, size=SIZE, splay=True)
    assert photo.truth["splay"]
    assert photo.truth["notation"] is None


@pytest.mark.parametrize("seed", range(12))
def test_columns_of_a_pile_lie_side_by_side(seed: int) -> None:
    spots = lay_pile(np.random.default_rng(seed), 1.4, 0.3)
    columns = [[spot.corners for spot in spots if spot.column == column] for column in range(spots[-1].column + 1)]
    middles = [float(np.mean([corners[:, 0].mean() for corners in column])) for column in columns]
    assert all(1 < right - left < 1.2 for left, right in pairwise(middles))


@pytest.mark.parametrize("edition", ["en", "pl"])
def test_a_deck_has_152_cards_each_of_them_once(edition: str) -> None:
    deck = make_deck(4, edition)
    assert len({(card.letter, card.number) for card in deck}) == len(deck) == 152
    assert all(1 <= card.number <= card.of and 2 <= len(card.icons) <= 4 for card in deck)


def test_a_card_looks_the_same_each_time_and_unlike_its_back() -> None:
    face, card = parchment(), make_deck(1)[0]
    assert np.array_equal(draw_card(face, card, 120), draw_card(face, card, 120))
    assert draw_card(face, card, 120).shape == draw_back(face, 120).shape == (168, 120, 3)


def test_held_out_faces_are_twenty_and_cannot_be_trained_with() -> None:
    assert len(held_out()) == len(held_out_faces()) == 20
    assert min(held_out()) >= TRAINING_FACES
    refuse_held_out()
    with pytest.raises(ValueError, match="held out"):
        random_face(next(iter(held_out())))


def test_no_cut_of_a_held_out_font_is_trained_with() -> None:
    families = {family_of(font) for fonts in held_out().values() for font in fonts}
    assert not families & {family_of(font) for font in training_fonts()}


def test_the_next_font_takes_the_place_of_one_whose_digits_nobody_can_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "_list_fonts", lambda: ("a.ttf", "vertigo.ttf", "vertigo2.ttf", "b.ttf", "symmetry.ttf"))
    monkeypatch.setattr(fonts, "_shows_capitals", lambda path: True)
    assert fonts.find_fonts.__wrapped__() == ("a.ttf", "b.ttf", "b.ttf", "b.ttf", "a.ttf")


def test_a_lesson_labels_every_card() -> None:
    lesson = make_lesson(3)
    assert lesson.corners.shape == (len(lesson.labels), 4, 2)
    assert Label.CARD in lesson.labels


@pytest.mark.parametrize(
    ("box", "label"),
    [((60, 90), Label.CARD), ((90, 60), Label.NO_CARD), ((75, 62), Label.NOT_ASKED), ((3, 5), Label.NOT_ASKED)],
)
def test_upright_cards_are_asked_for_and_lying_ones_are_not(box: tuple[int, int], label: Label) -> None:
    wide, high = box
    assert label_card(np.array([(0, 0), (wide, 0), (wide, high), (0, high)], float)) is label


def test_corners_start_at_the_top_left_of_the_picture() -> None:
    quad = np.array([(0, 0), (50, 2), (49, 80), (-1, 78)], float)
    assert np.array_equal(turn_upright(np.roll(quad, 2, axis=0)), quad)


def test_an_empty_table_is_a_picture_too() -> None:
    assert make_empty(1, SIZE).shape == (480, 640, 3)


def test_a_number_stands_on_the_band_or_on_a_plate() -> None:
    for face in (*held_out_faces(), *map(random_face, range(60))):
        foot = face.number_at[1] + face.number_height / 2
        assert face.side != "top" or face.plate != "none" or foot < face.band, face.name


@pytest.mark.parametrize("side", ["left", "right"])
def test_no_border_covers_a_number(side: str) -> None:
    """A wide number on a narrow band is squeezed until all of it can be seen."""
    middle = 0.1 if side == "left" else 0.9
    face = replace(
        parchment(), side=side, band=0.2, number_at=(middle, 0.26), letter_at=(middle, 0.12), plate="none",
        spaced=True, number_height=0.08, border=0.05, ink=(0, 0, 0), band_color=(255, 255, 255),
        border_color=(255, 255, 255),
    )  # fmt: skip
    card, bare = (
        draw_card(one, SceneCard("A", 8, 10, "CF"), 800) for one in (face, replace(face, ink=face.band_color))
    )
    inked = (card != bare)[170:250].any(axis=(0, 2))
    assert np.count_nonzero(np.diff(inked.astype(int)) == 1) == len("8/10")


@pytest.mark.parametrize("seed", range(20))
def test_scattered_icons_are_within_the_border_and_seen_on_band_and_body(seed: int) -> None:
    """Navy on black, or gray on gray wood, is printed by nobody."""
    grounds = {"band_color": (120, 110, 100), "body_color": (30, 20, 16)}
    colors = dict.fromkeys(parchment().icon_colors, (42, 20, 12)) | {"H": (118, 112, 104), "S": (20, 220, 240)}
    face = replace(parchment(), icon_plate="none", border=0.05, icon_colors=colors, **grounds)
    scattered = scatter_icons(np.random.default_rng(seed), face)
    if scattered.icon_first == face.icon_first:
        assert scattered.icon_colors == colors
        return
    reach = face.icon_radius + face.border
    for x, y in (place for count in (2, 3, 4) for place in scattered.icon_places(count)):
        assert reach <= x <= 1 - reach
        assert reach <= y <= face.height - reach
    assert scattered.icon_colors["S"] == colors["S"]
    for code in "CH":
        changed = np.array(scattered.icon_colors[code])
        assert all(np.abs(changed - np.array(ground)).sum() > 90 for ground in grounds.values())


def test_a_slash_that_a_font_has_not_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    assert paint._has_slash("")
    monkeypatch.setattr(paint, "_has_slash", lambda path: False)
    paint.write.cache_clear()
    digits, number = paint.write("", 60, "12"), paint.write("", 60, "1/2")
    paint.write.cache_clear()
    assert number.shape[1] > digits.shape[1] + 10
    high, wide = number.shape
    middle = number[:, wide // 3 : 2 * wide // 3] > 100
    above, below = (np.nonzero(part)[1].mean() for part in (middle[: high // 3], middle[-(high // 3) :]))
    assert above > below
