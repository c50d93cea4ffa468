"""What matters most, in Firefox and in WebKit: laying a shelf, losing the network, a photo, and a whole evening."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from ..photos.photographs import photograph
from ..serving import serve, work
from ..shelves.editor_page import TOKEN, lay_shelf, read_stored
from .driver import ENGINES, Engine

# One database will do: what is tested is the browser.
pytestmark = [pytest.mark.long, pytest.mark.slow, pytest.mark.browser, pytest.mark.sqlite_only]


@pytest.fixture(params=sorted(ENGINES))
def take_phone(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], Engine]]:
    """A function that returns a phone with nothing on it, of one engine and then of the other."""
    with ExitStack() as phones:

        def take() -> Engine:
            folder = tmp_path / f"phone-{len(list(tmp_path.iterdir()))}"
            folder.mkdir()
            return phones.enter_context(ENGINES[request.param](folder))

        yield take


def tap_cards(phone: Engine, shelf: str) -> None:
    """Lay cards by taps; every row after the first begins at a tapped place."""
    for number, row in enumerate(shelf.split(" / ")):
        if number:
            phone.tap(f"#shelf-grid tbody tr:nth-child({number + 1}) button")
        for card in TOKEN.finditer(row):
            phone.tap(f"[data-letter='{card['letter']}']")
            phone.tap(f".numbers [data-number='{card['number']}']")
            for icon in card["icons"]:
                phone.tap(f"[data-icon='{icon}']")


def expect_saved(phone: Engine) -> None:
    phone.wait_for("document.querySelector('#save-state').dataset.status === 'saved'")


def test_a_shelf_laid_by_taps_outlives_a_lost_network_and_a_reload(take_phone, app):
    path = lay_shelf(app, "A1:CF")
    phone = take_phone()
    with work(app):
        with serve(app) as address:
            phone.open(address + path)
            tap_cards(phone, "B2:FHH / C1:MM")
            expect_saved(phone)
            assert read_stored(app, path) == "A1:CF B2:FHH / C1:MM"
            phone.reload()
        # The server is gone.
        tap_cards(phone, "D3:SS")
        phone.expect_text("#sentence", "A1 and B1 wait for the network.")
        assert phone.read_texts("#tally dd") == ["1", "2", "2", "2", "0", "2", "…"]
        phone.tap("a.done")
        phone.expect_text("#sentence", "done is noted")
        assert read_stored(app, path) == "A1:CF B2:FHH / C1:MM"
        with serve(app, int(address.rpartition(":")[2])):
            phone.wait_for_url("/seats/2/shelf$")
            assert read_stored(app, path) == "A1:CF B2:FHH / C1:MM D3:SS"
            phone.tap(".tool.back")
            phone.wait_for_url(r"/inspections/[\w-]+$")
            phone.tap(".office")
            phone.wait_for_url("/$")
            phone.go_back()
            phone.wait_for_url(r"/inspections/[\w-]+$")
        # A link is tapped while nobody answers, and is followed once somebody does.
        phone.expect_text(".live-bar", "your entries are kept on this phone")
        phone.tap(".office")
        phone.expect_text(".live-bar", "this goes on as soon as the network is back")
        with serve(app, int(address.rpartition(":")[2])):
            phone.wait_for_url("/$")


def test_a_photo_is_read_and_becomes_the_shelf(take_phone, app, tmp_path):
    path = lay_shelf(app)
    photo = tmp_path / "shelf.jpg"
    photo.write_bytes(photograph("A1:CF B2:HM C3:RS D4:CC E5:MM", "en"))
    phone = take_phone()
    with serve(app) as address, work(app):
        phone.open(address + path)
        phone.wait_for("'ready' in document.querySelector('#shelf-text').dataset")
        phone.give_file("#choose-whole", photo)
        phone.expect_text(".photo-count", "5 cards")


def test_two_phones_play_from_the_first_page_to_the_proclamation(take_phone, app):
    ana, bruno = take_phone(), take_phone()
    with serve(app) as address, work(app):
        desk = open_table(ana, address)
        code = ana.read_texts(".join-code b, .join-line b")[0]
        join(bruno, address, code, desk)
        choose_categories(ana, desk)
        look_into_the_drawer(ana, desk)
        for position, (phone, focus, shelf) in enumerate(
            ((ana, "S", "A1:CF B2:HM"), (bruno, "R", "C3:RS D4:CC")), start=1
        ):
            phone.open(f"{desk}/seats/{position}/focus")
            phone.tap(f"label:has([name='focus'][value='{focus}'])")
            phone.wait_for_url(desk + "$")
            phone.open(f"{desk}/seats/{position}/shelf")
            tap_cards(phone, shelf)
            expect_saved(phone)
            phone.tap("button.done")
            leave_as_it_lies(phone)
        walk(ana, bruno)
        assert ana.read_texts(".verdict-name") == bruno.read_texts(".verdict-name") == ["Ana"]


def open_table(phone: Engine, address: str) -> str:
    phone.open(address)
    phone.tap("main a", "Open a table")
    phone.fill("[name=name]", "Ana")
    phone.tap(".bar .primary")
    return phone.wait_for_url(r"/inspections/[\w-]+$")


def join(phone: Engine, address: str, code: str, desk: str) -> None:
    phone.open(address)
    phone.tap("main a", "Join a table")
    phone.fill("[name=code]", code)
    phone.tap(".bar .primary")
    phone.fill("[name=name]", "Bruno")
    phone.tap("button", "Sit down")
    phone.wait_for_url(desk + "$")


def choose_categories(phone: Engine, desk: str) -> None:
    phone.tap(".bar .primary")
    for field, category in (("prominent", "H"), ("banned", "M")):
        phone.tap(f"label:has([name='{field}'][value='{category}'])")
    phone.tap(".bar .primary")
    phone.wait_for_url(desk + "$")


def look_into_the_drawer(phone: Engine, desk: str) -> None:
    """Correct something from the drawer, look at the code, and come back by the system's Back alone."""
    phone.tap(".drawer-line a")
    phone.wait_for_url("/drawer$")
    phone.tap("main a", "Join this table")
    phone.wait_for_url("/invitation$")
    phone.go_back()
    phone.wait_for_url("/drawer$")
    phone.tap("main a", "Correct names")
    phone.wait_for_url("/details$")
    phone.fill("[name=place]", "Attic")
    phone.tap(".bar .primary")
    phone.expect_text(".form-head", "Attic")
    for page in ("/details$", "/drawer$", desk + "$"):
        phone.go_back()
        phone.wait_for_url(page)
    phone.expect_text(".form-head", "Attic")


