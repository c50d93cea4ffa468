"""Every page in every state that looks different, as scenes played with phones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

from PIL import Image

from companion.store.photos.owners import SeatShelf
from companion.store.photos.queries import TakenPhoto
from companion.store.tables import queries
from companion.store.tables import seats as tables
from companion.store.tables.claims import HOST_DELAY
from companion.store.tables.drafts import Details, Kind, StoredDraft, StoredLibrary, StoredSeat, Table
from companion.store.tables.stages import Act
from companion.web.access.guards import COOKIE, hash_token
from companion.web.walk.screen import find_screen
from companion.workflow.photos.filing import Purpose, file_photo
from companion.workflow.photos.review import CONFIRMED_LETTERS, KNOWN_BOX
from companion.workflow.shelves.filling import fill_shelf

from .browser.games import (
    LICENCE_GRANTED,
    LICENCE_REFUSED_ON_EQUALITY,
    THREE_TIED_ON_PROMINENT_WORKS,
    WON_BY_THE_HAND,
    Evening,
)
from .deck_entry_pages import see_known_cards
from .deck_pages import DECK_SCENES
from .recorded_pages import Phone, Site
from .scoring.audit.sheets import rulebook, solo_sheet, sound
from .web.audit.test_pages import copy
from .web.conftest import EVENING, FIGURES, HEAD, SEATED
from .web.houses.scenes import see_houses
from .web.photos.readings import write_reading
from .workflow.drafts import ERIC, RITA, make_draft, make_solo
from .workflow.photos.read_cards import group_icons

SHELF = "A1:CFH B3:MM / C2:RS D4:FHM A3:CC+"
SHELF_ON_A_PHOTO = "A1:CF B2:HM / C3:RS #"
UNREADABLE = "A1:CFH B3 Q7:MM?? / #+ A0:CFHM D4:FHM A3:CC+ / Ž9"
LOSING = "Z2:CF A1:FHM B1:FMS C1:FRS / D1:HRS E1:CCM F1:RSS G1:HM"
RIVAL = "A2:FHH B2:MRR C2:HMS / D2:FRS E2:HM"
UNADVISED = " ".join(f"{letter}{number}:HM" for letter in "ABCDEFGH" for number in range(1, 11))
TALLY = {**FIGURES, "stability": "12"}
LONG_NAME = "Zdeňka Dlouhá-Nováková"
REMARKS = "After the second pot of tea nobody knew any longer whose turn it had been."
SEATS = {f"seats-{row}-{key}": value for row, seat in enumerate(SEATED) for key, value in seat.items()}
WRONG_HEAD = {**HEAD, "edition": "tlh", "date": "20. November", "place": "!" * 90, "remarks": "!" * 601}


def see_the_pages_of_an_empty_site(site: Site) -> None:
    phone = site.new_phone()
    phone.see("the front page, nothing filed", "/")
    phone.see("the people, none yet", "/people")
    phone.see("standings without a table", "/standings")
    phone.see("the blank forms", "/forms")
    for form in ("B-7c", "S-42A"):
        phone.see(f"a blank {form} to print", f"/forms/blank?as=page&form={form}")
    phone.see("a new inspection", "/inspections/new")
    wrong = {"seats-0-name": "Rita", "seats-1-name": "Rita", "seats-2-name": "R" * 43}
    phone.answer("a new inspection, filled in wrongly", "/inspections/new", {**WRONG_HEAD, **wrong}, 422)
    phone.see("opening a table", "/tables/new")
    phone.see("a new solo game", "/solo/new")
    phone.answer("opening a table, filled in wrongly", "/tables/new", {**WRONG_HEAD, "name": "R" * 43}, 422)
    phone.see("joining by code", "/join")
    phone.answer("joining by a code that leads nowhere", "/join", {"code": "CDFGHJ"}, 422)
    phone.answer("joining by no code", "/join", {"code": ""}, 422)


def see_what_is_refused(site: Site) -> None:
    phone = site.new_phone()
    phone.see("an address of nothing", "/attic", 404)
    phone.see("a file that is not there", "/inspections/0000000000000000", 404)
    phone.answer("a form sent to a page that takes none", "/people", {}, 405)
    phone.answer("a form without its seal", "/inspections/new", None, 400)
    phone.answer("too much text", "/inspections/new", {"remarks": "!" * 1_000_001}, 413)
    for _guess in range(20):
        phone.send("/join/CCCCCC")
    phone.see("one guess too many", "/join/CCCCCC", 429)
    phone.answer("a form that has to wait", "/join", {"code": "CDFGHJ"}, 429)
    site.app.view_functions["starting.start"] = lambda way: 1 // 0
    phone.see("a fault of the server", "/inspections/new", 500)


def see_a_full_archive(site: Site) -> None:
    place = {"place": "Łódź", "remarks": REMARKS, "inspector": "Ola"}
    rival = replace(ERIC, name=LONG_NAME)
    games = [make_draft(RITA, rival, date=f"2026-0{month}-11", **place) for month in range(1, 10)]
    tied = make_draft(replace(ERIC, position=1), replace(rival, focus="H"), date="2026-10-02")
    games += [
        tied,
        make_draft(replace(RITA, kind=Kind.NONE, shelf=""), ERIC, date="2026-10-03"),
        make_solo(),
        make_solo(focus="H"),
    ]
    with site.app.app_context():
        for game in games:
            queries.start_draft(game.details, game.seats, game.library, EVENING)
    phone = site.new_phone()
    phone.see("the front page with files", "/")
    phone.see("the front page's second page", "/?page=2")
    phone.see("a search that found something", "/?q=Rita")
    phone.see("a search that found nothing", "/?q=1453")
    phone.see("the people", "/people")
    phone.see("a person with games of both kinds", "/people/Rita")
    phone.see("tables to be added up", "/standings")
    phone.see("a person counted on paper", f"/people/{LONG_NAME}")
    phone.see("the head of a new inspection, names suggested", "/inspections/new")


def see_one_phone_write_everything_down(site: Site) -> None:
    keeper = site.new_phone()
    desk = keeper.start("Rita", LONG_NAME)
    seat, other = f"{desk}/seats/1", f"{desk}/seats/2"
    keeper.see("the desk, nothing entered", desk)
    keeper.see("the editor of an empty shelf", f"{seat}/shelf")
    keeper.see("an empty tally", f"{desk}/tally")
    keeper.see("advice on an empty shelf", f"{seat}/advice")
    keeper.answer("the editor of a shelf that cannot be read", f"{seat}/shelf", {"shelf": UNREADABLE}, 422)
    keeper.see("the editor of a shelf with remarks", f"{seat}/shelf")
    keeper.see("the desk of a shelf with remarks", desk)
    keeper.see("advice on a shelf that cannot be read", f"{seat}/advice")
    keeper.send(f"{seat}/shelf", {"shelf": UNADVISED})
    keeper.see("no advice on a shelf beyond any game", f"{seat}/advice")
    keeper.send(f"{seat}/shelf", {"shelf": SHELF})
    keeper.see("advice while another shelf is missing", f"{seat}/advice")
    keeper.answer("two versions of a shelf", f"{seat}/shelf", {"shelf": "Z9:CC #+ . A1", "version": "1"}, 409)
    keeper.answer("two spellings of a shelf", f"{seat}/shelf", {"shelf": SHELF.lower(), "version": "1"}, 409)
    keeper.answer("a tally that cannot be counted", f"{other}/tally", {**TALLY, "C": "many", "F": ""}, 422)
    keeper.answer("two versions of a tally", f"{other}/tally", {**TALLY, "version": "1"}, 409)
    keeper.send(f"{other}/tally", TALLY)
    keeper.send(f"{other}/shelf", {"shelf": "A1:CF"})
    keeper.send(f"{other}/tally", TALLY)
    keeper.see("the grid of all tallies", f"{desk}/tally")
    column = {f"2-{key}": "many" for key in TALLY}
    keeper.answer("a grid that cannot be counted", f"{desk}/tally", {**column, "2-version": "4"}, 422)
    keeper.answer("two versions of a grid", f"{desk}/tally", {**column, "2-C": "7", "2-version": "1"}, 409)
    keeper.send(f"{other}/tally", TALLY)
    keeper.see("the desk, everything entered", desk)
    keeper.see("the head of the form", f"{desk}/details")
    keeper.answer("the head of the form, filled in wrongly", f"{desk}/details", {**WRONG_HEAD, **SEATS}, 422)
    changed = {**HEAD, **SEATS, "head_version": "1", "place": "Kitchen", "remarks": REMARKS, "long_game": "y"}
    keeper.send(f"{desk}/details", {**HEAD, **SEATS, "seats-1-name": LONG_NAME, "place": "Łódź", "difficulty": "3"})
    keeper.answer("two versions of the head", f"{desk}/details", {**changed, "inspector": "Ola"}, 409)
    keeper.see("copying", f"{desk}/copy")
    keeper.see("deleting", f"{desk}/delete")


def see_an_inspection_that_is_counted(site: Site) -> None:
    keeper = site.new_phone()
    desk = keeper.start("Rita", "Eric", place="Łódź", remarks=REMARKS, inspector="Ola")
    keeper.send(f"{desk}/seats/1/shelf", {"shelf": LOSING})
    keeper.send(f"{desk}/seats/2/shelf", {"shelf": RIVAL})
    see_advice(keeper, f"{desk}/seats/1/advice")
    keeper.see("the scorecard", f"{desk}/scorecard")
    keeper.see("what each could have had", f"{desk}/advice")
    keeper.see("the form to print, with its shelves", f"{desk}/sheet")
    keeper.see("date, place and remarks", f"{desk}/particulars")
    keeper.answer("date, place and remarks, filled in wrongly", f"{desk}/particulars", WRONG_HEAD, 422)
    keeper.answer("two versions of them", f"{desk}/particulars", {"place": "Kitchen", "head_version": "0"}, 409)
    for position in (1, 2):
        keeper.send(f"{desk}/seats/{position}/tally", {**TALLY, "H": "7"})
    keeper.see("the scorecard of a tie", f"{desk}/scorecard")
    standings = f"/standings?table={desk.removeprefix('/inspections/')}"
    keeper.see("standings without all hand cards", standings)
    keeper.answer("a hand that cannot be counted", f"{desk}/scorecard/hands", {"hand-1": "many", "hand-2": "2"}, 422)
    keeper.send(f"{desk}/scorecard/hands", {"hand-1": "2", "hand-2": "2"})
    keeper.see("the scorecard that waits for the reading race", f"{desk}/scorecard")
    keeper.see("standings that wait for the reading race", standings)
    keeper.see("standings of a race that is won", f"{standings}&reading-winner=Rita")
    keeper.send(f"{desk}/scorecard/reading", {"winner": "1"})
    keeper.see("the scorecard of a race that is won", f"{desk}/scorecard")
    see_the_table_decide(keeper, desk)
    keeper.see("what nobody can say of tallies", f"{desk}/advice")
    keeper.see("no advice on a tally", f"{desk}/seats/1/advice")
    keeper.see("the form to print, without shelves", f"{desk}/sheet")


def see_the_table_decide(phone: Phone, desk: str) -> None:
    """A figure and the title overruled: entered wrongly, entered, entered again."""
    figure, title = f"{desk}/scorecard/figure", f"{desk}/scorecard/title"
    phone.see("a figure to be overruled", figure)
    phone.see("a title to be given", title)
    phone.answer(
        "a figure overruled wrongly", figure, {"figure": "", "points": "many", "reason": "", "by": "!" * 41}, 422
    )
    phone.answer("a title given to nobody and somebody", title, {"winners": ["0", "1"], "reason": "", "by": ""}, 422)
    said = {"reason": REMARKS, "by": "Ola"}
    phone.send(figure, {"figure": "1:variety", "points": "9", **said})
    phone.answer("a figure overruled twice", figure, {"figure": "1:variety", "points": "9", **said}, 409)
    phone.send(title, {"winners": "2", **said})
    phone.see("the scorecard with the table's own word", f"{desk}/scorecard")
    phone.see("the form to print, with the table's own word", f"{desk}/sheet")
    phone.see("the proclamation with the table's own word", f"{desk}/walk/PROCLAIM")
    phone.see("the front page with the table's own word", "/")
    phone.see("a person who was given a title", "/people/Eric")
    slug = desk.removeprefix("/inspections/")
    phone.see("standings of one table", f"/standings?table={slug}&table=0000000000000000")


def see_advice(phone: Phone, address: str) -> None:
    phone.see("advice on a losing shelf", address)
    phone.answer("a card turned for the attempt", address, {"version": "2", "down": "", "turn": "0.0"})
    phone.answer("the best cards turned", address, {"version": "2", "down": "", "act": "best"})
    phone.send(f"{address}/shelf", {"version": "2", "down": "0.0-1.1"})
    phone.answer("an attempt that came too late", f"{address}/shelf", {"version": "2", "down": "0.1"}, 409)
    phone.see("the best cards taken over", f"{address}?was=&version=3")


def find_kept(site: Site, desk: str) -> StoredDraft:
    """Return the stored draft behind a desk's URL, unmasked."""
    with site.app.app_context():
        return queries.find_draft(desk.removeprefix("/inspections/"))


