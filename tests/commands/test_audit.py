from __future__ import annotations

import json

import pytest

from ..scoring.audit.sheets import column, rulebook, solo_sheet, sound
from .loading import find_loaded


def test_the_rulebooks_own_example_is_one_line_of_json_with_two_defects_and_four_repairs(run, write):
    status, out, err = run("audit", write(rulebook()), "--json")
    assert (status, err, out.count("\n")) == (0, "", 1)
    audit = json.loads(out)
    assert audit["format"] == "ex-libris/audit@1"
    assert [(one["player"], one["line"], one["printed"], one["expected"]) for one in audit["defects"]] == [
        ("Alberto", "focus_bonus", 18, 8),
        ("Dária", "total", 38, 43),
    ]
    assert audit["defects"][1]["message"] == "The lines add up to 43, not 38."
    stability = {"player": "Dária", "line": "stability", "from": 9, "to": 4}
    total = {"player": "Dária", "line": "total", "from": 38, "to": 43}
    monsters, spells = ({"player": "Alberto", "line": row, "from": 4, "to": 9} for row in "MS")
    assert [repair["changes"] for repair in audit["repairs"]] == [
        [monsters, stability],
        [spells, stability],
        [monsters, total],
        [spells, total],
    ]
    likelihoods = [repair["likelihood"] for repair in audit["repairs"]]
    assert likelihoods == sorted(likelihoods, reverse=True)


def test_people_get_the_defects_and_the_repairs_in_sentences(run, write, golden):
    status, out, err = run("audit", write(rulebook()))
    assert (status, err) == (0, "")
    golden("commands/audit-rulebook.txt", out)


def test_a_sheet_in_order_has_nothing_to_repair(run, write):
    status, out, _ = run("audit", write(sound()))
    assert status == 0
    assert "No line of this sheet contradicts the others." in out
    assert "repair" not in out
    _, out, _ = run("audit", write(sound()), "--json")
    assert (json.loads(out)["defects"], json.loads(out)["repairs"]) == ([], [])


def test_a_solo_sheet_speaks_of_the_public_library(run, write):
    pile = column(None, (6, 4, 7, 3, 6, 7), None, 0, -3, 12, 12, 12, focus="C")
    rita = column("Rita", (5, 4, 9, 5, 3, 7), 12, 15, -5, 9, 14, 45, focus="S")
    sheet = write(solo_sheet(rita, pile, prominent="H", banned="M"))
    status, out, _ = run("audit", sheet)
    assert status == 0
    assert "Public library, =" in out
    assert "12 should be 21. Two digits changed places." in out
    assert json.loads(run("audit", sheet, "--json")[1])["defects"][0]["player"] is None


def test_a_sheet_beyond_repair_is_to_be_counted_again(run, write):
    wrong = {name: {"variety": 1, "banned": -13} for name in ("Rita", "Eric", "Alberto", "Dária")}
    status, out, _ = run("audit", write(rulebook(**wrong)))
    assert status == 0
    assert "Changing a few figures does not set this sheet right." in out


def test_of_many_repairs_the_likeliest_are_listed(run, write):
    document = sound(Rita={"stability": 7})
    del document["players"][0]["total"]
    status, out, _ = run("audit", write(document))
    assert status == 0
    assert "10. " in out
    assert "11. " not in out
    assert "more, none likelier" in out


def test_warnings_are_noted_below(run, write):
    _, out, _ = run("audit", write({**sound(), "weather": "rain"}))
    assert out.endswith("* “weather” is not a field of this document. It is kept and ignored.\n")


def test_the_audit_comes_in_the_language_asked_for(run, write):
    _, out, _ = run("audit", write(rulebook()), "--lang", "pl")
    assert "Potworne poradniki" in out


def test_a_faulty_sheet_lists_its_findings_for_people(run, write):
    name = write({**rulebook(), "prominent": "Q", "format": "ex-libris/inspection@1"})
    status, out, err = run("audit", name)
    assert (status, out, err.count("\n")) == (1, "", 2)
    assert all(line.startswith(name) for line in err.splitlines())
    assert "“ex-libris/sheet@1”" in err


@pytest.mark.parametrize("content", ["", "no json", "[" * 100_000, "%PDF-1.7 nonsense", "null"])
def test_a_sheet_that_cannot_be_read_is_a_line_of_json(run, write, content):
    status, out, err = run("audit", write(content), "--json")
    assert (status, err, out.count("\n")) == (1, "", 1)
    answer = json.loads(out)
    assert answer["format"] == "ex-libris/audit@1"
    assert [finding["code"] for finding in answer["findings"]] == ["unreadable-json"]


def test_a_file_that_is_not_there_is_named(run):
    status, out, err = run("audit", "no-such-file.json")
    assert (status, out) == (1, "")
    assert "The file no-such-file.json cannot be read." in err


def test_a_sheet_may_come_on_standard_input(run, type_in, write):
    _, expected, _ = run("audit", write(rulebook()), "--json")
    type_in(json.dumps(rulebook(), indent=1))
    assert run("audit", "-", "--json") == (0, expected, "")


def test_auditing_loads_no_web_framework_no_images_and_no_pdf_renderer(write):
    assert find_loaded("audit", write(rulebook())) == set()
