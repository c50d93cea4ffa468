"""A job on its way: its page, its place in the queue, its end; and what the web's own process never loads."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from companion.store.jobs.jobs import Kind
from companion.web.jobs.pages import MOST_WAITING_REQUESTS
from companion.workflow.sheets import working

from ...conftest import do_jobs
from ..conftest import FIGURES

AS_JSON = {"Accept": "application/json"}
BLANK = "/forms/blank?form=B-7c&language=en&paper=a4"


def test_a_form_that_is_ready_in_a_moment_comes_directly(visitor):
    visitor.open(BLANK)
    assert visitor.headers["Content-Type"] == "application/pdf"


def test_a_form_that_takes_longer_is_followed_to_its_download(visitor, app):
    app.config["JOB_PAUSE"] = lambda: None
    visitor.open(BLANK)
    job = visitor.headers["Location"]
    page = visitor.open(job)
    assert "Drawing the form" in page
    assert "You are next." in page
    do_jobs(app)
    html = json.loads(visitor.open(job, **AS_JSON))["html"]
    assert "It is ready." in html
    assert f'href="{job}"' in html
    visitor.open(job)
    visitor.open(visitor.headers["Location"])
    assert visitor.headers["Content-Type"] == "application/pdf"


def test_a_form_with_the_same_content_is_drawn_once(visitor, finished, monkeypatch):
    drawn = []
    monkeypatch.setattr(working, "print_form", lambda *_, **choice: drawn.append(choice) or b"%PDF-")
    for _ in range(2):
        visitor.open(f"{finished}/sheet.pdf")
    assert len(drawn) == 1
    visitor.open(f"{finished}/sheet.pdf?paper=a4")
    visitor.send(f"{finished}/seats/2/tally", {**FIGURES, "C": "1", "stability": "12"})
    visitor.open(f"{finished}/sheet.pdf")
    assert len(drawn) == 3


def test_few_requests_wait_at_the_same_time(visitor, app):
    waits = app.extensions["job_waits"]
    for _ in range(MOST_WAITING_REQUESTS):
        assert waits.acquire(blocking=False)
    visitor.open(BLANK)
    assert visitor.headers["Location"].startswith("/jobs/")


def test_a_job_that_is_not_there_is_not_found(visitor):
    visitor.open("/jobs/nowhere")
    assert visitor.status == 404
    visitor.send("/jobs/nowhere/cancel")
    assert visitor.status == 404


def test_a_form_is_canceled_and_what_is_finished_stays(visitor, finished, app):
    app.config["JOB_PAUSE"] = lambda: None
    visitor.open(f"{finished}/sheet.pdf")
    job = visitor.headers["Location"]
    visitor.send(f"{job}/cancel")
    assert visitor.address == f"{finished}/scorecard"


def test_every_kind_of_job_has_a_room(app):
    assert set(app.extensions["job_rooms"]) == set(Kind)


PROGRAM = """
import io, sys
from companion.app import create_app

app = create_app()
app.config["WTF_CSRF_ENABLED"] = False
app.config["JOB_PAUSE"] = lambda: None
phone = app.test_client()
seats = {"seats-0-name": "Rita", "seats-1-name": "Eric"}
desk = phone.post("/inspections/new", data={"way": "all", "edition": "en", "prominent": "R", "banned": "C",
    "date": "2026-11-20", **seats}).headers["Location"]
tally = dict.fromkeys("CFHMRS", "4") | {"stability": "3"}
for position in (1, 2):
    phone.post(f"{desk}/seats/{position}/tally", data=tally)
    phone.post(f"{desk}/seats/{position}/focus", data={"focus": "CF"[position - 1]})
phone.post("/decks/new", data={"name": "Box", "edition": "en"})
file = lambda name: {name: (io.BytesIO(b"{}"), "file"), "request_key": name, "part": "whole", "name": "x"}
seen = [
    phone.post(f"{desk}/seats/1/photo", data=file("photo")),
    phone.post("/decks/1/teach", data=file("photo")),
    phone.post("/decks/bring", data=file("file")),
    phone.post("/decks/1/merge", data=file("file")),
    phone.get(f"{desk}/sheet.pdf"),
    phone.get(f"{desk}/sheet"),
    phone.get("/forms/blank?form=B-7c"),
    phone.get("/forms/blank?form=B-7c&as=page"),
    phone.get("/audit"),
    phone.get("/decks/1/deck.json"),
]
seen += [phone.get(answer.headers["Location"]) for answer in seen if answer.status_code == 302]
print([answer.status_code for answer in seen])
print(*sys.modules)
"""


def test_the_web_loads_neither_opencv_nor_weasyprint(instance: Path) -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    statuses, modules = done.stdout.splitlines()[-2:]
    assert json.loads(statuses) == [302] * 5 + [200, 302] + [200] * 9
    assert {name.partition(".")[0] for name in modules.split()} & {"cv2", "numpy", "weasyprint", "pypdf"} == set()
