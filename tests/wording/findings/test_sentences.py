from __future__ import annotations

import pytest

from companion.scoring.checks.findings import Code, Finding
from companion.scoring.documents.heading import DocumentError, parse_json
from companion.scoring.notation import Expected
from companion.wording.findings.sentences import describe_finding, describe_owner, format_finding
from companion.wording.languages import LANGUAGES

from ...scoring.documents.documents import count, find_all, shelved, solo, table
from ...scoring.documents.faulty_documents import ERRORS, WARNINGS, Faulty, decided, figure

FAULTY = ERRORS + WARNINGS


def refuse(text: str | bytes) -> tuple[Finding, ...]:
    """What is found wrong with a text that is no document."""
    with pytest.raises(DocumentError) as error:
        parse_json(text)
    return error.value.findings


# Findings that only a command can have.
OF_COMMANDS = [
    Finding(Code.UNREADABLE_JSON),
    *(find for text in ("{", '{"a" 1}', "NaN", "[1e400]", '["\\ud800"]', b"\xff", "[" * 200) for find in refuse(text)),
    Finding(Code.UNREADABLE_JSON, details={"file": "evening.json", "reason": "", "why": "No such file or directory"}),
    Finding(Code.UNREADABLE_JSON, details={"pdf": "evening.pdf"}),
    Finding(Code.NO_INSPECTIONS),
    Finding(Code.SOLO_INSPECTION, "Rita"),
    Finding(Code.GIVEN_TWICE, details={"earlier": "evening.json"}),
    Finding(Code.DUPLICATE_NAME, None, None, None, "RITA", details={"other": "Rita"}),
    Finding(Code.FEWER_INSPECTIONS, "Rita", details={"inspections": 1, "most": 3}),
]


def find_findings(faulty: Faulty) -> list[Finding]:
    return [finding for finding in find_all(faulty.document) if finding.code is faulty.code]


def test_every_finding_has_a_sentence_that_is_looked_at(golden) -> None:
    lines = [
        f"{faulty.code}: {faulty.name}\n    {format_finding(f, 'en')}"
        for faulty in FAULTY
        for f in find_findings(faulty)
    ]
    lines += [f"{finding.code}, of a command\n    {format_finding(finding, 'en')}" for finding in OF_COMMANDS]
    golden("wording/findings.txt", "\n".join(lines) + "\n")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", Code)
def test_every_finding_is_said_in_every_language(code: Code, language: str) -> None:
    findings = [finding for faulty in FAULTY if faulty.code is code for finding in find_findings(faulty)]
    findings += [finding for finding in OF_COMMANDS if finding.code is code]
    assert findings
    for finding in findings:
        sentence = describe_finding(finding, language)
        assert sentence.endswith(".")
        assert "%(" not in sentence
        assert "None" not in sentence


@pytest.mark.parametrize("expected", Expected)
def test_an_unreadable_token_says_what_was_expected(expected: Expected) -> None:
    finding = Finding(Code.UNREADABLE_TOKEN, "Rita", 1, 2, "Q%(x)s", {"expected": expected.value})
    sentence = describe_finding(finding, "en")
    assert sentence.startswith("Row 2, place 3: “Q%(x)s” cannot be ")
    assert (
        len({describe_finding(Finding(Code.UNREADABLE_TOKEN, details={"expected": e.value}), "en") for e in Expected})
        == 7
    )


@pytest.mark.parametrize("code", [code for code in Code if code not in (Code.UNREADABLE_JSON, Code.NO_PLAYERS)])
def test_what_was_given_is_repeated(code: Code) -> None:
    tokens = [
        (describe_finding(finding, "en"), finding.token.rstrip("~+"))
        for faulty in FAULTY
        if faulty.code is code
        for finding in find_findings(faulty)
        if finding.token
    ]
    assert all(token.partition("/")[0].partition(":")[0] in sentence for sentence, token in tokens)


def test_the_place_comes_first() -> None:
    place, row = (
        Finding(Code.UNREAD_CARD, "Rita", 0, 4, "?"),
        Finding(Code.TOO_MANY_ROWS, "Rita", 3, details={"rows": 4}),
    )
    assert describe_finding(place, "en").startswith("Row 1, place 5: “?” was not read in full.")
    assert describe_finding(row, "en").startswith("Row 4: The shelf has 4 rows")


@pytest.mark.parametrize(
    ("document", "owner"),
    [
        (table(shelved("Rita", "S", "?"), shelved("Eric", "H", "")), "Rita"),
        (table(shelved("Rita", "S", ""), {"focus": "H", "shelf": "?", "name": ""}), "Player 2"),
        (solo(library={"focus": "F", "discards": "?"}), "Public library"),
        (solo(library={"focus": "F", "tally": {**count((1, 2, 3, 4, 5, 6)), "C": -1}}), "Public library"),
        (decided(figure(line="B6")), "Decision 1"),
        (table(prominent="X"), ""),
    ],
)
def test_a_finding_says_whom_it_is_about(document: object, owner: str) -> None:
    errors = [finding for finding in find_all(document) if finding.is_error]
    assert {describe_owner(finding, "en") for finding in errors} == {owner}
    for error in errors:
        assert format_finding(error, "en").startswith(f"{owner}: " if owner else describe_finding(error, "en"))


def test_the_layout_of_a_nameless_shelf_is_still_somebody_s() -> None:
    findings = find_all(table(shelved("Rita", "S", ""), {"focus": "H", "shelf": "# . # / / / #"}))
    layout = [finding for finding in findings if finding.code in (Code.TOO_MANY_ROWS, Code.SHELF_IN_PIECES)]
    assert [describe_owner(finding, "en") for finding in layout] == ["Player 2", "Player 2"]


def test_the_library_is_named_in_the_language_of_the_sentence() -> None:
    finding = Finding(Code.UNREAD_CARD, details={"within": "library"})
    assert describe_owner(finding, "pl") == "Biblioteka miejska"


def test_a_clash_with_somebody_who_has_no_name_yet_is_told_without_one() -> None:
    findings = find_all(table({"focus": "S", "shelf": ""}, shelved("Eric", "S", "")))
    (clash,) = (finding for finding in findings if finding.code is Code.FOCUS_CLASH)
    assert (
        format_finding(clash, "en")
        == "Eric: The focus Spells & Potions is also somebody else’s; each is dealt only once."
    )
