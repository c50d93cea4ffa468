"""What people who want to know a focus, or to take a table over, have tried: none of it works, and everybody sees it.

Mallory knows the code, or only the table's address; her jars of cookies are phones of their own. The host has a private
window, which is one too.
"""

from __future__ import annotations

import re

import pytest

from companion.store.tables.claims import CLAIMS_OF_A_SEAT, HOST_DELAY
from companion.web.access.guards import COOKIE, hash_token
from companion.workflow.limiting import LIMITS, Costly

from ..conftest import EVENING, FIGURES, HEAD

CATEGORIES = "CFHMRS"
MOVED = "the seat moved to another phone without the old one"
DEALT_AGAIN = "The categories were dealt again"


@pytest.fixture
def dealt(evening, find_kept):
    """The evening, with cards that the app dealt; returns how to deal again."""

    def deal() -> None:
        fields = {"version": str(find_kept(evening.desk).head_version), "replaces": "y"}
        evening.send("/game/deal", evening.rita, fields)

    deal()
    return deal


def grab(evening, phones, find_kept, consenting, position, jar=None):
    """Ask for a seat from a fresh jar of cookies, and say yes from a phone that is held already."""
    jar = jar or phones()
    jar.ask_for(evening.code, position)
    keys = [claim.key for claim in find_kept(evening.desk).claims]
    for key in keys:
        evening.send(f"/seats/{position}/moving", consenting, {"key": key, "answer": "yes"})
    return jar


def hears_focus(evening, phone, position) -> bool:
    """Whether a phone is told a seat's focus, on its own page or anywhere else."""
    checked = re.compile(r'value="[CFHMRS]"[^>]*checked|checked[^>]*value="[CFHMRS]"')
    path = f"{evening.desk}/seats/{position}/focus"
    own = checked.search(phone.open(path)) or checked.search(phone.send(f"{path}/open"))
    desk = phone.open(evening.desk).split(f'id="seat-{position}"')[1].split("</li>")[0]
    return bool(own) or "Focus sealed" not in desk


def list_kept_seats(find_kept, evening):
    return [(seat.device, seat.focus) for seat in find_kept(evening.desk).seats]


def sit(evening, phone, names):
    """Write the names at the table, each with its position, as the host does."""
    fields = {}
    for row, (position, name) in enumerate(names):
        fields |= {f"seats-{row}-name": name, f"seats-{row}-position": str(position or "")}
    return evening.send("/details", phone, {**HEAD, **fields})


# Of a stranger, and of whoever holds two phones


@pytest.mark.parametrize(
    "path", ["", "/invitation", "/screen", "/live/desk", "/live/screen", "/drawer", "/inspection.json"]
)
def test_a_stranger_with_the_address_finds_no_code(evening, path):
    page = evening.watcher.open(evening.desk + path)
    assert evening.code not in page
    assert evening.code not in evening.watcher.headers.get("Location", "")


def test_a_big_screen_shows_how_to_join_to_whoever_has_come_with_the_code(evening):
    join = evening.watcher.open(f"/join/{evening.code}")
    link = re.search(r'href="([^"]*/screen[^"]*)"', join)[1]
    assert link in evening.rita.open(f"{evening.desk}/drawer")
    assert evening.code[:3] in evening.watcher.open(link)
    follow = re.search(r'data-live="([^"]+)"', evening.watcher.open(link))[1]
    assert evening.code[:3] in evening.watcher.open(follow)
    for forged in (f"?code={evening.code}", "?code=CCCCCC.x", link[link.index("?") :].replace("code=", "code=X")):
        assert "Join this table" not in evening.watcher.open(f"{evening.desk}/screen{forged}")
    evening.send("/code", evening.rita, {"open": "no"})
    assert "Join this table" not in evening.watcher.open(link)


