"""Shelves by photo on a phone: four are photographed, a doubtful card is corrected, and the form is right."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from companion.store.photos import queries as photos
from companion.store.photos.owners import SeatShelf
from companion.vision.doubts import Part
from companion.vision.problems import PhotoError, Problem
from companion.workflow.photos.review import split_card

from ...workflow.photos.read_cards import keep_photo, see_shelf
from ..games import THREE_TIED_ON_PROMINENT_WORKS
from ..shelves.editor_page import EditorPage
from ..signed_form import check_form
from .photo_review import NOW, PAGE_SCROLLS_SIDEWAYS, SMALL, choose_photo, look_at_doubts, use_shelf
from .photographs import photograph

EVENING = THREE_TIED_ON_PROMINENT_WORKS
BLOTTED = (1, 1)
"""The row and the column of the card on the last shelf whose number cannot be read."""


def mend(editor: EditorPage, row: int, column: int, card: str) -> None:
    """Type the part of a card that the photo left open."""
    editor.tap(editor.place(row + 1, column + 1))
    parts = split_card(card)
    editor.tap_letter(parts[Part.LETTER])
    editor.tap_number(int(parts[Part.NUMBER]))
    editor.tap_icons(parts[Part.ICONS])


@pytest.mark.long
@pytest.mark.slow
def test_four_shelves_by_photo_end_in_the_right_form(browse, open_file):
    desk = open_file(EVENING)
    page = browse()
    for position, librarian in enumerate(EVENING.librarians, start=1):
        is_last = position == len(EVENING.librarians)
        page.goto(f"{desk}/seats/{position}/shelf")
        photo = photograph(librarian.shelf, EVENING.edition, position, BLOTTED if is_last else None)
        choose_photo(page, "#editor input[capture]" if position % 2 else "#choose-whole", photo)
        cells = [row.split() for row in librarian.shelf.split(" / ")]
        cards = sum(map(len, cells))
        expect(page.locator(".photo-count")).to_contain_text(f"{cards} cards")
        _, left = look_at_doubts(page, cells, BLOTTED if is_last else None)
        assert BLOTTED in left or not is_last
        use_shelf(page)
        editor = EditorPage(page, page.url)
        if left:
            # The grid starts at a place that was left open.
            expect(editor.selected).to_have_accessible_name(
                re.compile(f"^Row {left[0][0] + 1}, place {left[0][1] + 1}:")
            )
        for row, column in left:
            mend(editor, row, column, cells[row][column])
        editor.wait_until_saved()
    page.goto(f"{desk}/scorecard")
    expect(page.get_by_role("main")).to_contain_text(EVENING.verdict)
    form = {
        "csrf_token": page.locator("[name=csrf_token]").first.input_value(),
        "language": "en",
        "paper": "a4",
        "as": "pdf",
    }
    address = str(page.locator("form.sheet-form").get_attribute("action"))
    check_form(page.request.post(address, form=form).body(), EVENING, EVENING.verdict)


@pytest.fixture
def phone(chromium, live_server):
    """A phone whose browser may log errors: here photos are refused and the network fails."""
    context = chromium.new_context(
        base_url=live_server, locale="en-GB", has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844}
    )
    yield context.new_page()
    context.close()


def test_a_bad_photo_gets_a_sentence_and_another_try(phone, open_file, monkeypatch):
    def see_nothing(*_about: object) -> None:
        raise PhotoError(Problem.TOO_DARK)

    monkeypatch.setattr("companion.workflow.photos.working.read_shelf_photo", see_nothing)
    phone.goto(f"{open_file(EVENING)}/seats/1/photo")
    choose_photo(phone, "#take-whole", b"as black as the night")
    dialog = phone.get_by_role("dialog")
    expect(dialog).to_contain_text("The photo is too dark.")
    with phone.expect_file_chooser():
        dialog.get_by_role("button", name="Choose a photo").tap()
    dialog.get_by_role("button", name="Cancel").tap()
    expect(dialog).to_be_hidden()


def test_a_photo_that_did_not_arrive_is_sent_again_and_kept_once(phone, open_file, app):
    desk = open_file(EVENING)
    phone.goto(f"{desk}/seats/1/photo")
    phone.context.set_offline(True)
    choose_photo(phone, "#take-whole", photograph("A1:CF B2:HM C3:RS D4:CC E5:MM", "en"))
    dialog = phone.get_by_role("dialog")
    expect(dialog).to_contain_text("The office did not answer. The photo is still here.")
    phone.context.set_offline(False)
    dialog.get_by_role("button", name="Send it again").tap()
    expect(phone.locator(".photo-count")).to_contain_text("5 cards")
    with app.app_context():
        review = photos.find_review(SeatShelf(desk.removeprefix("/inspections/"), 1))
    assert review is not None
    assert [photo.number for photo in review.photos] == [1]


def test_what_a_phone_sends_is_no_bigger_than_is_read(phone, open_file):
    phone.goto(f"{open_file(EVENING)}/seats/1/photo")
    sizes = phone.evaluate(
        """async () => {
            const {shrink} = await import("/static/js/photos/shrink.js");
            const sizes = [];
            for (const [width, height] of [[6000, 3000], [1200, 900]]) {
                const canvas = Object.assign(document.createElement("canvas"), {width, height});
                canvas.getContext("2d").fillRect(0, 0, width, height);
                const photo = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 1));
                const sent = await createImageBitmap(await shrink(photo));
                sizes.push([sent.width, sent.height]);
            }
            const unknown = new Blob(["ftypheic"], {type: "image/heic"});
            return [...sizes, (await shrink(unknown)) === unknown];
        }"""
    )
    assert sizes == [[4096, 2048], [1200, 900], True]


@pytest.mark.parametrize(("width", "height"), [(320, 568), pytest.param(390, 844, marks=pytest.mark.long), (1280, 800)])
def test_every_control_can_be_hit_and_nothing_is_wider_than_the_screen(browse, open_file, app, width, height):
    desk = open_file(EVENING)
    cards = see_shelf(" / ".join(" ".join(f"{letter}{row}:CFHM" for letter in "ABCDEFGHIJKL") for row in (1, 2, 3)))
    first = replace(cards[0], doubts=(Part.NUMBER,), candidates=("A9:CFHM", "A8:CFHM"))
    with app.app_context():
        keep_photo(desk.removeprefix("/inspections/"), 1, (first, *cards[1:]), NOW)
    page = browse(viewport={"width": width, "height": height}, is_mobile=width < 640)
    for path in ("/seats/1/photo", "/seats/2/photo"):
        page.goto(desk + path)
        for summary in page.locator("summary").all():
            summary.click()
        assert page.evaluate(SMALL) == []
        assert not page.evaluate(PAGE_SCROLLS_SIDEWAYS)


def test_the_review_is_walked_with_keys_alone(browse, open_file, app):
    desk = open_file(EVENING)
    cards = see_shelf("A1:CF B2:HM / C3:RS", A1=(Part.NUMBER,), C3=(Part.CELL,))
    with app.app_context():
        keep_photo(desk.removeprefix("/inspections/"), 1, cards, NOW)
    page = browse()
    page.goto(f"{desk}/seats/1/photo")
    page.get_by_role("link", name="Next doubtful place").press("Enter")
    expect(page.locator("#place-title")).to_contain_text("Row 2, place 1")
    page.get_by_role("button", name="Face down").press("Enter")
    expect(page.locator("#place-title")).to_contain_text("Row 1, place 1")
    page.get_by_role("link", name="Row 1, place 2: B2, Historic Volumes, Monster Manuals, certain").press("Enter")
    expect(page.locator("#place-title")).to_contain_text("Row 1, place 2")
    expect(page.locator(".outline.current")).to_have_attribute("id", "card-1-2")
    assert page.url.endswith("?place=1-2")


@pytest.mark.parametrize(
    ("read", "doubts", "taps", "card"),
    [
        ("M7:CF", (Part.ICONS,), ["icon-R", "=M7:CR"], "M7:CR"),
        ("M7:??", (Part.ICONS,), ["icon-S", "icon-S"], "M7:SS"),
        ("M7:CFH", (Part.ICONS,), ["icon-R", "icon-S", "=M7:CRS"], "M7:CRS"),
        ("M7:CF", (Part.LETTER,), ["letter-W"], "W7:CF"),
        ("M7:CF", (Part.LETTER, Part.NUMBER), ["letter-W", "number-8"], "W8:CF"),
        ("M7:CF", (), ["letter-W", "=W7:CF"], "W7:CF"),
        ("#", (Part.CELL,), ["letter-W", "number-7", "icon-C", "icon-F", "=W7:CF"], "W7:CF"),
    ],
)
def test_a_card_is_mended_with_keys_under_its_picture(browse, open_file, app, read, doubts, taps, card):
    desk = open_file(EVENING)
    shelf = SeatShelf(desk.removeprefix("/inspections/"), 1)
    first, *rest = see_shelf(f"{read} X2:HM / Y3:RS")
    with app.app_context():
        keep_photo(shelf.slug, 1, (replace(first, doubts=doubts), *rest), NOW)
    page = browse()
    page.goto(f"{desk}/seats/1/photo?place=1-1")
    for tap in taps:
        with page.expect_response(lambda answer: answer.url.endswith("/place")):
            button = f"[name=card][value='{tap[1:]}']" if tap[0] == "=" else f"[name=key][value={tap}]"
            page.locator(f"#place {button}").tap()
    if doubts:
        # With the last answer the shelf is filled in.
        page.wait_for_url("**/shelf")
    with app.app_context():
        review = photos.find_review(shelf)
    assert review is not None
    assert review.content["cards"][0]["chosen"] == card


def test_a_photo_that_is_to_be_kept_waits_for_the_shelf_to_be_used(browse, open_file, app):
    desk = open_file(EVENING)
    first, *rest = see_shelf("M7:CF X2:HM / Y3:RS")
    with app.app_context():
        keep_photo(desk.removeprefix("/inspections/"), 1, (replace(first, doubts=(Part.NUMBER,)), *rest), NOW)
    page = browse()
    page.goto(f"{desk}/seats/1/photo")
    keep = page.get_by_label("Keep the photo with the shelf")
    keep.check()
    page.locator("#place [name=card][value='M7:CF']").tap()
    expect(page.locator(".photo-count")).to_contain_text("nothing doubtful")
    expect(keep).to_be_checked()
    page.get_by_role("button", name="Use this shelf").tap()
    page.wait_for_url("**/shelf")
    expect(page.locator("[name=shelf]")).to_have_value("M7:CF X2:HM / Y3:RS")
    page.goto(f"{desk}/seats/1/photo")
    expect(page.locator("main")).to_contain_text("This photo is kept with the shelf.")