def deal(site: Site, phone: Phone, desk: str) -> None:
    """Deal the categories, replacing earlier choices."""
    phone.send(f"{desk}/game/deal", {"version": find_kept(site, desk).head_version, "replaces": "y"})


def open_evening(site: Site, name: str = "Rita") -> tuple[str, str, Phone, Phone, Phone]:
    """Open a table; return its desk, its code, and the phones of its host, of Eric, and of a watcher."""
    host, eric, watcher = (site.new_phone() for _ in range(3))
    desk = host.open_table(name)
    code = find_kept(site, desk).code or ""
    eric.sit_down(code, "Eric")
    return desk, code, host, eric, watcher


def see_a_table_fill(site: Site) -> None:
    desk, code, host, eric, watcher = open_evening(site)
    parts = {"the host": host, "a guest": eric, "a watcher": watcher}
    for part, phone in parts.items():
        phone.see(f"a new table, to {part}", desk)
    see_who_sits_where(site)
    watcher.see("joining a table", f"/join/{code}")
    eric.see("joining a table at which one sits", f"/join/{code}")
    watcher.answer("joining under a name that sits there", f"/join/{code}", {"name": "Eric"}, 422)
    watcher.answer("joining without a name", f"/join/{code}", {"name": ""}, 422)
    host.see("the code for all to see", f"{desk}/invitation")
    watcher.see("the big screen of a new table, to a stranger", f"{desk}/screen")
    with site.app.test_request_context():
        screen = find_screen(desk.removeprefix("/inspections/"), code)
    watcher.see("the big screen of a new table", screen)
    eric.see("a focus to be chosen", f"{desk}/seats/2/focus")
    host.send(f"{desk}/details", {**HEAD, **SEATS})
    for position, phone in ((1, host), (2, eric)):
        phone.send(f"{desk}/seats/{position}/focus", {"focus": "SH"[position - 1]})
    eric.see("a focus that is chosen", f"{desk}/seats/2/focus")
    host.client.get(f"{desk}/seats/1/focus/peek")
    host.send(f"{desk}/seats/1/shelf", {"shelf": LOSING})
    host.see("the last chance before the check", f"{desk}/seats/1/ready")
    host.send(f"{desk}/seats/1/shelf", {"shelf": "A1:RS B3:RS"})
    host.see("the last chance where nothing is turned", f"{desk}/seats/1/ready")
    host.send(f"{desk}/seats/1/shelf", {"shelf": "A1:CFH B2:CC C3:MM D4:RS"})
    host.see("advice while the other focuses are hidden", f"{desk}/seats/1/advice")
    eric.send(f"{desk}/seats/2/tally", TALLY)
    eric.see("a tally", f"{desk}/seats/2/tally")
    eric.see("the last chance of a tally", f"{desk}/seats/2/ready")
    host.see("the last chance while the other focuses are hidden", f"{desk}/seats/1/ready")
    host.send(f"{desk}/seats/1/ready", {"ready": "yes"})
    host.send(f"{desk}/nudge")
    for part, phone in parts.items():
        phone.see(f"a table almost done, to {part}", desk)
        phone.see(f"the drawer of a table almost done, to {part}", f"{desk}/drawer")
    host.see("a table that shares its desk: the head of the form", f"{desk}/details")
    host.send(f"{desk}/seats/1/shelf", {"shelf": SHELF})
    eric.answer("another phone's shelf", f"{desk}/seats/1/shelf", {"shelf": "A1:CF"}, 403)
    watcher.see("a page of the host", f"{desk}/details", 403)
    watcher.see("the code, to a stranger", f"{desk}/invitation", 403)
    see_a_seat_move(site, desk, code, host, eric)
    for name in ("Dária", "Ola", "Bruno"):
        watcher = site.new_phone()
        watcher.sit_down(code, name)
    watcher.see("a table that is full, on a phone without a seat", f"/join/{code}")
    watcher.answer("joining a table that is full", f"/join/{code}", {"name": "Bruno"}, 422)


