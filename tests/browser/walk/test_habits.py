"""What phones do beside showing pages: the screen stays awake, a touch is felt, links are sent; on HTTPS or nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.store.tables import seats as tables
from companion.store.tables.stages import Act

from ..conftest import PLAIN_NAME
from ..games import TIED_ON_THE_TOTAL
from ..phones import SHOW
from ..shelves.editor_page import NOW

TWENTY_MINUTES = 20 * 60_000
A_MINUTE = 60_000
REPORTS = """{
    Object.assign(window, {held: 0, felt: [], sent: []});
    const request = async () => {
        window.held += 1;
        window.lock = new EventTarget();
        window.lock.release = () => {
            window.held -= 1;
            window.lock.dispatchEvent(new Event("release"));
        };
        return window.lock;
    };
    if (isSecureContext) {
        Object.defineProperty(navigator, "wakeLock", {value: {request}});
        navigator.share = async ({url}) => window.sent.push(url);
    }
    navigator.vibrate = (pattern) => window.felt.push(pattern);
}"""
"""Stands in for what a phone has and a headless browser has not, and reports what is asked of it."""
SHARE = Path(__file__).parents[3] / "static/js/site/device/share.js"
LINK_TO_SEND = """<!doctype html><button data-share="http://laptop/join/CDF234" hidden>Send the link</button>
    <script type="module" src="/share.js"></script>"""


@pytest.fixture
def take(take_phone):
    """Return a function that returns someone's phone, which reports what is asked of it."""

    def take(owner, **options):
        page = take_phone(owner, **options)
        page.add_init_script(REPORTS)
        page.clock.install()
        return page

    return take


def poll(page):
    with page.expect_response("**/live/*"):
        page.clock.fast_forward(2000)


def test_the_screen_stays_awake_while_something_happens(lay_table, take):
    eric = take("Eric")
    eric.goto(f"{lay_table(TIED_ON_THE_TOTAL)}/walk")
    eric.wait_for_function("held === 1")
    eric.evaluate("lock.release()")  # as the system does when another app is shown
    eric.evaluate(SHOW, "hidden")
    assert eric.evaluate("held") == 0
    eric.evaluate(SHOW, "visible")
    eric.wait_for_function("held === 1")
    eric.clock.fast_forward(TWENTY_MINUTES - A_MINUTE)  # time goes on by itself as well
    poll(eric)
    assert eric.evaluate("held") == 1
    eric.clock.fast_forward(A_MINUTE)
    poll(eric)
    eric.wait_for_function("held === 0")
    eric.locator("h1").tap()
    eric.wait_for_function("held === 1")


def test_a_refused_screen_is_no_error(lay_table, take):
    eric = take("Eric")
    eric.add_init_script("navigator.wakeLock.request = async () => { throw new Error('The battery is low.'); }")
    eric.goto(f"{lay_table(TIED_ON_THE_TOTAL)}/walk")
    poll(eric)
    expect(eric.locator("main.walk")).to_have_attribute("data-step", "A1")


def test_a_plain_name_keeps_nothing_awake(lay_table, chromium, live_server):
    # Chromium has much to say about headers that a plain name makes it ignore.
    with chromium.new_context(base_url=live_server.replace("127.0.0.1", PLAIN_NAME)) as context:
        page = context.new_page()
        page.goto(f"{lay_table(TIED_ON_THE_TOTAL)}/walk")
        assert page.evaluate("[isSecureContext, navigator.wakeLock ?? null]") == [False, None]
        with page.expect_response("**/live/*"):
            page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.locator("main.walk")).to_have_attribute("data-step", "A1")


def test_the_reveal_is_felt_once_unless_less_motion_is_wanted(app, lay_table, take):
    desk = lay_table(TIED_ON_THE_TOTAL, "B4")
    phones = (take("Eric", reduced_motion="no-preference"), take("Rita", reduced_motion="reduce"))
    for page in phones:
        page.goto(f"{desk}/walk")
        page.locator("h1").click()
    with app.app_context():
        slug = desk.rpartition("/")[2]
        tables.move_stage(slug, Act.REVEAL, NOW)
        tables.write_step(slug, "B5", NOW)
    for page in phones:
        page.clock.fast_forward(2000)
        expect(page.locator("main.walk")).to_have_attribute("data-step", "B5")
        poll(page)
    assert [page.evaluate("felt") for page in phones] == [[[60]], []]


def test_a_link_is_sent_by_the_systems_own_sheet_where_there_is_one(chromium):
    with chromium.new_context(base_url="http://127.0.0.1") as context:
        page = context.new_page()
        page.route("**/page", lambda route: route.fulfill(content_type="text/html", body=LINK_TO_SEND))
        page.route("**/share.js", lambda route: route.fulfill(path=SHARE))
        page.goto("/page")
        expect(page.get_by_text("Send the link")).to_be_hidden()
        page.add_init_script(REPORTS)
        page.reload()
        page.get_by_text("Send the link").click()
        assert page.evaluate("sent") == ["http://laptop/join/CDF234"]
