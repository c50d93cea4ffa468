"""Opening a table, joining it by code, link, or QR code, and who is let in."""

from __future__ import annotations

import datetime
import re

import pytest

from companion.web.access.guards import COOKIE, hash_token
from companion.web.site.sockets import reaching

from ..conftest import EVENING, FIGURES, HEAD

SEAL = r"-[a-z0-9]{12}"
"""What a link has after the code, so that it cannot be guessed."""

LOCKED_OUT = "One at a time, please"
WRONG = "No table here has the code"


def test_whoever_opens_a_table_is_its_host_and_sits_down_first(visitor, find_kept):
    desk = visitor.open_table("Rita")
    draft = find_kept(desk)
    assert re.fullmatch("[2-9CDFGHJKMNPQRTVWX]{6}", draft.code)
    assert [(seat.name, seat.device) for seat in draft.seats] == [("Rita", draft.host)]
    assert (draft.details.form, draft.details.edition, draft.details.date) == ("B-7c", "en", "2026-11-20")


def test_a_laptop_that_everybody_sees_opens_a_table_without_sitting_down(visitor, find_kept):
    desk = visitor.open_table("")
    assert find_kept(desk).seats == ()
    assert find_kept(desk).code in visitor.open(desk)


def test_a_new_table_begins_as_the_last_one_was_and_offers_the_names_of_old(visitor):
    visitor.start("Zuzanna", edition="pl", place="Łódź")
    page = visitor.open("/tables/new")
    assert '<option value="Zuzanna">' in page
    assert 'value="Łódź"' in page
    assert 'value="2026-11-20"' in page
    assert re.search('<option value="pl"[^>]* selected>', page)


def test_what_cannot_be_filed_is_said_and_opens_no_table(visitor):
    page = visitor.send("/tables/new", {"name": "R" * 41, "edition": "en", "date": "yesterday"})
    assert visitor.status == 422
    assert "this has 1 too many" in page
    assert "found “yesterday”" in page


def test_a_form_that_is_sent_twice_opens_one_table(visitor):
    fields = {"name": "Rita", "edition": "en", "request_key": "the same form"}
    visitor.send("/tables/new", fields)
    first = visitor.address
    visitor.send("/tables/new", fields)
    assert visitor.address == first


def test_a_form_whose_answer_was_lost_is_sent_again_by_the_same_phone(visitor, find_kept):
    visitor.open("/tables/new")
    token = visitor.client.get_cookie(COOKIE).value
    fields = {"name": "Rita", "edition": "en", "date": "2026-11-20", "request_key": "one"}
    visitor.send("/tables/new", fields)
    desk = visitor.address
    visitor.client.set_cookie(COOKIE, token)
    visitor.send("/tables/new", fields)
    assert visitor.address == desk
    assert find_kept(desk).host == hash_token(visitor.client.get_cookie(COOKIE).value)


@pytest.mark.parametrize("key", ["x" * 41, ""])
def test_a_form_marked_with_something_of_somebody_elses_opens_a_table_each_time(visitor, key):
    addresses = set()
    for _ in range(2):
        visitor.send("/tables/new", {"name": "Rita", "edition": "en", "request_key": key})
        addresses.add(visitor.address)
    assert len(addresses) == 2


def test_a_guest_who_knows_the_code_sits_down(evening, find_kept):
    assert evening.eric.address == evening.desk
    assert "Eric" in evening.rita.open(evening.desk)
    rita, eric = find_kept(evening.desk).seats
    assert (eric.name, eric.position) == ("Eric", 2)
    assert eric.device not in ("", rita.device)


def test_the_code_is_asked_for_and_leads_to_the_table(evening):
    typed = f" {evening.code[:3].lower()}-{evening.code[3:]} "
    page = evening.watcher.send("/join", {"code": typed})
    assert re.fullmatch(f"/join/{evening.code}{SEAL}", evening.watcher.address)
    assert "Who sits here" in page
    assert "Eric" in page