def see_who_sits_where(site: Site) -> None:
    desk, code, host, eric, watcher = open_evening(site)
    for name in (LONG_NAME, "Bruno"):
        site.new_phone().sit_down(code, name)
    around = f"{desk}/around"
    host.see("a table of four that is asked who sits where", desk)
    eric.see("the first question about who sits where", around)
    eric.see("the second question about who sits where", f"{around}?said=2.1")
    eric.send(around, {"order": "2.1.3.4", "seen": ""})
    host.answer("an order that another phone has said otherwise", around, {"order": "1.2.3.4", "seen": ""}, 409)
    host.see("who sits where", around)
    host.see("the desk of a table whose order is known", desk)
    watcher.see("who sits where, to a watcher", around, 403)
    watcher.see("a table of four on the big screen", f"{desk}/screen")
    newcomer = site.new_phone()
    three, code, *_ = open_evening(site)
    newcomer.sit_down(code, "Ola")
    newcomer.see("three who are asked who sits where", three)
    keeper = site.new_phone()
    keeper.see("two librarians who are not asked", f"{keeper.start('Rita', 'Eric')}/around")


def see_a_seat_move(site: Site, desk: str, code: str, host: Phone, eric: Phone) -> None:
    newcomer = site.new_phone()
    newcomer.ask_for(code, 2)
    newcomer.see("waiting for a seat", f"{desk}/seats/2/moving")
    host.see("somebody asks for a seat, to the host", desk)
    eric.see("somebody asks for a seat, to its owner", desk)
    eric.answer_claim(desk, 2, newcomer.find_number(desk, 2), "no")
    newcomer.see("a seat that stays where it is", f"{desk}/seats/2/moving")
    newcomer.ask_for(code, 2)
    host.answer_claim(desk, 2, newcomer.find_number(desk, 2))
    newcomer.see("a seat with a sealed focus, on the new phone", desk)
    newcomer.see("a focus that is sealed", f"{desk}/seats/2/focus")
    eric.see("a seat that can be taken back", desk)
    eric.send(f"{desk}/seats/2/back")
    newcomer.ask_for(code, 1)
    eric.answer_claim(desk, 1, newcomer.find_number(desk, 1))
    newcomer.see("waiting for the host's seat", f"{desk}/seats/1/moving")
    host.see("somebody asks for the host's seat", desk)
    eric.see("somebody asks for the host's seat, to one who has answered", desk)
    site.app.config["CLOCK"] = lambda: EVENING + HOST_DELAY
    newcomer.see("the host's seat may be taken", f"{desk}/seats/1/moving")
    site.app.config["CLOCK"] = lambda: EVENING


