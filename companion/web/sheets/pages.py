"""Completed and blank forms, in a language and paper size of the user's choice."""

from __future__ import annotations

from flask import Blueprint, abort, current_app, flash, redirect, request, url_for
from flask_babel import gettext as _

from ...forms.entry.inspection import SheetForm
from ...forms.sheets.pdf import PANGO_PACKAGES, PangoMissingError
from ...forms.sheets.sheet import Paper
from ...scoring.inspection import Form
from ...workflow.access.seeing import SeenDraft
from ...workflow.sheets.choice import remember_choice, suggest_blank, suggest_sheet
from ...workflow.sheets.printing import print_blank, print_form, show_blank, show_form
from ...workflow.tables.documents import judge_draft
from ..access.guards import find_draft
from ..access.rendering import render
from ..site.answers import Page
from ..site.downloads import name_file, send_file
from ..site.languages import find_language

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
        return send_file(print_form(inspection, language=language, paper=paper), name_file(draft), "pdf")
    except PangoMissingError:
        notice = _explain_missing_pdf()
        return show_form(inspection, language=language, paper=paper, find_address=_find_address, notice=notice)


@bp.get("/inspections/<slug>/sheet")
def page(slug: str) -> Page:
    """Show the form as a page to print."""
    draft = find_draft(slug)
    inspection = judge_draft(draft).inspection
    if inspection is None:
        return turn_back(draft)
    language, paper = _read_choice(request.args.get("language"), request.args.get("paper"), draft)
    notice = _invite_to_print()
    return show_form(inspection, language=language, paper=paper, find_address=_find_address, notice=notice)


@bp.get("/forms")
def choose_blank() -> str:
    """Offer the blank forms."""
    return render(
        "sheets/blank.html", form=_offer_sheets(*suggest_blank(current_app.config["LANGUAGES"], find_language()))
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
            pdf = print_blank(form, language=language, paper=paper)
            return send_file(pdf, f"ex-libris-{form.value.lower()}", "pdf")
        except PangoMissingError:
            notice = _explain_missing_pdf()
    return show_blank(form, language=language, paper=paper, find_address=_find_address, notice=notice)


def fill_sheet_form(draft: SeenDraft) -> SheetForm:
    """Offer the languages and paper sizes, with the previous choice selected."""
    return _offer_sheets(*_suggest(draft))


def turn_back(draft: SeenDraft) -> Page:
    """Redirect to the desk, which says what is missing."""
    flash(_("This cannot be counted yet. Here is what is still missing."))
    return redirect(url_for("inspections.desk", slug=draft.slug))


def _invite_to_print() -> str:
    return str(_("Print this page with your browser; this line will not be printed."))


def _explain_missing_pdf() -> str:
    return str(
        _(
            "No PDF can be made here: the Pango library is not installed on this server (on Debian: apt install "
            "%(packages)s). Print this page instead.",
            packages=PANGO_PACKAGES,
        )
    )


def _find_address(filename: str) -> str:
    return url_for("static", filename=filename)


def _suggest(draft: SeenDraft | None) -> tuple[str, Paper]:
    return suggest_sheet(draft, current_app.config["LANGUAGES"], find_language())


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