def leave_as_it_lies(phone: Engine) -> None:
    """Wait until the phone is done, past the last chance where there is one."""
    phone.wait_for("document.querySelector('.own-seat .ready, main > .lead')")
    if phone.url.endswith("/ready"):
        phone.tap(".bar a")
    phone.wait_for("document.querySelector('.own-seat .ready')")


def walk(host: Engine, guest: Engine) -> None:
    """Lead from the first step to the proclamation, one of them again after the system's Back; the guest follows."""
    at_step = partial("document.querySelector('main.walk')?.dataset.step === {!r}".format)
    host.tap("button", "Begin the inspection")
    host.wait_for(at_step("A1"))
    steps = ["A1"]
    while steps[-1] != "PROCLAIM":
        # The button that reveals ignores a tap that comes too soon after the one before it, but never a key.
        if steps[-1] == "B4":
            host.press("[data-walk=next]")
        else:
            host.tap("[data-walk=next]")
        host.wait_for("document.querySelector('main.walk').dataset.step !== arguments[0]", steps[-1])
        steps.append(host.run("return document.querySelector('main.walk').dataset.step"))
        if steps[-1] == "B1" and steps.count("B1") == 1:
            guest.wait_for(at_step("B1"))
            host.go_back()
            host.wait_for(at_step(steps[-2]))
            steps.append(steps[-2])
        if steps[-1] == "B5":
            guest.wait_for("document.querySelectorAll('.focus-card').length === 2")
    guest.wait_for(at_step("PROCLAIM"))