def lay_table(site: Site, evening: Evening) -> tuple[str, Phone, Phone, Phone]:
    """Lock a table; return its desk and the phones of its first two librarians, the host's first, and of a watcher."""
    seats = [StoredSeat(one.name, one.focus, device=hash_token(one.shelf[:2])) for one in evening.librarians]
    details = Details(evening.form, evening.edition, evening.prominent, evening.banned, "2026-11-20", "Łódź", REMARKS)
    with site.app.app_context():
        slug = queries.start_draft(details, seats, StoredLibrary(), EVENING, table=Table(seats[0].device, "CDF234"))
        for position, one in enumerate(evening.librarians, start=1):
            queries.write_shelf(slug, position, one.shelf, None, EVENING)
        tables.move_stage(slug, Act.LOCK, EVENING)
    phones = [site.new_phone() for _ in range(3)]
    for phone, one in zip(phones, evening.librarians, strict=False):
        phone.client.set_cookie(COOKIE, one.shelf[:2])
    phones[2].client.delete_cookie(COOKIE)
    return f"/inspections/{slug}", phones[0], phones[1], phones[2]


def see_the_walk(site: Site) -> None:
    desk, host, guest, watcher = lay_table(site, THREE_TIED_ON_PROMINENT_WORKS)
    parts = {"the host": host, "a guest": guest, "a watcher": watcher}
    for part, phone in parts.items():
        phone.see(f"a locked table, to {part}", desk)
    host.see("the drawer of a locked table, to the host", f"{desk}/drawer")
    guest.answer("a shelf that is locked", f"{desk}/seats/2/shelf", {"shelf": "A1:CF"}, 409)
    for step in ("A1", "A2-C", "A2-F", "B1", "B2", "B3", "B4"):
        host.send(f"{desk}/walk", {"step": step})
        host.see(f"step {step}, to the host", f"{desk}/walk")
        watcher.see(f"step {step} on the big screen", f"{desk}/screen")
    guest.see("step B4, to a guest", f"{desk}/walk")
    watcher.see("step B4, to a watcher", f"{desk}/walk")
    guest.see("step A2-H, looked at alone", f"{desk}/walk/A2-H")
    for step in ("B5", "TOTAL", "PROCLAIM"):
        host.send(f"{desk}/walk", {"step": step})
        host.see(f"step {step}, to the host", f"{desk}/walk")
        watcher.see(f"step {step} on the big screen", f"{desk}/screen")
    guest.see("step PROCLAIM, to a guest", f"{desk}/walk")
    see_a_revealed_table(desk, host, guest, watcher)


