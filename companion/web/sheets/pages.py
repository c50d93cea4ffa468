"""Completed and blank forms, in a language and paper size of the user's choice."""

from __future__ import annotations

from flask import Blueprint, Flask, abort, current_app, flash, redirect, request, url_for
from flask_babel import gettext as _

from ...forms.entry.inspection import SheetForm
from ...forms.sheets.parts import Paper
from ...scoring.inspection import Form
from ...workflow.access.seeing import SeenDraft
from ...workflow.jobs.asking import Job, Kind, State, TooManyJobsError, find_output
from ...workflow.sheets.asking import ask_blank, ask_form
from ...workflow.sheets.choice import remember_choice, suggest_blank, suggest_sheet
from ...workflow.sheets.showing import show_blank, show_form
from ...workflow.tables.documents import judge_draft
from ..access.guards import find_draft, find_reach
from ..access.rendering import render
from ..jobs.pages import JobRoom, await_job, find_address, go, register, say_busy, say_failure
from ..site.answers import Page
from ..site.clock import now
from ..site.downloads import name_file, send_file
from ..site.languages import find_language, find_region

bp = Blueprint("sheets", __name__)


@bp.post("/inspections/<slug>/sheet")
def choose(slug: str) -> Page:
    """Remember the language and paper size, and go on to the form."""
    draft = find_draft(slug)
    language, paper = _read_choice(request.form.get("language"), request.form.get("paper"))
    if draft.role.is_seated:
        remember_choice(slug, language, paper)
    endpoint = "sheets.page" if request.form.get("as") == "page" else "sheets.pdf"
    return redirect(url_for(endpoint, slug=slug, language=language, paper=paper.value))


@bp.get("/inspections/<slug>/sheet.pdf")
def pdf(slug: str) -> Page:
    """Send the form as a PDF, or show the page to print and say why there is no PDF."""
    draft = find_draft(slug)
    inspection = judge_draft(draft).inspection
    if inspection is None:
        return turn_back(draft)
    language, paper = _read_choice(request.args.get("language"), request.args.get("paper"), draft)
    try:
        job = await_job(ask_form(inspection, slug, language=language, paper=paper, now=now()))
    except TooManyJobsError:
        notice = say_busy()
    else:
        if job.state is not State.FAILED:
            return _send(job, name_file(draft))
        notice = say_failure(job)
    return show_form(inspection, language=language, paper=paper, find_address=_find_static, notice=notice)


@bp.get("/inspections/<slug>/sheet")
def page(slug: str) -> Page:
    """Show the form as a page to print."""
    draft = find_draft(slug)
    inspection = judge_draft(draft).inspection
    if inspection is None:
        return turn_back(draft)
    language, paper = _read_choice(request.args.get("language"), request.args.get("paper"), draft)
    notice = _invite_to_print()
    return show_form(inspection, language=language, paper=paper, find_address=_find_static, notice=notice)


@bp.get("/forms")
def choose_blank() -> str:
    """Offer the blank forms."""
    return render(
        "sheets/blank.html",
        form=_offer_sheets(
            *suggest_blank(current_app.config["LANGUAGES"], find_language(), find_region(), find_reach())
        ),
    )


@bp.get("/forms/blank")
def blank() -> Page:
    """Send a blank form as a PDF, or show it as a page to print."""
    language, paper = _read_choice(request.args.get("language"), request.args.get("paper"))
    code = request.args.get("form", Form.B_7C.value)
    if code not in Form.__members__.values():
        abort(404)
    form = Form(code)
    notice = _invite_to_print()
    if request.args.get("as") != "page":
        try:
            job = await_job(ask_blank(form, language=language, paper=paper, now=now()))
        except TooManyJobsError:
            notice = say_busy()
        else:
            if job.state is not State.FAILED:
                return _send(job, f"ex-libris-{form.value.lower()}")
            notice = say_failure(job)
    return show_blank(form, language=language, paper=paper, find_address=_find_static, notice=notice)


def fill_sheet_form(draft: SeenDraft) -> SheetForm:
    """Offer the languages and paper sizes, with the previous choice selected."""
    return _offer_sheets(*_suggest(draft))


def turn_back(draft: SeenDraft) -> Page:
    """Redirect to the desk, which says what is missing."""
    flash(_("This cannot be counted yet. Here is what is still missing."))
    return redirect(url_for("inspections.desk", slug=draft.slug))


def _invite_to_print() -> str:
    return str(_("Print this page with your browser; this line will not be printed."))


def init_app(app: Flask) -> None:
    """Say what the jobs of forms are called and where they lead."""
    room = JobRoom(
        lambda _job: _("Drawing the form"), _find_back, lambda job: go(_find_form(job)), may_cancel=_may_cancel
    )
    register(app, room, Kind.PRINT_FORM, Kind.PRINT_BLANK)


def _send(job: Job, name: str) -> Page:
    """Send the PDF that a job has drawn; while it is being drawn, show the page that follows it."""
    return send_file(find_output(job.slug), name, "pdf") if job.state is State.DONE else redirect(find_address(job))


def _find_form(job: Job) -> str:
    """Return the URL of a form that is being drawn."""
    if job.kind is Kind.PRINT_BLANK:
        return url_for("sheets.blank", **job.input)
    return url_for("sheets.pdf", slug=job.owner.slug, **job.input)


def _find_back(job: Job) -> str:
    if job.kind is Kind.PRINT_BLANK:
        return url_for("sheets.choose_blank")
    return url_for("scorecard.show", slug=job.owner.slug)


def _may_cancel(job: Job) -> bool:
    """Let those at a table cancel their form; a blank one is drawn for all who ask for it."""
    return job.kind is Kind.PRINT_FORM and find_draft(job.owner.slug).role.is_seated


def _find_static(filename: str) -> str:
    return url_for("static", filename=filename)


def _suggest(draft: SeenDraft | None) -> tuple[str, Paper]:
    return suggest_sheet(draft, current_app.config["LANGUAGES"], find_language(), find_region())


def _offer_sheets(language: str, paper: Paper) -> SheetForm:
    form = SheetForm(formdata=None, data={"language": language, "paper": paper.value})
    form.offer(current_app.config["LANGUAGES"])
    return form


def _read_choice(language: str | None, paper: str | None, draft: SeenDraft | None = None) -> tuple[str, Paper]:
    """Read a choice; a missing value is suggested, and one that was never offered gives 404."""
    suggested, usual = _suggest(draft)
    language = language or suggested
    if language not in current_app.config["LANGUAGES"] or (paper and paper not in Paper.__members__.values()):
        abort(404)
    return language, Paper(paper) if paper else usual
