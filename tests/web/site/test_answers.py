"""What all pages have in common: headers, a token, a language, cached files, and error pages that lose nothing."""

from __future__ import annotations

import gzip
import re
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from companion.settings import ASSETS
from companion.store.models import db
from companion.store.tables import queries
from companion.web.site import languages
from companion.web.site.assets.bundles import join_sheets
from companion.web.site.words import soften
from companion.wording.languages import find_languages

PAGES = ["", "/details", "/seats/1/shelf", "/tally", "/scorecard", "/copy", "/delete", "/sheet"]


@pytest.fixture
def pages(finished: str) -> list[str]:
    return ["/", "/inspections/new", "/forms", "/nowhere", *(finished + page for page in PAGES)]


def test_every_page_says_what_it_may_load_and_that_nobody_keeps_it(visitor, pages):
    for page in pages:
        visitor.open(page)
        assert "script-src 'self'; style-src 'self'" in visitor.headers["Content-Security-Policy"], page
        assert "frame-ancestors 'none'" in visitor.headers["Content-Security-Policy"]
        assert visitor.headers["X-Content-Type-Options"] == "nosniff"
        assert visitor.headers["Referrer-Policy"] == "same-origin"
        assert visitor.headers["Cache-Control"] == "private, no-store", page


def test_no_page_carries_a_script_or_a_style_of_its_own(visitor, pages):
    for page in pages:
        text = visitor.open(page)
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", text), page
        assert all("src=" in tag or "application/json" in tag for tag in re.findall(r"<script[^>]*>", text)), page


def test_every_page_has_a_heading_a_title_and_a_language(visitor, pages):
    for page in pages:
        text = visitor.open(page)
        assert '<html lang="en">' in text, page
        assert re.search(r"<h1", text), page
        assert re.search(r"<title>\s*\S", text), page


def test_every_field_has_a_label(visitor, pages):
    for page in pages:
        text = visitor.open(page)
        for tag in re.findall(r"<(?:input|select|textarea)[^>]*>", text):
            identity = re.search(r'\sid="([^"]+)"', tag)
            if 'type="hidden"' in tag or identity is None:
                assert re.search(r'type="(hidden|radio|checkbox)"', tag), (page, tag)
            else:
                assert f'for="{identity[1]}"' in text, (page, tag)


@pytest.mark.parametrize(
    "address",
    [
        "/inspections/new",
        "{desk}/details",
        "{desk}/copy",
        "{desk}/delete",
        "{desk}/seats/1/shelf",
        "{desk}/seats/1/tally",
        "{desk}/scorecard/hands",
        "{desk}/scorecard/reading",
        "{desk}/sheet",
    ],
)
def test_a_form_without_its_token_is_refused_and_what_was_typed_is_shown(visitor, desk, address):
    fields = {"shelf": "A1:CFH typed by hand", "seats-0-name": "Ziemowit"}
    answer = visitor.client.post(address.format(desk=desk), data=fields)
    page = answer.get_data(as_text=True)
    assert answer.status_code == 400
    assert "The form was not accepted" in page
    assert "A1:CFH typed by hand" in page
    assert "Ziemowit" in page


def test_a_token_does_not_grow_old(app):
    assert app.config["WTF_CSRF_TIME_LIMIT"] is None


def test_the_cookie_stays_with_us(visitor):
    cookie = visitor.client.get("/inspections/new").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie


def test_behind_https_the_cookie_goes_nowhere_else(settings):
    from dataclasses import replace

    from companion.app import create_app

    client = create_app(replace(settings, https=True)).test_client()
    assert "Secure" in client.get("/join", base_url="https://localhost").headers["Set-Cookie"]


def test_a_fault_of_our_own_says_so_and_shows_what_was_typed(app, visitor, desk, monkeypatch):
    def stumble(*_: object) -> None:
        raise RuntimeError("a stair was missing")

    monkeypatch.setattr("companion.web.shelves.pages.write_shelf", stumble)
    page = visitor.send(f"{desk}/seats/1/shelf", {"shelf": "A1:CFH"})
    assert visitor.status == 500
    assert "The office has stumbled" in page
    assert "A1:CFH" in page
    assert "a stair was missing" not in page


def test_a_script_is_answered_in_its_own_language(visitor, desk):
    answer = visitor.client.post(f"{desk}/seats/1/shelf", data={}, headers={"Accept": "application/json"})
    assert answer.status_code == 400
    assert answer.get_json()["error"] == "The form was not accepted"


def test_too_much_text_is_refused_with_a_sentence(visitor, desk):
    token = visitor.find_token()
    answer = visitor.client.post(f"{desk}/seats/1/shelf", data={"csrf_token": token, "shelf": "A" * 1_100_000})
    assert answer.status_code == 413
    assert "Too much paper" in answer.get_data(as_text=True)