@pytest.mark.parametrize("code", ["CCCCCC", "", "♥", "C" * 21])
def test_a_wrong_code_is_said_and_can_be_corrected(visitor, code):
    page = visitor.send("/join", {"code": code})
    assert visitor.status == 422
    assert 'aria-invalid="true"' in page
    assert f'value="{code}"' in page
    assert ("No code has been typed" in page) == (not code)
    assert (WRONG in page) == (code in {"CCCCCC", "♥"})


def test_the_front_page_asks_for_a_code(visitor):
    page = visitor.open("/join")
    assert visitor.status == 200
    assert "six-character code" in page


@pytest.mark.parametrize("way", ["open", "send"])
def test_a_wrong_link_leads_nowhere(visitor, way):
    getattr(visitor, way)("/join/CCCCCC")
    assert visitor.status == 404
    visitor.send("/join/CCCCCC/seats/1")
    assert visitor.status == 404


def test_a_code_lasts_for_a_day_after_the_last_change(app, evening):
    app.config["CLOCK"] = lambda: EVENING + datetime.timedelta(hours=23, minutes=59)
    evening.watcher.open(f"/join/{evening.code}")
    assert evening.watcher.status == 200
    app.config["CLOCK"] = lambda: EVENING + datetime.timedelta(hours=24)
    evening.watcher.open(f"/join/{evening.code}")
    assert evening.watcher.status == 404


def test_a_code_that_opens_nothing_anymore_is_shown_to_nobody_and_can_be_drawn_anew(app, evening, find_kept):
    app.config["CLOCK"] = lambda: EVENING + datetime.timedelta(days=2)
    page = evening.rita.open(f"{evening.desk}/drawer")
    assert evening.code not in page
    assert evening.code not in evening.rita.open(evening.desk)
    assert evening.code not in evening.rita.open(f"{evening.desk}/screen")
    assert "Let other phones join" in page
    evening.rita.open(f"{evening.desk}/invitation")
    assert evening.rita.address == f"{evening.desk}/invitation"
    assert evening.rita.status == 302
    evening.send("/code", evening.rita, {"open": "yes"})
    fresh = find_kept(evening.desk).code
    assert fresh != evening.code
    assert fresh in evening.rita.open(evening.desk)


def test_whoever_tries_too_many_codes_has_to_wait_and_is_not_told_a_right_one_either(evening):
    for _ in range(20):
        evening.watcher.open("/join/CCCCCC")
        assert evening.watcher.status == 404
    for code in ("CCCCCC", evening.code):
        page = evening.watcher.open(f"/join/{code}")
        assert evening.watcher.status == 429
        assert LOCKED_OUT in page
        evening.watcher.send("/join", {"code": code})
        assert evening.watcher.status == 429


def test_whoever_sits_already_plays_on_while_somebody_tries_codes(evening):
    for _ in range(21):
        evening.watcher.open("/join/CCCCCC")
    evening.send("/seats/2/focus", evening.eric, {"focus": "H"})
    assert evening.eric.status == 200


def test_right_codes_are_not_counted(evening):
    for _ in range(25):
        evening.watcher.open(f"/join/{evening.code}")
        assert evening.watcher.status == 200


def test_guesses_are_counted_for_every_address_apart(evening):
    elsewhere = {"REMOTE_ADDR": "192.168.1.77"}
    for _ in range(21):
        evening.watcher.client.get("/join/CCCCCC", environ_overrides=elsewhere)
    assert evening.watcher.client.get("/join/CCCCCC", environ_overrides=elsewhere).status_code == 429
    assert evening.watcher.client.get("/join/CCCCCC").status_code == 404


def test_sitting_down_twice_takes_one_seat(evening, find_kept):
    evening.eric.sit_down(evening.code, "Eric")
    evening.eric.sit_down(evening.code, " eric ")
    assert evening.eric.address == evening.desk
    assert len(find_kept(evening.desk).seats) == 2