def see_a_brisk_walk(site: Site) -> None:
    desk, host, guest, watcher = lay_table(site, THREE_TIED_ON_PROMINENT_WORKS)
    host.send(f"{desk}/walk", {"pace": "brisk"})
    for step in ("A2-S", "B4", "B5"):
        host.send(f"{desk}/walk", {"step": step})
        host.see(f"the page {step} of a brisk walk, to the host", f"{desk}/walk")
        guest.see(f"the page {step} of a brisk walk, to a guest", f"{desk}/walk")
        watcher.see(f"the page {step} of a brisk walk, on the big screen", f"{desk}/screen")


def see_only_the_result(site: Site) -> None:
    desk, host, guest, watcher = lay_table(site, WON_BY_THE_HAND)
    host.send(f"{desk}/walk", {"step": "B2"})
    host.send(f"{desk}/walk", {"step": "B2", "pace": "result"})
    host.see("a step from which only the result is wanted", f"{desk}/walk")
    host.send(f"{desk}/walk", {"step": "PROCLAIM"})
    for part, phone in {"the host": host, "a guest": guest, "a watcher": watcher}.items():
        phone.see(f"a result with a tie, to {part}", f"{desk}/walk")
    watcher.see("a result with a tie, on the big screen", f"{desk}/screen")
    faulty = {"hand-1": "many", "back": "walk"}
    host.answer("a hand answered wrongly on the walk", f"{desk}/scorecard/hands", faulty, 422)


def see_a_revealed_table(desk: str, host: Phone, guest: Phone, watcher: Phone) -> None:
    parts = {"the host": host, "a guest": guest, "a watcher": watcher}
    for part, phone in parts.items():
        phone.see(f"a revealed table, to {part}", desk)
        phone.see(f"the drawer of a revealed table, to {part}", f"{desk}/drawer")
        phone.see(f"the scorecard of a table, to {part}", f"{desk}/scorecard")
    host.see("the form of four to print", f"{desk}/sheet")
    host.see("what each of four could have had", f"{desk}/advice")
    host.answer("unlocking what is revealed", f"{desk}/unlock", {}, 409)
    host.answer("a shelf that is closed", f"{desk}/seats/1/shelf", {"shelf": "A1:CF"}, 409)
    host.see("amending", f"{desk}/amend")
    host.send(f"{desk}/amend", {"reason": "Two cards lay swapped."})
    for part, phone in parts.items():
        phone.see(f"an amended table, to {part}", desk)
    host.send(f"{desk}/seats/1/shelf", {"shelf": "A1:CFH B2:CC C3:MM D4:RS"})
    host.see("the last chance of an amended shelf", f"{desk}/seats/1/ready")
    host.see("the editor of an amended shelf", f"{desk}/seats/1/shelf")


