"""What is said of kinds of icons: one answer each, in place of the one before; splits, and taking things back."""

from __future__ import annotations

import pytest

from companion.store.photos.queries import KeptPhoto, TakenPhoto
from companion.workflow.lessons import reading_again
from companion.workflow.lessons.answers import answer, forget, list_kinds, take_back
from companion.workflow.lessons.reading_again import merge_again, name_icons, take_looks
from companion.workflow.photos.joins import begin_review
from companion.workflow.photos.review import CONFIRMED_LETTERS, format_review, list_read_cards, parse_review, settle

from ...web.photos.readings import write_reading
from ..photos.read_cards import group_icons

KINDS = ((0, 1), (0, 1, 2), (0, 0))


def photograph(shelf="A1:?? B2:??? C3:??", kinds=KINDS, **doubtful):
    reading = group_icons(write_reading(shelf, **doubtful), kinds)
    return begin_review(list_read_cards(reading, 1)), KeptPhoto(1, 1600, 1200, reading)


def say(review, photo, **said):
    for key, word in said.items():
        review = answer(review, photo, key.removeprefix("k").replace("_", "/"), word)
    return review


def list_keys(review, photo):
    return [(kind.key, len(kind.icons), kind.said) for kind in list_kinds(review, photo)]


def test_kinds_come_by_size_and_keep_their_answers():
    review, photo = photograph()
    assert list_keys(say(review, photo, k1="C"), photo) == [("0", 4, None), ("1", 2, "C"), ("2", 1, None)]


def test_an_answer_replaces_the_one_before():
    review, photo = photograph()
    assert say(review, photo, k0="C", k1="F").answers == ((1, "0", "C"), (1, "1", "F"))
    assert say(say(review, photo, k0="C", k1="F"), photo, k0="S").answers == ((1, "1", "F"), (1, "0", "S"))


def test_a_mixed_kind_is_split_and_a_taken_back_split_is_joined_with_all_of_its_answers():
    review, photo = photograph()
    split = say(review, photo, k0="mixed", k0_0="C", k0_1="F")
    assert list_keys(split, photo)[:2] == [("0/0", 2, "C"), ("0/1", 2, "F")]
    assert take_back(split, photo, "").answers == ((1, "0", "mixed"), (1, "0/0", "C"))
    assert take_back(split, photo, "0").answers == ()


@pytest.mark.parametrize(("key", "said"), [("7", "C"), ("0", "X"), ("2", "mixed"), ("0", ""), ("0/0", "C")])
def test_what_makes_no_sense_is_refused(key, said):
    review, photo = photograph()
    with pytest.raises((LookupError, ValueError), match="expected"):
        answer(review, photo, key, said)


def test_answers_stay_with_the_stored_review():
    review, photo = photograph()
    told = say(review, photo, k0="C")
    assert parse_review(format_review(told)) == told
    old = {name: value for name, value in format_review(told).items() if name not in ("answers", "taught")}
    assert parse_review(old) == review


def test_cards_are_named_where_all_of_their_icons_are():
    review, photo = photograph()
    told = say(review, photo, k0="S", k1="S", k2="none")
    named = {card.spot: name_icons(told, photo).get(card.corners) for card in told.cards}
    assert named == {(0, 0): "SS", (0, 1): None, (0, 2): "SS"}


def test_two_kinds_of_the_same_name_are_one_category():
    review, photo = photograph()
    assert set(name_icons(say(review, photo, k0="S", k1="S", k2="S"), photo).values()) == {"SS", "SSS"}


def test_an_icon_beside_known_ones_completes_them():
    review, photo = photograph("A1:C? B2:FH? C3:RR", ((0,), (0,)))
    assert sorted(name_icons(say(review, photo, k0="M"), photo).values()) == ["CM", "FHM"]


def reread(shelf, width=1600, **doubtful):
    return TakenPhoto(b"", width, 1200, write_reading(shelf, **doubtful))


def test_what_is_read_again_and_agrees_is_sure():
    review, photo = photograph()
    again = merge_again(say(review, photo, k0="S", k1="C", k2="H"), photo, reread("A1:CS B2:CHS C3:SS"))
    assert [(card.read, card.doubts) for card in again.cards] == [("A1:CS", ()), ("B2:CHS", ()), ("C3:SS", ())]
    assert again.taught == (1,)


def test_where_the_answers_say_otherwise_the_icons_are_doubtful_and_both_are_offered():
    review, photo = photograph()
    again = merge_again(say(review, photo, k0="S", k1="C", k2="H"), photo, reread("A1:CS B2:CHS C3:RS"))
    card = again.cards[2]
    assert (card.read, card.doubts, card.candidates) == ("C3:RS", ("icons",), ("C3:SS",))


def test_what_is_not_read_again_is_as_the_answers_say_and_doubtful():
    review, photo = photograph()
    again = merge_again(say(review, photo, k0="S", k1="C", k2="H"), photo, reread("A1:CS B2:??? #"))
    assert [(card.read, card.doubts) for card in again.cards] == [
        ("A1:CS", ()), ("B2:CHS", ("icons",)), ("C3:SS", ("icons",)),
    ]  # fmt: skip


