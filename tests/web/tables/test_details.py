"""Editing the form's header afterwards: names, categories, who sits at the table."""

from __future__ import annotations

import pytest

HEAD = {"form": "B-7c", "edition": "en", "prominent": "R", "banned": "C"}


def seat(row: int, position: int, name: str, focus: str = "", **more: str) -> dict[str, str]:
    fields = {"position": str(position), "name": name, "focus": focus, **more}
    return {f"seats-{row}-{key}": value for key, value in fields.items()}


def test_everything_filed_stands_in_the_form(visitor):
    desk = visitor.start("Rita", "Eric", place="Łódź", remarks="The cat helped.", long_game="y")
    page = visitor.open(f"{desk}/details")
    for part in ('value="Rita"', 'value="Łódź"', "The cat helped.", 'name="long_game" value="y" checked'):
        assert part in page
    assert 'name="seats-1-focus" value="H" checked' in page


def test_a_name_is_corrected_and_the_shelf_stays(visitor, finished):
    page = visitor.send(f"{finished}/details", HEAD | seat(0, 1, "Margarita", "S") | seat(1, 2, "Eric", "H"))
    assert visitor.address == finished
    assert "Noted." in page
    assert "Margarita" in page
    assert "5 cards" in page


def test_a_librarian_joins_late(visitor, finished):
    table = seat(0, 1, "Rita", "S") | seat(1, 2, "Eric", "H") | seat(2, 0, "Ola", "M")
    page = visitor.send(f"{finished}/details", HEAD | table)
    assert ">Ola</h3>" in page


def test_a_librarian_leaves_with_everything(visitor, finished):
    page = visitor.send(f"{finished}/details", HEAD | seat(0, 1, "Rita", "S", remove="y") | seat(1, 2, "Eric", "H"))
    assert "5 cards" not in page
    assert "Rita" not in page


def test_wiping_out_a_name_does_not_wipe_out_a_shelf(visitor, finished):
    page = visitor.send(
        f"{finished}/details", HEAD | seat(0, 1, "", "S") | seat(1, 2, "Eric", "H") | {"place": "Attic"}
    )
    assert visitor.status == 422
    assert "This librarian no longer has a name, but a shelf is entered here." in page
    assert "Attic" in page
    assert "5 cards" in visitor.open(finished)


def test_wiping_out_the_name_of_an_empty_seat_frees_it(visitor, desk):
    page = visitor.send(f"{desk}/details", HEAD | seat(0, 1, "") | seat(1, 2, "Eric", "H"))
    assert visitor.status == 200
    assert "Rita" not in page


def test_a_name_given_twice_is_refused_with_everything_kept(visitor, finished):
    page = visitor.send(
        f"{finished}/details", HEAD | seat(0, 1, "Eric", "S") | seat(1, 2, "Eric", "H") | {"remarks": "Hm."}
    )
    assert visitor.status == 422
    assert "“Eric” is at this table twice." in page
    assert "Hm." in page


def test_a_table_of_two_cannot_apply_for_one_license(visitor, finished):
    head = HEAD | {"form": "S-42A"}
    page = visitor.send(f"{finished}/details", head | seat(0, 1, "Rita", "S") | seat(1, 2, "Eric", "H"))
    assert visitor.status == 422
    assert "S-42A is for one librarian, and 2 are at this table." in page


def test_a_forged_position_takes_no_seat_away(visitor, finished):
    page = visitor.send(
        f"{finished}/details", HEAD | seat(0, 1, "Rita", "S") | seat(1, 2, "Eric", "H") | seat(2, 99, "Ola")
    )
    assert "5 cards" in page
    assert ">Ola</h3>" in page
    visitor.send(f"{finished}/details", HEAD | seat(0, 1, "Rita", "S") | seat(1, 1, "Eric", "H"))
    assert visitor.status == 200


@pytest.mark.parametrize("place", ["details", "copy", "delete", "", "scorecard", "sheet", "sheet.pdf", "library"])
def test_an_unknown_file_is_not_found(visitor, place):
    page = visitor.open(f"/inspections/nowhere/{place}".rstrip("/"))
    assert visitor.status == 404
    assert "No such file in this office" in page