def test_a_form_sent_to_the_wrong_page_is_refused(visitor):
    visitor.send("/forms")
    assert visitor.status == 405


def test_a_stranger_host_is_not_served(settings, open_another):
    client = open_another(replace(settings, trusted_hosts=("library.example",))).test_client()
    assert client.get("/", base_url="http://library.example:8000").status_code == 200
    assert client.get("/", base_url="http://evil.example").status_code == 400


def test_a_proxy_is_believed_only_where_one_was_named(settings, open_another):
    headers = {"X-Forwarded-Prefix": "/exlibris", "X-Forwarded-Host": "library.example"}
    plain, proxied = (open_another(replace(settings, proxies=number)).test_client() for number in (0, 1))
    assert 'href="/exlibris/forms"' not in plain.get("/", headers=headers).get_data(as_text=True)
    assert 'href="/exlibris/forms"' in proxied.get("/", headers=headers).get_data(as_text=True)


def test_style_sheets_and_what_they_name_are_kept_for_as_long_as_all_stays_the_same(visitor):
    page = visitor.open("/")
    address = re.search(r'href="(/static/[0-9a-f]{12})/(css/all/[^"]+)"', page)
    assert address is not None
    for name in (
        "css/site/base.css",
        address[2],
        "icons/crest.svg",
        "fonts/caveat-600.woff2",
        "js/shelves/editor/cells.js",
    ):
        visitor.open(f"{address[1]}/{name}")
        assert visitor.status == 200
        assert visitor.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert "Set-Cookie" not in visitor.headers


def test_text_files_are_sent_compressed_to_those_who_read_that(visitor):
    for name in ("css/site/base.css", "js/site/live.js", "icons/crest.svg", "manifest.webmanifest"):
        plain = fetch(visitor, f"/static/{name}").data
        answer = fetch(visitor, f"/static/{name}", {"Accept-Encoding": "br, gzip"})
        assert answer.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert int(answer.headers["Content-Length"]) == len(answer.data) < len(plain)
        assert gzip.decompress(answer.data) == plain
        again = {"Accept-Encoding": "gzip", "If-None-Match": answer.headers["ETag"]}
        assert fetch(visitor, f"/static/{name}", again).status_code == 304


def test_fonts_and_pages_are_sent_as_they_are(visitor):
    for address in ("/static/fonts/caveat-600.woff2", "/"):
        assert "Content-Encoding" not in fetch(visitor, address, {"Accept-Encoding": "gzip"}).headers


def test_a_part_of_a_file_is_a_part_of_what_it_says(visitor):
    headers = {"Accept-Encoding": "gzip", "Range": "bytes=0-9"}
    answer = fetch(visitor, "/static/css/site/base.css", headers)
    assert "Content-Encoding" not in answer.headers
    assert answer.data == fetch(visitor, "/static/css/site/base.css").data[:10]


def test_a_page_asks_once_for_its_style_sheets_and_once_for_its_modules(visitor, desk):
    page = visitor.open(f"{desk}/seats/1/shelf")
    assert (
        len(re.findall(r'rel="(?:stylesheet|modulepreload)"', page)) == len(re.findall(r"<script [^>]*src", page)) == 1
    )
    [sheets] = re.findall(r'href="(/static/[^"]+\.css)"', page)
    named = [f"css/{part.replace('.', '/')}.css" for part in sheets.rpartition("/")[2].removesuffix(".css").split(",")]
    assert {"css/site/base.css", "css/shelves/editor.css", "css/photos/photos.css"} < set(named)
    assert fetch(visitor, sheets).data.decode() == join_sheets(ASSETS / "static", named)
    [modules] = re.findall(r'src="(/static/[^"]+\.js)"', page)
    parts = re.findall(r"^// (js/.+)$", fetch(visitor, modules).data.decode(), re.MULTILINE)
    assert len(parts) == len(set(parts)) > 20
    assert {"js/site/live.js", "js/shelves/editor/main.js", "js/photos/photos.js"} < set(parts)


@pytest.mark.parametrize("name", ["css/all/site.nothing.css", "css/all/site.base,site.base.css", "js/all/site.base.js"])
def test_a_bundle_of_what_is_not_there_is_not_there(visitor, name):
    assert fetch(visitor, f"/static/{name}").status_code == 404
    assert fetch(visitor, f"/static/{name}", {"Accept-Encoding": "gzip"}).status_code == 404


def test_bundles_are_kept_asked_again_and_compressed_like_files(visitor):
    address = "/static/000000000000/js/all/site.live,walk.walk.js"
    plain = fetch(visitor, address)
    assert plain.headers["Cache-Control"] == "no-cache"
    assert fetch(visitor, address, {"If-None-Match": plain.headers["ETag"]}).status_code == 304
    answer = fetch(visitor, address, {"Accept-Encoding": "gzip"})
    assert gzip.decompress(answer.data) == plain.data
    again = {"Accept-Encoding": "gzip", "If-None-Match": answer.headers["ETag"]}
    assert fetch(visitor, address, again).status_code == 304


