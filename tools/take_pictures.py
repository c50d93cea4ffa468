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
from companion.store.tables.stages import Act
from companion.web.access.guards import hash_token
from companion.web.site.clock import read_clock
from companion.workflow.tables.stages import make_code

from .browser import find_chromium

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
    "locale": "en-GB",
}
SCREEN = {"viewport": {"width": 1280, "height": 720}, "locale": "en-GB"}
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
        server = make_server("127.0.0.1", 0, app, threaded=True)
        Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=find_chromium())
        take_pages(browser, f"http://127.0.0.1:{server.port}/inspections", kept, table)
        server.shutdown()
    pdf = app.test_client().get(f"/inspections/{kept}/sheet.pdf?language=en&paper=a4")
    document = pypdfium2.PdfDocument(pdf.data)
    document[0].render(scale=1.1).to_pil().convert("P", palette=1, colors=224).save(
        PICTURES / "form.png", optimize=True
    )
    document.close()


def keep_evening(table: Table) -> str:
    """Keep an evening with all its shelves; return the last part of its address."""
    seats = [StoredSeat(name, focus=focus) for name, focus, _ in SHELVES]
    slug = queries.start_draft(EVENING, seats, StoredLibrary(), read_clock(), table=table)
    for position, (_, _, shelf) in enumerate(SHELVES, start=1):
        queries.write_shelf(slug, position, shelf, None, read_clock())
    return slug


def take_pages(browser: Browser, inspections: str, kept: str, table: str) -> None:
    """Take the shelf editor, the walk and the scorecard as a phone shows them, and the big screen."""
    phone, screen = browser.new_context(**PHONE).new_page(), browser.new_context(**SCREEN).new_page()
    for page, name, path in (
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
