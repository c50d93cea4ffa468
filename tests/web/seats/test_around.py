"""Who sits where, as it is asked for on phones: by the host, by guests, at once, late, and by those who may not."""

from __future__ import annotations

import re

import pytest

from ..conftest import FIGURES, HEAD, Evening, Visitor, without_seals

WAY = "/around"


@pytest.fixture
def guests(evening: Evening, phones) -> dict[str, Visitor]:
    """All phones at a table of four, by name."""
    at_table = {"Rita": evening.rita, "Eric": evening.eric, "Ola": phones(), "Zoë": phones()}
    for name in ("Ola", "Zoë"):
        at_table[name].sit_down(evening.code, name)
    return at_table


def find_orders(page: str) -> dict[str, str]:
    """What each answer on a page that is sent says, by name."""
    found = re.findall(r'name="order" value="([\d.]+)"><span class="hand">([^<]+)<', page)
    return {name: order for order, name in found}


def find_links(page: str) -> dict[str, str]:
    """Where each answer on a page leads that needs another one, by name."""
    found = re.findall(r'href="([^"]+\?said=[\d.]+)"><span class="hand">([^<]+)<', page)
    return {name: address for address, name in found}


def find_seen(page: str) -> str:
    match = re.search(r'name="seen" value="([\d.]*)"', page)
    assert match is not None
    return match[1]


def list_around(page: str) -> list[str]:
    """The names in the one line that says who sits where."""
    match = re.search(r'<p class="around-line">.*?</p>', page, re.DOTALL)
    assert match is not None
    return re.findall(r'<span class="hand">([^<]+)<', match[0])


def say(phone: Visitor, desk: str, order: str, seen: str = "") -> str:
    return phone.send(f"{desk}{WAY}", {"order": order, "seen": seen})


def list_positions(find_kept, desk: str) -> list[int]:
    return [seat.position for seat in find_kept(desk).seats]


def list_placed(find_kept, desk: str) -> list[int]:
    return [seat.position for seat in find_kept(desk).seats if seat.place]


def test_three_are_asked_on_the_desk_and_one_tap_answers(evening, phones, find_kept):
    assert "Around the table" not in evening.rita.open(evening.desk)
    phones().sit_down(evening.code, "Ola")
    page = evening.eric.open(evening.desk)
    assert "Who sits on your left?" in page
    say(evening.eric, evening.desk, find_orders(page)["Ola"], find_seen(page))
    assert list_around(evening.eric.open(f"{evening.desk}/drawer")) == ["Rita", "Eric", "Ola"]
    assert "Who sits on your left?" not in evening.rita.open(evening.desk)
    assert list_positions(find_kept, evening.desk) == [1, 2, 3]


def test_four_are_asked_twice_from_wherever_one_sits(evening, guests, find_kept):
    page = guests["Ola"].open(evening.desk)
    page = guests["Ola"].open(find_links(page)["Rita"])
    assert "Who sits on the left of Rita?" in page
    say(guests["Ola"], evening.desk, find_orders(page)["Zoë"], find_seen(page))
    assert list_around(guests["Ola"].open(f"{evening.desk}/drawer")) == ["Rita", "Zoë", "Eric", "Ola"]
    assert list_positions(find_kept, evening.desk) == [1, 4, 2, 3]


def test_big_screen_and_document_list_them_as_they_sit(evening, guests):
    say(evening.rita, evening.desk, "1.4.2.3")
    names = ["Rita", "Zoë", "Eric", "Ola"]
    for address in ("/screen", "/inspection.json"):
        page = evening.rita.open(evening.desk + address)
        found = re.findall(
            r"Rita|Zoë|Eric|Ola", re.sub(r"(?s)<head>.*?</head>|<section class=.paper tasks.*?</section>", "", page)
        )
        assert found[:4] == names, address


def test_who_checks_whose_shelf_is_said_once_it_is_known_who_sits_where(evening, phones):
    evening.fill()
    ola = phones()
    ola.sit_down(evening.code, "Ola")
    ola.send(f"{evening.desk}/seats/3/tally", {**FIGURES, "stability": "12"})
    ola.send(f"{evening.desk}/seats/3/focus", {"focus": "M"})
    page = evening.rita.send(f"{evening.desk}/lock")
    assert "Who checks whose shelf" not in page
    assert "Set the seating order" in page
    assert "On your right" not in ola.open(f"{evening.desk}/walk")
    assert "Set the seating order" in ola.open(f"{evening.desk}/walk")
    assert "Set the seating order" not in evening.watcher.open(f"{evening.desk}/walk")
    page = say(ola, evening.desk, "1.3.2")
    assert re.search(r"On your right</small> <span class=\"hand\">Rita<", page)
    assert re.search(r"On your right</small> <span class=\"hand\">Ola<", evening.eric.open(f"{evening.desk}/walk"))