def see_a_tie(site: Site) -> None:
    desk, _code, host, eric, watcher = open_evening(site)
    host.send(f"{desk}/details", {**HEAD, **SEATS})
    for position, phone in ((1, host), (2, eric)):
        phone.send(f"{desk}/seats/{position}/tally", {**TALLY, "H": "7"})
        phone.send(f"{desk}/seats/{position}/focus", {"focus": "SH"[position - 1]})
    host.send(f"{desk}/lock")
    for step in ("A1", "B1"):
        host.send(f"{desk}/walk", {"step": step})
        host.see(f"step {step} of tallies", f"{desk}/walk")
    for step in ("B5", "TIEBREAK"):
        host.send(f"{desk}/walk", {"step": step})
    for state, answers in (
        ("hands to be counted", {}),
        ("a race to be read", {"hand-1": "2", "hand-2": "2"}),
    ):
        if answers:
            host.send(f"{desk}/scorecard/hands", answers)
        host.see(f"{state}, to the host", f"{desk}/walk")
        eric.see(f"{state}, to a guest", f"{desk}/walk")
        watcher.see(f"{state}, on the big screen", f"{desk}/screen")
    host.send(f"{desk}/walk", {"step": "PROCLAIM"})
    host.see("a proclamation that has to wait", f"{desk}/walk")
    host.send(f"{desk}/scorecard/reading", {"winner": "2"})
    host.see("a proclamation after a race", f"{desk}/walk")


def see_a_game_with_dealt_cards(site: Site) -> None:
    desk, code, host, eric, watcher = open_evening(site)
    game = f"{desk}/game"
    parts = {"the host": host, "a guest": eric, "a watcher": watcher}
    for part, phone in parts.items():
        phone.see(f"a running game, to {part}", game)
    eric.send(f"{desk}/seats/2/focus", {"focus": "M"})
    host.see("asking before a deal", f"{game}/deal")
    deal(site, host, desk)
    host.send(f"{game}/length", {"length": "longer"})
    eric.send(f"{desk}/seats/2/shelf", {"shelf": "A1:CF " * 19})
    site.new_phone().sit_down(code, LONG_NAME)
    for part, phone in parts.items():
        phone.see(f"a game with dealt cards, to {part}", game)
    host.see("asking before the final round is taken back", f"{game}/final")
    host.send(f"{game}/final", {"called": "no"})
    host.see("a game whose final round was taken back", game)
    host.send(f"{game}/final", {"called": "yes"})
    eric.see("a final round that the host has called", game)
    host.see("asking before another deal", f"{game}/deal")
    host.see("the desk of a deal", desk)
    eric.see("asking who takes up a dealt focus", f"{game}/focus/2")
    eric.answer("a dealt focus", f"{game}/focus/2", {})
    host.send(f"{desk}/seats/2/release")
    host.see("a dealt focus that is sealed", f"{desk}/seats/2/focus")


def see_a_shared_phone(site: Site) -> None:
    keeper = site.new_phone()
    desk = keeper.start("Rita", LONG_NAME, "Ola", way="round")
    keeper.see("the desk of a phone that goes round", desk)
    keeper.see("who is at the table", f"{desk}/people")
    keeper.see("somebody who leaves the table", f"{desk}/people?leaving=2")
    keeper.see("handing the phone on", f"{desk}/seats/2/focus")
    keeper.answer("a focus on a phone that went round", f"{desk}/seats/2/focus/open", {})
    # The same, as a script puts it into the page that hands the phone on.
    keeper.send(f"{desk}/seats/2/focus/open", Accept="application/json")
    keeper.see("the game of a phone that goes round", f"{desk}/game")
    deal(site, keeper, desk)
    keeper.see("the dealt game of a phone that goes round", f"{desk}/game")
    keeper.see("a dealt focus on a phone that goes round", f"{desk}/game/focus/1")
    keeper.answer("a dealt focus that is shown", f"{desk}/game/focus/1", {})


def see_a_solo_game(site: Site) -> None:
    phone, watcher = site.new_phone(), site.new_phone()
    desk = phone.start("Rita", form="S-42A", prominent="", banned="", **{"seats-0-focus": ""})
    game = f"{desk}/game"
    phone.see("a solo game before its first round", game)
    watcher.see("a solo game, to a watcher", game)
    deal(site, phone, desk)
    phone.see("a solo game that is dealt", game)
    phone.see("the cards of a solo game", f"{game}/steps/cards")
    phone.see("a solo game that is set up", f"{game}/steps/setup")
    phone.send(f"{game}/round", {"number": "1"})
    phone.see("round 1 without a difficulty", game)
    phone.send(f"{game}/difficulty", {"level": "3"})
    for number in range(2, 6):
        phone.send(f"{game}/round", {"number": str(number)})
        phone.see(f"round {number} of a solo game", game)
    phone.see("the end of a solo game", f"{game}/end")
    phone.see("a solo desk", desk)
    phone.see("the public library of a deal", f"{desk}/library")
    own = phone.start("Rita", form="S-42A", library_focus="F", difficulty="3")
    phone.send(f"{own}/game/round", {"number": "2"})
    phone.see("round 2 of a game with cards of one's own", f"{own}/game")
    faulty = {"focus": "F", "kind": "discards", "discards": "B2:CF # K"}
    phone.answer("a discard pile that cannot be read", f"{own}/library", faulty, 422)
    phone.see("the cards of a discard pile", f"{own}/library/pile")
    phone.answer("cards of a discard pile that cannot be read", f"{own}/library/pile", {"shelf": "A1:C #"}, 422)
    phone.answer("two versions of a discard pile", f"{own}/library/pile", {"shelf": "K1:RS", "version": "0"}, 409)
    fields = {"focus": "F", "kind": "tally", "C": "3", "version": "0"}
    phone.answer("two versions of the public library", f"{own}/library", fields, 409)
    phone.see("a discard pile by photo", f"{own}/library/photo")
    phone.answer("no photo of a discard pile", f"{own}/library/photo", {}, 422)
    phone.see("the grid of a solo game", f"{own}/tally")
    phone.answer("a discard pile half counted", f"{own}/library", {"focus": "F", "kind": "tally", "C": "x"}, 422)
    phone.see("the head of S-42A", f"{own}/details")


