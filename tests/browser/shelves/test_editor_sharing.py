"""Two phones on one shelf: changes by the other one are adopted, and if both wrote, nothing is silently overwritten."""

from __future__ import annotations

import re
from contextlib import ExitStack
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from companion.store.tables import queries
from companion.store.tables import seats as tables
from companion.store.tables.stages import Act

from .editor_page import NOW, EditorPage, lay_shelf, read_stored

OFFLINE = "Offline – your entries are kept on this phone."


@pytest.fixture
def open_phone(chromium, live_server):
    """A function that opens a phone whose browser may log intended refusals."""
    with ExitStack() as contexts:

        def new_page(**options):
            phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
            context = chromium.new_context(**phone | {"base_url": live_server, "locale": "en-GB"} | options)
            contexts.callback(context.close)
            return context.new_page()

        yield new_page


def write_elsewhere(app, path: str, shelf: str) -> None:
    with app.app_context():
        queries.write_shelf(path.split("/")[2], 1, shelf, None, NOW)


def come_back(page: Page) -> None:
    """Put a phone away for a while."""
    page.evaluate("dispatchEvent(new Event('pageshow'))")


class TestClash:
    """Both phones wrote."""

    @pytest.fixture
    def path(self, app):
        return lay_shelf(app, "A1:CF")

    @pytest.fixture
    def unheard(self):
        """Requests that do not reach the server; polls find nothing new as long as they are pending."""
        return {"POST", "GET"}

    @pytest.fixture
    def editor(self, app, open_phone, path, unheard):
        """An editor with ``A1:CF B2:HM`` typed, while the server has ``A1:CF C3:RS D4:MM``."""
        page = open_phone()
        editor = EditorPage(page, path)

        # Removing a route while a request waits for its answer would leave that request hanging.
        def answer(route):
            method = route.request.method
            if method not in unheard or route.request.is_navigation_request():
                route.fallback()
            elif method == "POST":
                route.abort()
            else:
                route.fulfill(status=304)

        page.route("**/shelf", answer)
        editor.enter("B2:HM")
        expect(editor.sentence).to_contain_text(OFFLINE)
        write_elsewhere(app, path, "A1:CF C3:RS D4:MM")
        unheard.discard("POST")
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.get_by_role("dialog")).to_be_visible()
        return editor

    def test_both_versions_are_shown_with_what_differs_marked(self, editor):
        dialog = editor.page.get_by_role("dialog", name="Two versions of this shelf")
        expect(dialog).to_contain_text("2 places differ.")
        mine, theirs = (dialog.get_by_role("region", name=name) for name in ("Mine", "Theirs"))
        expect(mine.locator("td")).to_have_text(["A1 CF", "B2 HM≠differs", "no card≠differs"])
        expect(theirs.locator("td")).to_have_text(["A1 CF", "C3 RS≠differs", "D4 MM≠differs"])
        for button in dialog.get_by_role("button").all():
            assert button.bounding_box()["height"] >= 44

    def test_mine_can_be_kept_and_theirs_is_one_undo_away(self, app, path, editor):
        editor.page.get_by_role("button", name="Keep mine").tap()
        editor.wait_until_saved()
        assert read_stored(app, path) == "A1:CF B2:HM"
        expect(editor.sentence).to_have_text("Yours is kept; the other version is one Undo away.")
        editor.tap(editor.page.locator("#sentence-action"))
        expect(editor.place(1, 3)).to_have_accessible_name(re.compile("D 4"))
        editor.wait_until_saved()
        assert read_stored(app, path) == "A1:CF C3:RS D4:MM"

    def test_theirs_can_be_taken_and_mine_is_one_undo_away(self, app, path, editor):
        editor.page.get_by_role("link", name="Take theirs").tap()
        expect(editor.place(1, 2)).to_have_accessible_name(re.compile("C 3"))
        editor.wait_until_saved()
        assert read_stored(app, path) == "A1:CF C3:RS D4:MM"
        expect(editor.sentence).to_have_text("The other version is taken; yours is one Undo away.")
        editor.tap(editor.page.locator("#sentence-action"))
        expect(editor.place(1, 2)).to_have_accessible_name(re.compile("B 2"))
        editor.wait_until_saved()
        assert read_stored(app, path) == "A1:CF B2:HM"

    def test_nothing_is_written_before_the_choice_even_if_it_is_put_off(self, app, path, editor):
        editor.page.keyboard.press("Escape")
        expect(editor.page.get_by_role("dialog")).to_be_hidden()
        expect(editor.sentence).to_contain_text("There are two versions of this shelf.")
        assert read_stored(app, path) == "A1:CF C3:RS D4:MM"
        editor.tap(editor.page.get_by_role("button", name="Compare"))
        expect(editor.page.get_by_role("dialog")).to_be_visible()

    def test_nobody_leaves_over_an_open_question(self, app, path, editor):
        editor.page.keyboard.press("Escape")
        editor.page.get_by_role("link", name="Done").tap()
        expect(editor.page.get_by_role("dialog")).to_be_visible()
        expect(editor.page).to_have_url(re.compile(path))

    def test_a_page_that_is_opened_again_asks_again(self, app, path, editor):
        editor.page.reload()
        dialog = editor.page.get_by_role("dialog")
        expect(dialog.get_by_role("region", name="Mine")).to_contain_text("B2")
        expect(dialog.get_by_role("region", name="Theirs")).to_contain_text("C3")
        assert read_stored(app, path) == "A1:CF C3:RS D4:MM"

    def test_a_third_version_is_shown_before_it_could_be_overwritten(self, app, path, editor):
        write_elsewhere(app, path, "Z9:SS")
        editor.page.get_by_role("button", name="Keep mine").tap()
        expect(editor.page.get_by_role("dialog").get_by_role("region", name="Theirs")).to_contain_text("Z9")
        assert read_stored(app, path) == "Z9:SS"
        editor.page.get_by_role("button", name="Keep mine").tap()
        editor.wait_until_saved()
        assert read_stored(app, path) == "A1:CF B2:HM"

    def test_the_question_follows_what_the_other_phone_goes_on_to_do(self, app, path, editor, unheard):
        unheard.clear()
        write_elsewhere(app, path, "A1:CF C3:RS D4:MM E5:FF")
        come_back(editor.page)
        theirs = editor.page.get_by_role("dialog").get_by_role("region", name="Theirs")
        expect(theirs).to_contain_text("E5")

    def test_the_question_falls_away_when_both_have_become_one(self, app, path, editor, unheard):
        unheard.clear()
        write_elsewhere(app, path, "A1:CF B2:HM")
        come_back(editor.page)
        expect(editor.page.get_by_role("dialog")).to_be_hidden()
        editor.wait_until_saved()

    def test_on_a_wide_shelf_the_first_difference_is_in_sight_in_both(self, app, path, editor):
        editor.page.keyboard.press("Escape")
        write_elsewhere(app, path, " ".join(f"{letter}1:CF" for letter in "ABCDEFGHIJKLMN"))
        editor.page.get_by_role("button", name="Compare").tap()
        dialog = editor.page.get_by_role("dialog")
        mine, theirs = (dialog.get_by_role("region", name=name) for name in ("Mine", "Theirs"))
        theirs.evaluate("region => { region.scrollLeft = region.scrollWidth; }")
        for region in (mine, theirs):
            expect(region.locator("td").last).to_be_in_viewport(ratio=1)
        editor.page.keyboard.press("Escape")
        editor.page.get_by_role("button", name="Compare").tap()
        for region in (mine, theirs):
            expect(region.locator(".differs").first).to_be_in_viewport(ratio=1)

    @pytest.mark.parametrize(("choice", "stored"), [("Keep mine", "A1:CF B2:HM"), ("Take theirs", "A1:CF C3:RS D4:MM")])
    def test_a_choice_counts_even_while_the_question_is_being_asked_again(self, app, path, editor, choice, stored):
        page = editor.page
        held = []

        def hold_first(route):
            if route.request.method == "POST" and not held:
                held.append(route)
            else:
                route.fallback()

        page.route("**/shelf", hold_first)
        with page.expect_request(lambda request: request.method == "POST"):
            page.evaluate("dispatchEvent(new Event('online'))")
        page.get_by_role("dialog").get_by_text(choice).tap()
        held[0].continue_()
        editor.wait_until_saved()
        expect(page.get_by_role("dialog")).to_be_hidden()
        assert read_stored(app, path) == stored

    def test_keys_do_not_reach_the_shelf_behind_the_question(self, editor):
        editor.page.keyboard.type("z")
        editor.page.get_by_role("dialog").get_by_text("Choose one").tap()
        editor.page.keyboard.type("z")
        editor.page.get_by_role("button", name="Keep mine").tap()
        editor.wait_until_saved()
        expect(editor.place(1, 3)).to_have_accessible_name("Row 1, place 3: empty")


