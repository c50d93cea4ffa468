from __future__ import annotations

import json

import pytest

from companion.scoring import inspect, read_inspection
from companion.scoring.categories import Category
from companion.scoring.terms import find_terms

from .documents import two_players
from .loading import find_loaded

SHELF = "Z2:CFH B3:MM / C2:RS D4:FHM A3:CC+ T2:SS"


def misplaced(**changes):
    """Rita's Z2 comes first, so the check turns everything after it."""
    eric = two_players()["players"][1]
    return two_players(players=[{"name": "Rita", "focus": "S", "shelf": SHELF}, eric], **changes)


def test_the_advice_is_one_line_of_json(run, write):
    status, out, err = run("advise", write(misplaced()), "--player", "Rita", "--json")
    assert (status, err, out.count("\n")) == (0, "", 1)
    assert json.loads(out) == {
        "format": "ex-libris/advice@1",
        "player": "Rita",
        "total_now": 14,
        "total_best": 24,
        "flip": [[0, 0]],
        "shelf": "Z2:CFH~ B3:MM / C2:RS D4:FHM A3:CC+ T2:SS",
        "by_prominent": [
            {"prominent_books": 0, "total_without_award": 10},
            {"prominent_books": 1, "total_without_award": 15},
        ],
        "plans": [
            {
                "aim": "place",
                "flip": [[0, 0]],
                "shelf": "Z2:CFH~ B3:MM / C2:RS D4:FHM A3:CC+ T2:SS",
                "total": 24,
                "place": 2,
                "lead": -37,
            }
        ],
    }


def test_the_shelf_as_advised_scores_what_was_promised(run, write):
    document = misplaced()
    _, out, _ = run("advise", write(document), "--player", "Rita", "--json")
    advice = json.loads(out)
    document["players"][0]["shelf"] = advice["shelf"]
    inspection, _ = read_inspection(document)
    assert inspect(inspection).players[0].figures.total == advice["total_best"]


def test_people_get_the_totals_the_cards_with_their_reasons_and_a_table(run, write, golden):
    status, out, err = run("advise", write(misplaced(weather="rain")), "--player", "Rita")
    assert (status, err) == (0, "")
    golden("commands/advise-one-card.txt", out)


def test_a_shelf_that_is_best_as_it_lies_is_called_so(run, write):
    document = two_players()
    document["players"][0]["shelf"] = "B3:MM / C2:RS"
    status, out, _ = run("advise", write(document), "--player", "Rita")
    assert status == 0
    assert "No card is worth flipping" in out
    assert "face down before" not in out


def test_a_place_is_recommended_before_points_and_the_points_are_told_beside_it(run, write):
    players = [
        {"name": "Rita", "focus": "F", "shelf": "M1:RRR A1:FFFF"},
        {"name": "Eric", "focus": "H", "shelf": "C1:RR D1:HH"},
    ]
    name = write(two_players(players=players))
    _, out, _ = run("advise", name, "--player", "Rita")
    assert out.startswith(
        "Rita: 15 → 15\n\n"
        "No card is worth flipping: more points would make the result worse.\n"
        "Place 1, 2 points ahead of the next.\n\n"
        "More points, but a worse result: 17. Place 2, 2 points behind the leader.\n\n"
        "Flip 1 card face down before the inspection:\n"
    )
    assert "M1:RRR~ A1:FFFF" in out
    assert "Nothing scores more" not in out
    _, out, _ = run("advise", name, "--player", "Rita", "--json")
    assert [(plan["aim"], plan["place"], plan["total"]) for plan in json.loads(out)["plans"]] == [
        ("place", 1, 15),
        ("points", 2, 17),
    ]


def test_the_advice_comes_in_the_language_asked_for(run, write):
    _, out, _ = run("advise", write(misplaced()), "--player", "Rita", "--lang", "pl")
    assert find_terms("pl").name(Category.REFERENCE_TEXTS) in out


@pytest.mark.parametrize("json_too", [[], ["--json"]], ids=["for people", "as json"])
@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        ("Eric", "Eric: counted on paper. Advice needs the cards themselves, one by one."),
        ("Erica", "Nobody called “Erica” is inspected here: expected one of Rita, Eric."),
    ],
)
def test_who_cannot_be_advised_is_told_why(run, write, player, sentence, json_too):
    name = write(misplaced())
    assert run("advise", name, "--player", player, *json_too) == (1, "", f"{name}: {sentence}\n")


def test_a_faulty_document_lists_its_findings_for_people(run, write):
    name = write(misplaced(prominent="Q", edition="xx"))
    status, out, err = run("advise", name, "--player", "Rita")
    assert (status, out, err.count("\n")) == (1, "", 2)
    assert all(line.startswith(name) for line in err.splitlines())


@pytest.mark.parametrize("content", ["", "no json", "[" * 100_000, "%PDF-1.7 nonsense", "null"])
def test_a_document_that_cannot_be_read_is_a_line_of_json(run, write, content):
    status, out, err = run("advise", write(content), "--player", "Rita", "--json")
    assert (status, err, out.count("\n")) == (1, "", 1)
    answer = json.loads(out)
    assert answer["format"] == "ex-libris/advice@1"
    assert [finding["code"] for finding in answer["findings"]] == ["unreadable-json"]


def test_a_file_that_is_not_there_is_named(run):
    status, out, err = run("advise", "no-such-file.json", "--player", "Rita")
    assert (status, out) == (1, "")
    assert "The file no-such-file.json cannot be read." in err


def test_a_document_may_come_on_standard_input(run, type_in, write):
    document = misplaced()
    _, expected, _ = run("advise", write(document), "--player", "Rita", "--json")
    type_in(json.dumps(document, indent=1))
    assert run("advise", "-", "--player", "Rita", "--json") == (0, expected, "")


def test_a_form_of_our_own_is_read_like_its_document(run, write, tmp_path):
    name, form = write(misplaced()), str(tmp_path / "form.pdf")
    run("score", name, "--pdf", form)
    _, expected, _ = run("advise", name, "--player", "Rita", "--json")
    assert run("advise", form, "--player", "Rita", "--json") == (0, expected, "")


@pytest.mark.parametrize("arguments", [("evening.json",), ("--player", "Rita"), ("a.json", "b.json", "--player", "R")])
def test_one_document_and_one_player_are_wanted(run, arguments):
    status, out, err = run("advise", *arguments)
    assert (status, out) == (2, "")
    assert "usage: companion" in err


def test_advising_loads_no_web_framework_no_images_and_no_pdf_renderer(write):
    assert find_loaded("advise", write(misplaced()), "--player", "Rita") == set()