def test_a_guest_whose_answer_was_lost_sits_down_again_on_the_same_seat(evening, phones, find_kept):
    ola = phones()
    ola.open(f"/join/{evening.code}")
    token = ola.client.get_cookie(COOKIE).value
    ola.sit_down(evening.code, "Ola")
    assert ola.client.get_cookie(COOKIE).value != token
    ola.client.set_cookie(COOKIE, token)
    ola.sit_down(evening.code, "Ola")
    assert ola.address == evening.desk
    assert [seat.name for seat in find_kept(evening.desk).seats] == ["Rita", "Eric", "Ola"]


def test_nobody_sits_down_without_a_name(evening):
    page = evening.watcher.sit_down(evening.code, "  ")
    assert evening.watcher.status == 422
    assert "Nobody is admitted without a name." in page


def test_a_name_that_another_phone_has_is_not_given_twice(evening, find_kept):
    page = evening.watcher.sit_down(evening.code, "ERIC")
    assert evening.watcher.status == 422
    assert "“ERIC” is already at this table" in page
    assert len(find_kept(evening.desk).seats) == 2


def test_the_fifth_guest_may_watch(evening, phones):
    for name in ("Ola", "Ula"):
        phones().sit_down(evening.code, name)
    page = evening.watcher.open(f"/join/{evening.code}")
    assert 'name="name"' not in page
    page = evening.watcher.sit_down(evening.code, "Ewa")
    assert evening.watcher.status == 422
    assert "This table is full" in page
    assert "Just watch" in page


def test_nobody_new_sits_down_once_the_inspection_has_begun(evening):
    evening.fill()
    evening.send("/lock", evening.rita)
    page = evening.watcher.sit_down(evening.code, "Ola")
    assert evening.watcher.status == 422
    assert "The inspection has begun, and nobody new can sit down." in page
    assert 'name="name"' not in page


def test_a_phone_that_sits_is_told_so_on_the_page_of_the_code(evening):
    assert "You are at this table: continue" in evening.eric.open(f"/join/{evening.code}")
    assert "You are at this table" not in evening.watcher.open(f"/join/{evening.code}")


def test_a_seat_that_waits_is_taken_at_once(evening, phones, find_kept):
    seats = {"seats-0-position": "1", "seats-0-name": "Rita", "seats-1-position": "2", "seats-1-name": "Eric"}
    evening.send("/details", evening.rita, {**HEAD, **seats, "seats-2-name": "Ola"})
    ola = phones()
    ola.ask_for(evening.code, 3)
    assert ola.address == evening.desk
    assert find_kept(evening.desk).find_seat(3).device


def test_a_seat_that_is_not_there_cannot_be_taken(evening):
    evening.watcher.ask_for(evening.code, 9)
    assert evening.watcher.status == 404


def test_the_invitation_shows_code_address_and_qr_code(evening):
    page = evening.rita.open(f"{evening.desk}/invitation")
    assert f"<b>{evening.code}</b>" in page
    assert re.search(f'value="http://localhost/join/{evening.code}{SEAL}"', page)
    assert re.search(r'<svg[^>]* class="qr"', page)
    assert not re.search(r"<svg[^>]* (width|height|style)=", page.split('class="qr-plate"')[1].split("</svg>")[0])


@pytest.mark.parametrize(
    ("host", "is_warned"),
    [
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("192.168.1.5:8000", False),
        ("library.local", False),
    ],
)
def test_an_address_that_no_other_phone_reaches_is_called_that(evening, host, is_warned):
    client = evening.rita.client
    client.set_cookie(COOKIE, client.get_cookie(COOKIE).value, domain=host.removesuffix(":8000").strip("[]"))
    page = client.get(f"{evening.desk}/invitation", base_url=f"http://{host}").get_data(as_text=True)
    assert ("Other phones cannot reach this address" in page) is is_warned
    assert f"http://{host}/join/{evening.code}" in page