def test_a_name_that_was_sure_stays_and_one_that_was_not_is_read_again():
    review, photo = photograph(B2=0.6)
    again = merge_again(say(review, photo, k0="S", k1="C", k2="H"), photo, reread("A7:CS B9:CHS C3:SS", A7=0.5))
    assert [(card.read, card.doubts) for card in again.cards[:2]] == [("A1:CS", ()), ("B9:CHS", ())]


def test_what_a_photo_has_taught_confirms_none_of_its_letters():
    review, photo = photograph()
    photo.reading[CONFIRMED_LETTERS] = ["C"]
    again = reread("A1:CS B2:CHS C3:SS")
    again.reading[CONFIRMED_LETTERS] = ["A", "B", "C"]
    merged = merge_again(say(review, photo, k0="S", k1="C", k2="H"), photo, again)
    assert [card.is_unconfirmed for card in merged.cards] == [True, True, False]
    assert parse_review(format_review(merged)) == merged


def test_a_smaller_copy_is_laid_over_the_photo():
    review, photo = photograph()
    half = reread("A1:CS B2:CHS C3:SS", width=800)
    for card in half.reading["cards"]:
        card["corners"] = [[x / 2, y / 2] for x, y in card["corners"]]
    again = merge_again(say(review, photo, k0="S", k1="C", k2="H"), photo, half)
    assert [card.read for card in again.cards] == ["A1:CS", "B2:CHS", "C3:SS"]
    assert [card.corners for card in again.cards] == [card.corners for card in review.cards]


def test_what_a_person_has_settled_stays_and_is_not_asked_for():
    review, photo = photograph()
    settled = settle(review, (0, 1), "B2:RRR")
    assert list_keys(settled, photo) == [("0", 3, None), ("1", 1, None)]
    again = merge_again(say(settled, photo, k0="S", k1="C"), photo, reread("A1:CS B2:CHS C3:SS"))
    assert [card.text for card in again.cards] == ["A1:CS", "B2:RRR", "C3:SS"]


def test_a_forgotten_lesson_leaves_the_cards_as_they_were_read_first():
    review, photo = photograph()
    told = say(review, photo, k0="S", k1="C", k2="H")
    assert forget(merge_again(told, photo, reread("A1:CS B2:CHS C3:SS")), photo) == review


def test_a_corrected_lesson_is_read_as_if_it_had_been_said_so_at_once():
    review, photo = photograph()
    wrong = merge_again(say(review, photo, k0="R", k1="C", k2="H"), photo, reread("A1:CR B2:CHR C3:RR"))
    again = reread("A1:CS B2:CHS C3:SS")
    right = merge_again(say(wrong, photo, k0="S"), photo, again)
    assert right.cards == merge_again(say(review, photo, k0="S", k1="C", k2="H"), photo, again).cards


@pytest.mark.parametrize(("places", "icons"), [
    (((20, 30), (40, 30), (60, 30)), "CFH"), (((30, 100), (30, 60), (30, 20)), "HFC"),
    (((60, 32), (20, 60), (20, 30)), "HCF"), (((60, 30), (62, 60), (20, 30)), "HCF"),
])  # fmt: skip
def test_icons_are_in_order_along_their_line_or_line_by_line_in_a_block(monkeypatch, places, icons):
    review, photo = photograph("A1:???", ((0, 1, 2),))
    (left, top), *_ = photo.reading["icon_groups"][0]["corners"]
    for icon, (x, y) in zip(photo.reading["icon_groups"][0]["icons"], places, strict=True):
        icon.update(x=left + x, y=top + y)
    seen = []
    monkeypatch.setattr(reading_again, "learn_looks", lambda _picture, _width, cards, *_: seen.extend(cards))
    monkeypatch.setattr(reading_again, "format_lesson", lambda _: b"")
    take_looks(b"", photo, say(review, photo, k0="C", k1="F", k2="H"))
    assert [(card.in_order, card.icons) for card in seen] == [(True, icons)]


MANY = ((0, 1, 2), (0, 1, 2), (0, 1, 2), (3, 4, 5), (3, 4, 5), (3, 4, 5), (6, 6), (7, 7, 7))


def test_nobody_is_asked_about_a_few_icons_once_all_categories_are_named():
    review, photo = photograph("A1:??? B2:??? C3:??? / D1:??? E1:??? F1:??? / G1:?? H1:???", MANY)
    told = say(review, photo, k0="C", k1="F", k2="H", k3="M", k4="R")
    assert [kind.key for kind in list_kinds(told, photo) if kind.said is None] == ["5", "6", "7"]
    told = say(told, photo, k5="S")
    assert [(kind.key, kind.said) for kind in list_kinds(told, photo)][6:] == [("6", "none"), ("7", None)]
    assert list_keys(say(told, photo, k6="C"), photo)[6] == ("6", 2, "C")
