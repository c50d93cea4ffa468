"""The page that is shown while the database is away loads what was asked for once it is back."""

from __future__ import annotations

from contextlib import ExitStack

from playwright.sync_api import expect
from sqlalchemy.exc import OperationalError

from companion.web.site import health
from companion.web.tables import home
from companion.workflow.database import Outage

from ..pool import open_phone


def test_a_page_that_waits_for_the_database_goes_on_by_itself(chromium, live_server, monkeypatch):
    def fail(*_: object) -> None:
        raise OperationalError("SELECT", None, Exception("gone"), connection_invalidated=True)

    complaints: list[str] = []
    contexts = ExitStack()
    page = open_phone(chromium, contexts, complaints, live_server)
    page.clock.install()
    answers = []
    page.on("response", lambda answer: answers.append(answer.status) if answer.url.endswith("/health") else None)
    with monkeypatch.context() as outage:
        outage.setattr(home, "list_files", fail)
        outage.setattr(health, "find_outage", lambda: Outage.AWAY)
        page.goto("/forms")
        page.evaluate("location.assign('/')")
        expect(page.get_by_role("heading", name="The archive is closed for a moment")).to_be_visible()
        with page.expect_response("**/health"):
            page.clock.run_for(3000)
    with page.expect_navigation():
        page.clock.run_for(3000)
    expect(page.get_by_role("link", name="Join a table")).to_be_visible()
    contexts.close()
    assert answers[0] == 503
    assert answers[-1] == 200
    # The browser itself complains of those answers, and of nothing else.
    assert {complaint.partition(" of ")[2] for complaint in complaints} == {"503 (SERVICE UNAVAILABLE)"}
