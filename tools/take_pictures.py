"""Takes the README's pictures: ``python -m tools.take_pictures``. Needs Chromium."""

from __future__ import annotations

import logging
import tempfile
from pathlib import Path
from threading import Thread

import pypdfium2
from playwright.sync_api import Browser, sync_playwright
from werkzeug.serving import make_server

from companion.app import create_app
from companion.settings import load_settings
from companion.store.tables import queries
from companion.store.tables import seats as tables
from companion.store.tables.drafts import Details, StoredLibrary, StoredSeat, Table
from companion.store.tables.order import write_order
from companion.store.tables.stages import Act
from companion.web.access.guards import COOKIE, hash_token
from companion.web.site.clock import read_clock
from companion.workflow.access.roles import Viewer
from companion.workflow.access.seeing import see_draft
from companion.workflow.seats.codes import make_code
from companion.workflow.sheets.printing import print_form
from companion.workflow.tables.documents import judge_draft

from .browser import find_chromium

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
    "locale": "en-GB",
}
SCREEN = {"viewport": {"width": 1280, "height": 720}, "reduced_motion": "reduce", "locale": "en-GB"}
EVENING = Details(
    form="B-7c", edition="en", prominent="F", banned="C", date="2026-11-20", place="Kitchen table", inspector="Dária"
)
SHELVES = (
    ("Rita", "S", "C1:HS C3:HS E4:CMR / G4:HRR I1:CHH L4:FS Q5:FHMM / N6:HSSS U5:CFS W6:HMS"),
    ("Eric", "R", ". A3:CFH B7:MM C2:RSS / E1:CR E6:FFS H7:HMR G2:CSS # / K1:FR L2:HHM L5:FRS M8:CFFR O3:SS"),
    ("Alberto", "H", "C6:FHM E9:FM / G3:FRR H3:CRS N1:MMRS / T5:CCC V5:RRS X3:CH Y1:CHHS"),
    ("Dária", "M", "A5:CRS C4:HR E2:MS E3:MS / J1:RRS H2:HR J3:HMS R5:CCHR"),
)


def main() -> None:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        app = create_app(load_settings({"COMPANION_INSTANCE": folder}))
        with app.app_context():
            kept = keep_evening(Table())
            table = keep_evening(Table(hash_token(SHELVES[0][0]), make_code()))
            tables.move_stage(table, Act.LOCK, read_clock())
            tables.write_step(table, "B2", read_clock())
            laying = keep_evening(Table(hash_token(SHELVES[0][0]), make_code()), owned=True)
            for position in (2, 4):
                tables.write_ready(laying, position, read_clock(), is_ready=True)
            write_order(laying, (1, 2, 3, 4), (), read_clock(), device=hash_token(SHELVES[0][0]))
            inspection = judge_draft(see_draft(queries.find_draft(kept), Viewer(), read_clock())).inspection
        server = make_server("127.0.0.1", 0, app, threaded=True)
        Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=find_chromium())
        take_pages(browser, f"http://127.0.0.1:{server.port}/inspections", kept, table, laying)
        server.shutdown()
    if inspection is None:
        raise SystemExit("The evening of the pictures cannot be scored.")
    document = pypdfium2.PdfDocument(print_form(inspection, language="en", paper="a4"))
    document[0].render(scale=1.1).to_pil().convert("P", palette=1, colors=224).save(
        PICTURES / "form.png", optimize=True
    )
    document.close()


def keep_evening(table: Table, *, owned: bool = False) -> str:
    """Keep an evening with all its shelves; return the last part of its address.

    Seats that are ``owned`` belong to phones whose tokens are the names.
    """
    seats = [StoredSeat(name, focus=focus, device=hash_token(name) if owned else "") for name, focus, _ in SHELVES]
    slug = queries.start_draft(EVENING, seats, StoredLibrary(), read_clock(), table=table)
    for position, (_, _, shelf) in enumerate(SHELVES, start=1):
        queries.write_shelf(slug, position, shelf, None, read_clock())
    return slug


def take_pages(browser: Browser, inspections: str, kept: str, table: str, laying: str) -> None:
    """Take the table, the shelf editor, the walk and the scorecard as phones show them, and the big screen."""
    phone, guest, screen = (browser.new_context(**options).new_page() for options in (PHONE, PHONE, SCREEN))
    guest.context.add_cookies([{"name": COOKIE, "value": SHELVES[2][0], "url": inspections}])
    for page, name, path in (
        (guest, "table", laying),
        (phone, "shelf", f"{kept}/seats/2/shelf"),
        (phone, "walk", f"{table}/walk"),
        (phone, "scorecard", f"{kept}/scorecard"),
        (screen, "screen", f"{table}/screen"),
    ):
        page.goto(f"{inspections}/{path}", wait_until="load")
        page.evaluate("document.fonts.ready")
        page.screenshot(path=PICTURES / f"{name}.png")
    browser.close()


if __name__ == "__main__":
    main()
