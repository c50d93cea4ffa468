"""The secret focus: shown to its owner, stored silently, and covered while a phone is passed around."""

from __future__ import annotations

import json
import re

import pytest

from companion.store.tables import queries
from companion.store.tables.drafts import Details, StoredLibrary, StoredSeat

from ..conftest import EVENING, HEAD, SEATED

NAMES = {f"seats-{row}-{key}": value for row, seat in enumerate(SEATED) for key, value in seat.items()}


@pytest.fixture
def round_phone(visitor):
    """The desk of a table where one phone is passed around, with no focus chosen."""
    fields = {f"seats-{row}-focus": "" for row in range(3)}
    return visitor.start("Rita", "Eric", "Ola", way="round", **fields)


def find_chosen(page: str) -> list[str]:
    return re.findall(r'name="focus" value="(\w)" checked', page)


def test_a_librarian_chooses_their_own_focus_and_finds_it_again(evening, find_kept):
    assert find_chosen(evening.eric.open(f"{evening.desk}/seats/2/focus")) == []
    evening.send("/seats/2/focus", evening.eric, {"focus": "H"})
    assert evening.eric.address == evening.desk
    assert find_chosen(evening.eric.open(f"{evening.desk}/seats/2/focus")) == ["H"]
    assert find_kept(evening.desk).find_seat(2).focus == "H"


def test_others_see_that_a_focus_lies_face_down(evening):
    evening.send("/seats/2/focus", evening.eric, {"focus": "H"})
    for phone in (evening.rita, evening.watcher):
        page = phone.open(evening.desk)
        assert "Focus face down" in page
        assert "Historic" not in page


def test_a_category_that_another_has_is_taken_without_a_word(evening, find_kept):
    """Refusing it would reveal whose it is."""
    evening.send("/seats/1/focus", evening.rita, {"focus": "H"})
    page = evening.send("/seats/2/focus", evening.eric, {"focus": "H"})
    assert evening.eric.status == 200
    assert "dealt only once" not in page
    assert [seat.focus for seat in find_kept(evening.desk).seats] == ["H", "H"]


@pytest.mark.parametrize("fields", [{}, {"focus": ""}, {"focus": "X"}, {"focus": "HM"}])
def test_turning_the_card_down_without_choosing_changes_nothing(evening, find_kept, fields):
    evening.send("/seats/2/focus", evening.eric, {"focus": "H"})
    evening.send("/seats/2/focus", evening.eric, fields)
    assert evening.eric.address == evening.desk
    assert find_kept(evening.desk).find_seat(2).focus == "H"


def test_a_focus_is_in_no_address(evening):
    evening.send("/seats/2/focus", evening.eric, {"focus": "H"})
    assert "focus=" not in evening.eric.address
    page = evening.eric.open(f"{evening.desk}/seats/2/focus")
    assert f'method="post" id="focus" action="{evening.desk}/seats/2/focus" autocomplete="off"' in page
    assert evening.eric.headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("way", ["open", "send"])
@pytest.mark.parametrize(
    ("who", "position", "status"),
    [("eric", 1, 403), ("rita", 2, 403), ("watcher", 1, 403), ("watcher", 2, 403), ("rita", 9, 404), ("eric", 9, 404)],
)
def test_nobody_looks_at_anothers_card(evening, way, who, position, status):
    evening.fill()
    phone = getattr(evening, who)
    page = getattr(phone, way)(f"{evening.desk}/seats/{position}/focus")
    assert phone.status == status
    assert not re.search("Historic|Spells", page)
    phone.send(f"{evening.desk}/seats/{position}/focus/open")
    assert phone.status == status


def test_a_phone_of_ones_own_wears_no_cover(evening):
    evening.fill()
    page = evening.send("/seats/2/focus/open", evening.eric)
    assert find_chosen(page) == ["H"]
    assert "Pass the phone to" not in evening.eric.open(f"{evening.desk}/seats/2/focus")


def test_whoever_has_locked_the_card_away_looks_at_it_all_the_same(evening):
    evening.fill()
    evening.send("/lock", evening.rita)
    assert find_chosen(evening.eric.open(f"{evening.desk}/seats/2/focus")) == ["H"]


def test_a_shared_phone_is_covered_until_it_is_in_the_right_hands(visitor, round_phone):
    visitor.send(f"{round_phone}/seats/1/focus", {"focus": "S"})
    page = visitor.open(f"{round_phone}/seats/1/focus")
    assert "Pass the phone to" in page
    assert find_chosen(page) == []
    assert "Spells" not in page
    page = visitor.send(f"{round_phone}/seats/1/focus/open")
    assert find_chosen(page) == ["S"]
    assert "Back to the desk" not in page


def test_a_shared_phone_is_handed_from_one_to_the_next(visitor, round_phone, find_kept):
    for position, focus in ((1, "S"), (2, "H")):
        page = visitor.send(f"{round_phone}/seats/{position}/focus", {"focus": focus})
        assert visitor.address == f"{round_phone}/seats/{position + 1}/focus"
        assert "Pass the phone to" in page
    visitor.send(f"{round_phone}/seats/3/focus", {"focus": "M"})
    assert visitor.address == round_phone
    assert [seat.focus for seat in find_kept(round_phone).seats] == ["S", "H", "M"]


