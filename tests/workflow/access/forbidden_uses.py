"""What nobody may do with a draft: mypy has to refuse every line that is marked so, and no other.

Nothing here is run. Beside the forbidden uses stand permitted ones, so that a line is not refused for a slip.
"""

from __future__ import annotations

import datetime

from companion.scoring.advice import advise_table
from companion.store.tables.drafts import Details, StoredDraft, StoredLibrary, StoredSeat
from companion.store.tables.queries import ConflictError
from companion.web.access import guards
from companion.web.access.rendering import Showable, answer_json, render
from companion.web.site.downloads import send_download, write_json
from companion.workflow.access.roles import Viewer
from companion.workflow.access.seeing import SeenDraft, SeenSeat, see_draft
from companion.workflow.access.snapshots import Snapshot
from companion.workflow.advice.views import find_footing, view_chances
from companion.workflow.game.running import view_cards
from companion.workflow.scorecard.views import view_scorecard
from companion.workflow.sheets.printing import print_form
from companion.workflow.statistics.results import ResultCache
from companion.workflow.tables.archive import view_file
from companion.workflow.tables.desk import view_desk
from companion.workflow.tables.documents import assemble_document, judge_draft
from companion.workflow.walk.views import view_walk

NOW = datetime.datetime(2026, 11, 20, tzinfo=datetime.UTC)


def take(*_values: object) -> None: ...


SEAT, LIBRARY = StoredSeat("Rita"), StoredLibrary()
STORED = StoredDraft("slug", Details("B-7c", "en"), (SEAT,), LIBRARY, NOW, NOW)
SEEN = see_draft(STORED, Viewer("a phone"), NOW)


def make_pages_of_stored_drafts() -> None:
    render("tables/desk.html", draft=SEEN, seats=SEEN.seats, desk=view_desk(SEEN, "en"))
    render("tables/desk.html", draft=STORED)  # refused
    render("tables/desk.html", seat=SEAT)  # refused
    render("tables/desk.html", library=LIBRARY)  # refused
    render("tables/desk.html", seats=STORED.seats)  # refused
    render("tables/desk.html", drafts=[STORED])  # refused
    render("tables/desk.html", tables={"first": (1, STORED)})  # refused
    render("tables/desk.html", seat=SEAT if SEAT.focus else None)  # refused
    render("tables/desk.html", find=lambda: STORED)  # refused
    render("tables/desk.html", problem=ConflictError())  # refused
    values: dict[str, Showable] = {"draft": STORED}  # refused
    render("tables/desk.html", **values)


def answer_scripts_with_stored_drafts() -> None:
    answer_json({"preview": 1, "seats": [seat.name for seat in SEEN.seats]})
    answer_json(STORED)  # refused
    answer_json({"seat": SEAT})  # refused
    write_json(assemble_document(SEEN))
    write_json(STORED)  # refused
    write_json(assemble_document(STORED))  # refused
    send_download("{}", STORED, "json")  # refused


def make_views_of_stored_drafts() -> None:
    view_desk(STORED, "en")  # refused
    view_walk(STORED, None, "en")  # refused
    view_scorecard(STORED, judge_draft(SEEN), "en")  # refused
    view_cards(STORED)  # refused
    view_file(STORED)  # refused
    ResultCache().recall([STORED], lambda _: [])  # refused
    ResultCache().recall([SEEN], lambda _: [STORED])  # refused


def print_and_advise_on_stored_drafts() -> None:
    print_form(STORED, language="en", paper="a4")  # refused
    judge_draft(STORED)  # refused
    advise_table(STORED)  # refused
    find_footing(STORED, SEAT)  # refused
    find_footing(SEEN, SEAT)  # refused
    inspection = judge_draft(SEEN).inspection
    if inspection:
        print_form(inspection, language="en", paper="a4")
        view_chances(STORED, inspection, "en")  # refused


def see_without_anybody_who_looks() -> None:
    see_draft(STORED)  # refused
    see_draft(STORED, now=NOW)  # refused
    see_draft(STORED, None, NOW)  # refused
    see_draft(STORED, "a phone", NOW)  # refused
    see_draft(SEEN, Viewer("a phone"), NOW)  # refused
    Snapshot("slug").see(now=NOW)  # refused
    taken_for_seen: SeenDraft = STORED  # refused
    taken_for_stored: StoredDraft = SEEN  # refused
    SeenSeat(SEAT)  # refused
    take(taken_for_seen, taken_for_stored)


def ask_what_is_not_there() -> None:
    for seat in SEEN.seats:
        take(seat.device)  # refused
        take(seat.sealed_for)  # refused
        take(seat.secret_version)  # refused
    take(SEEN.host)  # refused
    take(SEAT.is_sealed)  # refused
    take(guards.find_draft("slug").host)  # refused
    take(guards.require_host("slug").seats[0].device)  # refused
    take(guards.find_whole_draft("slug"))  # refused
    take(ConflictError().draft)  # refused