class TestClashOfTexts:
    """Both phones wrote, one of them as text that the grid cannot show."""

    @pytest.fixture
    def path(self, app):
        return lay_shelf(app, "A1:CF XX")

    @pytest.fixture
    def page(self, app, open_phone, path):
        page = open_phone()
        page.goto(path)
        page.route("**/shelf", lambda route: route.abort())
        page.get_by_label("The shelf, as text").fill("A1:CF YY")
        expect(page.locator("#text-state")).to_contain_text(OFFLINE)
        write_elsewhere(app, path, "A1:CF ZZ")
        page.unroute("**/shelf")
        page.evaluate("dispatchEvent(new Event('online'))")
        return page

    @pytest.mark.parametrize(("choice", "kept", "other"), [("Keep mine", "YY", "ZZ"), ("Take theirs", "ZZ", "YY")])
    def test_either_can_be_chosen_and_the_other_brought_back(self, app, page, path, choice, kept, other):
        page.get_by_role("dialog").get_by_text(choice).tap()
        field = page.get_by_label("The shelf, as text")
        expect(field).to_have_value(f"A1:CF {kept}")
        expect(page.locator("#text-findings")).to_contain_text(kept)
        assert read_stored(app, path) == f"A1:CF {kept}"
        page.get_by_role("button", name="Undo").tap()
        expect(page.locator("#text-findings")).to_contain_text(other)
        expect(field).to_have_value(f"A1:CF {other}")
        assert read_stored(app, path) == f"A1:CF {other}"


