"""Entry for a seat: the shelf as text with its preview, or the tally; both stored as typed."""

from __future__ import annotations

import json
import re

import pytest

SHELF = "A1:CFH B3:MM / C2:RS D4:FHM A3:CC+"
FIGURES = {"C": "4", "F": "8", "H": "10", "M": "6", "R": "8", "S": "7", "stability": "12"}
AS_JSON = {"Accept": "application/json"}


def test_the_editor_knows_its_letters_and_where_to_go_next(visitor, desk):
    page = visitor.open(f"{desk}/seats/1/shelf")
    assert "Rita’s shelf" in page
    assert f"{desk}/seats/2/shelf" in page
    assert f"{desk}/seats/1/tally" in page
    assert 'data-letter="Z"' in page


def test_a_shelf_without_scripts_leads_to_the_next_empty_one_and_then_to_the_desk(visitor, desk):
    visitor.send(f"{desk}/seats/2/shelf", {"shelf": SHELF, "version": "1"})
    assert visitor.address == f"{desk}/seats/1/shelf"
    page = visitor.send(f"{desk}/seats/1/shelf", {"shelf": "B1:CC", "version": "1"})
    assert visitor.address == desk
    assert "See the scorecard" in page


def test_a_shelf_is_answered_with_its_preview_where_json_is_wanted(visitor, desk):
    preview = json.loads(visitor.send(f"{desk}/seats/1/shelf", {"shelf": SHELF, "version": "1"}, **AS_JSON))
    assert visitor.status == 200
    assert (preview["shelf"], preview["version"]) == (SHELF, 2)
    assert preview["flipped"] == [
        {"place": [1, 2], "after": [1, 1], "sentence": "A3 does not follow D4: the check will flip it."}
    ]
    assert preview["rectangle"] == {"top": 0, "left": 0, "height": 2, "width": 2}
    assert (preview["stability"], preview["books"], preview["cards"]) == (6, 10, 5)


def test_the_token_may_come_in_a_header(visitor, desk):
    headers = {"X-CSRFToken": visitor.find_token(), **AS_JSON}
    answer = visitor.client.post(f"{desk}/seats/1/shelf", data={"shelf": SHELF}, headers=headers)
    assert answer.status_code == 200


def test_an_unreadable_shelf_is_kept_and_reported(visitor, desk):
    page = visitor.send(f"{desk}/seats/1/shelf", {"shelf": "A1:CF what?! / B2"})
    assert visitor.status == 422
    assert "A1:CF what?! / B2" in page
    assert "“what?!” cannot be read" in page
    assert "A1:CF what?! / B2" in visitor.open(f"{desk}/seats/1/shelf")
    assert "Rita: Row 1, place 2: “what?!” cannot be read" in visitor.open(desk)


def test_an_empty_shelf_counts_as_not_entered(visitor, desk):
    visitor.send(f"{desk}/seats/1/shelf", {"shelf": "   "})
    assert "Enter the shelf: Rita" in visitor.open(desk)


def test_a_card_on_two_shelves_is_said_where_it_lies_twice(visitor, desk):
    visitor.send(f"{desk}/seats/1/shelf", {"shelf": SHELF})
    preview = json.loads(visitor.send(f"{desk}/seats/2/shelf", {"shelf": "B3:MM"}, **AS_JSON))
    assert [(finding["code"], finding["severity"]) for finding in preview["findings"]] == [
        ("duplicate-card", "warning")
    ]
    assert "Rita" in preview["findings"][0]["message"]


@pytest.mark.parametrize("version", ["", "soon", "999"])
def test_a_strange_version_loses_nothing(visitor, desk, version):
    page = visitor.send(f"{desk}/seats/1/shelf", {"shelf": "Z9:CC", "version": version})
    assert visitor.status in (200, 409)
    assert "Z9:CC" in visitor.open(f"{desk}/seats/1/shelf") or "Z9:CC" in page


@pytest.mark.parametrize("version", ["", "soon"])
def test_a_tally_of_a_strange_version_is_filed(visitor, desk, version):
    visitor.send(f"{desk}/seats/1/tally", {**FIGURES, "version": version})
    assert "Counted on paper: 43 books" in visitor.open(desk)


@pytest.mark.parametrize("way", ["shelf", "tally"])
def test_there_is_no_seat_nine(visitor, desk, way):
    visitor.open(f"{desk}/seats/9/{way}")
    assert visitor.status == 404
    visitor.send(f"{desk}/seats/9/{way}", {"shelf": SHELF, **FIGURES})
    assert visitor.status == 404


def test_a_tally_is_filed_and_summed(visitor, desk):
    visitor.send(f"{desk}/seats/1/tally", FIGURES)
    assert visitor.address == f"{desk}/tally"
    assert "Counted on paper: 43 books" in visitor.open(desk)


@pytest.mark.parametrize(
    ("figures", "sentence"),
    [
        ({"C": "a dozen"}, "Expected a whole number such as 7, found “a dozen”."),
        ({"F": "-3"}, "Expected a whole number such as 7, found “-3”."),
        ({"H": "2.5"}, "Expected a whole number such as 7, found “2.5”."),
        ({"M": ""}, "Nothing is entered here. Enter 0 if there are none."),
        ({"stability": ""}, "Nothing is entered here. Enter 0 if there are none."),
        ({"S": "७"}, "Expected a whole number such as 7, found “७”."),
    ],
)
def test_a_wrong_figure_is_kept_and_reported(visitor, desk, figures, sentence):
    page = visitor.send(f"{desk}/seats/1/tally", {**FIGURES, **figures})
    assert visitor.status == 422
    assert sentence in page
    again = visitor.open(f"{desk}/tally")
    for text in {**FIGURES, **figures}.values():
        assert f'value="{text}"' in page
        assert f'value="{text}"' in again
    assert "See the scorecard" not in visitor.open(desk)


