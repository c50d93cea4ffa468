from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.scoring import check_order, find_edition, parse_shelf
from companion.scoring.cards import Card
from companion.scoring.editions import Edition
from companion.scoring.shelf import Place, Shelf

from ..examples import DERIVED, PRINTED, example
from ..strategies import cards, editions, shelves

DISASTER = "Z2:CF A1:CF B1:CF / C1:CF D1:CF E1:CF"
EXAMPLES = [
    # The third card is in order after both; its letter is not printed. The Czech drawing has L8 and L3.
    example(
        "alpha-printed-middle",
        PRINTED,
        "002:132 001:494-497 000:203-206",
        "pt-BR",
        "M8:CF M3:CF N1:CF",
        [],
        ["M3 after M8"],
    ),
    example(
        "alpha-printed-middle in Czech",
        PRINTED,
        "002:132 001:494-497 000:203-206",
        "cs",
        "L8:CF L3:CF M1:CF",
        [],
        ["L3 after L8"],
    ),
    example(
        "alpha-printed-voluntary",
        PRINTED,
        "002:137 001:501-505 000:213-217",
        "pt-BR",
        "M8:CF M3:CF N1:CF",
        [(0, 0)],
        [],
    ),
    # C2 is after B4, but B4 was turned: C2 has to follow D1.
    example(
        "alpha-compare-with-last-face-up",
        DERIVED,
        "002:128 001:490-493",
        "en",
        "D1:CF B4:CF C2:CF E1:CF",
        [],
        ["B4 after D1", "C2 after D1"],
    ),
    example(
        "alpha-across-rows",
        DERIVED,
        "001:486-490 002:128",
        "en",
        "A2:CF F1:CF / E5:CF G1:CF / H2:CF Z1:CF",
        [],
        ["E5 after F1"],
    ),
    example("alpha-gaps-skipped", DERIVED, "001:490-493", "en", ". B1:CF . C3:CF / C4:CF D1:CF D2:CF D7:CF", [], []),
    example(
        "alpha-first-card-greedy-disaster",
        DERIVED,
        "002:128 002:134",
        "en",
        DISASTER,
        [],
        ["A1 after Z2", "B1 after Z2", "C1 after Z2", "D1 after Z2", "E1 after Z2"],
    ),
    example("alpha-first-card-voluntary", DERIVED, "002:134", "en", DISASTER, [(0, 0)], []),
    example("alpha-number-is-numeric", DERIVED, "001:2990-2992", "pl", "B2:CF B10:CF", [], []),
    example(
        "alpha-pl-collation",
        DERIVED,
        "001:2618-2619 001:2768-2769 001:3065-3066",
        "pl",
        "C9:CF Ć1:CF D1:CF L6:CF Ł1:CF M1:CF S10:CF Ś1:CF T1:CF",
        [],
        [],
    ),
    # Left face down by the Mummy after its cover was discarded.
    example("alpha-face-down-card-ignored", DERIVED, "002:535-537", "en", "C1:CF # D1:CF", [], []),
]


@pytest.mark.parametrize(("edition", "notation", "voluntary", "turned"), EXAMPLES)
def test_cards_that_do_not_follow_are_turned(
    edition: str, notation: str, voluntary: list[tuple[int, int]], turned: list[str]
) -> None:
    shelf = parse_shelf(notation).turn_down(Place(*place) for place in voluntary)
    check = check_order(shelf, find_edition(edition))
    assert [f"{flip.card.name} after {flip.after.name}" for flip in check.flips] == turned
    assert [check.shelf[flip.place].face_down for flip in check.flips] == [True] * len(turned)


