"""Live pages: they follow what others do, sleep with the phone, say when the network is down, and disturb nobody."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from ..phones import SHOW

STATIC = Path(__file__).parents[3] / "static"
AWAY = "Offline – your entries are kept on this phone."
STALE = 1600
"""Milliseconds after which an answer tells no more, before the next question."""
WAITING = "Offline – this goes on as soon as the network is back."
GONE = "This page follows the table no longer."
PATIENCE = 10_000
RECORD_PAUSES = f"""{{
    const wait = window.setTimeout;
    window.pauses = 0;
    window.setTimeout = (run, delay) => {{
        if (delay !== {PATIENCE}) window.pauses += 1;
        return wait(run, delay);
    }};
}}"""


class Table:
    """A fake server: its answers, and the requests it received."""

    def __init__(self, page: Page, content: str) -> None:
        self.page = page
        self.status = 200
        self.go: str | None = None
        self.asked: list[str | None] = []
        self.bar = page.locator(".live-bar")
        self.region = page.locator("[data-live]")
        self._content = content
        self._number = 1
        page.clock.install(time=0)
        page.clock.pause_at(1000)
        page.add_init_script(RECORD_PAUSES)
        page.route("**/static/**", lambda route: route.fulfill(path=STATIC / route.request.url.split("/static/")[1]))
        page.route("**/page*", self._serve_page)
        page.route("**/icon", lambda route: route.fulfill(status=200) if self.status else route.abort())
        page.route("**/live", self._serve_news)
        page.goto("http://127.0.0.1/page")
        self.settle(1)

    def change(self, content: str) -> None:
        self._content = content
        self._number += 1

    def settle(self, questions: int) -> None:
        """Wait until ``count`` polls have been answered or given up, and the next one is due."""
        self.page.wait_for_function("questions => window.pauses === questions", arg=questions)
        assert len(self.asked) == questions

    def let_pass(self, milliseconds: int) -> None:
        self.page.clock.run_for(milliseconds)

    def expect_question(self, milliseconds: int) -> None:
        """Let time pass: the phone polls only at its end."""
        before = len(self.asked)
        self.page.clock.run_for(milliseconds - 1)
        assert len(self.asked) == before
        self.page.clock.run_for(1)
        self.settle(before + 1)

    def follow(self, content: str) -> None:
        """Change the content, and let the page adopt it."""
        self.change(content)
        self.expect_question(2000)

    def _serve_page(self, route: Route) -> None:
        route.fulfill(
            content_type="text/html",
            body=f"""<!doctype html><meta charset="utf-8"><link rel="icon" href="/icon">
                <link rel="stylesheet" href="/static/css/site/live.css">
                <script type="module" src="/static/js/site/live.js"></script>
                <body data-offline="{AWAY}" data-waiting="{WAITING}" data-gone="{GONE}"><h1>Table</h1>
                <div data-live="/live" data-etag="{self._number}">{self._content}</div>""",
        )

    def _serve_news(self, route: Route) -> None:
        known = route.request.headers.get("if-none-match")
        self.asked.append(known)
        if not self.status:
            route.abort()
        elif self.status == 200 and known == f'"{self._number}"':
            route.fulfill(status=304)
        else:
            news = json.dumps({"html": self._content, "go": self.go})
            headers = {"ETag": f'"{self._number}"', "Content-Type": "application/json"}
            route.fulfill(status=self.status, headers=headers, body=news)


@pytest.fixture
def sit_down(chromium):
    """A function that opens a live page with that content."""
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    yield lambda content: Table(context.new_page(), content)
    context.close()


def test_every_two_seconds_a_page_asks_for_what_it_does_not_know_yet(sit_down):
    table = sit_down("<p>Eric is entering his shelf.</p>")
    table.expect_question(2000)
    table.change("<p>Eric is ready.</p>")
    table.expect_question(2000)
    expect(table.region).to_have_text("Eric is ready.")
    table.expect_question(2000)
    assert table.asked == ['"1"', '"1"', '"1"', '"2"']


def test_a_page_that_nobody_sees_asks_nothing_and_asks_at_once_when_it_is_seen_again(sit_down):
    table = sit_down("<p>Draft</p>")
    table.page.evaluate(SHOW, "hidden")
    table.change("<p>Locked</p>")
    table.let_pass(60_000)
    assert len(table.asked) == 1
    table.page.evaluate(SHOW, "visible")
    expect(table.region).to_have_text("Locked")
    table.expect_question(2000)


@pytest.mark.parametrize("event", ["pageshow", "online"])
def test_a_page_that_comes_back_asks_at_once(sit_down, event):
    table = sit_down("<p>Draft</p>")
    table.change("<p>Locked</p>")
    table.page.evaluate(f"dispatchEvent(new Event('{event}'))")
    expect(table.region).to_have_text("Locked")


def test_without_a_network_the_page_says_so_and_asks_less_and_less_often(sit_down):
    table = sit_down("<p>Draft</p>")
    table.status = 0
    table.expect_question(2000)
    expect(table.bar).to_have_text(AWAY)
    for pause in (5000, 15_000, 15_000):
        table.expect_question(pause)
    table.status = 200
    table.expect_question(15_000)
    expect(table.bar).to_be_empty()
    table.expect_question(2000)


def test_a_failing_server_counts_as_away(sit_down):
    table = sit_down("<p>Draft</p>")
    table.status = 503
    table.expect_question(2000)
    expect(table.bar).to_have_text(AWAY)


def test_a_silent_server_counts_as_away(sit_down):
    table = sit_down("<p>Draft</p>")
    table.page.route("**/live", lambda route: None)
    with table.page.expect_request("**/live"):
        table.let_pass(2000)
    table.let_pass(PATIENCE)
    expect(table.bar).to_have_text(AWAY)


def test_the_bar_moves_nothing_and_stays_where_it_is(sit_down):
    table = sit_down("<p>Draft</p>" * 60)
    heading = table.page.get_by_role("heading")
    before = heading.bounding_box()
    table.status = 0
    table.expect_question(2000)
    expect(table.bar).to_have_text(AWAY)
    assert heading.bounding_box() == before
    expect(table.bar).to_have_attribute("role", "status")
    box = table.bar.bounding_box()
    table.page.mouse.wheel(0, 400)
    table.page.wait_for_function("scrollY > 0")
    assert table.bar.bounding_box() == box


@pytest.mark.parametrize("status", [403, 404, 410])
def test_a_page_whose_file_is_gone_says_so_and_asks_no_more(sit_down, status):
    table = sit_down("<p>Draft</p>")
    table.status = status
    table.let_pass(2000)
    expect(table.bar).to_have_text(GONE)
    before = len(table.asked)
    table.let_pass(60_000)
    table.page.evaluate("dispatchEvent(new Event('online'))")
    assert len(table.asked) == before


def test_a_page_goes_where_the_table_goes(sit_down):
    table = sit_down("<p>Draft</p>")
    table.go = "/page?step=A1"
    table.change("<p>Walk</p>")
    table.let_pass(2000)
    table.page.wait_for_url("**/page?step=A1")


def test_a_page_that_is_already_there_stays(sit_down):
    table = sit_down("<p>Draft</p>")
    table.page.evaluate("window.mark = 1")
    table.go = "/page#top"
    table.follow("<p>Walk</p>")
    assert table.page.evaluate("window.mark") == 1


FORM = """<form action="/hands"><label>Rita <input id="hand-1" value="0"></label>
    <label>Eric <input name="hand-2" value="0"></label>
    <select name="edition"><option>en<option selected>de</select>
    <label><input type="checkbox" name="ready">Ready</label>
    <textarea name="remarks">None</textarea><button id="send">Send</button></form>"""


def test_what_is_being_typed_stays_with_its_field_and_its_cursor(sit_down):
    table = sit_down(FORM)
    page = table.page
    page.get_by_label("Eric").fill("5")
    page.locator("select").select_option("en")
    page.get_by_label("Ready").check()
    page.locator("textarea").fill("Rain")
    rita = page.get_by_label("Rita")
    rita.fill("127")
    rita.evaluate("field => field.setSelectionRange(1, 2)")
    table.follow(f"<p>News</p><section>{FORM.replace('None', 'Nothing')}</section>")
    expect(rita).to_have_value("127")
    expect(page.get_by_label("Eric")).to_have_value("5")
    expect(page.locator("select")).to_have_value("en")
    expect(page.get_by_label("Ready")).to_be_checked()
    expect(page.locator("textarea")).to_have_value("Rain")
    expect(rita).to_be_focused()
    table.follow(f"<h2>More</h2><section>{FORM}</section>")
    expect(rita).to_be_focused()
    expect(rita).to_have_value("127")
    rita.evaluate("field => field.setSelectionRange(1, 2)")
    table.follow(f"<p>More</p><section>{FORM}</section>")
    assert rita.evaluate("field => [field.selectionStart, field.selectionEnd]") == [1, 2]


def test_fields_that_nobody_changed_follow(sit_down):
    table = sit_down(FORM)
    page = table.page
    eric = page.get_by_label("Eric")
    eric.fill("5")
    eric.fill("0")
    table.follow(
        FORM.replace('"0"', '"3"')
        .replace("<option>en<option selected>", "<option selected>en<option>")
        .replace('name="ready"', 'name="ready" checked')
        .replace("None", "Rain")
    )
    expect(eric).to_have_value("3")
    expect(page.get_by_label("Rita")).to_have_value("3")
    expect(page.locator("select")).to_have_value("en")
    expect(page.get_by_label("Ready")).to_be_checked()
    expect(page.locator("textarea")).to_have_value("Rain")


def test_the_focus_follows_an_element_that_moved(sit_down):
    table = sit_down("<ul><li><button id='one'>One</button><li><button id='two'>Two</button></ul>")
    table.page.locator("#one").focus()
    table.follow("<ul><li><button id='two'>Two</button><li><button id='one'>One</button></ul>")
    expect(table.page.locator("#one")).to_be_focused()


def test_what_was_unfolded_stays_unfolded_and_what_was_folded_folded(sit_down):
    why = "".join(
        (
            "<details id='a1'><summary>A1</summary><p>%s</p></details>",
            "<details id='a2' open><summary>A2</summary><p>%s</p></details>",
        )
    )
    table = sit_down(why % ("One", "Two"))
    table.page.get_by_text("A1").click()
    table.page.get_by_text("A2").click()
    table.follow("<p>News</p>" + why % ("Three", "Four"))
    expect(table.page.get_by_text("Three")).to_be_visible()
    expect(table.page.get_by_text("Four")).to_be_hidden()


def test_nothing_is_scrolled(sit_down):
    lines = "".join(f"<p id='line-{number}'>Line {number}</p>" for number in range(80))
    table = sit_down(lines)
    table.page.locator("#line-40").evaluate("line => line.scrollIntoView()")
    before = table.page.locator("#line-40").bounding_box()
    table.follow(lines.replace("Line 40", "Row 40"))
    assert table.page.locator("#line-40").bounding_box() == before


def test_a_finger_that_is_down_while_news_comes_still_presses(sit_down):
    page_with = "<p>{}</p><form action='/page?pressed'><button>Ready</button></form>"
    table = sit_down(page_with.format("Draft"))
    button = table.page.get_by_role("button")
    button.hover()
    table.page.mouse.down()
    table.follow(f"<p>First</p>{page_with.format('News')}")
    button.hover()
    table.page.mouse.up()
    table.page.wait_for_url("**/page?*")


def test_only_what_is_marked_is_said_aloud_and_only_once(sit_down):
    table = sit_down("<p data-announce>Rita is ready.</p>")
    speaker = table.page.locator("[aria-live=polite]")
    expect(speaker).to_be_empty()
    table.follow("<p data-announce>Rita is ready.</p><p data-announce>Eric is ready.</p><p>2 of 4</p>")
    expect(speaker).to_have_text("Eric is ready.")
    table.follow("<p data-announce='All are ready.'>4 of 4</p>")
    expect(speaker).to_have_text("All are ready.")


@pytest.mark.parametrize("is_known", [True, False])
def test_a_form_waits_for_the_network_and_is_sent_once(sit_down, is_known):
    table = sit_down("<form method='post' action='/page?filed'><input name='hand'><button>Note</button></form>")
    page = table.page
    sent = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.post_data))
    table.status = 0
    if is_known:
        table.expect_question(2000)
        expect(table.bar).to_have_text(AWAY)
    else:
        page.clock.fast_forward(STALE)
    page.get_by_role("textbox").fill("3")
    with page.expect_event("requestfailed", lambda request: request.method == "HEAD"):
        page.get_by_role("button").click()
    expect(table.bar).to_have_text(WAITING)
    page.get_by_role("button").click()
    assert sent == []
    expect(page.get_by_role("textbox")).to_have_value("3")
    table.status = 200
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_url("**/page?filed")
    assert sent == ["hand=3"]


def test_a_link_waits_for_the_network_and_the_last_one_counts(sit_down):
    table = sit_down("<a href='/page?one'>One</a> <a href='/page?two'>Two</a> <a href='#end'>End</a>")
    page = table.page
    page.get_by_role("link", name="End").click()
    assert page.url.endswith("/page#end")
    table.status = 0
    page.clock.fast_forward(STALE)
    page.get_by_role("link", name="One").click()
    expect(table.bar).to_have_text(WAITING)
    page.get_by_role("link", name="Two").click()
    table.status = 200
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_url("**/page?two")


def test_a_page_without_regions_asks_nothing(chromium):
    context = chromium.new_context()
    page = context.new_page()
    page.clock.install()
    asked = []

    def serve(route):
        address = route.request.url
        asked.append(address)
        if "/static/" in address:
            route.fulfill(path=STATIC / address.split("/static/")[1])
        else:
            script = "<script type='module' src='/static/js/site/live.js'></script>"
            route.fulfill(content_type="text/html", body=f"<!doctype html>{script}<body>Desk")

    page.route("**/*", serve)
    page.goto("http://127.0.0.1/desk")
    page.clock.run_for(10_000)
    assert [address for address in asked if "/static/" not in address and "favicon" not in address] == [
        "http://127.0.0.1/desk"
    ]
    context.close()