def test_an_empty_tally_is_no_mistake(visitor, desk):
    visitor.send(f"{desk}/seats/1/tally", dict.fromkeys(FIGURES, ""))
    assert visitor.status == 200
    assert "Enter the shelf: Rita" in visitor.open(desk)


def test_changing_the_way_of_entry_keeps_the_other(visitor, desk):
    visitor.send(f"{desk}/seats/1/shelf", {"shelf": SHELF})
    visitor.send(f"{desk}/seats/1/tally", FIGURES)
    assert "A shelf is kept as well; the tally counts" in visitor.open(desk)
    assert SHELF in visitor.open(f"{desk}/seats/1/shelf")
    visitor.send(f"{desk}/seats/1/shelf", {"shelf": SHELF})
    assert "A tally is kept as well; the shelf counts" in visitor.open(desk)
    assert 'value="10"' in visitor.open(f"{desk}/tally")


def test_a_czech_box_has_its_own_letters(visitor):
    desk = visitor.start("Rita", "Eric", edition="cs")
    page = visitor.open(f"{desk}/seats/1/shelf")
    assert 'data-letter="CH"' in page
    assert 'data-letter="Ř"' in page


def fill(position: int, version: int = 1, **changed: str) -> dict[str, str]:
    """The fields of one column of the table's grid."""
    figures = {**FIGURES, **changed, "version": str(version)}
    return {f"{position}-{key}": value for key, value in figures.items()}


def test_all_tallies_of_a_phone_are_one_grid(visitor, desk, find_kept):
    page = visitor.open(f"{desk}/tally")
    assert page.count("data-figure=") == 14
    visitor.send(f"{desk}/tally", {**fill(1), **fill(2, C="3 + 1 + 2")})
    assert visitor.address == desk
    assert [seat.tally["C"] for seat in find_kept(desk).seats] == ["4", "3 + 1 + 2"]
    page = visitor.open(desk)
    assert "Counted on paper: 43 books" in page
    assert "Counted on paper: 45 books" in page
    assert visitor.open(f"{desk}/inspection.json").count('"C": 6') == 1


def test_every_fault_of_the_grid_is_said_beside_its_field_and_everything_is_kept(visitor, desk):
    page = visitor.send(f"{desk}/tally", {**fill(1, C="many", F="3+"), **fill(2, stability="")})
    assert visitor.status == 422
    for name in ("1-C", "1-F", "2-stability"):
        assert f'aria-invalid="true" aria-describedby="{name}-note"' in page
        assert f'id="{name}-note"' in page
    assert page.count('aria-invalid="true"') == 3
    assert 'name="1-C" value="many"' in visitor.open(f"{desk}/tally")
    assert 'name="2-S" value="7"' in visitor.open(f"{desk}/tally")


def test_a_column_that_nobody_touched_leaves_its_shelf_alone(visitor, desk, find_kept):
    visitor.send(f"{desk}/seats/1/tally", FIGURES)
    visitor.send(f"{desk}/seats/1/shelf", {"shelf": SHELF})
    assert "by card" in visitor.open(f"{desk}/tally")
    visitor.send(f"{desk}/tally", {**fill(1, 3), **fill(2)})
    assert [seat.kind for seat in find_kept(desk).seats] == ["shelf", "tally"]


def test_two_versions_of_the_grid_are_shown_and_none_is_stored(visitor, desk, find_kept):
    visitor.send(f"{desk}/tally", fill(1))
    page = visitor.send(f"{desk}/tally", {**fill(1, H="9"), **fill(2)})
    assert visitor.status == 409
    assert "Rita, Historic Volumes" in page
    assert find_kept(desk).seats[1].tally == {}
    assert 'name="1-version" value="2"' in page
    visitor.send(f"{desk}/tally", {**fill(1, 2, H="9"), **fill(2)})
    assert [seat.tally["H"] for seat in find_kept(desk).seats] == ["9", "10"]


def test_a_guest_has_a_column_and_a_stranger_none(phones):
    host, guest, stranger = phones(), phones(), phones()
    table = host.open_table("Rita")
    code = re.search(r'class="join-line">.*?<b>(\w+)</b>', host.open(table), re.DOTALL)
    assert code is not None
    guest.sit_down(code[1], "Eric")
    assert 'name="2-C"' in guest.open(f"{table}/tally")
    assert 'name="1-C"' not in guest.open(f"{table}/tally")
    guest.send(f"{table}/tally", {**fill(1), **fill(2)})
    assert "Counted on paper" in guest.open(table)
    assert 'name="1-C" value=""' in host.open(f"{table}/tally")
    for answer in (stranger.open(f"{table}/tally"), stranger.send(f"{table}/tally", fill(2))):
        assert stranger.status == 403
        assert "only watching" in answer


def test_the_grid_of_a_solo_game_has_the_pile_beside_the_shelf(visitor, find_kept):
    desk = visitor.start("Rita", form="S-42A")
    pile = {f"library-{key}": value for key, value in FIGURES.items() if key != "stability"}
    assert 'name="library-stability"' not in visitor.open(f"{desk}/tally")
    visitor.send(f"{desk}/tally", {**fill(1), **pile, "library-C": ""})
    assert visitor.status == 422
    visitor.send(f"{desk}/tally", {**fill(1), **pile})
    library = find_kept(desk).library
    assert (library.kind, library.tally["H"], library.focus) == ("tally", "10", "")