def see_a_licence(site: Site) -> None:
    for evening in (LICENCE_GRANTED, LICENCE_REFUSED_ON_EQUALITY):
        one, phone = evening.librarians[0], site.new_phone()
        head = {"form": "S-42A", "difficulty": "3", "prominent": evening.prominent, "banned": evening.banned}
        desk = phone.start("Rita", **head, library_focus=evening.library_focus, **{"seats-0-focus": one.focus})
        phone.send(f"{desk}/seats/1/shelf", {"shelf": one.shelf})
        pile = dict(zip("CFHMRS", map(str, evening.library_tally), strict=True))
        phone.send(f"{desk}/library", {"focus": evening.library_focus, "kind": "tally", **pile})
        phone.see("a solo desk, everything entered", desk)
        phone.send(f"{desk}/reveal")
        phone.see(f"the scorecard: {evening.verdict}", f"{desk}/scorecard")
        phone.see(f"a license to be decided: {evening.verdict}", f"{desk}/scorecard/title")
        phone.send(f"{desk}/scorecard/title", {"winners": "0", "reason": REMARKS, "by": "Rita"})
        phone.see(f"the scorecard with the table's own word: {evening.verdict}", f"{desk}/scorecard")
        phone.see(f"the walk to it: {evening.verdict}", f"{desk}/walk/PROCLAIM")
        phone.see(f"the form of it: {evening.verdict}", f"{desk}/sheet")
        phone.see(f"what could have been: {evening.verdict}", f"{desk}/advice")


def see_audits(site: Site) -> None:
    phone = site.new_phone()
    phone.see("an empty sheet to be audited", "/audit")
    phone.answer("a sheet with faults and repairs", "/audit", copy(rulebook()))
    phone.answer("a sheet that is mended", "/audit", {**copy(rulebook()), "take": "2.M:4:9 3.stability:9:4"})
    phone.answer("a sheet whose sums are right", "/audit", copy(sound()))
    phone.answer(
        "a sheet with words for figures", "/audit", {**copy(rulebook(columns__0__name="")), "columns-0-C": "x"}, 422
    )
    phone.answer("a sheet without a head", "/audit", {**copy(rulebook()), "prominent": "", "date": "soon"}, 422)
    mine = rulebook()["players"][0]
    library = {"tally": rulebook()["players"][1]["tally"], "total": 20}
    phone.answer("an S-42A sheet", "/audit", copy(solo_sheet(mine, library)))


def see_a_shelf_by_photo(site: Site) -> None:
    phone = site.new_phone()
    desk = phone.start("Rita", LONG_NAME)
    seat = f"{desk}/seats/1/photo"
    phone.see("taking a photo", seat)
    phone.answer("no photo at all", seat, {"request_key": "none"}, 422)
    take_photo(site, desk, SHELF_ON_A_PHOTO, B2=0.6)
    phone.see("the review of a photo", seat)
    phone.see("the review of a doubtful card", f"{seat}?place=1-2")
    phone.see("the review of a sure card", f"{seat}?place=1-1")
    phone.see("a doubtful card after a key", f"{seat}?place=1-2&icons=R")
    phone.see("a card of which more icons are to be said", f"{seat}?place=1-2&letter=C&icons=R&more=3")
    phone.answer("a part of another shelf", seat, {"part": "row", "place": "2-1"}, 422)
    for place, card in (("1-1", "#"), ("1-2", "B?:??"), ("2-1", ".")):
        phone.send(f"{seat}/place", {"place": place, "card": card})
        phone.see(f"a card of a photo that was said to be {card}", f"{seat}?place={place}")
    phone.see("the review of a photo in which nothing is doubtful", seat)
    phone.see("a photo with a card that was left to be typed makes no file", f"{seat}/truth", 409)
    phone.send(f"{seat}/place", {"place": "1-2", "card": "B2:HM"})
    phone.see("what a file of a photo would hold", f"{seat}/truth")
    phone.answer("a photo whose cards nobody compared", f"{seat}/truth", {}, 422)
    phone.send(f"{seat}/truth", {"compared": "yes", "box": "2019"})
    phone.see("what is in the file of a photo", phone.address)
    take_photo(site, desk, "T1:CF / V3:RS", Purpose.MORE)
    phone.see("another photo that waits to be joined", seat)
    phone.send(f"{seat}/join", {"side": "below"})
    phone.see("two photos of one shelf", f"{seat}?photo=2")
    phone.send(f"{desk}/seats/1/shelf", {"shelf": SHELF})
    phone.answer("a photo and a shelf that was entered", f"{seat}/accept", {"version": "1"}, 409)
    version = find_kept(site, desk).find_seat(1).version
    phone.send(f"{seat}/accept", {"version": version, "keep": "yes"})
    phone.see("a photo that is kept", seat)
    phone.see("the editor of a shelf by photo", f"{desk}/seats/1/shelf")