@pytest.mark.parametrize(
    ("listens_on", "host", "shown"),
    [
        ("0.0.0.0", "localhost:8000", "192.168.1.20:8000"),  # noqa: S104  # announced, not bound to
        ("::", "127.0.0.1:8000", "192.168.1.20:8000"),
        ("0.0.0.0", "[::1]:8000", "192.168.1.20:8000"),  # noqa: S104
        ("0.0.0.0", "0.0.0.0:8000", "192.168.1.20:8000"),  # noqa: S104
        ("0.0.0.0", "laptop", "192.168.1.20"),  # noqa: S104
        ("0.0.0.0", "laptop.local:8000", "192.168.1.20:8000"),  # noqa: S104
        ("0.0.0.0", "10.0.0.7:8000", "10.0.0.7:8000"),  # noqa: S104
        ("0.0.0.0", "library.example:8000", "library.example:8000"),  # noqa: S104
        ("fd00::7", "laptop:8000", "[fd00::7]:8000"),
        ("127.0.0.1", "localhost:8000", "localhost:8000"),
    ],
)
def test_the_machines_own_address_stands_in_for_one_that_phones_may_not_know(
    app, evening, monkeypatch, listens_on, host, shown
):
    app.config[reaching.LISTENS_ON] = listens_on
    monkeypatch.setattr(reaching, "find_address", lambda: "192.168.1.20")
    page = open_invitation(evening, host)
    assert f"http://{shown}/join/{evening.code}" in page
    assert ("Other phones cannot reach this address" in page) is (shown == "localhost:8000")


def test_an_address_that_is_not_answered_is_not_shown(app, evening, monkeypatch):
    app.config.update({reaching.LISTENS_ON: "::", "TRUSTED_HOSTS": ["localhost"]})
    monkeypatch.setattr(reaching, "find_address", lambda: "192.168.1.20")
    assert f"http://localhost/join/{evening.code}" in open_invitation(evening, "localhost")


def test_without_a_network_the_address_stays_as_it_is_and_that_is_said(app, evening, monkeypatch):
    app.config[reaching.LISTENS_ON] = "::"
    monkeypatch.setattr(reaching, "find_address", lambda: None)
    assert "Other phones cannot reach this address" in open_invitation(evening, "localhost")


def open_invitation(evening, host):
    client = evening.rita.client
    name = host.rpartition(":")[0] if host[-1].isdigit() and ":" in host else host
    client.set_cookie(COOKIE, client.get_cookie(COOKIE).value, domain=name.strip("[]"))
    return client.get(f"{evening.desk}/invitation", base_url=f"http://{host}").get_data(as_text=True)


def test_a_file_without_a_code_invites_nobody(visitor):
    desk = visitor.start("Rita", "Eric")
    visitor.open(f"{desk}/invitation")
    assert visitor.headers["Location"] == desk


def test_the_host_closes_the_table_and_opens_it_again(evening, find_kept):
    assert "Let nobody else join" in evening.rita.open(f"{evening.desk}/drawer")
    page = evening.send("/code", evening.rita, {"open": "no"})
    assert find_kept(evening.desk).code == ""
    assert evening.code not in page
    evening.watcher.open(f"/join/{evening.code}")
    assert evening.watcher.status == 404
    evening.send("/code", evening.rita, {"open": "yes"})
    fresh = find_kept(evening.desk).code
    evening.send("/code", evening.rita, {"open": "yes"})
    assert find_kept(evening.desk).code == fresh


def test_a_table_whose_doors_are_closed_goes_on_like_any_other(evening):
    evening.fill()
    evening.send("/code", evening.rita, {"open": "no"})
    for phone in (evening.rita, evening.eric):
        assert "I am done" in phone.open(evening.desk)
    evening.send("/seats/2/ready", evening.eric, {"ready": "yes"})
    assert "You are done." in evening.eric.open(evening.desk)
    assert "This phone is only watching." in evening.watcher.open(evening.desk)


def test_a_file_that_one_phone_began_is_opened_to_others(visitor, phones, find_kept):
    desk = visitor.start("Rita", "Eric")
    assert "Let other phones join" in visitor.open(f"{desk}/drawer")
    page = visitor.send(f"{desk}/code", {"open": "yes"})
    code = find_kept(desk).code
    assert code in page
    ola = phones()
    ola.sit_down(code, "Ola")
    assert ola.address == desk