def test_a_stranger_who_sits_down_and_asks_with_a_second_jar_gets_neither_the_table_nor_a_focus(
    filled, phones, find_kept
):
    host, seats = find_kept(filled.desk).host, list_kept_seats(find_kept, filled)
    mallory = phones()
    mallory.sit_down(filled.code, "Mallory")
    jar = grab(filled, phones, find_kept, mallory, 1)
    assert (find_kept(filled.desk).host, list_kept_seats(find_kept, filled)[:2]) == (host, seats)
    jar.open(f"{filled.desk}/seats/1/focus")
    assert jar.status == 403
    filled.send("/delete", jar)
    assert jar.status == 403


def test_a_stranger_who_moves_a_guests_seat_reads_no_focus_and_the_guest_is_told_and_takes_it_back(
    filled, phones, find_kept
):
    mallory = phones()
    mallory.sit_down(filled.code, "Mallory")
    jar = grab(filled, phones, find_kept, mallory, 2)
    assert find_kept(filled.desk).find_seat(2).device == hash_token(jar.client.get_cookie(COOKIE).value)
    assert not hears_focus(filled, jar, 2)
    page = filled.eric.open(filled.desk)
    assert f"Eric: {MOVED}" in page
    assert "by Mallory" in page
    filled.send("/seats/2/back", filled.eric)
    assert "Historic" in filled.eric.open(f"{filled.desk}/seats/2/focus")
    jar.open(f"{filled.desk}/seats/2/focus")
    assert jar.status == 403


@pytest.mark.parametrize("is_locked", [False, True])
def test_a_host_with_a_private_window_reads_no_focus(filled, phones, find_kept, is_locked):
    if is_locked:
        filled.send("/lock", filled.rita)
    window = grab(filled, phones, find_kept, filled.rita, 2)
    for phone in (window, filled.rita):
        if phone is window:
            assert not hears_focus(filled, phone, 2)
        for path in ("", "/inspection.json", "/walk", "/scorecard", "/sheet", "/details", "/copy"):
            assert "Historic Volumes</b>" not in phone.open(filled.desk + path)
    assert find_kept(filled.desk).find_seat(2).focus == "H"
    assert f"Eric: {MOVED}" in filled.eric.open(filled.desk)


def test_a_window_that_asked_before_it_sat_down_does_not_answer_for_the_other(filled, phones, find_kept):
    """Both jars are strangers when the first asks; the second sits down to be asked."""
    first, second = phones(), phones()
    first.ask_for(filled.code, 2)
    second.sit_down(filled.code, "Mallory")
    key = find_kept(filled.desk).claims[0].key
    filled.send("/seats/2/moving", second, {"key": key, "answer": "yes"})
    assert second.status == 403
    assert find_kept(filled.desk).claims


def test_there_is_no_number_to_be_guessed(filled, phones, find_kept):
    jar = phones()
    jar.ask_for(filled.code, 2)
    number = jar.find_number(filled.desk, 2)
    for guess in (number, "0042", ""):
        filled.send("/seats/2/moving", filled.rita, {"word": number, "number": number, "key": guess, "answer": "yes"})
    assert find_kept(filled.desk).claims
    assert len(find_kept(filled.desk).claims[0].key) >= 12


# Of the host, before the reveal


@pytest.mark.parametrize("category", "FHMS")
def test_locking_unlocking_and_trying_the_next_category_teaches_nothing(filled, category):
    """Eric has H; R and C lie open."""
    filled.send("/seats/1/focus", filled.rita, {"focus": category})
    heard = [filled.send("/lock", filled.rita), filled.rita.open(filled.desk), filled.rita.open(f"{filled.desk}/walk")]
    filled.send("/unlock", filled.rita)
    for page in heard:
        assert "cannot all be right" not in page
        assert "dealt only once" not in page
    assert "The shelves were reopened." in filled.eric.open(filled.desk)