def see_cards_of_a_photo_compared(site: Site) -> None:
    phone = site.new_phone()
    desk = phone.start("Rita", "Eric")
    seat = f"{desk}/seats/1/photo"
    take_photo(site, desk, "A1:CF B2:HM D4:CFHR / C3:RS E5:MM", B2=0.6, C3=0.6, D4=0.6, E5=0.6)
    phone.see("cards of a photo to compare", seat)
    phone.see("the first of the cards to compare", f"{seat}?place=1-2")
    shown = {"shown": ["1-2 B2:HM", "2-1 C3:RS", "1-3 D4:CFHR", "2-2 E5:MM"], "wrong": ["1-3"]}
    phone.send(f"{seat}/compare", shown)
    phone.see("a card that was said to be wrong", f"{seat}?place=1-3")
    take_photo(site, desk, "A2:CF B3:HM / C4:RS", is_new=True)
    phone.see("cards of a printing that is new to compare", seat)


def see_a_shelf_that_was_filled_in(site: Site) -> None:
    phone = site.new_phone()
    desk = phone.start("Rita", LONG_NAME)
    seat = f"{desk}/seats/1"
    take_photo(site, desk, SHELF_ON_A_PHOTO, is_known=True)
    phone.see("a shelf that was filled in from its photo", f"{seat}/shelf")
    phone.see("the photo from which a shelf was filled in", f"{seat}/photo")
    phone.send(f"{seat}/photo/place", {"place": "1-2", "card": "B7:HM"})
    phone.see("a photo that says other than what was filled in", f"{seat}/photo")


def see_a_lesson_at_a_seat(site: Site) -> None:
    phone = site.new_phone()
    desk = phone.start("Rita", "Eric")
    seat = f"{desk}/seats/1/photo"
    take_photo(site, desk, "A1:?? B2:??? C3:??", kinds=((0, 1), (0, 1, 2), (0, 0)))
    phone.see("kinds of icons to be named at a seat", seat)
    phone.send(f"{seat}/lesson", {"photo": "1", "kind": "0", "said": "mixed"})
    phone.see("a kind of icons at a seat that was split", seat)
    for kind in ("0/0", "0/1", "1"):
        phone.send(f"{seat}/lesson", {"photo": "1", "kind": kind, "said": "C"})
    phone.see("one kind of icons left to be named at a seat", seat)
    phone.see("a card said by itself before the lesson", f"{seat}?place=1-1")


def take_photo(
    site: Site,
    desk: str,
    shelf: str,
    purpose: Purpose = Purpose.WHOLE,
    kinds: tuple[tuple[int, ...], ...] = (),
    *,
    is_known: bool = False,
    is_new: bool = False,
    **doubtful: float,
) -> None:
    """Store a photo of a shelf with its reading, and the clusters of its icons; that of a known box fills it in."""
    picture = BytesIO()
    Image.new("RGB", (1600, 1200), "tan").save(picture, "JPEG")
    reading = group_icons(write_reading(shelf, **doubtful), kinds) if kinds else write_reading(shelf, **doubtful)
    taken = TakenPhoto(
        picture.getvalue(), 1600, 1200, {**reading, KNOWN_BOX: is_known, **({CONFIRMED_LETTERS: []} if is_new else {})}
    )
    with site.app.app_context():
        owner = SeatShelf(desk.removeprefix("/inspections/"), 1)
        file_photo(owner, taken, purpose, None, shelf, EVENING)
        if is_known:
            fill_shelf(owner, 1, queries.find_draft(owner.slug).host, EVENING)


Scene = Callable[[Site], None]
SCENES: tuple[Scene, ...] = (
    see_the_pages_of_an_empty_site,
    see_what_is_refused,
    see_a_full_archive,
    see_one_phone_write_everything_down,
    see_an_inspection_that_is_counted,
    see_a_table_fill,
    see_the_walk,
    see_a_brisk_walk,
    see_only_the_result,
    see_a_tie,
    see_a_game_with_dealt_cards,
    see_a_shared_phone,
    see_houses,
    see_a_solo_game,
    see_a_licence,
    see_audits,
    see_a_shelf_by_photo,
    see_cards_of_a_photo_compared,
    see_a_shelf_that_was_filled_in,
    see_a_lesson_at_a_seat,
    *DECK_SCENES,
    see_known_cards,
)