def test_whoever_has_chosen_already_is_not_handed_the_phone_again(visitor, round_phone):
    visitor.send(f"{round_phone}/seats/2/focus", {"focus": "H"})
    visitor.send(f"{round_phone}/seats/1/focus", {"focus": "S"})
    assert visitor.address == f"{round_phone}/seats/3/focus"


def test_the_desk_of_a_shared_phone_shows_no_focus(visitor, round_phone):
    visitor.send(f"{round_phone}/seats/1/focus", {"focus": "S"})
    page = visitor.open(round_phone)
    assert "Focus face down" in page
    assert "Spells" not in page


def test_a_shared_phone_is_not_handed_to_a_guest_with_one_of_his_own(visitor, round_phone, phones, find_kept):
    visitor.send(f"{round_phone}/code", {"open": "yes"})
    code, eric, ula = find_kept(round_phone).code, phones(), phones()
    eric.ask_for(code, 2)
    ula.sit_down(code, "Ula")
    visitor.send(f"{round_phone}/seats/1/focus", {"focus": "S"})
    assert visitor.address == f"{round_phone}/seats/3/focus"
    visitor.send(f"{round_phone}/seats/3/focus", {"focus": "M"})
    assert visitor.address == round_phone
    page = eric.open(f"{round_phone}/seats/2/focus")
    assert "Pass the phone to" not in page
    eric.send(f"{round_phone}/seats/2/focus", {"focus": "H"})
    assert eric.address == round_phone
    assert find_chosen(eric.open(f"{round_phone}/seats/2/focus")) == ["H"]


def test_a_solo_player_hands_the_phone_to_nobody(visitor, find_kept):
    desk = visitor.start("Rita", form="S-42A")
    assert not find_kept(desk).handover
    assert find_chosen(visitor.open(f"{desk}/seats/1/focus")) == ["S"]


def test_in_an_open_file_everybody_chooses_for_everybody(visitor, phones, app, find_kept):
    with app.app_context():
        seats = [StoredSeat("Rita", "S")]
        desk = f"/inspections/{queries.start_draft(Details('B-7c', 'en'), seats, StoredLibrary(), EVENING)}"
    visitor.send(f"{desk}/seats/1/focus", {"focus": "H"})
    assert find_kept(desk).find_seat(1).focus == "H"
    assert find_chosen(phones().open(f"{desk}/seats/1/focus")) == ["H"]


def test_a_card_that_the_app_dealt_is_looked_at_on_the_page_of_the_game(evening, find_kept):
    evening.send("/details", evening.rita, {**HEAD, **NAMES})
    version = str(find_kept(evening.desk).head_version)
    evening.send("/game/deal", evening.rita, {"version": version, "replaces": "y"})
    dealt = find_kept(evening.desk).find_seat(2).focus
    evening.eric.open(f"{evening.desk}/seats/2/focus")
    assert evening.eric.headers["Location"] == f"{evening.desk}/game/focus/2"
    other = next(code for code in "CFHMRS" if code != dealt)
    evening.send("/seats/2/focus", evening.eric, {"focus": other})
    assert find_kept(evening.desk).find_seat(2).focus == dealt


def test_a_script_is_given_the_card_alone_and_where_to_go(visitor, round_phone):
    as_json = {"Accept": "application/json"}
    visitor.send(f"{round_phone}/seats/1/focus", {"focus": "S"})
    answer = visitor.send(f"{round_phone}/seats/1/focus/open", **as_json)
    assert find_chosen(json.loads(answer)["html"]) == ["S"]
    assert visitor.headers["Cache-Control"] == "private, no-store"
    answer = visitor.send(f"{round_phone}/seats/1/focus", {"focus": "S"}, **as_json)
    assert json.loads(answer) == {"go": f"{round_phone}/seats/2/focus"}


def test_a_desk_holds_no_focus_and_its_owner_peeks_at_it(filled):
    peek = f"{filled.desk}/seats/2/focus/peek"
    for page in (filled.desk, f"{filled.desk}/live/desk"):
        text = filled.eric.open(page)
        assert "Focus face down" in text
        assert "Historic" not in re.sub(r'(?s)<ul class=\\?"dealt-marks.*?/ul>', "", text)
    assert "Historic" in filled.eric.open(peek)
    assert filled.eric.headers["Cache-Control"] == "private, no-store"
    for phone in (filled.rita, filled.watcher):
        phone.open(peek)
        assert phone.status == 403
    filled.rita.open(f"{filled.desk}/seats/9/focus/peek")
    assert filled.rita.status == 404


def test_a_focus_that_is_not_its_phones_to_see_is_not_peeked_at(filled, phones, visitor):
    window = phones()
    window.ask_for(filled.code, 2)
    filled.rita.answer_claim(filled.desk, 2, window.find_number(filled.desk, 2))
    for phone in (window, filled.eric):
        phone.open(f"{filled.desk}/seats/2/focus/peek")
        assert phone.status == 403
    desk = visitor.start("Rita", "Eric", way="round")
    visitor.send(f"{desk}/seats/1/focus", {"focus": "S"})
    visitor.open(f"{desk}/seats/1/focus/peek")
    assert visitor.status == 403
