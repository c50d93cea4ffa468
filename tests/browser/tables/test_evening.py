"""A whole game of four, each with a phone, and a big screen, in two languages.

One phone sleeps, one dies and is replaced, one loses the network, and two write the same shelf; in the end two
librarians are tied until they count their hand cards.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from companion.store.tables import queries
from companion.store.tables.drafts import StoredSeat

from ..games import FOUR_AT_THE_TABLE, Librarian
from ..phones import Phone, Room
from ..signed_form import check_form

ANA, BRUNO, LUKASZ, ZOE = FOUR_AT_THE_TABLE.librarians
STEPS = ("A1", "A2-C", "A2-F", "A2-H", "A2-M", "A2-R", "A2-S", "B1", "B2", "B3", "B4", "B5", "TOTAL", "TIEBREAK")
OFFLINE = "Offline – your entries are kept on this phone. A1 and B1 wait for the network."
VERDICT = "Tied on points and books; decided by the fewest cards in hand: %(winners)s."


class FourPhones:
    """The game, one method per chapter."""

    def __init__(self, room: Room, app) -> None:
        self.room = room
        self.app = app
        self.ana, self.bruno, self.lukasz, self.zoe = (room.new_phone() for _ in FOUR_AT_THE_TABLE.librarians)
        self.screen = room.put_up_screen()
        self.desk = self.code = ""

    @property
    def guests(self) -> tuple[Phone, ...]:
        return self.bruno, self.lukasz, self.zoe

    def read_seat(self, position: int) -> StoredSeat:
        """Return a stored seat."""
        with self.app.app_context():
            return queries.find_draft(self.desk.split("/")[-1]).find_seat(position)

    def sit_down(self) -> None:
        """Ana opens the table; the screen and Bruno join by code, the others by link."""
        ana = self.ana
        ana.open("/")
        ana.follow("Open a table")
        ana.fill("Your name", ANA.name)
        ana.find("#particulars > summary").tap()
        ana.find("[name=edition]").select_option(FOUR_AT_THE_TABLE.edition)
        ana.go_on()
        code = self.code = ana.find(".join-line b").inner_text()
        self.desk = ana.page.url
        self.knock(self.screen, code.lower())
        self.screen.follow("Big screen")
        self.knock(self.bruno, f" {code[:3]} {code[3:]} ")
        self.take_chair(self.bruno, BRUNO)
        ana.follow("QR code")
        link = ana.find("#address").input_value()
        ana.find(".back a").tap()
        for phone, librarian in ((self.lukasz, LUKASZ), (self.zoe, ZOE)):
            phone.open(link)
            self.take_chair(phone, librarian)
        for follower in (ana, self.screen):
            follower.wait()
            names = follower.find(".own-seat h3, .seat-chip .hand, .place b")
            expect(names).to_have_text([librarian.name for librarian in FOUR_AT_THE_TABLE.librarians])

    def knock(self, phone: Phone, code: str) -> None:
        phone.open("/")
        phone.follow("Join a table")
        phone.fill("Table code", code)
        phone.go_on()

    def take_chair(self, phone: Phone, librarian: Librarian) -> None:
        phone.fill("Your name", librarian.name)
        phone.press("Sit down")
        phone.page.wait_for_url(self.desk)

    def choose_categories(self) -> None:
        """The host enters the public categories, and everyone their own focus."""
        self.ana.go_on()
        self.ana.choose("prominent", FOUR_AT_THE_TABLE.prominent)
        self.ana.choose("banned", FOUR_AT_THE_TABLE.banned)
        self.ana.go_on()
        for phone, librarian in self.sitting():
            phone.follow(phone.terms.focus, librarian.name)
            phone.choose("focus", librarian.focus)
            expect(phone.find(".own-seat .seat-focus")).to_have_text(phone.say("Focus face down"))
            assert phone.terms.categories[librarian.focus] in phone.peek()
        expect(self.ana.find("main :is(.own-seat, .seat-chip) .mark")).to_have_count(0)

    def sitting(self) -> tuple[tuple[Phone, Librarian], ...]:
        phones = (self.ana, *self.guests)
        return tuple(zip(phones, FOUR_AT_THE_TABLE.librarians, strict=True))

    def open_shelves(self) -> None:
        for phone, librarian in self.sitting():
            phone.follow("Shelf", librarian.name)

    def lay_shelves(self) -> None:
        """Nothing gets in anybody's way."""
        for phone, librarian in self.sitting():
            phone.write_shelf(librarian.shelf)
            phone.leave_shelf()
            phone.be_done()

    def lose_network(self) -> None:
        """Łukasz's phone loses the network before the last card is saved: it waits on the phone and is stored once."""
        lukasz = self.lukasz
        begun, last = LUKASZ.shelf.rsplit(" ", 1)
        lukasz.write_shelf(begun)
        version = self.read_seat(3).version
        lukasz.context.set_offline(True)
        lukasz.tap_cards(last)
        expect(lukasz.find("#sentence")).to_have_text(lukasz.say(OFFLINE))
        kept = lukasz.page.evaluate("Object.values(localStorage).map((draft) => JSON.parse(draft).shelf)")
        assert (kept, self.read_seat(3).shelf) == ([LUKASZ.shelf], begun)
        lukasz.context.set_offline(False)
        lukasz.expect_saved()
        seat = self.read_seat(3)
        assert (seat.shelf, seat.version) == (LUKASZ.shelf, version + 1)
        assert lukasz.page.evaluate("localStorage.length") == 0
        lukasz.leave_shelf()

    def write_twice(self) -> None:
        """The host helps Bruno while his phone is away: he sees both versions, and keeps his own."""
        ana, bruno = self.ana, self.bruno
        begun, last = BRUNO.shelf.rsplit(" ", 1)
        bruno.write_shelf(begun)
        bruno.context.set_offline(True)
        bruno.tap_cards(last)
        expect(bruno.find("#sentence")).to_have_text(bruno.say(OFFLINE))
        ana.write_shelf(ANA.shelf)
        ana.leave_shelf()
        ana.find(".seat-chip summary").filter(has_text=BRUNO.name).tap()
        ana.follow("Shelf", BRUNO.name)
        misread = "X6:MMS"
        ana.tap_cards(misread)
        ana.expect_saved()
        bruno.context.set_offline(False)
        question = bruno.page.get_by_role("dialog")
        for version, card in (("mine", "X5"), ("theirs", "X6")):
            expect(question.locator(f".{version} .differs")).to_contain_text(card)
        assert self.read_seat(2).shelf == f"{begun} {misread}"
        question.locator("[data-choice=mine]").tap()
        bruno.expect_saved()
        assert self.read_seat(2).shelf == BRUNO.shelf
        ana.wait()
        expect(ana.page.get_by_role("button", name=re.compile(r"\bX 5\b"))).to_be_visible()
        ana.leave_shelf()
        bruno.leave_shelf()

    def lose_phone(self) -> None:
        """Zoë's phone dies: another one asks for her seat, the host consents, and she enters her focus again."""
        lost, found = self.zoe, self.room.new_phone()
        self.zoe.tap_cards(ZOE.shelf)
        self.zoe.expect_saved()
        lost.turn_screen("hidden")
        found.open("/")
        self.knock(found, self.code)
        found.press("That is me", ZOE.name)
        word = found.find(".claim-word").inner_text()
        self.ana.wait()
        expect(self.ana.find(".claim")).to_contain_text(word)
        self.ana.press("Move the seat")
        found.wait()
        found.page.wait_for_url(self.desk)
        expect(found.find(".own-seat .seat-focus")).to_have_text(found.say("Focus sealed"))
        found.follow(found.terms.focus, ZOE.name)
        found.choose("focus", ZOE.focus)
        assert found.terms.categories[ZOE.focus] in found.peek()
        lost.tap_cards("Z9:SS")
        lost.wait()
        refusal = "This seat belongs to another phone. Take a seat of your own, or ask the host to move this one."
        expect(lost.find("#sentence")).to_have_text(lost.say(refusal))
        assert self.read_seat(4).shelf == ZOE.shelf
        lost.open(f"{self.desk}/seats/4/focus")
        expect(lost.find("[name=focus]")).to_have_count(0)
        lost.context.close()
        self.zoe = found

    def sleep_and_wake(self) -> None:
        """Łukasz's phone sleeps while the others go on: it does not poll, and is up to date as soon as it wakes."""
        sleeper = self.lukasz
        sleeper.be_done()
        sleeper.turn_screen("hidden")
        asked = len(sleeper.asked)
        for phone in (self.ana, self.bruno, self.zoe):
            phone.be_done()
        sleeper.wait(600_000)
        expect(sleeper.find(".ready")).to_have_count(1)
        assert len(sleeper.asked) == asked
        sleeper.turn_screen("visible")
        expect(sleeper.find(".ready")).to_have_count(4)

    def walk(self) -> None:
        """The host leads from A1 to B5 and the tiebreak; every phone and the screen follow."""
        self.ana.press("Begin the inspection")
        followers = (*self.guests, self.screen)
        for step in STEPS:
            if step != "A1":
                self.ana.wait()
                self.ana.find("[data-walk=next]").tap()
            self.ana.expect_step(step)
            for follower in followers:
                follower.follow_to(step)
            focuses = 4 if step == "B5" else 0
            for follower in followers:
                expect(follower.find(".focus-card")).to_have_count(focuses)

    def count_hands(self) -> None:
        """Both tied players enter their hand cards on their own phones; everyone sees the answers."""
        for phone, librarian in ((self.ana, ANA), (self.bruno, BRUNO)):
            phone.page.get_by_label(librarian.name, exact=True).fill(str(librarian.hand))
            phone.press("Note it down")
            expect(phone.find("[data-tiebreak=hand] .answers")).to_contain_text(f"{librarian.name} {librarian.hand}")
        self.ana.wait()
        self.ana.find("[data-walk=next]").tap()
        verdict = self.ana.say(VERDICT, winners=BRUNO.name)
        for follower in (*self.guests, self.screen):
            follower.follow_to("PROCLAIM")
            expect(follower.find(".verdict-name")).to_have_text(BRUNO.name)
            expect(follower.find(".verdict-reason")).to_have_text(verdict)

    def fetch_form(self) -> bytes:
        """Bruno downloads the signed form."""
        bruno = self.bruno
        bruno.go_on()
        bruno.page.wait_for_url(re.compile("/scorecard$"))
        with bruno.page.expect_download() as download:
            bruno.press("Download the PDF")
        return download.value.path().read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "is_disturbed"),
    [pytest.param("en", False, id="en"), pytest.param("pl", True, id="pl-disturbed", marks=pytest.mark.long)],
)
def test_four_phones_and_a_screen_play_an_evening_to_the_signed_form(
    chromium, live_server, app, language, is_disturbed
):
    with Room(chromium, live_server, language) as room:
        evening = FourPhones(room, app)
        evening.sit_down()
        evening.choose_categories()
        evening.open_shelves()
        if is_disturbed:
            evening.lose_network()
            evening.write_twice()
            evening.lose_phone()
            evening.sleep_and_wake()
        else:
            evening.lay_shelves()
        evening.walk()
        evening.count_hands()
        verdict = evening.bruno.say(VERDICT, winners=BRUNO.name)
        check_form(evening.fetch_form(), FOUR_AT_THE_TABLE, verdict, language)
        assert room.complaints == []