@pytest.mark.parametrize("who", ["eric", "watcher"])
def test_only_the_host_opens_or_closes_the_table_to_others(evening, find_kept, who):
    phone = getattr(evening, who)
    assert "Let nobody else join" not in phone.open(evening.desk)
    page = evening.send("/code", phone, {"open": "no"})
    assert phone.status == 403
    assert "Only the phone that opened this table may do that." in page
    assert find_kept(evening.desk).code == evening.code


def test_nobody_joins_a_solo_game(visitor):
    desk = visitor.start("Rita", form="S-42A")
    assert "Let other phones join" not in visitor.open(f"{desk}/drawer")
    visitor.send(f"{desk}/code", {"open": "yes"})
    assert visitor.status == 404


def test_a_phone_that_comes_back_finds_the_code_after_the_inspection_has_begun(evening):
    evening.fill()
    evening.send("/lock", evening.rita)
    page = evening.eric.open(f"{evening.desk}/drawer")
    assert f'href="{evening.desk}/invitation"' in page
    assert evening.code in evening.eric.open(f"{evening.desk}/invitation")


def test_a_watcher_reads_the_desk_and_is_told_no_code(evening):
    page = evening.watcher.open(evening.desk)
    assert "This phone is only watching." in page
    page += evening.watcher.open(f"{evening.desk}/drawer")
    hers = ("My shelf", "Correct names", "Delete", "Begin the inspection", "Amend the inspection")
    for word in (evening.code, *hers):
        assert word not in page


@pytest.mark.parametrize(
    "path", ["details", "delete", "code", "lock", "unlock", "reveal", "seats/2/release", "library", "game/deal"]
)
@pytest.mark.parametrize("who", ["eric", "watcher"])
def test_what_is_the_hosts_to_do_is_done_by_nobody_else(evening, find_kept, who, path):
    before = find_kept(evening.desk)
    phone = getattr(evening, who)
    evening.send(f"/{path}", phone, {**HEAD, "seats-0-name": "Nobody"})
    assert phone.status in (403, 404)
    assert find_kept(evening.desk) == before


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("seats/1/shelf", {"shelf": "A1:CF"}),
        ("seats/1/tally", FIGURES),
        ("seats/1/ready", {"ready": "yes"}),
        ("seats/1/focus", {"focus": "M"}),
        ("seats/1/focus/open", {}),
        ("seats/1/advice/shelf", {"down": "", "version": "1"}),
    ],
)
@pytest.mark.parametrize("who", ["eric", "watcher"])
def test_nobody_writes_on_anothers_seat(evening, find_kept, who, path, fields):
    before = find_kept(evening.desk)
    phone = getattr(evening, who)
    page = evening.send(f"/{path}", phone, fields)
    assert phone.status == 403
    assert "This seat belongs to another phone." in page
    assert find_kept(evening.desk) == before


def test_the_host_lends_a_hand_with_a_guests_shelf_and_leaves_the_focus_alone(evening, find_kept):
    evening.send("/seats/2/shelf", evening.rita, {"shelf": "A1:CF"})
    assert find_kept(evening.desk).find_seat(2).shelf == "A1:CF"
    for path in ("/seats/2/focus", "/seats/2/focus/open"):
        evening.send(path, evening.rita, {"focus": "M"})
        assert evening.rita.status == 403
    assert find_kept(evening.desk).find_seat(2).focus == ""


def test_what_was_typed_on_a_seat_that_has_moved_is_shown_again(evening):
    page = evening.send("/seats/1/shelf", evening.eric, {"shelf": "A1:CFH typed by hand"})
    assert "A1:CFH typed by hand" in page