def test_phantom_chairs_are_dealt_to_with_all_others_and_take_all_cards_along(evening, dealt, find_kept):
    evening.send("/game/deal/rest", evening.rita)
    assert evening.rita.status == 404
    seats = [(1, "Rita"), (2, "Eric")]
    sit(evening, evening.rita, [*seats, (0, "Ghost"), (0, "Ghoul")])
    assert [seat.focus for seat in find_kept(evening.desk).seats][2:] == ["", ""]
    dealt()
    assert all(seat.focus for seat in find_kept(evening.desk).seats)
    sit(evening, evening.rita, seats)
    draft = find_kept(evening.desk)
    assert (draft.is_dealt, [seat.focus for seat in draft.seats]) == (False, ["", ""])
    page = evening.eric.open(f"{evening.desk}/drawer")
    for sentence in ("Ghost: the chair was added.", "Ghoul: the chair was removed.", DEALT_AGAIN):
        assert sentence in page


def test_dealing_until_it_suits_is_seen_on_every_phone(evening, dealt):
    dealt()
    dealt()
    assert evening.eric.open(f"{evening.desk}/drawer").count(DEALT_AGAIN) == 2


def test_taking_a_seat_into_care_and_sitting_on_it_in_a_window_shows_no_focus(filled, phones):
    filled.send("/seats/2/release", filled.rita)
    assert not hears_focus(filled, filled.rita, 2)
    window = phones()
    window.ask_for(filled.code, 2)
    assert not hears_focus(filled, window, 2)


def test_a_host_who_takes_all_seats_into_care_does_not_see_all(filled):
    filled.send("/seats/2/release", filled.rita)
    page = filled.rita.open(f"{filled.desk}/details")
    assert 'name="seats-1-focus"' not in page
    assert "H" not in re.findall(r'"focus": "(\w)"', filled.rita.open(f"{filled.desk}/inspection.json"))


def test_a_sealed_focus_is_not_found_by_trying_all_six(filled, phones, find_kept):
    answers = set()
    for category in CATEGORIES:
        window = grab(filled, phones, find_kept, filled.rita, 2)
        page = filled.send("/seats/2/focus", window, {"focus": category})
        answers.add(("the sealed focus was entered again" in page, window.status))
        filled.send("/seats/2/back", filled.eric)
        filled.send("/seats/2/focus", filled.eric, {"focus": "H"})
    assert answers == {(True, 200)}


def test_a_chair_that_is_struck_and_put_back_has_forgotten_its_focus(filled, find_kept):
    sit(filled, filled.rita, [(1, "Rita")])
    sit(filled, filled.rita, [(1, "Rita"), (0, "Eric")])
    assert find_kept(filled.desk).seats[-1].focus == ""
    assert "Eric: the chair was removed." in filled.eric.open(filled.desk)


def test_a_copy_made_by_the_new_phone_knows_no_sealed_focus(filled, phones, find_kept):
    window = grab(filled, phones, find_kept, filled.rita, 2)
    window.send(f"{filled.desk}/copy", {"what": "everything"})
    assert [seat.focus for seat in find_kept(window.address).seats] == ["", ""]


def test_a_shelf_written_by_the_host_is_seen_by_its_owner(filled):
    filled.send("/seats/2/tally", filled.rita, {**FIGURES, "stability": "14"})
    assert "Eric: the shelf was changed from another phone." in filled.eric.open(filled.desk)
    assert "by Rita" in filled.eric.open(filled.desk)


# Of those who want to be the host


def test_two_jars_at_the_table_depose_no_host_while_somebody_else_sits_there(filled, phones, find_kept):
    host, jars = find_kept(filled.desk).host, [phones(), phones()]
    for number, jar in enumerate(jars):
        jar.sit_down(filled.code, f"Mallory {number}")
    taker = grab(filled, phones, find_kept, jars[0], 1)
    grab(filled, phones, find_kept, jars[1], 1, taker)
    assert find_kept(filled.desk).host == host
    filled.send("/seats/1/moving/take", taker)
    assert find_kept(filled.desk).host == host


