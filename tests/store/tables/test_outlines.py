"""Many inspections at once: outlines that tell who may see them, and whole drafts."""

from __future__ import annotations

from companion.store.tables import queries
from companion.store.tables.drafts import Table
from companion.store.tables.outlines import list_outlines, read_drafts
from companion.workflow.access.roles import Viewer
from companion.workflow.access.seeing import see_draft

from ...workflow.drafts import EVENING, RITA, make_draft, make_solo


def file(draft, host=""):
    return queries.start_draft(draft.details, draft.seats, draft.library, EVENING, table=Table(host))


def test_an_outline_hides_what_the_whole_draft_hides(app):
    with app.app_context():
        slugs = [file(make_draft()), file(make_draft(), host="a phone"), file(make_solo())]
        outlines = {outline.slug: outline for outline in list_outlines(10, None)}
        for device in ("", "a phone", "another phone"):
            for slug in slugs:
                outline, whole = (
                    see_draft(draft, Viewer(device), EVENING) for draft in (outlines[slug], queries.find_draft(slug))
                )
                assert [(s.position, s.focus, s.is_sealed) for s in outline.seats] == [
                    (s.position, s.focus, s.is_sealed) for s in whole.seats
                ]
                assert outline.library.focus == whole.library.focus
                assert (outline.version, outline.stage, outline.created) == (whole.version, whole.stage, whole.created)


def test_a_change_shows_in_the_version(app):
    with app.app_context():
        slug = file(make_draft())
        (before,) = list_outlines(10, None)
        queries.write_shelf(slug, 1, RITA.shelf + " E5:SS", None, EVENING)
        (after,) = list_outlines(10, None)
    assert after.version > before.version


def test_of_too_many_those_changed_last_are_listed(app):
    with app.app_context():
        slugs = [file(make_draft()) for _ in range(3)]
        assert [outline.slug for outline in list_outlines(2, None)] == [slugs[2], slugs[1]]
        assert all(len(outline.seats) == 2 for outline in list_outlines(2, None))


def test_whole_drafts_are_those_of_the_store_and_what_is_not_there_is_left_out(app):
    with app.app_context():
        slug = file(make_draft())
        assert read_drafts([slug, "nowhere"]) == (queries.find_draft(slug),)
        assert read_drafts([]) == ()