def test_one_who_joins_late_is_asked_once_and_nobody_else_moves(evening, guests, phones, find_kept):
    evening.rita.send(
        f"{evening.desk}/details",
        {
            **HEAD,
            **{
                f"seats-{i}-{key}": v
                for i, (p, n) in enumerate(((1, "Rita"), (2, "Eric"), (3, "Ola")))
                for key, v in (("position", p), ("name", n))
            },
        },
    )
    say(evening.rita, evening.desk, "1.3.2")
    late = phones()
    late.sit_down(evening.code, "Max")
    page = late.open(evening.desk)
    assert "Who sits on your left?" in page
    assert "Who sits on the left of Max?" in evening.rita.open(evening.desk)
    say(late, evening.desk, find_orders(page)["Eric"], find_seen(page))
    assert list_around(late.open(f"{evening.desk}/drawer")) == ["Rita", "Ola", "Max", "Eric"]


def test_of_two_phones_at_once_the_second_sees_both_and_loses_nothing(evening, guests, find_kept):
    pages = {name: guests[name].open(f"{evening.desk}{WAY}") for name in ("Eric", "Ola")}
    say(guests["Eric"], evening.desk, "2.1.3.4", find_seen(pages["Eric"]))
    page = say(guests["Ola"], evening.desk, "3.1.2.4", find_seen(pages["Ola"]))
    assert guests["Ola"].status == 409
    assert "Your answer was not stored." in page
    assert list_positions(find_kept, evening.desk) == [1, 3, 4, 2]
    order = re.search(r'name="order" value="([\d.]+)">Use mine', page)
    assert order is not None
    assert find_seen(page) == "1.3.4.2"
    say(guests["Ola"], evening.desk, order[1], find_seen(page))
    assert list_positions(find_kept, evening.desk) == [1, 2, 4, 3]
    assert "The seating order was changed" in guests["Zoë"].open(evening.desk)


def test_two_phones_that_say_the_same_circle_are_both_content(evening, guests, find_kept):
    say(guests["Eric"], evening.desk, "2.1.3.4")
    say(guests["Ola"], evening.desk, "3.4.2.1")
    assert guests["Ola"].status == 200
    assert list_positions(find_kept, evening.desk) == [1, 3, 4, 2]


def test_an_answer_from_before_somebody_was_struck_out_is_not_kept(evening, guests, find_kept):
    page = guests["Ola"].open(f"{evening.desk}{WAY}?said=3.1")
    order = find_orders(page)["Eric"]
    rows = {f"seats-{row}-position": str(row + 1) for row in range(4)}
    names = {f"seats-{row}-name": name for row, name in enumerate(guests)}
    evening.rita.send(f"{evening.desk}/details", {**HEAD, **rows, **names, "seats-3-remove": "y"})
    page = say(guests["Ola"], evening.desk, order)
    assert guests["Ola"].status == 409
    assert "Use mine" not in page
    assert "Who sits on your left?" in page
    assert list_placed(find_kept, evening.desk) == []


def test_an_answer_from_before_somebody_joined_is_not_kept(evening, phones, find_kept):
    phones().sit_down(evening.code, "Ola")
    page = evening.eric.open(evening.desk)
    phones().sit_down(evening.code, "Zoë")
    say(evening.eric, evening.desk, find_orders(page)["Ola"])
    assert evening.eric.status == 409
    assert list_placed(find_kept, evening.desk) == []


@pytest.mark.parametrize(
    "order", ["", "1", "1.1.2.3", "1.2.3.3", "a.b", "1.2.3.4.", "1,2,3,4", "-1.2.3.4", "9" * 5000, "1.2.3.99999"]
)
def test_what_no_page_sends_is_refused(evening, guests, find_kept, order):
    say(evening.rita, evening.desk, order)
    assert evening.rita.status == (409 if order == "1" else 400)
    assert list_placed(find_kept, evening.desk) == []


@pytest.mark.parametrize("seen", ["9.8", "x", "1.1.1", "4.3.2.1"])
def test_a_form_that_claims_to_have_seen_something_else_changes_nothing(evening, guests, find_kept, seen):
    say(evening.rita, evening.desk, "1.2.3.4")
    say(evening.rita, evening.desk, "1.3.2.4", seen)
    assert evening.rita.status == 409
    assert list_positions(find_kept, evening.desk) == [1, 2, 3, 4]


def test_a_seat_of_another_table_is_none_of_this_one(evening, guests, find_kept):
    say(evening.rita, evening.desk, "1.2.3.9999")
    assert evening.rita.status == 409
    assert list_placed(find_kept, evening.desk) == []


def test_a_field_that_is_sent_twice_counts_once(evening, guests, find_kept):
    evening.rita.send(f"{evening.desk}{WAY}", {"order": ["1.3.2.4", "1.2.3.4"], "seen": ["", "1.2.3.4"]})
    assert list_positions(find_kept, evening.desk) == [1, 3, 2, 4]


