from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from hypothesis import given

from companion.scoring.decks.deck import Source
from companion.scoring.decks.document import (
    MOST_LESSON_BYTES,
    MOST_LESSONS,
    MOST_PICTURE_BYTES,
    DeckFile,
    Lesson,
    Pictures,
    format_deck_file,
    parse_deck,
    parse_deck_file,
)
from companion.scoring.decks.fields import MOST_BYTES, MOST_CARDS, MOST_PARTS
from companion.scoring.documents.heading import DocumentError

from ..strategies import json_values
from .decks import decks, know, make_deck, say

JPEG = b"\xff\xd8\xff\xe0 a card"
DECK = make_deck(know("M8", "CFFR", say("CF", "", Source.OWNER, "")), know("CH3", "HH"), edition="cs", M=9, CH=3)
FILE = DeckFile(DECK, False, {("M", 8): Pictures(JPEG, JPEG + b"!")}, (Lesson("IMG_1", b"\0features"),))


def write(**changes: Any) -> str:
    """A deck document with some fields changed; ``None`` removes one."""
    document = {**format_deck_file(FILE), **changes}
    return json.dumps({key: value for key, value in document.items() if value is not None})


def list_findings(text: str | bytes) -> list[tuple[str, object]]:
    """Code and place of everything found in a document that is read whole."""
    try:
        _, findings = parse_deck_file(text)
    except DocumentError as error:
        findings = error.findings
    return [(finding.code.value, finding.details.get("at", finding.details.get("field"))) for finding in findings]


def test_a_deck_that_is_written_can_be_read_again():
    text = json.dumps(format_deck_file(FILE))
    assert parse_deck_file(text) == (FILE, ())
    assert parse_deck(text.encode()) == (DECK, ())


def test_a_deck_is_written_in_plain_words():
    document = format_deck_file(FILE, with_pictures=False)
    assert document == {
        "format": "ex-libris/deck@1",
        "name": "Kitchen box",
        "edition": "cs",
        "keeps_pictures": False,
        "letters": {"CH": 3, "M": 9},
        "cards": [
            {"card": "CH3", "statements": [{"icons": "HH", "source": "hand", "where": "table", "when": "2026-11-20"}]},
            {
                "card": "M8",
                "statements": [
                    {"icons": "CFFR", "source": "hand", "where": "table", "when": "2026-11-20"},
                    {"icons": "CF", "source": "owner", "where": "", "when": ""},
                ],
            },
        ],
        # A lesson that cannot do without its pictures stays behind; ``test_picture_free`` has those that can.
        "lessons": [],
    }


def test_a_deck_that_is_written_with_pictures_keeps_what_it_learned():
    lessons = format_deck_file(FILE)["lessons"]
    assert lessons == [{"where": "IMG_1", "features": base64.b64encode(b"\0features").decode()}]


def test_a_file_written_by_hand_may_leave_out_what_is_not_known():
    cards = '[{"card": "m8", "statements": [{"icons": "rc"}]}]'
    head = '"format": "ex-libris/deck@1", "name": "x", "edition": "en"'
    file, findings = parse_deck_file(f'{{{head}, "cards": {cards}}}')
    assert findings == ()
    assert file.keeps_pictures
    assert file.deck.cards == (know("M8", say("CR", "", Source.IMPORT, "")),)


def test_a_card_that_is_listed_twice_is_one_card_with_all_its_statements():
    cards = [
        {"card": "M8", "statements": [{"icons": "CF", "where": "one"}]},
        {"card": "M8", "statements": [{"icons": "CH", "where": "two"}]},
        {"card": "M9", "statements": []},
    ]
    deck, _ = parse_deck(write(cards=cards))
    assert [(card.name, len(card.conflict)) for card in deck.cards] == [("M8", 2)]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"format": "ex-libris/deck@2"}, [("unknown-format", None)]),
        ({"format": None}, [("missing-field", "format")]),
        ({"name": None}, [("missing-field", "name")]),
        ({"name": 7}, [("missing-field", "name")]),
        ({"name": " "}, [("missing-field", "name")]),
        ({"edition": "tlh"}, [("unknown-edition", None)]),
        ({"edition": None}, [("missing-field", "edition")]),
        ({"letters": [1]}, [("missing-field", "letters")]),
        ({"letters": {"M": "8"}}, [("not-a-count", "letters")]),
        ({"letters": {"M": 100}}, [("not-a-count", "letters")]),
        ({"letters": {"M1": 3}}, [("unreadable-token", "letters")]),
        ({"letters": {"": 3}}, [("unreadable-token", "letters")]),
        ({"cards": "M8"}, [("missing-field", "cards")]),
        ({"cards": ["M8"]}, [("missing-field", "cards[0]")]),
        ({"cards": [{"card": "M"}]}, [("unreadable-token", "cards[0]")]),
        ({"cards": [{}]}, [("unreadable-token", "cards[0]")]),
        ({"cards": [{"card": "M8", "statements": 1}]}, [("missing-field", "cards[0]")]),
        ({"cards": [{"card": "M8", "statements": [1]}]}, [("missing-field", "cards[0].statements[0]")]),
        (
            {"cards": [{"card": "M8", "statements": [{"icons": "X"}, {}]}]},
            [("unreadable-token", "cards[0].statements[0]"), ("unreadable-token", "cards[0].statements[1]")],
        ),
    ],
)
def test_what_makes_a_deck_unusable_is_said_with_its_place(changes, expected):
    assert list_findings(write(**changes)) == expected
    with pytest.raises(DocumentError):
        parse_deck(write(**changes))


