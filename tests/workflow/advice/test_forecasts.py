"""What is best while focuses are secret, and that it depends on nothing that the viewer does not know."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.store.tables.drafts import Kind, StoredSeat
from companion.workflow.access.seeing import SeenDraft
from companion.workflow.advice.forecasts import Outlook, view_outlook

from ..drafts import ERIC, RITA, make_draft, make_solo, see

LOSER = replace(RITA, shelf="Z2:CF A1:FHM B1:MSF C1:RSF / D1:HRS E1:CCM F1:SSR G1:HM")
RIVAL = replace(ERIC, kind=Kind.SHELF, shelf="A2:FHH B2:MRR C2:HMS / D2:FRS E2:HM")


def look(draft: SeenDraft) -> Outlook | None:
    return view_outlook(draft, draft.find_seat(1), "en")


def seal(focus: str, *others: StoredSeat) -> SeenDraft:
    """Rita's view: her own focus, and none of the others'."""
    seen = see(make_draft(LOSER, replace(RIVAL, focus=focus), *others))
    seats = tuple(replace(seat, focus="", is_sealed=True) if seat.position > 1 else seat for seat in seen.seats)
    return replace(seen, seats=seats)


def test_cards_are_named_and_what_they_bring() -> None:
    outlook = look(seal("H"))
    assert outlook is not None
    assert outlook.turns[0].startswith("Flip Z2: +")
    assert outlook.sentence.endswith("whatever the hidden focuses are, no other flips are better.")
    assert outlook.exceptions == ()


def test_it_is_the_same_whatever_is_hidden() -> None:
    assert len({repr(look(seal(focus))) for focus in "FHM"}) == 1


def test_where_it_depends_on_the_deal_the_exceptions_are_named() -> None:
    figures = dict.fromkeys(("C", "F", "H", "M", "R", "S", "stability"), "0")
    rita = replace(RITA, shelf="A2:RRRR Z2:RCC B1:SH")
    ada = StoredSeat("Ada", "F", 2, kind=Kind.TALLY, tally={**figures, "C": "3", "M": "3", "R": "5"})
    bea = StoredSeat("Bea", "H", 3, kind=Kind.TALLY, tally={**figures, "H": "3", "R": "3", "S": "2"})
    seen = see(make_draft(rita, ada, bea))
    hidden = tuple(replace(seat, focus="", is_sealed=True) for seat in seen.seats[1:])
    outlook = look(replace(seen, seats=(seen.seats[0], *hidden)))
    assert outlook == Outlook(
        turns=(),
        down="",
        sentence="10 in all: best in 5 of the 6 ways the hidden focuses may have been dealt.",
        exceptions=("Ada – Monster Manuals; Bea – Historic Volumes: place 3, and 2 with other flips.",),
    )


def test_where_nothing_is_to_be_turned_that_is_said() -> None:
    seen = see(make_draft(replace(RITA, shelf="A1:SS"), RIVAL))
    outlook = look(replace(seen, seats=(seen.seats[0], replace(seen.seats[1], focus="", is_sealed=True))))
    assert outlook is not None
    assert outlook.turns == ()
    assert outlook.sentence.endswith("whatever the hidden focuses are, no flip makes the result better.")


@pytest.mark.parametrize(
    "draft",
    [
        # No focus of one's own, no cards, or another shelf that is not entered yet.
        see(make_draft(replace(LOSER, focus=""), RIVAL)),
        see(make_draft(replace(RITA, kind=Kind.TALLY, tally=ERIC.tally), RIVAL)),
        see(make_draft(LOSER, StoredSeat("Eric", "H", 2))),
        # A pile of shelves beyond any game.
        see(make_draft(replace(RITA, shelf=" ".join(f"{a}{n}:HM" for a in "ABCDEFGH" for n in range(1, 11))), RIVAL)),
    ],
)
def test_there_may_be_nothing_to_say_yet(draft: SeenDraft) -> None:
    assert look(draft) is None


def test_the_library_s_focus_may_be_sealed_and_cards_set_aside_seen() -> None:
    seen = see(make_solo())
    hidden = replace(seen, library=replace(seen.library, focus="", is_sealed=True))
    assert look(hidden) == look(replace(hidden, set_aside="HM"))
    assert look(hidden) is not None
