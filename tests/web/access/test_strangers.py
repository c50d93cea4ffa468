"""What else strangers, guests and hosts have tried; each of these gained something once, or might have.

Those of secrets and seats are in ``tests/web/seats/test_attacks.py``.
"""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO

import pytest
from sqlalchemy import text

from companion.store.models import db
from companion.store.tables import queries
from companion.workflow.decks.keeping import export_deck

from ...workflow.drafts import make_draft
from ..conftest import EVENING, HEAD, without_seals
from ..houses.test_houses import find_link, found, houses_of, make_deck

ZERO_WIDTH, TURNED = "\N{ZERO WIDTH SPACE}", "\N{RIGHT-TO-LEFT OVERRIDE}"
STATE = ("inspection", "seat", "table_event", "house", "house_member", "deck", "card", "photo", "review")
"""The tables that only forms may change."""


@pytest.fixture
def open_file(app):
    """The URL of an inspection that belongs to no phone, in a house that is open to everybody."""
    with app.app_context():
        draft = make_draft()
        return "/inspections/" + queries.start_draft(draft.details, draft.seats, draft.library, EVENING)


def read_state(app):
    with app.app_context(), db.engine.connect() as connection:
        return {
            # Sorted here: PostgreSQL has no order for JSON.
            name: sorted(map(repr, connection.execute(text(f"SELECT * FROM {name}"))))  # noqa: S608
            for name in STATE
        }


@pytest.mark.parametrize("path", ["/sheet.pdf", "/forms/blank?form=B-7c&language=en&paper=a4"])
def test_a_drawing_that_others_wait_for_is_canceled_by_no_stranger(filled, app, path):
    app.config["JOB_PAUSE"] = lambda: None
    for act in ("/lock", "/reveal"):
        filled.send(act, filled.rita)
    address = filled.desk + path if path.startswith("/sheet") else path
    filled.rita.open(address)
    job = filled.rita.headers["Location"]
    filled.watcher.open(address)
    # Whoever asks for the same is told the same job.
    assert job.startswith("/jobs/")
    assert filled.watcher.headers["Location"] == job
    assert "Cancel" not in filled.watcher.open(job)
    page = filled.watcher.send(f"{job}/cancel")
    assert (filled.watcher.status, "Others may be waiting" in page) == (403, True)
    filled.rita.open(job)
    assert filled.rita.status == 200


def test_a_job_of_a_deck_shows_nothing_to_a_phone_that_no_longer_has_its_house(visitor, phones, app):
    deck = make_deck(visitor, "Krypta")
    number = int(deck.rpartition("/")[2])
    with app.app_context():
        content = export_deck(number).replace(b'"edition": "en"', b'"edition": "tlh"')
    app.config["JOB_PAUSE"] = lambda: None
    stranger = phones()
    stranger.send(f"{deck}/merge", {"file": (BytesIO(content), "deck.json")})
    job = stranger.address
    assert job.startswith("/jobs/")
    assert stranger.status == 200
    # The house is closed while the job waits.
    app.config["OPEN_HOUSE"] = False
    for send in (stranger.follow, lambda: stranger.open(job), lambda: stranger.send(f"{job}/cancel")):
        assert "Krypta" not in send()
        assert stranger.status == 404
    assert "Krypta" in visitor.open(job)


def test_the_key_of_a_form_tells_nobody_else_what_it_opened(visitor, phones):
    fields = {"name": "Rita", "edition": "en", "date": "2026-11-20", "request_key": "one and the same"}
    visitor.send("/tables/new", fields)
    first = visitor.address
    stranger = phones()
    stranger.send("/tables/new", fields)
    assert stranger.status == 200
    assert stranger.address not in (first, "/tables/new")
    # The same phone is led to what it has opened.
    visitor.send("/tables/new", fields)
    assert visitor.address == first


def test_a_file_of_nobody_is_carried_out_of_an_open_house_by_no_passer_by(app, visitor, phones, open_file):
    stranger = phones()
    hideout = found(stranger, "Hideout")
    page = stranger.send(f"{open_file}/house", {"house": hideout.rpartition("/")[2]})
    assert (stranger.status, "Only a phone that has its house may do that." in page) == (403, True)
    assert open_file in phones().open("/")
    # Whoever has filed something there has the house, and moves what belongs to it.
    visitor.open_table("Rita")
    attic = found(visitor, "Attic")
    visitor.send(f"{open_file}/house", {"house": attic.rpartition("/")[2]})
    assert visitor.status == 200


def test_a_file_of_nobody_is_deleted_for_good_by_time_alone(phones, open_file):
    stranger, slug = phones(), open_file.rpartition("/")[2]
    stranger.send(f"{open_file}/delete")
    assert "Shred it" not in stranger.open("/wastebasket")
    stranger.send(f"/wastebasket/inspections/{slug}/shred")
    assert stranger.status == 404
    other = phones()
    other.send(f"/wastebasket/inspections/{slug}/restore")
    assert (other.status, other.address) == (200, open_file)