def test_whoever_becomes_the_host_by_waiting_reads_no_focus_and_the_host_takes_it_back(filled, phones, find_kept, app):
    host = find_kept(filled.desk).host
    taker = grab(filled, phones, find_kept, filled.eric, 1)
    assert "It moves" in filled.rita.open(filled.desk) or "from 9:33" in filled.rita.open(filled.desk).replace(
        "\u202f", " "
    )
    app.config["CLOCK"] = lambda: EVENING + HOST_DELAY
    filled.send("/seats/1/moving/take", taker)
    assert find_kept(filled.desk).host != host
    assert not hears_focus(filled, taker, 1)
    filled.send("/seats/1/back", filled.rita)
    assert find_kept(filled.desk).host == host
    assert "Spells" in filled.rita.open(f"{filled.desk}/seats/1/focus")


# Of those who want to keep others out


def test_a_claim_of_a_stranger_keeps_the_owner_of_a_seat_from_nothing(filled, phones, find_kept):
    for _ in range(CLAIMS_OF_A_SEAT + 2):
        phones().ask_for(filled.code, 2)
    own = phones()
    own.ask_for(filled.code, 2)
    assert own.status == 200
    assert "Eric continues on the other phone." in filled.eric.answer_claim(
        filled.desk, 2, own.find_number(filled.desk, 2)
    )
    assert "Historic" in own.open(f"{filled.desk}/seats/2/focus")
    assert find_kept(filled.desk).claims == ()


def test_wrong_codes_from_the_same_address_keep_nobody_from_following_a_link(evening, phones):
    link = re.search(r"/join/[\w-]+", evening.rita.open(f"{evening.desk}/invitation"))[0]
    mallory = phones()
    for number in range(LIMITS[Costly.CODES].amount + 1):
        mallory.open(f"/join/CCCC{number:02d}")
    assert mallory.status == 429
    ola = phones()
    ola.open(f"/join/{evening.code}")
    assert ola.status == 429
    ola.send(link, {"name": "Ola"})
    assert (ola.status, ola.address) == (200, evening.desk)


@pytest.mark.parametrize("seal", ["", "-", "-aaaaaaaaaaaa", "-\u0142"])
def test_a_link_that_is_not_ours_is_a_guess(evening, phones, seal):
    mallory = phones()
    for _ in range(LIMITS[Costly.CODES].amount + 1):
        mallory.open(f"/join/CCCCCC{seal}")
    assert mallory.status == 429


# Of other sites


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "https://localhost.evil.example", "null", "http://localhost:8000", ""]
)
def test_a_form_from_another_site_is_refused_even_with_a_good_token(evening, find_kept, origin):
    page = evening.send("/seats/2/focus", evening.eric, {"focus": "H"})
    before = find_kept(evening.desk)
    page = evening.eric.send(f"{evening.desk}/seats/2/focus", {"focus": "M"}, Origin=origin)
    assert evening.eric.status == 403
    assert "submitted from another site" in page
    assert find_kept(evening.desk) == before


@pytest.mark.parametrize("origin", ["http://localhost", "http://LOCALHOST:80", "https://localhost"])
def test_a_form_of_ours_is_taken_whatever_port_a_proxy_leaves_out(evening, find_kept, origin):
    evening.eric.send(f"{evening.desk}/seats/2/focus", {"focus": "M"}, Origin=origin)
    assert find_kept(evening.desk).find_seat(2).focus == "M"


def test_a_planted_token_gets_no_seat(evening, phones, find_kept):
    """Neither one that was made up nor one that the server gave to whoever planted it."""
    mallory = phones()
    mallory.open("/tables/new")
    for planted in ("planted", mallory.client.get_cookie(COOKIE).value):
        victim = phones()
        victim.client.set_cookie(COOKIE, planted)
        victim.sit_down(evening.code, f"Victim {len(planted)}")
        device = find_kept(evening.desk).seats[-1].device
        assert device == hash_token(victim.client.get_cookie(COOKIE).value)
        assert device != hash_token(planted)
