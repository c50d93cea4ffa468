from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest

from companion.scoring.decks.deck import Source
from companion.scoring.notation import parse_shelf
from companion.settings import load_settings
from companion.store.database import opened_database
from companion.workflow.decks import keeping as decks

from .documents import two_players
from .loading import find_loaded

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
BOX = "Kitchen box"


@pytest.fixture
def box(instance: Path) -> str:
    """A deck with some cards from two tables."""
    with opened_database(load_settings().database_url):
        decks.make_deck(BOX, "en", NOW)
        remember(BOX, "A1/3:CFH A2:HH / B3:MM C2:RS", "kitchen")
        remember(BOX, "A2:HM A9:CF", "attic")
    return BOX


def remember(name: str, text: str, where: str) -> None:
    decks.remember(name, [card for _, card in parse_shelf(text)], where, Source.PHOTO, NOW)


def test_decks_are_listed_with_how_much_is_known(run, box):
    assert run("deck", "list") == (0, "Kitchen box  en  4/152\n", "")


def test_where_there_is_no_deck_the_list_is_empty(run):
    assert run("deck", "list") == (0, "", "")


def test_a_deck_is_shown_card_by_card_with_what_cannot_be_right(run, box, golden):
    status, out, err = run("deck", "show", "kitchen box")
    assert (status, err) == (0, "")
    golden("commands/deck-show.txt", out)


def test_a_deck_is_one_line_of_json(run, box):
    status, out, _ = run("deck", "show", BOX, "--json")
    view = json.loads(out)
    assert (status, out.count("\n")) == (0, 1)
    assert (view["format"], view["name"], view["letters"]) == ("ex-libris/deck-view@1", BOX, {"A": 3})
    assert [(card["card"], card["icons"]) for card in view["cards"]] == [
        ("A1", "CFH"),
        ("A2", None),
        ("A9", "CF"),
        ("B3", "MM"),
        ("C2", "RS"),
    ]
    assert [statement["where"] for statement in view["cards"][1]["statements"]] == ["kitchen", "attic"]
    assert view["known"] == {"cards": 4, "of": 152, "books": 9, "of_books": 510}
    assert view["tally"] == {"C": 2, "F": 2, "H": 1, "M": 2, "R": 1, "S": 1}
    assert (view["missing"], view["uncounted"][:2]) == (["A2", "A3"], ["B", "C"])
    assert [(finding["code"], finding["cards"]) for finding in view["findings"]] == [
        ("disputed", ["A2"]),
        ("number-above-count", ["A9"]),
    ]


def test_a_deck_goes_out_to_a_file_and_in_under_another_name(run, box, tmp_path):
    path = str(tmp_path / "box.json")
    assert run("deck", "export", BOX, "--to", path) == (0, "", "")
    assert run("deck", "import", path, "--name", "Attic") == (0, "Attic is a new deck with 4 known cards.\n", "")
    assert run("deck", "list")[1] == "Attic  en  4/152\nKitchen box  en  4/152\n"
    _, shown, _ = run("deck", "show", BOX)
    assert run("deck", "show", "Attic")[1] == shown.replace(BOX, "Attic")


def test_a_deck_goes_through_a_pipe(run, box, type_in):
    _, out, _ = run("deck", "export", BOX, "--to", "-", "--without-pictures")
    type_in(out)
    assert run("deck", "import", "-") == (0, "Kitchen box has learned 0 cards.\n", "")


def test_merging_says_where_two_decks_disagree(run, box, write, golden):
    other = {
        "format": "ex-libris/deck@1",
        "name": "The same box",
        "edition": "en",
        "letters": {"A": 4},
        "colour": "red",
        "cards": [
            {"card": "A1", "statements": [{"icons": "CF", "where": "cellar"}]},
            {"card": "B3", "statements": [{"icons": "MMR", "where": "kitchen", "when": "2026-11-21"}]},
            {"card": "Z1", "statements": [{"icons": "SS"}]},
        ],
    }
    status, out, err = run("deck", "import", write(other), "--name", BOX)
    assert status == 0
    assert "“colour” is not a field of a deck" in err
    golden("commands/deck-import.txt", out)


def test_a_deck_of_another_edition_is_refused(run, box, write):
    other = {"format": "ex-libris/deck@1", "name": BOX, "edition": "pl"}
    status, out, err = run("deck", "import", write(other))
    assert (status, out) == (1, "")
    assert "edition is en and the file’s is pl" in err


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ("no json", "This is not a deck file"),
        ({"format": "ex-libris/inspection@1"}, "Expected the format “ex-libris/deck@1”"),
        ({"format": "ex-libris/deck@1", "name": "default", "edition": "en"}, "“default” cannot be the name of a deck"),
    ],
)
def test_a_file_that_is_not_a_deck_is_refused(run, write, document, reason):
    status, out, err = run("deck", "import", write(document))
    assert (status, out) == (1, "")
    assert reason in err


def test_a_file_that_cannot_be_read_or_written_is_named(run, box, tmp_path):
    status, _, err = run("deck", "import", str(tmp_path / "gone.json"))
    assert (status, "gone.json cannot be read" in err) == (1, True)
    status, _, err = run("deck", "export", BOX, "--to", str(tmp_path / "gone" / "box.json"))
    assert (status, "box.json" in err) == (1, True)


@pytest.mark.parametrize("arguments", [["show", "Atlantis"], ["export", "Atlantis", "--to", "atlantis.json"]])
def test_a_deck_that_is_not_there_is_answered_with_those_there_are(run, box, arguments):
    status, out, err = run("deck", *arguments)
    assert (status, out) == (2, "")
    assert "no deck 'Atlantis': expected one of Kitchen box" in err


def test_where_there_is_none_that_is_said(run):
    status, _, err = run("deck", "show", "Atlantis")
    assert (status, "there are none yet" in err) == (2, True)


def test_a_database_that_cannot_be_opened_is_said(run, monkeypatch):
    monkeypatch.setenv("COMPANION_DATABASE_URL", "sqlite:////no/such/folder/companion.sqlite3")
    status, out, err = run("deck", "list")
    assert (status, out) == (1, "")
    assert "cannot be used" in err


def test_a_card_without_icons_is_scored_by_the_deck(run, box, write, tmp_path):
    path = str(tmp_path / "box.json")
    run("deck", "export", BOX, "--to", path)
    document = two_players()
    document["players"][0]["shelf"] = "A1 B3 / C2 D4:FHM A3:CC+"
    status, out, _ = run("score", "--json", "--deck", path, write(document))
    player = json.loads(out)["players"][0]
    assert (status, player["shelf"], player["total"]) == (0, "A1:CFH B3:MM / C2:RS D4:FHM A3:CC~+", 19)
    assert find_loaded("score", "--json", "--deck", path, write(document)) == set()
    status, out, _ = run("score", "--json", write(document))
    codes = [finding["code"] for finding in json.loads(out)["findings"]]
    assert (status, codes) == (1, ["icons-missing"] * 3)


def test_a_wrong_deck_file_scores_nothing(run, write):
    status, out, err = run("score", write(two_players()), "--deck", write({"format": "x"}, "deck.json"))
    assert (status, out) == (1, "")
    assert "deck.json: Expected the format" in err


def test_looking_after_decks_loads_no_vision_and_no_pdf_renderer(box):
    assert find_loaded("deck", "list") & {"cv2", "numpy", "weasyprint", "pypdf", "wtforms"} == set()