def fetch(visitor, address, headers=None):
    """Fetch a file to its end and close it."""
    return visitor.client.get(address, headers=headers, buffered=True)


@pytest.mark.parametrize("stale", ["/static/css/site/base.css", "/static/000000000000/css/site/base.css"])
def test_a_page_from_before_an_upgrade_gets_the_style_sheets_of_now_and_asks_again(visitor, stale):
    visitor.open(stale)
    assert visitor.status == 200
    assert visitor.headers["Cache-Control"] == "no-cache"
    assert visitor.headers["ETag"]


def test_a_browser_that_asks_by_default_finds_the_icon(visitor):
    answer = visitor.client.get("/favicon.ico")
    assert re.fullmatch(r"/static/\w{12}/touch-icon\.png", answer.headers["Location"])


def test_a_language_is_offered_only_with_its_catalog(tmp_path):
    for locale in ("de", "pt_BR"):
        folder = tmp_path / locale / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "messages.mo").write_bytes(b"")
    (tmp_path / "pl" / "LC_MESSAGES").mkdir(parents=True)
    assert find_languages(tmp_path) == ("en", "de", "pt-BR")


def test_a_language_is_chosen_by_address_then_cookie_then_browser(app, visitor):
    app.config["LANGUAGES"] = ("en", "pl", "pt-BR")
    assert '<html lang="pl">' in visitor.open("/", **{"Accept-Language": "pl, en;q=0.5"})
    assert '<html lang="pt-BR">' in visitor.open("/?lang=pt-BR")
    assert '<html lang="pt-BR">' in visitor.open("/", **{"Accept-Language": "pl"})
    assert '<html lang="en">' in visitor.open("/?lang=en")
    assert '<html lang="en">' in visitor.open("/?lang=tlh")


def test_the_language_switch_leads_back_to_the_same_page(app, visitor, desk):
    app.config["LANGUAGES"] = ("en", "pl")
    assert f'href="{desk}/details?lang=pl"' in visitor.open(f"{desk}/details")
    assert 'href="/?q=rita&lang=pl"' in visitor.open("/?q=rita")
    page = visitor.send(f"{desk}/scorecard/reading", {"winner": "9"})
    assert 'href="/?lang=pl"' in page


def test_terms_are_the_editions_own_in_the_language_of_the_page(app, visitor, desk):
    app.config["LANGUAGES"] = ("en", "pl")
    page = visitor.open(f"{desk}/details?lang=pl")
    assert "Zaklęcia" in page


@pytest.mark.parametrize("language", ["de", "cs", "pl", "pt-BR"])
def test_every_page_opens_in_every_language(app, visitor, pages, language):
    app.config["LANGUAGES"] = ("en", language)
    for page in pages:
        text = visitor.open(f"{page}?lang={language}")
        assert visitor.status in (200, 404), page
        assert f'<html lang="{language}">' in text, page


def test_long_words_may_be_broken_where_their_language_breaks_them():
    shown = soften("Amtliches Bibliotheksüberprüfungsformular", "de").replace("\u00ad", "-")
    assert shown == "Amtliches Bi-blio-theks-über-prü-fungs-for-mu-lar"
    assert soften("Official Library Inspection Form", "en") == "Official Library Inspection Form"
    assert soften("Fantastické romány", "cs", 8).replace("\u00ad", "-") == "Fan-tas-tic-ké romány"


def test_the_languages_know_their_own_names():
    assert [languages.name_language(code) for code in ("de", "cs", "pl")] == ["Deutsch", "Čeština", "Polski"]


@pytest.mark.sqlite_only
def test_reading_a_page_holds_no_lock(app, visitor, finished):
    with app.test_request_context():
        queries.find_draft(finished.removeprefix("/inspections/"))
        with closing(sqlite3.connect(db.engine.url.database, timeout=0)) as elsewhere:
            elsewhere.execute("BEGIN EXCLUSIVE")


def test_a_page_that_answers_a_form_says_where_it_is_opened_again(visitor, tied):
    assert "data-own" not in visitor.open("/solo/new")
    assert 'data-own="/solo/new"' in visitor.send("/solo/new", {})
    wrong = {"hand-1": "many"}
    page = visitor.send(f"{tied}/scorecard/hands", wrong, Referer=f"http://localhost{tied}/scorecard")
    assert (visitor.status, f'data-own="{tied}/scorecard"' in page) == (422, True)
    for elsewhere in ("http://evil.example/scorecard", "http://localhost//evil.example/", ""):
        assert "data-own" not in visitor.send(f"{tied}/scorecard/hands", wrong, Referer=elsewhere)