def test_everything_wrong_is_said_at_once():
    text = write(format="x", name="", edition="x", letters={"M": -1}, cards=[{"card": "8"}, 3], lessons=5)
    assert [code for code, _ in list_findings(text)] == [
        "unknown-format",
        "missing-field",
        "unknown-edition",
        "not-a-count",
        "unreadable-token",
        "missing-field",
        "missing-field",
    ]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"colour": "red"}, [("unknown-key", None)]),
        ({"keeps_pictures": "yes"}, [("unusable-field", "keeps_pictures")]),
        ({"cards": [{"card": "M8", "colour": 1}]}, [("unknown-key", "cards[0]")]),
        (
            {"cards": [{"card": "M8", "statements": [{"icons": "CF", "source": "dream", "when": "once", "who": 1}]}]},
            [
                ("unknown-key", "cards[0].statements[0]"),
                ("unusable-field", "cards[0].statements[0]"),
                ("unusable-field", "cards[0].statements[0]"),
            ],
        ),
        (
            {"cards": [{"card": "M8", "statements": [{"icons": "CF", "source": 1}], "pictures": 1}]},
            [("unusable-field", "cards[0].statements[0]"), ("unusable-field", "cards[0]")],
        ),
        (
            {"lessons": [{"features": "AA=="}, {"features": ""}, {"features": "ä"}, {}]},
            [("unusable-field", f"lessons[{k}]") for k in (1, 2, 3)],
        ),
    ],
)
def test_what_can_be_left_out_is_a_warning(changes, expected):
    assert list_findings(write(**changes)) == expected
    assert parse_deck(write(**changes))[0].edition == "cs"


def test_pictures_that_are_none_or_too_large_are_left_out():
    def encode(content: bytes) -> str:
        return base64.b64encode(content).decode()

    statements = [{"icons": "CF"}]
    good = {"band": encode(JPEG), "face": encode(JPEG)}
    bad = [
        {**good, "band": encode(b"GIF89a")},
        {**good, "face": encode(JPEG + bytes(MOST_PICTURE_BYTES))},
        {"face": encode(JPEG)},
    ]
    cards = [
        {"card": f"M{k}", "statements": statements, "pictures": pictures} for k, pictures in enumerate([good, *bad], 1)
    ]
    file, findings = parse_deck_file(write(cards=cards))
    assert list(file.pictures) == [("M", 1)]
    assert [finding.details["field"] for finding in findings] == ["band", "face", "band"]


def test_sizes_are_limited():
    assert list_findings(b" " * (MOST_BYTES + 1)) == [("unreadable-json", None)]
    junk = ",".join(["[]"] * (MOST_PARTS // 2 + 1))
    for text in (f"[{junk}]", f"[{junk}]".encode()):
        assert list_findings(text) == [("unreadable-json", None)]
    lesson = {"where": "x", "features": "AAAA"}
    file, findings = parse_deck_file(write(lessons=[lesson] * (MOST_LESSONS + 1)))
    assert (len(file.lessons), [finding.code.value for finding in findings]) == (MOST_LESSONS, ["unusable-field"])
    large = base64.b64encode(bytes(MOST_LESSON_BYTES + 1)).decode()
    assert list_findings(write(lessons=[{"features": large}])) == [("unusable-field", "lessons[0]")]
    assert list_findings(write(cards=[{"card": "M8"}] * (MOST_CARDS + 1))) == [("unusable-field", "cards")]


@pytest.mark.parametrize("text", ["", "[]", '"deck"', "{", b"\xff\xfe"])
def test_what_is_no_json_object_is_refused(text):
    with pytest.raises(DocumentError):
        parse_deck(text)


@given(decks())
def test_any_deck_that_is_written_is_read_as_it_was(deck):
    document = json.loads(json.dumps(format_deck_file(DeckFile(deck))))
    assert parse_deck(json.dumps(document)) == (deck, ())


@given(json_values)
def test_any_value_in_any_field_is_read_or_refused(value):
    for field in ("name", "edition", "letters", "cards", "lessons", "keeps_pictures"):
        text = json.dumps({**format_deck_file(FILE), field: value})
        try:
            file, findings = parse_deck_file(text)
        except DocumentError as error:
            assert any(finding.is_error for finding in error.findings)  # noqa: PT017
        else:
            assert not any(finding.is_error for finding in findings)
            assert parse_deck_file(json.dumps(format_deck_file(file))) == (file, ())