class TestFollowing:
    """One phone writes, the other one only follows."""

    def test_a_shelf_changed_on_another_phone_is_taken_over_with_a_sentence(self, app, browse):
        path = lay_shelf(app, "A1:CF")
        editor = EditorPage(browse(), path)
        write_elsewhere(app, path, "A1:CF B2:HM")
        come_back(editor.page)
        expect(editor.place(1, 2)).to_have_accessible_name(re.compile("B 2"))
        expect(editor.sentence).to_have_text("This shelf was changed on another phone. You see it as it is now.")
        expect(editor.page.locator("#card-count")).to_have_text("2")
        editor.enter("C3:RS")
        editor.wait_until_saved()
        assert read_stored(app, path) == "A1:CF C3:RS"

    def test_entry_goes_on_at_the_card_that_was_begun(self, app, browse):
        path = lay_shelf(app, "A1:CF")
        editor = EditorPage(browse(), path)
        editor.tap_letter("C")
        editor.wait_until_saved()
        write_elsewhere(app, path, "A1:CF C? / D1:RS")
        come_back(editor.page)
        expect(editor.place(2, 1)).to_have_accessible_name(re.compile("D 1"))
        editor.tap_number(3)
        editor.tap_icons("SS")
        editor.wait_until_saved()
        assert read_stored(app, path) == "A1:CF C3:SS / D1:RS"

    def test_what_was_here_is_one_undo_away(self, app, browse):
        path = lay_shelf(app, "A1:CF")
        editor = EditorPage(browse(), path)
        write_elsewhere(app, path, "Z9:SS")
        come_back(editor.page)
        expect(editor.place(1, 1)).to_have_accessible_name(re.compile("Z 9"))
        editor.tap(editor.page.locator("#sentence-action"))
        editor.wait_until_saved()
        assert read_stored(app, path) == "A1:CF"

    def test_a_card_that_somebody_else_lays_as_well_is_reported_at_once(self, app, browse):
        path = lay_shelf(app, "A1:CF")
        editor = EditorPage(browse(), path)
        expect(editor.sentence).to_have_text("All in order so far.")
        with app.app_context():
            queries.write_shelf(path.split("/")[2], 2, "A1:CF", None, NOW)
        come_back(editor.page)
        expect(editor.sentence).to_contain_text("Rita")
        expect(editor.page.locator("#save-state")).to_have_attribute("data-status", "saved")

    def test_a_text_that_nobody_touched_follows_too(self, app, browse):
        path = lay_shelf(app, "A1:CF XX")
        page = browse()
        page.goto(path)
        write_elsewhere(app, path, "A1:CF YY")
        come_back(page)
        expect(page.get_by_label("The shelf, as text")).to_have_value("A1:CF YY")
        page.get_by_role("button", name="Undo").tap()
        expect(page.locator("#text-findings")).to_contain_text("XX")
        assert read_stored(app, path) == "A1:CF XX"

    def test_an_editor_that_nothing_happens_to_is_answered_with_nothing(self, app, browse):
        page = browse()
        with page.expect_response(lambda response: response.request.headers.get("if-none-match")) as answer:
            page.goto(lay_shelf(app, "A1:CF"))
        assert answer.value.status == 304