def test_a_deck_of_nobody_is_deleted_for_good_by_time_alone(app, phones):
    from companion.workflow.decks.keeping import make_deck as begin

    with app.app_context():
        begin("Old box", "en", EVENING)
    stranger = phones()
    deck = re.search(r'href="(/decks/\d+)"', stranger.open("/decks"))
    assert deck is not None
    stranger.send(f"{deck[1]}/delete")
    assert "Shred it" not in stranger.open("/wastebasket")
    number = deck[1].rpartition("/")[2]
    stranger.send(f"/wastebasket/decks/{number}/shred")
    other = phones()
    other.send(f"/wastebasket/decks/{number}/restore")
    assert (other.status, other.address) == (200, deck[1])


@pytest.mark.parametrize(
    "name", [f"Rita{ZERO_WIDTH}", f"{ZERO_WIDTH}Ri{ZERO_WIDTH}ta", f"{TURNED}Rita", " Rita\N{NO-BREAK SPACE}"]
)
def test_nobody_sits_down_under_a_name_that_only_looks_the_same(evening, name):
    page = evening.watcher.sit_down(evening.code, name)
    assert evening.watcher.status == 422
    assert "“Rita” is already at this table, on another phone." in page


def test_no_name_turns_the_log_around(evening, find_kept):
    evening.watcher.sit_down(evening.code, f"{TURNED}alO{ZERO_WIDTH}  O’Hara\t1")
    assert [seat.name for seat in find_kept(evening.desk).seats] == ["Rita", "Eric", "alO O’Hara 1"]


def test_a_phone_whose_seat_was_struck_follows_the_table_as_a_stranger(filled, find_kept):
    live = f"{filled.desk}/live/desk"
    filled.eric.open(live)
    tag, own = filled.eric.headers["ETag"], f"{filled.desk}/seats/2"
    version = str(find_kept(filled.desk).head_version)
    seat = {"seats-0-position": "1", "seats-0-name": "Rita"}
    filled.send("/details", filled.rita, {**HEAD, **seat, "head_version": version})
    assert len(find_kept(filled.desk).seats) == 1
    stranger = filled.watcher.open(live)
    # The tag of before is worth nothing, and what comes is what anybody gets.
    assert without_seals(filled.eric.open(live, **{"If-None-Match": tag})) == without_seals(stranger)
    assert filled.eric.status == 200
    for path, fields in (("/focus", {"focus": "C"}), ("/shelf", {"shelf": "A1:CF"}), ("/ready", {"ready": "yes"})):
        filled.eric.send(own + path, fields)
        assert filled.eric.status == 404, path
    for path in ("/seats/2/focus", "/seats/2/shelf", "/seats/2/advice", "/invitation", "/around"):
        filled.eric.open(filled.desk + path)
        assert filled.eric.status in (403, 404), path


def test_nothing_that_a_phone_has_seen_is_kept_for_whoever_has_it_next(app, filled):
    slug, kept = filled.desk.rpartition("/")[2], []
    values = {"slug": slug, "position": "2", "page": "desk", "step": "A1", "number": "1", "code": filled.code}
    values |= {"name": "Eric", "deck": "1", "card": "M8", "part": "band", "house": "x", "seal": "x"}
    values |= {"filename": "x", "job": "x"}
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.endpoint not in ("static", "sheets.pdf", "sheets.blank"):
            address = re.sub(r"<(?:\w+:)?(\w+)>", lambda match: values[match[1]], rule.rule)
            filled.eric.open(address)
            if filled.eric.headers.get("Cache-Control") != "private, no-store":
                kept.append((address, filled.eric.headers.get("Cache-Control")))
            assert filled.eric.headers["Referrer-Policy"] == "same-origin", address
    assert kept == []


def test_a_form_of_one_phone_is_not_sent_from_another(evening, find_kept):
    for thief in (evening.watcher, evening.eric):
        own, thief.token = thief.find_token(), evening.rita.find_token()
        evening.send("/details", thief, {**HEAD, "seats-0-name": "Mallory"})
        assert thief.status == 400
        thief.token = own
    # Nor does the owner's whole form do anything with the cookies of another one.
    evening.send("/seats/1/focus", evening.eric, {"focus": "C"})
    assert evening.eric.status == 403
    assert [seat.name for seat in find_kept(evening.desk).seats] == ["Rita", "Eric"]


def test_a_guest_reads_no_deck_of_a_house_through_the_table_that_plays_with_it(evening, app, phones):
    deck = make_deck(evening.rita, "Krypta")
    app.config["OPEN_HOUSE"] = False
    number = deck.rpartition("/")[2]
    names = {"seats-0-position": "1", "seats-0-name": "Rita", "seats-1-position": "2", "seats-1-name": "Eric"}
    evening.send("/details", evening.rita, {**HEAD, **names, "deck": f"deck:{number}"})
    assert f'value="deck:{number}" selected' in evening.rita.open(f"{evening.desk}/details")
    for address in (deck, f"{deck}/deck.json", f"{deck}/care", f"{deck}/cards/M8", f"{deck}/teach", f"{deck}/letters"):
        evening.eric.open(address)
        assert evening.eric.status == 404, address
    # A copy is his own; the deck does not come along, nor may it be chosen there.
    evening.send("/copy", evening.eric, {"what": "everything"})
    copy = evening.eric.address
    assert copy != evening.desk
    evening.eric.send(f"{copy}/details", {**HEAD, **names, "deck": f"deck:{number}"})
    assert f"deck:{number}" not in evening.eric.open(f"{copy}/details")


