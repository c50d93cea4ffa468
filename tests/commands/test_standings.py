"""``companion standings``: several inspections in, one ranking out."""

from __future__ import annotations

import json

import pytest

from .documents import two_players
from .loading import find_loaded


def play(rita: int, eric: int, **changes: object) -> dict[str, object]:
    decisions = [
        {"player": name, "line": "total", "points": points, "reason": "An example.", "by": "Ola"}
        for name, points in (("Rita", rita), ("Eric", eric))
    ]
    return two_players(decisions=decisions, **changes)


def test_files_are_added_up_for_people(run, write):
    files = [write(play(40, 35, place=str(n)), f"round-{n}.json") for n in range(3)]
    status, out, err = run("standings", *files)
    assert (status, err) == (0, "")
    assert out.startswith("Standings after 3 inspections\n")
    assert "   1  Rita     120       3            3" in out
    assert "Rita leads by points; no tiebreak was needed." in out
    assert f"The table’s own word counts at: {', '.join(files)}." in out


def test_a_line_of_json_is_the_published_document(run, write, type_in):
    type_in("\n".join([json.dumps(play(40, 35)), "", json.dumps(play(1, 2, place="Łódź"))]))
    status, out, _ = run("standings", "--json", "-")
    document = json.loads(out)
    assert (status, document["format"], document["winners"]) == (0, "ex-libris/standings@1", ["Rita"])
    assert [inspection["source"] for inspection in document["inspections"]] == ["-:1", "-:3"]


def test_a_form_as_pdf_counts_like_its_document(run, write, tmp_path):
    form = tmp_path / "form.pdf"
    name = write(play(40, 35))
    assert run("score", name, "--pdf", str(form))[0] == 0
    (_, plain, _), (_, printed, _) = run("standings", "--json", name), run("standings", "--json", str(form))
    assert json.loads(plain)["librarians"] == json.loads(printed)["librarians"]


def test_a_race_decides_where_all_else_is_level(run, write):
    players = [
        {"name": name, "focus": focus, "hand": 0, "tally": dict.fromkeys("CFHMRS", 5), "stability": 8}
        for name, focus in (("Rita", "S"), ("Eric", "H"))
    ]
    name = write(two_players(players=players))
    _, out, _ = run("standings", name)
    assert "Tied for the first place: Rita, Eric. What would decide: The reading race." in out
    _, out, _ = run("standings", name, "--reading-winner", "Eric")
    assert "Tied on points; Eric leads. What decided: The reading race." in out


@pytest.mark.parametrize("as_json", [True, False])
def test_everything_wrong_with_all_files_is_told_and_nothing_is_added_up(run, write, tmp_path, as_json):
    sound, again = write(play(40, 35), "sound.json"), write(play(40, 35), "again.json")
    faulty = write(play(1, 2, edition="tlh", colour="red"), "faulty.json")
    missing = str(tmp_path / "missing.json")
    status, out, err = run("standings", sound, again, faulty, missing, *(["--json"] if as_json else []))
    assert status == 1
    if as_json:
        document = json.loads(out)
        assert document.keys() == {"format", "findings"}
        told = {(finding["source"], finding["code"]) for finding in document["findings"]}
        assert told >= {
            (again, "given-twice"),
            (faulty, "unknown-edition"),
            (faulty, "unknown-key"),
            (missing, "unreadable-json"),
        }
    else:
        assert out == ""
        assert f"{again}: This is the same inspection as {sound}. Leave one of them out." in err
        assert f"{faulty}: Expected an edition" in err
        assert f"{missing}: The file" in err


def test_nothing_but_empty_lines_is_an_error(run, type_in):
    type_in("\n\n")
    status, _, err = run("standings", "-")
    assert (status, err) == (1, "There are no inspections to add up. Choose at least one that is counted.\n")


def test_no_file_is_wrong_use(run):
    assert run("standings")[0] == 2


def test_adding_up_loads_no_web_framework_no_images_and_no_pdf_renderer(write):
    assert find_loaded("standings", "--json", write(play(40, 35))) == set()
