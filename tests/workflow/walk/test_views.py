"""The walk: which steps there are, what each shows, and that nothing up to B4 depends on a focus."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from companion.scoring.categories import Category
from companion.scoring.scorecard import Tiebreak
from companion.store.tables.drafts import Kind, StoredDraft, StoredSeat
from companion.store.tables.stages import Stage
from companion.workflow.access.roles import Viewer
from companion.workflow.walk.parts import Part
from companion.workflow.walk.steps import STEPS, SealedStepError, Step, find_inspector, find_step
from companion.workflow.walk.views import WalkView, list_checks, view_walk

from ..drafts import FIGURES, make_draft, make_solo, see

HOST, ERIC, STRANGER = Viewer("host"), Viewer("eric"), Viewer("somebody")
BEFORE_THE_REVEAL = [step for step in STEPS if not step.is_sealed]
AFTER_IT = [step for step in STEPS if step.is_sealed]

SHELVES = (
    StoredSeat("Rita", "S", 1, kind=Kind.SHELF, shelf="A1:CFH B3:MM / C2:RRS D4:FHM A3:CC+", device="host"),
    StoredSeat("Eric", "H", 2, kind=Kind.SHELF, shelf="E1:RRF F2:CH / G3:MM H4:SSR", device="eric"),
    StoredSeat("Ola", "M", 3, kind=Kind.TALLY, tally=FIGURES),
)


def make_table(*seats: StoredSeat, step: str = "", stage: Stage = Stage.LOCKED, **details: str) -> StoredDraft:
    """A table of three phones, the host's and Eric's among them, locked."""
    draft = make_draft(*(seats or SHELVES), **details)
    return replace(draft, host="host", stage=stage, step=step)


def make_tie(*hands: str, runner: int | None = None, **details: str) -> StoredDraft:
    """Two players tied on points, books, and banned books, with revealed focuses."""
    seats = [
        StoredSeat(name, "F", position, hand=hand, kind=Kind.TALLY, tally=FIGURES)
        for position, (name, hand) in enumerate(zip(("Rita", "Eric"), hands or ("", ""), strict=True), start=1)
    ]
    table = make_table(*seats, step="TIEBREAK", stage=Stage.REVEALED, **details)
    return replace(table, reading_winner=runner)


def walk(draft: StoredDraft, step: Step | None = None, viewer: Viewer = STRANGER) -> WalkView:
    """What a phone can see."""
    return view_walk(see(draft, viewer), step, "en")


def open_up(draft: StoredDraft, step: Step) -> WalkView:
    """A step of a table whose focuses have been revealed."""
    return walk(replace(draft, stage=Stage.REVEALED, step=step.value))


def find_part(view: WalkView, name: str) -> Part:
    return next(part for part in view.parts if part.name == name)


def test_the_walk_follows_the_form():
    titles = [[stop.step.value for stop in leg.stops] for leg in open_up(make_table(), Step.PROCLAIM).legs]
    called = ["A2-C", "A2-F", "A2-H", "A2-M", "A2-R", "A2-S"]
    assert titles == [["A1"], called, ["B1"], ["B2"], ["B3"], ["B4"], ["B5"], ["TOTAL"], ["PROCLAIM"]]


def test_each_step_leads_to_the_next():
    steps = [step for step in STEPS if step is not Step.TIEBREAK]
    views = [open_up(make_table(), step) for step in steps]
    assert [view.next for view in views] == [*steps[1:], None]
    assert [view.previous for view in views] == [None, *steps[:-1]]


def test_a_phone_follows_the_inspector():
    assert walk(make_table(step="A2-M")).step is Step.A2_M


@pytest.mark.parametrize(
    ("stage", "step", "where"),
    [
        (Stage.DRAFT, "", None),
        (Stage.LOCKED, "", Step.A1),
        (Stage.LOCKED, "B2", Step.B2),
        (Stage.REVEALED, "TOTAL", Step.TOTAL),
        (Stage.REVEALED, "", Step.PROCLAIM),
    ],
)
def test_the_inspector_stands_where_the_host_has_led(stage, step, where):
    draft = see(make_table(step=step, stage=stage))
    assert find_inspector(draft) is where


def test_nobody_leads_through_an_open_file():
    assert find_inspector(see(replace(make_draft(), step="B2"))) is None


def test_an_open_file_can_be_walked_through_from_the_start():
    draft = make_draft()
    assert walk(draft).step is Step.A1
    assert walk(draft, Step.PROCLAIM).ending is not None


def test_looking_back_goes_as_far_as_the_inspector_has_come():
    draft = make_table(step="A2-F")
    open_steps = [stop.step for leg in walk(draft, Step.A1).legs for stop in leg.stops if stop.is_open]
    assert open_steps == [Step.A1, Step.A2_C, Step.A2_F]
    with pytest.raises(SealedStepError):
        walk(draft, Step.A2_H)


@pytest.mark.parametrize("viewer", [HOST, ERIC, STRANGER], ids=["host", "librarian", "screen"])
@pytest.mark.parametrize("step", AFTER_IT)
def test_nothing_from_the_focuses_on_is_shown_before_the_reveal(step, viewer):
    for place in ("", "B4", step.value):
        with pytest.raises(SealedStepError):
            walk(make_table(step=place), step, viewer)


@pytest.mark.parametrize("viewer", [HOST, ERIC, STRANGER], ids=["host", "librarian", "screen"])
@pytest.mark.parametrize("step", BEFORE_THE_REVEAL)
def test_no_focus_changes_what_is_shown_before_the_reveal(step, viewer):
    shown = set()
    for focuses in permutations("FHMS", 3):
        seats = [replace(seat, focus=focus) for seat, focus in zip(SHELVES, focuses, strict=True)]
        shown.add(repr(walk(make_table(*seats, step=step.value), None, viewer)))
    assert len(shown) == 1


def test_a_tie_is_not_foreseen_before_the_reveal():
    tie = replace(make_tie(), stage=Stage.LOCKED, step="B4")
    assert "TIEBREAK" not in [leg.mark for leg in walk(tie).legs]
    assert "TIEBREAK" in [leg.mark for leg in walk(make_tie()).legs]


def test_what_cannot_be_counted_is_no_walk():
    with pytest.raises(LookupError, match="cannot be counted"):
        walk(make_table(StoredSeat("Rita", "S", 1, kind=Kind.SHELF, shelf="?"), step="A1"))


def test_a_step_that_this_evening_has_not_is_the_end():
    assert open_up(make_table(), Step.TIEBREAK).step is Step.PROCLAIM


def test_the_form_fills_in_as_the_walk_goes_on():
    rows = walk(make_table(step="A2-F")).rows
    assert [any(row.figures) for row in rows] == [True] * 3 + [False] * 10


def seat_around(*order: int) -> StoredDraft:
    """The table in A1, its seats in this order clockwise; the store lists them so."""
    seats = [replace(SHELVES[position - 1], place=place) for place, position in enumerate(order, start=1)]
    return make_table(*seats, step="A1")


@pytest.mark.parametrize(
    ("order", "checks", "erics"),
    [
        ((1, 2, 3), (("Rita", "Ola"), ("Eric", "Rita"), ("Ola", "Eric")), 1),
        ((1, 3, 2), (("Rita", "Eric"), ("Ola", "Rita"), ("Eric", "Ola")), 3),
    ],
)
def test_a_librarian_checks_the_shelf_to_the_right(order, checks, erics):
    table = seat_around(*order)
    assert list_checks(see(table)) == checks
    assert walk(table, None, ERIC).neighbours == {erics}
    assert walk(table).neighbours == frozenset()
    assert not walk(table, None, ERIC).asks_order


def test_the_phone_that_keeps_two_seats_checks_two_shelves():
    assert walk(seat_around(1, 2, 3), None, HOST).neighbours == {3, 2}


def test_as_long_as_nobody_has_said_who_sits_where_no_shelf_is_said_to_be_on_the_right():
    table = make_table(step="A1")
    assert list_checks(see(table)) == ()
    assert walk(table, None, ERIC).neighbours == frozenset()
    assert walk(table, None, ERIC).asks_order
    assert not walk(table).asks_order


def test_two_check_each_other_without_being_asked():
    table = make_table(*SHELVES[:2], step="A1")
    assert list_checks(see(table)) == (("Rita", "Eric"), ("Eric", "Rita"))
    assert walk(table, None, ERIC).neighbours == {1}
    assert not walk(table, None, ERIC).asks_order


def test_the_columns_of_the_form_go_around_the_table():
    assert walk(seat_around(1, 3, 2)).names == ("Rita", "Ola", "Eric")


def test_a1_says_which_card_does_not_follow_which():
    part = find_part(walk(make_table(step="A1")), "Rita")
    assert (part.figure, part.reasons) == ("1", ("A3 does not follow D4 and is flipped face down.",))
    assert part.shelf is not None
    assert [[card.name for card in row if card and card.is_flipped] for row in part.shelf.rows] == [[], ["A3"]]


def test_a1_leaves_a_shelf_counted_on_paper_alone():
    part = find_part(walk(make_table(step="A1")), "Ola")
    assert (part.figure, part.shelf) == ("–", None)
    assert part.reasons == ("Counted on paper: no shelf was checked.",)


def test_a2_lists_the_cards_behind_each_figure():
    view = walk(make_table(step="A2-R"))
    assert view.title == "Reference Texts"
    assert [(part.name, part.figure, part.working) for part in view.parts] == [
        ("Rita", "2", ""),
        ("Eric", "3", "2 + 1"),
        ("Ola", "8", ""),
    ]
    assert [pile.cards for part in view.parts for pile in part.piles] == [(("C2", 2),), (("E1", 2), ("H4", 1))]
    assert find_part(view, "Ola").reasons == ("Counted on paper.",)


def test_b1_frames_the_rectangle():
    shelf = find_part(walk(make_table(step="B1")), "Rita").shelf
    assert shelf is not None
    assert shelf.box == "0 0 60 56"
    assert shelf.frame.startswith("M")
    flat = replace(SHELVES[0], shelf="A1:CC B2:CC")
    bare = find_part(walk(make_table(flat, SHELVES[1], step="B1")), "Rita").shelf
    assert bare is not None
    assert bare.frame == ""


def test_b2_works_out_a_shared_award():
    twins = [replace(SHELVES[2], name=name, position=position) for position, name in ((3, "Ola"), (4, "Jan"))]
    view = walk(make_table(*SHELVES[:2], *twins, step="B2"))
    assert [(part.name, part.place, part.working, part.figure) for part in view.parts] == [
        ("Rita", 4, "", "0"),
        ("Eric", 3, "", "4"),
        ("Ola", 1, "(15 + 9) ÷ 2", "12"),
        ("Jan", 1, "(15 + 9) ÷ 2", "12"),
    ]


def test_b2_names_the_ruling_on_which_it_rests():
    triplets = [replace(SHELVES[2], name=name, position=position) for position, name in enumerate("XYZ", start=1)]
    assert [name for name, _ in walk(make_table(*triplets, step="B2")).rulings] == ["whole-tie-pooled"]
    assert walk(make_table(*triplets, step="B3")).rulings == ()


def test_b3_and_b4_show_their_working():
    banned = find_part(walk(make_table(step="B3")), "Ola")
    assert (banned.working, banned.figure) == ("−1 × 4", "−4")
    variety = find_part(walk(make_table(step="B4")), "Ola")
    assert (variety.working, variety.figure) == ("3 × 6", "18")
    assert [(stock.category.value, stock.books, stock.is_scarcest) for stock in variety.stocks] == [
        ("F", 8, False),
        ("H", 10, False),
        ("M", 6, True),
        ("R", 8, False),
        ("S", 7, False),
    ]


def test_b5_reveals_every_focus():
    view = open_up(make_table(), Step.B5)
    assert [(part.name, part.focus, part.working) for part in view.parts] == [
        ("Rita", Category.SPELLS_AND_POTIONS, "2 × 1"),
        ("Eric", Category.HISTORIC_VOLUMES, "2 × 1"),
        ("Ola", Category.MONSTER_MANUALS, "2 × 6"),
    ]


def test_the_total_is_a_sum_with_its_reasons():
    part = find_part(open_up(make_table(), Step.TOTAL), "Ola")
    assert (part.working, part.figure) == ("12 + 15 − 4 + 18 + 12", "53")
    assert len(part.reasons) == 5


def list_chain(draft: StoredDraft) -> list[tuple[Tiebreak, tuple[str, ...], bool]]:
    ending = walk(draft).ending
    assert ending is not None
    return [(link.tiebreak, tuple(figure for _, figure in link.answers), link.is_last) for link in ending.chain]


def test_hands_are_asked_for_where_books_do_not_decide():
    assert list_chain(make_tie()) == [
        (Tiebreak.BOOKS, ("43", "43"), False),
        (Tiebreak.HAND, ("", ""), True),
    ]
    ending = walk(make_tie()).ending
    assert ending is not None
    assert [(hand.position, hand.is_open) for hand in ending.hands] == [(1, True), (2, True)]
    assert (ending.is_waiting, ending.winners, ending.contested) == (True, (), ("Rita", "Eric"))


def test_the_chain_ends_where_it_is_decided():
    assert list_chain(make_tie("3", "1"))[-1] == (Tiebreak.HAND, ("3", "1"), True)
    ending = walk(make_tie("3", "1")).ending
    assert ending is not None
    assert (ending.is_waiting, ending.winners, ending.contested) == (False, ("Eric",), ())


def test_only_those_still_tied_are_asked_on():
    tie = make_tie("2", "2")
    fewer_books = StoredSeat("Ola", "R", 3, hand="0", kind=Kind.TALLY, tally={**FIGURES, "S": "6"})
    assert list_chain(replace(tie, seats=(*tie.seats, fewer_books)))[:2] == [
        (Tiebreak.BOOKS, ("43", "43", "42"), False),
        (Tiebreak.HAND, ("2", "2"), False),
    ]


@pytest.mark.parametrize(
    ("edition", "last", "winners"),
    [("en", Tiebreak.READING, ()), ("cs", Tiebreak.SHARED, ("Rita", "Eric")), ("de", Tiebreak.UNDECIDED, ())],
)
def test_the_last_question_is_that_of_the_edition(edition, last, winners):
    draft = make_tie("2", "2", edition=edition)
    assert [link[0] for link in list_chain(draft)] == [Tiebreak.BOOKS, Tiebreak.HAND, Tiebreak.BANNED, last]
    ending = walk(draft).ending
    assert ending is not None
    assert ending.winners == winners
    assert ending.is_waiting is (edition != "cs")


def test_the_reading_race_names_the_first_to_finish():
    ending = walk(make_tie("2", "2", runner=2)).ending
    assert ending is not None
    assert [(racer.name, racer.has_won) for racer in ending.race] == [("Rita", False), ("Eric", True)]
    assert (ending.is_waiting, ending.winners) == (False, ("Eric",))


def test_a_solo_game_is_counted_against_the_public_library():
    draft = replace(make_solo(), host="host", stage=Stage.REVEALED)
    sides = {step: [part.name for part in walk(draft, step).parts] for step in (Step.A1, Step.A2_C, Step.B1, Step.B2)}
    assert sides == {
        Step.A1: ["Rita"],
        Step.A2_C: ["Rita", "Public library"],
        Step.B1: ["Rita"],
        Step.B2: ["Rita", "Public library"],
    }
    ending = walk(draft, Step.PROCLAIM).ending
    assert ending is not None
    assert (ending.licence, ending.winners, ending.chain) == (False, (), ())


def test_the_focus_of_the_public_library_is_hidden_with_the_librarians_own():
    shown = {
        repr(walk(replace(make_solo(focus=focus), host="host", stage=Stage.LOCKED, step="B4", is_dealt=True)))
        for focus in "FHM"
    }
    assert len(shown) == 1


def test_an_unknown_step_is_refused():
    with pytest.raises(LookupError, match="'C1'"):
        find_step("C1")
