"""The discard pile of a solo game: laid out card by card, and by photos that add up."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from io import BytesIO

import pytest

from companion.store.decks.waiting_lessons import WaitingLesson, keep_lessons
from companion.vision.problems import PhotoError, PhotoFinding, Problem
from companion.workflow.photos import pile as reading
from companion.workflow.photos.reading import PileRead

from .test_tally import FIGURES, SHELF

AS_JSON = {"Accept": "application/json"}
PILE = "B2:CF K1:RS / M8:CFFR"


@pytest.fixture
def solo(visitor):
    return visitor.start("Rita", form="S-42A")


@pytest.fixture
def taught() -> list[tuple[bytes, ...]]:
    """The lessons that each photo of a pile was read with."""
    return []


@pytest.fixture
def photograph(visitor, monkeypatch, taught):
    """A function that sends a photo on which the given cards are read, and follows it."""

    def send(desk: str, read: str | Problem, phone=visitor, found: Sequence[PhotoFinding] = ()) -> str:
        def look(_content: bytes, _edition: str, _deck: object, looks: tuple[bytes, ...]) -> PileRead:
            taught.append(looks)
            if isinstance(read, Problem):
                raise PhotoError(read)
            return PileRead(read, tuple(found))

        monkeypatch.setattr(reading, "read_pile_cards", look)
        phone.send(f"{desk}/library/photo", {"photo": (BytesIO(b"pile"), "pile.jpg"), "request_key": str(read)})
        return phone.follow() if phone.address.startswith("/jobs/") else ""

    return send


def test_a_pile_is_laid_out_on_the_grid_and_counts(visitor, solo, find_kept):
    assert f'href="{solo}/tally"' in visitor.open(f"{solo}/library/pile")
    preview = json.loads(visitor.send(f"{solo}/library/pile", {"shelf": PILE}, **AS_JSON))
    assert (preview["cards"], preview["books"], preview["tally"]["F"]) == (3, 8, 3)
    assert (preview["flipped"], preview["rectangle"], preview["findings"]) == ([], None, [])
    library = find_kept(solo).library
    assert (library.kind, library.discards) == ("discards", PILE)
    assert "Entered card by card" in visitor.open(solo)
    visitor.send(f"{solo}/library/pile", {"shelf": ""})
    assert visitor.address == f"{solo}/library"
    assert find_kept(solo).library.kind == ""


def test_two_pages_do_not_overwrite_each_others_pile(visitor, solo, find_kept):
    seen = json.loads(visitor.open(f"{solo}/library/pile", **AS_JSON))["preview"]["version"]
    visitor.send(f"{solo}/library/pile", {"shelf": PILE, "version": seen}, **AS_JSON)
    clash = json.loads(visitor.send(f"{solo}/library/pile", {"shelf": "B2:CF", "version": seen}, **AS_JSON))
    assert visitor.status == 409
    assert (clash["theirs"]["shelf"], clash["theirs"]["version"]) == (PILE, seen + 1)
    assert "Two versions" in visitor.send(f"{solo}/library/pile", {"shelf": "B2:CF", "version": seen})
    assert find_kept(solo).library.discards == PILE
    again = json.loads(visitor.send(f"{solo}/library/pile", {"shelf": PILE, "version": seen}, **AS_JSON))
    assert again["version"] == seen + 1
    visitor.send(f"{solo}/library/pile", {"shelf": "B2:CF", "version": seen + 1}, **AS_JSON)
    assert find_kept(solo).library.discards == "B2:CF"


def find_way_back(page: str) -> tuple[str, str]:
    """The address and the name of the link above a page."""
    found = re.search(r'class="[^"]*back[^"]*".*?href="([^"]+)".*?(Back to the \w+)', page, re.DOTALL)
    assert found is not None
    return found[1], found[2]


def test_after_the_last_round_every_entry_leads_back_to_what_is_due(visitor, solo, photograph):
    visitor.send(f"{solo}/game/difficulty", {"level": "1"})
    visitor.send(f"{solo}/game/round", {"number": "4"})
    entries = ("library", "seats/1/shelf", "tally")
    for page in entries:
        assert find_way_back(visitor.open(f"{solo}/{page}")) == (solo, "Back to the desk")
    visitor.send(f"{solo}/game/round", {"number": "5"})
    for page in entries:
        assert find_way_back(visitor.open(f"{solo}/{page}")) == (f"{solo}/game/end", "Back to the game")
    photograph(solo, PILE)
    visitor.send(f"{solo}/library/pile", {"shelf": f"{PILE} Q9:CC"})
    assert visitor.address == f"{solo}/library"
    visitor.send(f"{solo}/library", {"focus": "H", "kind": "discards", "discards": PILE})
    assert visitor.address == f"{solo}/game/end"
    for entry, fields in (("shelf", {"shelf": SHELF}), ("tally", FIGURES)):
        visitor.send(f"{solo}/seats/1/{entry}", fields)
        assert visitor.address == f"{solo}/game/end"
    visitor.send(f"{solo}/lock")
    assert find_way_back(visitor.open(f"{solo}/tally")) == (solo, "Back to the desk")


def test_no_card_of_a_pile_lies_face_down_or_on_a_shelf_as_well(visitor, solo):
    visitor.send(f"{solo}/seats/1/shelf", {"shelf": SHELF})
    page = visitor.send(f"{solo}/library/pile", {"shelf": "# A1:CFH Q9:CC+ K1"})
    assert visitor.status == 422
    preview = json.loads(visitor.open(f"{solo}/library/pile", **AS_JSON))["preview"]
    said = {(finding["column"], finding["code"]) for finding in preview["findings"]}
    assert said == {
        (0, "unreadable-token"),
        (1, "duplicate-card"),
        (2, "unreadable-token"),
        (3, "icons-missing"),
    }
    assert "Rita" in page


def test_a_long_list_is_laid_out_in_rows_that_a_phone_shows(visitor, solo):
    cards = " ".join(f"A{number}:CF" for number in range(1, 9))
    visitor.send(f"{solo}/library", {"focus": "H", "kind": "discards", "discards": cards})
    preview = json.loads(visitor.open(f"{solo}/library/pile", **AS_JSON))["preview"]
    assert [len(row) for row in preview["rows"]] == [6, 2]


def test_the_page_of_the_library_is_noted_down_on_the_way_to_the_cards(visitor, solo, find_kept):
    for way, address in (("pile", "pile"), ("photo", "photo")):
        visitor.send(f"{solo}/library", {"focus": "H", "kind": "discards", "discards": "A1:C", "go": way})
        assert visitor.address == f"{solo}/library/{address}"
    assert (find_kept(solo).library.focus, find_kept(solo).library.discards) == ("H", "A1:C")


def test_photos_of_a_pile_add_up(visitor, solo, photograph, find_kept):
    visitor.send(f"{solo}/library/pile", {"shelf": "B2:CF"})
    photograph(solo, "A1:HM A2:CC # B2:C? / ?")
    page = visitor.open(f"{solo}/library/pile?job={visitor.address}")
    assert "cards were added" not in page
    assert find_kept(solo).library.discards == "B2:CF / A1:HM A2:CC ?"
    page = photograph(solo, "A2:CC A3:FF")
    assert visitor.address == f"{solo}/library/pile"
    assert "1 card was added. 1 was in the pile already." in json.loads(
        '"' + page.partition('"notice": "')[2].partition('"')[0] + '"'
    )
    assert find_kept(solo).library.discards == "B2:CF / A1:HM A2:CC ? / A3:FF"


def test_what_a_photo_of_a_pile_shows_besides_is_said_with_the_cards(visitor, solo, photograph, find_kept):
    found = [PhotoFinding(Problem.SHELF_AS_PILE), PhotoFinding(Problem.UNREAD_CARDS, {"cards": 1})]
    page = photograph(solo, "B2:CF K1:RS", found=found)
    assert "2 cards were added. These cards lie side by side, as on a shelf." in page
    assert "is doubtful" not in page
    assert find_kept(solo).library.discards == "B2:CF K1:RS"


def test_a_pile_of_an_unknown_printing_leads_to_a_lesson_and_is_completed_after_it(
    visitor, app, solo, photograph, taught, find_kept
):
    unknown = [PhotoFinding(Problem.UNKNOWN_FACE)]
    page = photograph(solo, "A1:?? A2:? B2:HM", found=unknown)
    assert "3 cards were added. Nobody has shown yet what these cards look like." in page
    with app.app_context():
        keep_lessons(solo.rpartition("/")[2], 1, [WaitingLesson(1, b"features", {})])
    page = photograph(solo, "A1:CF A2:CCC B2:HR A3:SS")
    assert "3 were in the pile already. The categories of 2 of them were not all known, and are now." in page
    assert find_kept(solo).library.discards == "A1:CF A2:CCC B2:HM / A3:SS"
    assert taught == [(), (b"features",)]
    assert "fill in the categories by hand" in photograph(solo, "A4:??", found=unknown)


def test_a_photo_that_cannot_be_read_changes_nothing_and_says_why(visitor, solo, photograph, find_kept):
    page = photograph(solo, Problem.TOO_DARK)
    assert visitor.address == f"{solo}/library/photo"
    assert "Nothing that was entered before has been changed." in page
    visitor.send(f"{solo}/library/photo", {"request_key": "none"})
    assert visitor.status == 422
    large = {"photo": (BytesIO(b"!" * 25_200_000), "pile.jpg"), "request_key": "large"}
    visitor.send(f"{solo}/library/photo", large)
    assert visitor.status == 413
    assert find_kept(solo).library.discards == ""


def test_nobody_else_has_a_pile(visitor, desk, solo, phones, photograph):
    for address in ("library/pile", "library/photo"):
        visitor.open(f"{desk}/{address}")
        assert visitor.status == 404
    stranger = phones()
    stranger.send(f"{solo}/library/pile", {"shelf": PILE})
    assert stranger.status == 403
    stranger.open(f"{solo}/library/photo")
    assert stranger.status == 403
    visitor.send(f"{solo}/library", {"focus": "H", "kind": "discards", "discards": PILE})
    visitor.send(f"{solo}/seats/1/tally", {**FIGURES, "version": "1"})
    visitor.send(f"{solo}/reveal")
    visitor.send(f"{solo}/library/photo", {"photo": (BytesIO(b"late"), "pile.jpg"), "request_key": "late"})
    assert visitor.status == 409