class TestOffline:
    """The network comes and goes."""

    def test_what_waits_is_saved_as_soon_as_the_server_answers_again_without_a_tap(self, app, open_phone):
        path = lay_shelf(app)
        page = open_phone()
        editor = EditorPage(page, path)
        page.route("**/shelf", lambda route: route.abort())
        editor.enter("A1:CF")
        expect(editor.sentence).to_contain_text(OFFLINE)
        page.unroute("**/shelf")
        editor.wait_until_saved()
        assert read_stored(app, path) == "A1:CF"

    def test_somebody_who_only_looks_is_told_too(self, app, open_phone):
        page = open_phone()
        editor = EditorPage(page, lay_shelf(app, "A1:CF"))
        page.route("**/shelf", lambda route: route.abort())
        come_back(page)
        expect(editor.sentence).to_contain_text(OFFLINE)
        page.unroute("**/shelf")
        come_back(page)
        expect(editor.sentence).to_have_text("All in order so far.")

    def test_a_save_that_is_sent_twice_changes_the_shelf_once(self, app, open_phone):
        path = lay_shelf(app)
        page = open_phone()
        editor = EditorPage(page, path)
        sent = []

        def lose_answer(route):
            if route.request.method == "POST":
                sent.append(route.fetch())
            route.abort()

        page.route("**/shelf", lose_answer)
        editor.tap_letter("A")
        expect(editor.sentence).to_contain_text(OFFLINE)
        page.unroute("**/shelf")
        page.evaluate("dispatchEvent(new Event('online'))")
        editor.wait_until_saved()
        assert sent
        with app.app_context():
            seat = queries.find_draft(path.split("/")[2]).find_seat(1)
        assert (seat.shelf, seat.version) == ("A?", 2)


class TestStages:
    """The inspection begins while someone is still entering cards."""

    def test_a_shelf_that_was_locked_meanwhile_says_so_and_loses_nothing(self, app, open_phone):
        path = lay_shelf(app, "A1:CF")
        editor = EditorPage(open_phone(), path)
        with app.app_context():
            tables.move_stage(path.split("/")[2], Act.LOCK, NOW)
        editor.enter("B2:HM")
        expect(editor.sentence).to_contain_text("the shelves can no longer change")
        with app.app_context():
            tables.move_stage(path.split("/")[2], Act.UNLOCK, NOW)
        editor.tap(editor.page.get_by_role("button", name="Try again"))
        editor.wait_until_saved()
        assert read_stored(app, path) == "A1:CF B2:HM"

    def test_an_editor_goes_along_when_the_inspector_begins(self, app, browse):
        path = lay_shelf(app, "A1:CF")
        editor = EditorPage(browse(), path)
        with app.app_context():
            slug = path.split("/")[2]
            queries.write_shelf(slug, 2, "B2:HM", None, NOW)
            draft = queries.find_draft(slug)
            seats = [replace(seat, focus=focus) for seat, focus in zip(draft.seats, "SH", strict=True)]
            queries.write_details(slug, replace(draft.details, prominent="R", banned="C"), seats, "", NOW)
            tables.move_stage(slug, Act.LOCK, NOW)
            tables.write_step(slug, "A1", NOW)
        expect(editor.page).to_have_url(re.compile("/walk$"))


class TestWithoutScript:
    """The same question as a page."""

    @pytest.mark.parametrize(("choice", "stored"), [("Keep mine", "A1:CF B2:HM"), ("Take theirs", "A1:CF C3:RS")])
    def test_both_versions_are_shown_and_one_is_chosen(self, app, open_phone, choice, stored):
        path = lay_shelf(app, "A1:CF")
        page = open_phone(java_script_enabled=False)
        page.goto(path)
        write_elsewhere(app, path, "A1:CF C3:RS")
        page.get_by_label("The shelf, as text").fill("A1:CF B2:HM")
        page.get_by_role("button", name="Save").tap()
        expect(page.get_by_role("heading", name="Two versions of this shelf")).to_be_visible()
        for version in ("A1:CF B2:HM", "A1:CF C3:RS"):
            expect(page.get_by_text(version)).to_be_visible()
        assert read_stored(app, path) == "A1:CF C3:RS"
        page.get_by_text(choice).tap()
        expect(page.get_by_text(choice)).to_be_hidden()
        assert read_stored(app, path) == stored