@pytest.mark.parametrize(
    ("edition", "in_order"),
    [
        ("de", "A9:CF Ä1:CF B1:CF O2:CF Ö1:CF P1:CF U3:CF Ü1:CF V1:CF"),
        ("cs", "C9:CF Č1:CF D1:CF Ď1:CF H2:CF CH1:CF I1:CF R3:CF Ř1:CF S1:CF Š1:CF Z1:CF Ž1:CF"),
        ("pl", "A1:CF Ą1:CF B1:CF N1:CF Ń1:CF O1:CF Ó1:CF Z1:CF Ź1:CF Ż1:CF"),
    ],
)
def test_each_edition_orders_its_own_letters(edition: str, in_order: str) -> None:
    assert check_order(parse_shelf(in_order), find_edition(edition)).flips == ()
    backwards = " ".join(reversed(in_order.split()))
    turned = check_order(parse_shelf(backwards), find_edition(edition)).flips
    assert len(turned) == in_order.count(" ")


def test_a_shelf_in_order_is_not_built_again() -> None:
    shelf = parse_shelf("A1:CF B2:HM / C3:RS #")
    assert check_order(shelf, find_edition("en")).shelf is shelf


def test_a_card_does_not_follow_its_own_twin() -> None:
    (flip,) = check_order(parse_shelf("A1:CF A1:CF"), find_edition("en")).flips
    assert (flip.place, flip.after_place) == (Place(0, 1), Place(0, 0))


def test_the_card_to_follow_may_lie_on_the_row_above() -> None:
    (flip,) = check_order(parse_shelf("A1:CF C1:CF / . B1:CF~ B2:CF"), find_edition("en")).flips
    assert (flip.place, flip.after_place, flip.after.name) == (Place(1, 2), Place(0, 1), "C1")


def test_a_letter_without_a_place_in_the_alphabet_is_refused() -> None:
    with pytest.raises(LookupError, match=r"edition 'en' has no letter 'Ł'"):
        check_order(parse_shelf("Ł1:CF"), find_edition("en"))
    assert check_order(parse_shelf("Ł1:CF~"), find_edition("en")).flips == ()


@pytest.mark.parametrize("notation", ["?", "?8:CF", "M?:CF"])
def test_an_unread_card_is_refused(notation: str) -> None:
    with pytest.raises(LookupError, match="its face was not read"):
        check_order(parse_shelf(notation), find_edition("en"))


def find_turned_slowly(shelf: Shelf, edition: Edition) -> list[Place]:
    """Keep a card if it comes after every card kept so far; turn it otherwise."""
    kept: list[Card] = []
    turned = []
    for place, card in shelf:
        if card.face_down:
            continue
        mine = edition.letters.index(card.letter or ""), card.number or 0
        if all((edition.letters.index(other.letter or ""), other.number or 0) < mine for other in kept):
            kept.append(card)
        else:
            turned.append(place)
    return turned


@st.composite
def editions_and_shelves(draw: st.DrawFn) -> tuple[Edition, Shelf]:
    edition = draw(editions)
    return edition, draw(shelves(cards(edition)))


@given(editions_and_shelves())
def test_the_check_agrees_with_a_slow_one(drawn: tuple[Edition, Shelf]) -> None:
    edition, shelf = drawn
    check = check_order(shelf, edition)
    assert [flip.place for flip in check.flips] == find_turned_slowly(shelf, edition)
    assert check.shelf == shelf.turn_down(find_turned_slowly(shelf, edition))


@given(editions_and_shelves())
def test_a_checked_shelf_passes_the_check(drawn: tuple[Edition, Shelf]) -> None:
    edition, shelf = drawn
    checked = check_order(shelf, edition).shelf
    again = check_order(checked, edition)
    assert again.flips == ()
    assert again.shelf == checked


@given(editions_and_shelves())
def test_the_first_card_face_up_is_never_turned(drawn: tuple[Edition, Shelf]) -> None:
    edition, shelf = drawn
    face_up = [place for place, card in shelf if not card.face_down]
    assert face_up[:1] == [place for place, card in check_order(shelf, edition).shelf if not card.face_down][:1]


@given(editions_and_shelves())
def test_every_reason_names_a_card_that_still_lies_face_up_before(drawn: tuple[Edition, Shelf]) -> None:
    edition, shelf = drawn
    check = check_order(shelf, edition)
    for flip in check.flips:
        assert (shelf[flip.place], shelf[flip.after_place]) == (flip.card, flip.after)
        assert flip.after_place < flip.place
        assert not check.shelf[flip.after_place].face_down
