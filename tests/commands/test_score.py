from __future__ import annotations

import json
import subprocess
import sys

import pytest

from .documents import two_players
from .loading import find_loaded


def test_a_document_is_scored_as_one_line_of_json(run, write):
    status, out, err = run("score", "--json", write(two_players()))
    card = json.loads(out)
    assert (status, err, out.count("\n")) == (0, "", 1)
    assert card["format"] == "ex-libris/scorecard@1"
    assert [player["total"] for player in card["players"]] == [19, 61]
    assert card["players"][0]["shelf"] == "A1:CFH B3:MM / C2:RS D4:FHM A3:CC~+"
    assert card["players"][0]["flipped"] == [[1, 2]]
    assert (card["players"][1]["shelf"], card["players"][1]["flipped"]) == (None, [])
    assert (card["winners"], card["tiebreak"]) == (["Eric"], None)


def test_people_get_a_table_with_the_reasons(run, write, golden):
    status, out, _ = run("score", write(two_players()))
    assert status == 0
    golden("commands/score-two-players.txt", out)


def test_several_documents_come_in_order_whatever_is_wrong_with_one(run, write):
    good, bad = write(two_players()), write(two_players(banned="Q"), "bad.json")
    status, out, err = run("score", "--json", good, bad, "no-such-file.json", good)
    lines = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (1, "")
    assert ["players" in line for line in lines] == [True, False, False, True]
    assert [finding["code"] for line in lines[1:3] for finding in line["findings"]] == [
        "unknown-category",
        "unreadable-json",
    ]
    assert "no-such-file.json" in lines[2]["findings"][0]["message"]


def test_findings_of_a_refused_document_go_to_standard_error_for_people(run, write):
    status, out, err = run("score", write(two_players(prominent="Q", edition="xx")))
    assert (status, out) == (1, "")
    assert err.count("\n") == 2
    assert "“Q”" in err
    assert "“xx”" in err


def test_standard_input_holds_json_lines_and_blank_ones_are_skipped(run, type_in):
    line = json.dumps(two_players())
    type_in(f"{line}\n\n  \nno json\n{line}\n")
    status, out, _ = run("score", "--json", "-")
    cards = [json.loads(card) for card in out.splitlines()]
    assert (status, [card.get("winners") for card in cards]) == (1, [["Eric"], None, ["Eric"]])
    assert cards[1]["findings"][0]["code"] == "unreadable-json"


@pytest.mark.parametrize(
    "content", [b"\xff\xfe", b"[" * 100_000, b"%PDF-1.7 nonsense", b'{"a": NaN}', b"1" * 5000, b"null"]
)
def test_no_input_however_broken_ends_in_a_traceback(run, tmp_path, content):
    path = tmp_path / "broken"
    path.write_bytes(content)
    status, out, err = run("score", "--json", str(path))
    assert (status, err) == (1, "")
    assert [finding["code"] for finding in json.loads(out)["findings"]] == ["unreadable-json"]


def test_a_lone_surrogate_is_no_text(run, type_in):
    document = two_players()
    document["players"][0]["name"] = "Ri\ud800ta"
    type_in(json.dumps(document))
    status, out, _ = run("score", "--json", "-")
    assert (status, json.loads(out)["findings"][0]["code"]) == (1, "unreadable-json")


def test_messages_come_in_the_language_asked_for(run, write):
    document = two_players()
    document["players"][0]["shelf"] = "A1:CF B0:MM"
    _, english, _ = run("score", "--json", write(document))
    _, german, _ = run("score", "--json", "--lang", "de", write(document))
    messages = [json.loads(out)["findings"][0]["message"] for out in (english, german)]
    assert all("B0:MM" in message for message in messages)
    assert messages[0] != messages[1]


def test_a_pdf_is_for_one_document(run, write, tmp_path):
    name = write(two_players())
    status, _, err = run("score", "--pdf", str(tmp_path / "form.pdf"), name, name)
    assert status == 2
    assert "--pdf takes one document; 2 were given" in err


@pytest.mark.parametrize("arguments", [(), ("score",), ("score", "x", "--lang", "tlh"), ("form", "B-7c"), ("judge",)])
def test_wrong_usage_is_status_2(run, arguments):
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert "usage: companion" in err


def test_a_filled_form_can_be_scored_again(run, write, tmp_path):
    form = tmp_path / "form.pdf"
    _, first, _ = run("score", "--json", write(two_players()), "--pdf", str(form), "--lang", "pl", "--paper", "letter")
    status, second, _ = run("score", "--json", str(form))
    assert (status, second) == (0, first)


def test_a_form_that_cannot_be_written_says_so(run, write, tmp_path):
    status, _, err = run("score", write(two_players()), "--pdf", str(tmp_path / "no-folder" / "form.pdf"))
    assert status == 1
    assert "no-folder" in err


def test_a_pdf_without_an_inspection_is_refused_with_a_sentence(run, tmp_path):
    blank = tmp_path / "blank.pdf"
    assert run("form", "B-7c", "--blank", "--pdf", str(blank))[0] == 0
    status, _, err = run("score", str(blank))
    assert status == 1
    assert "carries no inspection" in err


def test_scoring_loads_no_web_framework_no_images_and_no_pdf_renderer(write):
    assert find_loaded("score", "--json", write(two_players())) == set()


@pytest.mark.parametrize("documents", [1, 500], ids=["at the end", "in the middle"])
def test_a_reader_who_has_seen_enough_is_no_error(documents):
    lines = "\n".join([json.dumps(two_players())] * documents)
    program = [sys.executable, "-m", "companion.cli", "score", "--json", "-"]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as scoring:
        scoring.stdout.close()
        _, err = scoring.communicate(lines.encode())
    assert (scoring.returncode, err) == (0, b"")