def test_a_house_is_not_entered_by_a_link_that_a_member_has_left_behind(visitor, phones, app):
    app.config["OPEN_HOUSE"] = False
    house = found(visitor, "Attic")
    link = find_link(visitor, house)
    seal = link.rpartition("/")[2]
    stranger = phones()
    other = found(stranger, "Cellar")
    # The seal of one house opens no other, and the old one none after it was replaced.
    stranger.send(f"{other}/join/{seal}")
    assert stranger.status == 404
    visitor.send(f"{house}/link", {"number": "1"})
    for send in (stranger.open, stranger.send):
        send(link)
        assert stranger.status == 404
    assert houses_of(stranger) == other


def test_opening_pages_changes_nothing(filled, app):
    make_deck(filled.rita, "Box")
    house = houses_of(filled.rita)
    link = find_link(filled.rita, found(filled.rita, "Attic"))
    values = {"slug": filled.desk.rpartition("/")[2], "position": "1", "page": "desk", "step": "A1", "number": "1"}
    values |= {"code": filled.code, "name": "Rita", "deck": "1", "card": "M8", "part": "band"}
    values |= {"filename": "x", "job": "x"}
    values |= {"house": house.rpartition("/")[2], "seal": link.rpartition("/")[2]}
    before = read_state(app)
    for phone in (filled.rita, filled.eric, filled.watcher):
        for rule in app.url_map.iter_rules():
            if "GET" in (rule.methods or ()) and rule.endpoint != "static":
                phone.open(re.sub(r"<(?:\w+:)?(\w+)>", lambda match: values[match[1]], rule.rule))
        phone.open(link)
    assert read_state(app) == before


def test_a_claim_is_answered_once_whoever_sends_the_answer_again(filled, phones, find_kept):
    window = phones()
    window.ask_for(filled.code, 2)
    (claim,) = find_kept(filled.desk).claims
    filled.send("/seats/2/moving", filled.eric, {"key": claim.key, "answer": "no"})
    for phone in (filled.eric, filled.rita):
        page = filled.send("/seats/2/moving", phone, {"key": claim.key, "answer": "yes"})
        assert "That request has already been answered" in page
    assert not window.find_number(filled.desk, 2)
    window.ask_for(filled.code, 2)
    assert find_kept(filled.desk).claims[0].key != claim.key


def test_a_host_who_closes_the_table_is_rid_of_those_who_had_its_link(evening, phones, find_kept):
    link = re.search(r"/join/[\w-]+", unescape(evening.rita.open(f"{evening.desk}/invitation")))[0]
    for way in ("no", "yes"):
        evening.send("/code", evening.rita, {"open": way})
    stranger = phones()
    for address in (link, f"{link}/seats/1", f"/join/{evening.code}"):
        stranger.send(address, {"name": "Mallory"})
        assert stranger.status == 404, address
    assert find_kept(evening.desk).claims == ()


def test_a_seat_that_goes_to_and_fro_buries_nothing_in_the_log(filled, phones, find_kept):
    jars = [filled.eric, phones()]
    for turn in range(6):
        asking, giving = jars[1 - turn % 2], jars[turn % 2]
        asking.ask_for(filled.code, 2)
        (claim,) = find_kept(filled.desk).claims
        filled.send("/seats/2/moving", giving, {"key": claim.key, "answer": "yes"})
    page = filled.rita.open(f"{filled.desk}/drawer")
    assert page.count("the seat moved to another phone") == 1
    assert "(6 times)" in page
    for _ in range(3):
        filled.send("/lock", filled.rita)
        filled.send("/unlock", filled.rita)
    page = filled.rita.open(f"{filled.desk}/drawer")
    assert page.count("The shelves were reopened.") == 1
    assert "(3 times)" in page


@pytest.mark.parametrize("cell", ["? ", "A1:CFHMRS ", "/ ", "#"])
def test_a_shelf_that_would_make_endless_pages_is_refused(evening, find_kept, cell):
    page = evening.send("/seats/1/shelf", evening.rita, {"shelf": cell * 10_000})
    assert (evening.rita.status, "That was more text than any form holds." in page) == (413, True)
    assert find_kept(evening.desk).find_seat(1).shelf == ""
    page = evening.send("/seats/1/shelf", evening.rita, {"shelf": cell * (5_000 // len(cell))})
    assert evening.rita.status < 500
    assert len(page) < 3_000_000
