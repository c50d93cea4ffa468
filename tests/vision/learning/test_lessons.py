"""What a photo taught outlives its bytes, is corrected by the deck, and makes a box that knows its cards again."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pytest

from companion.vision.aligning.orientation import rectify_shelf
from companion.vision.designs.card_design import load_design
from companion.vision.geometry import BgrImage
from companion.vision.learning.deck_knowledge import correct_lesson, learn_counts, make_box
from companion.vision.learning.design_learning import learn_design, put_in_order
from companion.vision.learning.icons import icon_codes
from companion.vision.learning.icons.icon_codes import add_codes
from companion.vision.learning.icons.icon_places import DesignError, order_places
from companion.vision.learning.lesson_files import LessonError, format_lesson, parse_lesson
from companion.vision.learning.lessons import ConfirmedCard, Lesson, choose_cards, describe_cards
from companion.vision.learning.letter_samples import has_familiar_font, has_odd_font, has_odd_numbers
from companion.vision.learning.looks import order_as_named
from companion.vision.learning.teaching import TaughtCard, take_lesson
from companion.vision.networks.inference import list_known_letters
from companion.vision.reading.backs import measure_similarities
from companion.vision.reading.card_matching import (
    DescriptorGallery,
    compare_descriptors,
    compute_descriptors,
    score_matches,
    standardize_descriptors,
)
from companion.vision.reading.number_signs import list_numbers
from companion.vision.reading.thresholds import BACKS
from companion.workflow.decks.game_rules import EX_LIBRIS
from tools.scenes.decks import make_deck
from tools.scenes.faces import random_face

from ..made_photos import confirm_cards, list_cells, take_photo

LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
FACE, TAUGHT, SHELF = 3, 13, 18
BACKS_TAUGHT = 30


@pytest.fixture(scope="module")
def cards() -> list[ConfirmedCard]:
    return confirm_cards(take_photo(TAUGHT, FACE))


@pytest.fixture(scope="module")
def lesson(cards: list[ConfirmedCard]) -> Lesson:
    return describe_cards(cards, EX_LIBRIS)


@pytest.fixture(scope="module")
def one_ink() -> tuple[Lesson, Lesson]:
    """Two photos of a printing in one ink: the icons of the first are in the order of their places."""
    taken = [take_photo(seed, FACE, in_one_ink=True) for seed in (TAUGHT, TAUGHT + 2)]
    first, second = (describe_cards([sort_icons(card) for card in confirm_cards(photo)], EX_LIBRIS) for photo in taken)
    return replace(first, in_order=True), second


def sort_icons(card: ConfirmedCard) -> ConfirmedCard:
    """Return a card with its icons in the order of their places."""
    (printed,) = (one.icons for one in make_deck(1) if (one.letter, one.number) == (card.letter, card.number))
    places = random_face(FACE).icon_places(len(printed))
    return replace(card, icons="".join(printed[index] for index in order_places(places)))


def test_a_lesson_outlives_its_bytes(lesson: Lesson) -> None:
    again = parse_lesson(format_lesson(lesson))
    assert again.cards == lesson.cards
    assert again.patches.shape == lesson.patches.shape
    assert np.abs(again.patches - lesson.patches).max() <= 0.5
    assert np.abs(again.descriptors - lesson.descriptors).max() <= 0.5


def test_a_lesson_keeps_the_backs_of_its_photo() -> None:
    photo = take_photo(BACKS_TAUGHT)
    down = {place for place, card in zip(list_cells(photo), photo.truth["cards"], strict=True) if card["card"] == "#"}
    names = {(c.letter, c.number): c.icons for c in confirm_cards(photo)}
    left = iter(names.items())
    taught = []
    for cell in list_cells(photo):
        name, icons = (None, "") if cell in down else next(left)
        taught.append(TaughtCard(cell.row, cell.column, cell.card, name, icons))
    _, lesson = take_lesson(photo.image, taught, load_design("default"), EX_LIBRIS)
    again = parse_lesson(format_lesson(lesson))
    assert len(again.backs) == len(down) > 0
    design = learn_design("new", [again], EX_LIBRIS)
    assert measure_similarities(load_design("default").backs, design.backs).min() > BACKS.min_similarity


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"no lesson"])
def test_other_bytes_are_no_lesson(data: bytes) -> None:
    with pytest.raises(LessonError):
        parse_lesson(data)


CALLED = {"letter_embeddings": "letters", "sign_embeddings": "signs", "descriptors": "looks"}


def pack(lesson: Lesson, **changed: np.ndarray) -> bytes:
    """Return a lesson as bytes, some of its arrays others, whatever their type, or more of them."""
    with np.load(io.BytesIO(format_lesson(lesson))) as arrays:
        several = {**arrays, **{CALLED.get(name, name): array for name, array in changed.items()}}
    packed = io.BytesIO()
    np.savez_compressed(packed, **several)
    return packed.getvalue()


def test_arrays_that_do_not_go_together_are_no_lesson(lesson: Lesson) -> None:
    with np.load(io.BytesIO(format_lesson(lesson))) as arrays:
        shorter = {name: array if name == "plain" else array[:1] for name, array in arrays.items()}
    packed = io.BytesIO()
    np.savez_compressed(packed, **shorter)
    with pytest.raises(LessonError):
        parse_lesson(packed.getvalue())


def test_what_a_later_program_adds_to_a_lesson_is_left_alone(lesson: Lesson) -> None:
    more = pack(lesson, scents=np.zeros((2, 2)), codes=np.zeros(3))
    assert format_lesson(parse_lesson(more)) == format_lesson(lesson)


ARRAYS = ("spots", "icon_spots", "icon_places", "letter_embeddings", "letter_chances", "number_chances", "descriptors",
          "patches", "sign_embeddings", "icon_moments", "icon_discriminants", "icon_weights")  # fmt: skip


@pytest.mark.parametrize("name", ARRAYS)
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_values_that_are_none_are_no_lesson(lesson: Lesson, name: str, value: float) -> None:
    array = getattr(lesson, name).copy()
    array[...] = value
    if name == "icon_spots" and np.isnan(value):  # it has them where a card has no more icons
        assert parse_lesson(pack(lesson, **{name: array})).icon_spots.shape == array.shape
        return
    with pytest.raises(LessonError):
        parse_lesson(pack(lesson, **{name: array}))


@pytest.mark.parametrize("name", ARRAYS)
@pytest.mark.parametrize("shape", ["deeper", "flatter", "longer"])
def test_arrays_of_another_shape_are_no_lesson(lesson: Lesson, name: str, shape: str) -> None:
    own = getattr(lesson, name)
    others = {"deeper": own[..., None], "flatter": own[..., 0], "longer": np.concatenate([own, own[:1]])}
    with pytest.raises(LessonError):
        parse_lesson(pack(lesson, **{name: others[shape]}))


def test_colors_that_are_none_are_no_lesson(lesson: Lesson) -> None:
    with pytest.raises(LessonError):
        parse_lesson(pack(lesson, patches=np.full_like(lesson.patches, 1e30)))


def test_a_lesson_of_other_rules_says_nothing_of_counts(lesson: Lesson) -> None:
    narrow = replace(lesson, number_chances=lesson.number_chances[:, :1])
    assert learn_counts([narrow], EX_LIBRIS) == {}
    assert not has_odd_numbers([narrow], EX_LIBRIS)


def test_icons_that_all_stand_in_one_place_are_no_design(lesson: Lesson) -> None:
    with pytest.raises(DesignError):
        learn_design("one place", [replace(lesson, icon_spots=0 * lesson.icon_spots)], EX_LIBRIS)


def test_what_embeddings_told_is_learned_anew_where_icons_were_corrected(lesson: Lesson) -> None:
    taught = add_codes(lesson, EX_LIBRIS)
    (letter, number, icons), *_ = taught.cards
    said = {(letter, number): icons[::-1]}
    assert correct_lesson(taught, said).icon_moments is taught.icon_moments
    again = correct_lesson(taught, said | {(letter, number): "CC" if set(icons) != {"C"} else "FF"})
    assert not again.codes.shape[1]
    assert not again.icon_moments.any()
    assert not again.icon_discriminants.any()


def test_what_the_deck_says_of_a_card_outranks_what_was_taught(lesson: Lesson) -> None:
    letter, number, icons = lesson.cards[0]
    other = "CC" if icons != "CC" else "FF"
    box = make_box(LETTERS, EX_LIBRIS, {}, [lesson], {(letter, number): other})
    assert box.known is not None
    assert box.known.icons == {(letter, number): other}


def test_a_disputed_card_is_not_known(lesson: Lesson) -> None:
    letter, number, _ = lesson.cards[0]
    box = make_box(LETTERS, EX_LIBRIS, {}, [lesson], {(letter, number): None})
    assert box.known is not None
    assert box.known.icons == {}


def test_a_letter_that_lies_under_glare_teaches_nothing_about_it(cards: list[ConfirmedCard]) -> None:
    plain = [card for card in cards if [one.letter for one in cards].count(card.letter) == 1]
    white = plain[0]
    others = [card for card in cards if card is not white]
    blinded = [*others, replace(white, crop=np.full_like(white.crop, 255))]
    design = make_box(LETTERS, EX_LIBRIS, {}, [describe_cards(blinded, EX_LIBRIS)], {}).design
    assert design is not None
    assert white.letter not in design.letters
    assert {card.letter for card in others} == set(design.letters)


def test_a_letter_that_contradicts_its_name_teaches_nothing_about_it_until_it_is_confirmed(lesson: Lesson) -> None:
    said = [letter for letter, _, _ in lesson.cards]
    wrong = next(card for card, letter in enumerate(said) if said.count(letter) == 1)
    other = next(letter for letter in LETTERS if letter not in said)
    cards = tuple((other if card == wrong else letter, *rest) for card, (letter, *rest) in enumerate(lesson.cards))
    renamed = replace(lesson, cards=cards, in_order=False)
    rightly = learn_design("right", [lesson], EX_LIBRIS)
    assert other not in learn_design("wrong", [renamed], EX_LIBRIS).letters
    assert set(learn_design("wrong", [renamed], EX_LIBRIS).letters) == set(rightly.letters) - {said[wrong]}
    # Two cards that say so are a font that the network does not know.
    assert other in learn_design("font", [renamed, renamed], EX_LIBRIS).letters


@pytest.mark.parametrize(("wrong", "of", "is_odd"), [(0, 12, False), (1, 12, False), (2, 12, True), (2, 41, False)])
def test_a_font_whose_letters_are_taken_for_others_is_odd(lesson: Lesson, wrong: int, of: int, *, is_odd: bool) -> None:
    rows = np.full((of, len(list_known_letters())), -9.0, np.float32)
    cards = [("A" if card < wrong else "B", 1 + card, "CF") for card in range(of)]
    rows[:, list_known_letters().index("B")] = -0.5
    assert has_odd_font([replace(lesson, cards=tuple(cards), letter_chances=rows)]) is is_odd
    unnamed = [("", 0, "CF")] * of
    assert not has_odd_font([replace(lesson, cards=tuple(unnamed), letter_chances=rows)])


@pytest.mark.parametrize(("wrong", "of", "is_odd"), [(0, 12, False), (1, 6, False), (2, 12, True), (4, 30, False)])
def test_numbers_that_are_taken_for_others_are_odd(lesson: Lesson, wrong: int, of: int, *, is_odd: bool) -> None:
    numbers = list_numbers(EX_LIBRIS.max_count)
    rows = np.full((of, len(numbers)), -9.0, np.float32)
    # A single 3 is likelier than any other number, but 2 is more likely as a whole.
    rows[:, [numbers.index((2, 5)), numbers.index((2, 6)), numbers.index((3, 4))]] = -1.2, -1.2, -1.0
    cards = tuple(("A", 3 if card < wrong else 2, "CF") for card in range(of))
    assert has_odd_numbers([replace(lesson, cards=cards, number_chances=rows)], EX_LIBRIS) is is_odd
    unknown = replace(lesson, cards=cards, number_chances=np.zeros_like(rows))
    narrow = replace(lesson, cards=cards, number_chances=rows[:, :3])
    assert not has_odd_numbers([unknown, narrow, replace(unknown, cards=(("", 0, "CF"),) * of)], EX_LIBRIS)


@pytest.mark.parametrize(
    ("letters", "wrong", "is_whole", "is_familiar"),
    [(18, 0, True, True), (17, 0, True, False), (19, 1, True, False), (18, 0, False, False)],
)
def test_a_font_whose_many_confirmed_letters_are_read_is_familiar(
    lesson: Lesson, letters: int, wrong: int, *, is_whole: bool, is_familiar: bool
) -> None:
    known = list_known_letters()
    rows = np.full((letters, len(known)), -9.0, np.float32)
    for card, letter in enumerate(LETTERS[:letters]):
        rows[card, known.index("Z" if card < wrong else letter)] = -0.1
    cards = tuple((letter, 1, "CF") for letter in LETTERS[:letters])
    assert has_familiar_font([replace(lesson, cards=cards, letter_chances=rows, is_whole=is_whole)]) is is_familiar


def test_counts_are_learned_from_the_numbers_printed(lesson: Lesson) -> None:
    printed = {
        card["card"][0]: int(card["card"].split(":")[0].split("/")[1])
        for card in take_photo(TAUGHT, FACE).truth["cards"]
        if card["card"] != "#"
    }
    counts = learn_counts([lesson], EX_LIBRIS)
    assert counts
    assert all(printed[letter] == count for letter, count in counts.items())


def test_cards_can_be_left_out_of_a_lesson(lesson: Lesson) -> None:
    chosen = choose_cards(lesson, [index == 1 for index in range(len(lesson.cards))])
    assert chosen.cards == lesson.cards[1:2]
    assert len(chosen.descriptors) == len(chosen.patches) == 1


def test_a_card_is_known_again_by_its_look(cards: list[ConfirmedCard], lesson: Lesson) -> None:
    gallery = DescriptorGallery(
        tuple((c.letter, c.number) for c in cards),
        np.arange(len(cards)),
        standardize_descriptors(lesson.descriptors),
        lesson.descriptors,
    )
    moved: list[BgrImage] = [np.roll(card.crop, (5, -6), axis=(0, 1)) // 2 for card in cards]
    alike = compare_descriptors(standardize_descriptors(compute_descriptors(moved)), gallery)
    assert (alike.argmax(axis=1) == np.arange(len(cards))).all()
    weights = score_matches(alike)
    assert (np.diag(weights) >= weights.max(axis=1)).all()


def test_named_icons_say_which_is_which_in_a_later_lesson_of_one_ink(one_ink: tuple[Lesson, Lesson]) -> None:
    """Of a shelf that is confirmed, only which icons a card has is known: by colors, any order would fit as well."""
    named, confirmed = one_ink
    design = learn_design("named", [named], EX_LIBRIS)
    mixed = replace(confirmed, cards=tuple((letter, n, icons[::-1]) for letter, n, icons in confirmed.cards))
    ordered = put_in_order(mixed, design, EX_LIBRIS)
    assert ordered.in_order
    found = [icons for _, _, icons in ordered.cards]
    truth = [icons for _, _, icons in confirmed.cards]
    assert list(map(sorted, found)) == list(map(sorted, truth))
    right = sum(a == b for a, b in zip("".join(found), "".join(truth), strict=True))
    assert right >= 0.9 * len("".join(truth))


def test_what_the_deck_says_leaves_icons_in_the_order_of_their_places(one_ink: tuple[Lesson, Lesson]) -> None:
    lesson, _ = one_ink
    said = {(letter, number): "".join(sorted(icons)) for letter, number, icons in lesson.cards}
    assert any(said[letter, number] != icons for letter, number, icons in lesson.cards)
    assert correct_lesson(lesson, said) == lesson
    (letter, number, icons), *others = lesson.cards
    other = "CC" if icons != "CC" else "FF"
    corrected = correct_lesson(lesson, said | {(letter, number): other})
    assert corrected.in_order
    assert list(corrected.cards) == [(letter, number, ""), *others]
    assert correct_lesson(replace(lesson, in_order=False), {(letter, number): other}).cards[0] == (
        letter,
        number,
        other,
    )


def test_confirmed_cards_keep_the_order_in_which_their_icons_were_named(one_ink: tuple[Lesson, Lesson]) -> None:
    named, _ = one_ink
    whole = replace(
        named, cards=tuple((letter, number, "".join(sorted(icons))) for letter, number, icons in named.cards),
        in_order=False,
    )  # fmt: skip
    # Of the first card not all icons were seen when they were named, the second one was called another, and letter and
    # number of the third one were not sure. What was named on the others tells the order of all of them.
    _, second, third, *others = named.cards
    seen = (("", 0, ""), (*second[:2], "CC"), ("", 0, third[2]), *others)
    looks = replace(named, cards=seen, is_whole=False)
    ordered = order_as_named(whole, looks, EX_LIBRIS)
    assert ordered.in_order
    assert ordered.is_whole
    assert ordered.cards == named.cards
    assert order_as_named(whole, replace(looks, in_order=False), EX_LIBRIS) == whole


@pytest.mark.parametrize("listed_rightly", [True, False])
def test_the_order_that_is_listed_stays_where_its_icons_bear_it_out(
    one_ink: tuple[Lesson, Lesson], monkeypatch: pytest.MonkeyPatch, *, listed_rightly: bool
) -> None:
    """What embeddings alone tell may be another order: of icons that are hardly seen it was."""
    _, lesson = one_ink
    lesson = replace(lesson, in_order=False)
    exchange = str.maketrans("CH", "HC")
    true = [icons for _, _, icons in lesson.cards]
    other = [icons.translate(exchange) if {"C", "H"} <= set(icons) else icons for icons in true]
    listed, found = (true, other) if listed_rightly else (other, true)
    monkeypatch.setattr(icon_codes, "order_by_discriminants", lambda *_: found)
    cards = tuple((letter, number, icons) for (letter, number, _), icons in zip(lesson.cards, listed, strict=True))
    coded = add_codes(replace(lesson, cards=cards), EX_LIBRIS)
    assert [icons for _, _, icons in coded.cards] == true


def test_what_was_named_wrongly_is_left_aside(one_ink: tuple[Lesson, Lesson]) -> None:
    named, _ = one_ink
    whole = replace(named, in_order=False)
    exchanged = str.maketrans("CFHMRS", "FCMHSR")
    cards = tuple((letter, number, icons.translate(exchanged)) for letter, number, icons in named.cards)
    assert order_as_named(whole, replace(named, cards=cards), EX_LIBRIS) is whole


def test_a_card_that_is_seen_besides_the_confirmed_ones_teaches_nothing() -> None:
    photo = take_photo(SHELF)
    cells = [cell for cell, card in zip(list_cells(photo), photo.truth["cards"], strict=True) if card["card"] != "#"]
    taught = [
        TaughtCard(cell.row, cell.column, cell.card, (card.letter, card.number), card.icons)
        for cell, card in zip(cells, confirm_cards(photo), strict=True)
    ]
    row = max(([one for one in taught if one.row == number] for number in range(3)), key=len)
    inner = row[len(row) // 2]
    known = [one for one in taught if one is not inner]
    assert len(rectify_shelf(photo.image, known, load_design("default")).seen) == len(taught)
    confirmed, lesson = take_lesson(photo.image, known, load_design("default"), EX_LIBRIS)
    assert len(confirmed) == len(lesson.cards) == len(taught) - 1
    assert inner.name not in {(letter, number) for letter, number, _ in lesson.cards}