def test_a_seat_that_has_been_taken_from_the_table_is_not_found_by_its_phone(evening):
    seats = {"seats-0-position": "1", "seats-0-name": "Rita", "seats-1-position": "2", "seats-1-remove": "y"}
    evening.send("/details", evening.rita, {**HEAD, **seats})
    for path, fields in (("shelf", {"shelf": "A1:CFH"}), ("ready", {"ready": "yes"}), ("focus", {"focus": "M"})):
        page = evening.send(f"/seats/2/{path}", evening.eric, fields)
        assert evening.eric.status == 404
    assert "This phone is only watching." in evening.eric.open(evening.desk)
    assert evening.eric.open(f"{evening.desk}/seats/2/focus") != page
    assert evening.eric.status == 404


def test_a_seat_that_was_renamed_stays_with_its_phone(evening, find_kept):
    seats = {"seats-0-position": "1", "seats-0-name": "Rita", "seats-1-position": "2", "seats-1-name": "Erika"}
    evening.send("/details", evening.rita, {**HEAD, **seats})
    evening.send("/seats/2/shelf", evening.eric, {"shelf": "A1:CF", "version": "1"})
    seat = find_kept(evening.desk).find_seat(2)
    assert (seat.name, seat.shelf) == ("Erika", "A1:CF")


def test_a_page_of_the_head_that_never_asked_for_focuses_wipes_none_out(evening, find_kept):
    """The form was opened while they were hidden and is submitted once the host sees them all."""
    evening.reveal()
    evening.send("/amend", evening.rita)
    seats = {"seats-0-position": "1", "seats-0-name": "Rita", "seats-1-position": "2", "seats-1-name": "Eric"}
    evening.send("/details", evening.rita, {**HEAD, **seats, "place": "Attic"})
    draft = find_kept(evening.desk)
    assert (draft.details.place, [seat.focus for seat in draft.seats]) == ("Attic", ["S", "H"])


def test_a_newcomer_takes_the_seat_of_a_name_that_the_host_was_writing(evening, phones, find_kept):
    """Four seats: an outdated header page would leave no room for someone who has joined meanwhile."""
    version = str(find_kept(evening.desk).head_version)
    ola = phones()
    ola.sit_down(evening.code, "Ola")
    seats = {"seats-0-position": "1", "seats-0-name": "Rita", "seats-1-position": "2", "seats-1-name": "Eric"}
    typed = {**HEAD, **seats, "seats-2-name": "Ula", "seats-3-name": "Ewa", "head_version": version}
    page = evening.send("/details", evening.rita, typed)
    assert evening.rita.status == 409
    assert 'name="seats-2-position" value="3"' in page
    assert 'value="Ola"' in page
    assert 'value="Ewa"' in page


def test_two_copies_are_made_by_whoever_asks_for_two(evening):
    addresses = set()
    for what in ("everything", "table"):
        for key in ("one page", "one page", ""):
            evening.send("/copy", evening.rita, {"what": what, "request_key": key})
            addresses.add(evening.rita.address)
    assert len(addresses) == 4


def test_a_copy_holds_what_whoever_made_it_could_see_and_is_theirs(evening, find_kept):
    evening.fill()
    evening.send("/copy", evening.eric, {"what": "everything"})
    copy = find_kept(evening.eric.address)
    assert [seat.focus for seat in copy.seats] == ["", "H"]
    assert [seat.device for seat in copy.seats] == ["", ""]
    assert copy.host == find_kept(evening.desk).find_seat(2).device
    assert copy.code == ""


def test_the_desk_asks_each_phone_for_what_it_can_do_and_tells_it_the_rest(evening):
    page = evening.eric.open(evening.desk)
    assert "not chosen yet" in page
    assert "Choose the focus" in page
    assert re.search(r'id="seat-1">\s*<div class="chip-plain">\s*<span class="hand">Rita<', page)
    assert f'href="{evening.desk}/details"' not in page
    assert f'href="{evening.desk}/seats/1/focus"' not in page
    assert f'href="{evening.desk}/seats/2/focus"' in page
    host = evening.rita.open(evening.desk)
    assert f'href="{evening.desk}/details"' in host
    assert f'href="{evening.desk}/seats/2/focus"' not in host