def test_a_stranger_is_neither_asked_nor_heard(evening, guests, find_kept):
    assert "Around the table" not in evening.watcher.open(evening.desk)
    evening.watcher.open(f"{evening.desk}{WAY}")
    assert evening.watcher.status == 403
    say(evening.watcher, evening.desk, "1.2.3.4")
    assert evening.watcher.status == 403
    assert list_placed(find_kept, evening.desk) == []


@pytest.mark.parametrize("said", ["", "9.9", "1.2.3.4.5.6.7.8", "<b>", "1." * 400])
def test_an_address_that_says_nonsense_asks_from_the_beginning(evening, guests, said):
    page = evening.rita.open(f"{evening.desk}{WAY}?said={said}")
    assert evening.rita.status == 200
    assert "Who sits on your left?" in page


def test_after_the_reveal_it_is_shown_and_not_changed(evening, find_kept):
    evening.reveal()
    page = evening.rita.open(f"{evening.desk}{WAY}")
    assert "two librarians check each other’s shelf" in page
    say(evening.rita, evening.desk, "2.1")
    assert evening.rita.status == 409
    assert list_placed(find_kept, evening.desk) == []


def test_three_are_told_after_the_reveal_that_an_amendment_is_needed(visitor, phones, find_kept):
    desk = visitor.open_table("Rita")
    for name in ("Eric", "Ola"):
        phones().sit_down(find_kept(desk).code, name)
    rows = {
        f"seats-{row}-{key}": value
        for row, name in enumerate(("Rita", "Eric", "Ola"))
        for key, value in (("position", row + 1), ("name", name))
    }
    visitor.send(f"{desk}/details", {**HEAD, **rows})
    for position in (1, 2, 3):
        visitor.send(f"{desk}/seats/{position}/tally", {**FIGURES, "stability": "12"})
        visitor.send(f"{desk}/seats/{position}/release")
        visitor.send(f"{desk}/seats/{position}/focus", {"focus": "SHM"[position - 1]})
    visitor.send(f"{desk}/reveal")
    assert find_kept(desk).stage == "revealed"
    page = visitor.open(f"{desk}{WAY}?again=")
    assert "Amend it to change the seating order." in page
    assert not find_orders(page)
    assert "around-line" not in visitor.open(desk)
    visitor.send(f"{desk}/amend", {"reason": "They sat otherwise."})
    say(visitor, desk, "1.3.2")
    assert list_positions(find_kept, desk) == [1, 3, 2]


@pytest.mark.parametrize("names", [("Rita",), ("Rita", "Eric")])
def test_one_and_two_are_not_asked(visitor, names):
    form = {"form": "S-42A", "library_focus": "F"} if len(names) == 1 else {}
    desk = visitor.start(*names, **form)
    assert "Around the table" not in visitor.open(desk)
    page = visitor.open(f"{desk}{WAY}?again=&said=1")
    assert "There is nothing to ask" in page
    assert not find_orders(page)
    assert not find_links(page)


def test_one_phone_that_keeps_the_table_is_asked_by_name(visitor, find_kept):
    desk = visitor.start("Rita", "Eric", "Ola")
    assert f'href="{desk}{WAY}"' in visitor.open(desk)
    page = visitor.open(desk + WAY)
    assert "Who sits on the left of Rita?" in page
    say(visitor, desk, find_orders(page)["Ola"], find_seen(page))
    assert list_around(visitor.open(f"{desk}/drawer")) == ["Rita", "Ola", "Eric"]


def test_whoever_plays_on_at_the_same_table_sits_where_they_sat(visitor, find_kept):
    desk = visitor.start("Rita", "Eric", "Ola")
    say(visitor, desk, "1.3.2")
    for what in ("table", "everything"):
        visitor.send(f"{desk}/copy", {"what": what})
        seats = find_kept(visitor.address).seats
        assert [(seat.name, bool(seat.place)) for seat in seats] == [("Rita", True), ("Ola", True), ("Eric", True)]


def test_another_name_keeps_its_place(visitor, find_kept):
    desk = visitor.start("Rita", "Eric", "Ola")
    say(visitor, desk, "1.3.2")
    rows = {
        f"seats-{row}-{key}": value
        for row, (place, name) in enumerate(((1, "Rita"), (3, "Ola"), (2, "Max")))
        for key, value in (("position", place), ("name", name))
    }
    visitor.send(f"{desk}/details", {**HEAD, **rows})
    assert [seat.name for seat in find_kept(desk).seats] == ["Rita", "Ola", "Max"]


def test_the_question_says_nothing_of_a_focus(evening, guests):
    pages = []
    for focus in ("S", "H"):
        guests["Zoë"].send(f"{evening.desk}/seats/4/focus", {"focus": focus})
        pages.append([without_seals(guests[name].open(f"{evening.desk}{WAY}")) for name in ("Rita", "Eric", "Ola")])
    assert pages[0] == pages[1]
