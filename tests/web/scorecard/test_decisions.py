"""The table's own word: what may be decided, by whom and when, what everybody sees of it, and attacks on it."""

from __future__ import annotations

import json
import re

import pytest

from companion.store.tables import queries
from companion.store.tables.decisions import add_decision
from companion.store.tables.drafts import KeptDecision
from companion.store.tables.events import Happening, list_events

from ..conftest import EVENING, FIGURES, HEAD
from .test_pages import read_row

FIGURE = {"figure": "2:variety", "points": "12", "reason": "A sleeve stuck.", "by": "Rita"}
TITLE = {"winners": "1", "reason": "It was her birthday.", "by": "Eric"}


def decide(visitor, desk, fields=FIGURE, **changes):
    """Enter a decision with the form's own key; return the page that follows."""
    address = f"{desk}/scorecard/{'title' if 'winners' in {**fields, **changes} else 'figure'}"
    key = re.search(r'name="request_key"[^>]* value="([^"]+)"', visitor.open(address))
    return visitor.send(address, {"request_key": key[1] if key else "", **fields, **changes})


def find_result(visitor, desk):
    return json.loads(visitor.open(f"{desk}/inspection.json"))


def test_a_decided_figure_stands_beside_the_rules(visitor, finished):
    page = decide(visitor, finished)
    assert "By the table’s own word the title goes to Eric." in page
    assert "Eric, B4 Categorical Variety Bonuses: 12 by the table’s own word, 18 by the rules." in page
    assert "“A sleeve stuck.” Decided by Rita." in page
    figures = [re.sub(r"<[^>]*>", " ", figure).split() for figure in read_row(page, "B4")]
    assert [figure[0] for figure in figures] == ["3", "18"]
    assert figures[1][-1] == "12"
    assert read_row(page, "=")[1].endswith("55</small>")
    assert find_result(visitor, finished)["decisions"] == [
        {"player": "Eric", "line": "variety", "points": 12, "reason": "A sleeve stuck.", "by": "Rita"}
    ]


def test_a_decided_title_stands_beside_the_rules_everywhere(visitor, finished):
    page = decide(visitor, finished, TITLE)
    assert "By the table’s own word the title goes to Rita." in page
    assert "Grand Librarian: Rita by the table’s own word, Eric by the rules." in page
    assert "Eric leads by 42 points" in page
    front = visitor.open("/")
    assert re.search(r"Grand Librarian: <b[^>]*>Rita</b> <small>\(by the table’s own word\)", front)
    people = visitor.open("/people")
    assert "At 1 inspection the table’s own word decided who holds the title." in people
    assert "1 title" in re.search(r'href="/people/Rita">.*?</a>', people, re.DOTALL)[0]
    assert "At 1 inspection the table’s own word" in visitor.open("/people/Rita")
    assert "the title goes to Rita" in visitor.open(f"{finished}/walk/PROCLAIM")
    assert "By the table’s own word the title goes to Rita." in visitor.open(f"{finished}/sheet")


def test_a_decided_figure_that_leaves_the_title_alone_is_not_said_to_decide_it(visitor, finished):
    decide(visitor, finished)
    front = visitor.open("/")
    assert re.search(r"Grand Librarian: <b[^>]*>Eric</b>", front)
    assert "(by the table’s own word)" not in front
    assert "the table’s own word decided who holds the title" not in visitor.open("/people")
    decide(visitor, finished, figure="2:total", points="-5")
    assert re.search(r"Grand Librarian: <b[^>]*>Rita</b> <small>\(by the table’s own word\)", visitor.open("/"))


def test_nobody_may_be_named_too(visitor, finished):
    page = decide(visitor, finished, TITLE, winners="0")
    assert "By the table’s own word nobody holds the title." in page
    assert "By the table’s own word nobody holds the title." in visitor.open("/")


def test_what_is_left_open_by_the_table_s_figures_is_contested(visitor, tied):
    page = decide(visitor, tied, figure="1:flipped", points="1")
    assert "By the table’s own word the first place is still tied: Rita, Eric." in page
    assert "Tied: the title is still contested" in visitor.open("/")


def test_a_license_may_be_decided(visitor, solo):
    page = visitor.open(f"{solo}/scorecard/title")
    assert "Is the license granted?" in page
    page = decide(visitor, solo, TITLE, winners="0")
    assert "By the table’s own word the license is refused." in page
    assert "The table refuses the license; by the rules it is granted." in page
    assert re.search(r"License refused <small>\(by the table’s own word\)", visitor.open("/"))


def test_the_public_library_has_no_stability(visitor, solo):
    assert 'value="0:stability"' not in visitor.open(f"{solo}/scorecard/figure")
    decide(visitor, solo, figure="0:stability")
    assert visitor.status == 422
    page = decide(visitor, solo, figure="0:total", points="99")
    assert "Public library, Total Individual “Section B” Scores: 99 by the table’s own word" in page


def test_a_decision_is_taken_back(visitor, finished, find_kept):
    page = decide(visitor, finished)
    key = find_kept(finished).decisions[0].key
    assert "Take it back" in page
    page = visitor.send(f"{finished}/scorecard/decisions/back", {"key": key})
    assert "The table’s own word</h2>" not in page
    # Somebody else's phone may send it once more.
    visitor.send(f"{finished}/scorecard/decisions/back", {"key": key})
    assert (visitor.status, find_kept(finished).decisions) == (200, ())


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"reason": " \n "}, "A decision needs its reason."),
        ({"by": ""}, "A decision needs a name."),
        ({"points": "many"}, "Expected a whole number such as 7, found “many”."),
        ({"points": "-1"}, "Expected a whole number such as 7, found “-1”."),
        ({"points": "٣"}, "Expected a whole number"),
        ({"points": "12345"}, "Expected a figure of four digits at most, found “12345”."),
        ({"points": "-1" + "0" * 4}, "Expected a figure of four digits at most"),
        ({"points": "1" * 5000}, "Expected a figure of four digits at most"),
        ({"figure": ""}, "Choose one of the figures of this form."),
        ({"figure": "7:total"}, "Choose one of the figures of this form."),
        ({"figure": "2:winners"}, "Choose one of the figures of this form."),
        ({"reason": "!" * 301}, "this has 1 too many"),
        ({"by": "!" * 41}, "this has 1 too many"),
        ({"winners": ""}, "Choose who it is, or nobody."),
        ({"winners": "7"}, "Choose who it is, or nobody."),
        ({"winners": ["0", "1"]}, "It is nobody or somebody."),
    ],
)
def test_what_cannot_be_is_refused_with_everything_kept(visitor, finished, find_kept, changes, sentence):
    page = decide(visitor, finished, TITLE if "winners" in changes else FIGURE, **changes)
    assert visitor.status == 422
    assert sentence in page
    assert find_kept(finished).decisions == ()
    if "reason" not in changes:
        assert "A sleeve stuck." in page or "It was her birthday." in page


def test_a_total_may_be_negative(visitor, finished, find_kept):
    decide(visitor, finished, figure="1:total", points="−12")
    assert find_kept(finished).decisions[0].points == -12


def test_a_text_is_one_line_without_what_cannot_be_seen(visitor, finished, find_kept):
    decide(visitor, finished, reason="Two\r\n cards\x00\u202e <b>stuck</b>", by=" Ri\nta ")
    (kept,) = find_kept(finished).decisions
    assert (kept.reason, kept.by) == ("Two cards <b>stuck</b>", "Ri ta")
    assert "&lt;b&gt;stuck" in visitor.client.get(f"{finished}/scorecard").get_data(as_text=True)


def test_a_form_sent_twice_decides_once(visitor, finished, find_kept):
    fields = {**FIGURE, "request_key": "one-form"}
    for _ in range(2):
        visitor.send(f"{finished}/scorecard/figure", fields)
        assert (visitor.status, visitor.address) == (200, f"{finished}/scorecard")
    assert len(find_kept(finished).decisions) == 1


def test_two_phones_never_overwrite_each_other(evening, find_kept):
    evening.reveal()
    decide(evening.rita, evening.desk)
    page = decide(evening.eric, evening.desk, points="15", reason="No, it was not.")
    assert evening.eric.status == 409
    assert "The table has decided this already." in page
    assert "No, it was not." in page
    assert [kept.points for kept in find_kept(evening.desk).decisions] == [12]
    decide(evening.eric, evening.desk, TITLE)
    decide(evening.rita, evening.desk, TITLE, winners="2")
    assert evening.rita.status == 409


def test_everybody_sees_it_at_once_and_the_log_says_who(app, evening, find_kept):
    evening.reveal()
    page = evening.watcher.open(f"{evening.desk}/scorecard")
    tag = re.search(r'data-etag="([^"]+)"', page)[1]
    followed = f"{evening.desk}/live/scorecard"
    evening.watcher.open(followed, **{"If-None-Match": f'"{tag}"'})
    assert evening.watcher.status == 304
    decide(evening.eric, evening.desk)
    decide(evening.eric, evening.desk, TITLE)
    answer = json.loads(evening.watcher.open(followed, **{"If-None-Match": f'"{tag}"'}))
    assert "By the table’s own word the title goes to Rita." in answer["html"]
    # Nobody without a seat is offered anything.
    assert "Take it back" not in answer["html"]
    assert "Overrule a figure" not in answer["html"]
    for kept in find_kept(evening.desk).decisions:
        evening.send("/scorecard/decisions/back", evening.rita, {"key": kept.key})
    with app.app_context():
        events = list_events(evening.desk.removeprefix("/inspections/"))[:4]
    assert [(event.kind, event.name, event.actor) for event in reversed(events)] == [
        (Happening.DECIDED, "Eric", "Eric"),
        (Happening.DECIDED, "", "Eric"),
        (Happening.UNDECIDED, "Eric", "Rita"),
        (Happening.UNDECIDED, "", "Rita"),
    ]
    desk = evening.watcher.open(f"{evening.desk}/drawer")
    for sentence in (
        "Eric: a figure was decided by the table’s own word.",
        "The table’s own word was entered.",
        "Eric: the table’s own word about a figure was taken back.",
        "The table’s own word was taken back.",
    ):
        assert sentence in desk


def test_a_phone_without_a_seat_decides_nothing(evening, find_kept):
    evening.reveal()
    decide(evening.rita, evening.desk)
    (kept,) = find_kept(evening.desk).decisions
    for path, fields in (("figure", FIGURE), ("title", TITLE), ("decisions/back", {"key": kept.key})):
        evening.watcher.send(f"{evening.desk}/scorecard/{path}", fields)
        assert evening.watcher.status == 403
    assert find_kept(evening.desk).decisions == (kept,)


@pytest.mark.parametrize("stage", ["draft", "locked"])
def test_nobody_decides_anything_before_the_reveal(evening, find_kept, stage):
    evening.fill()
    if stage == "locked":
        evening.send("/lock", evening.rita)
    for phone in (evening.rita, evening.eric):
        for path, fields in (("figure", FIGURE), ("title", TITLE)):
            phone.send(f"{evening.desk}/scorecard/{path}", fields)
            assert phone.address == evening.desk
        phone.send(f"{evening.desk}/scorecard/decisions/back", {"key": "any"})
        assert phone.status == 403
    assert find_kept(evening.desk).decisions == ()


def test_a_decision_from_before_others_came_stays_hidden_until_the_reveal(app, evening):
    """A host alone sees everything and may decide; whoever joins later sees nothing of it before the focuses."""
    evening.fill()
    slug = evening.desk.removeprefix("/inspections/")
    secret = KeptDecision("key", "focus_bonus", 1, 99, reason="Spells, of course.", by="Rita")
    with app.app_context():
        add_decision(slug, secret, EVENING)
    for phone in (evening.rita, evening.eric, evening.watcher):
        for address in ("", "/inspection.json", "/walk", "/live/desk"):
            assert "Spells, of course" not in phone.open(evening.desk + address)
    evening.send("/lock", evening.rita)
    evening.send("/reveal", evening.rita)
    assert "Spells, of course." in evening.watcher.open(f"{evening.desk}/scorecard")


def test_a_phone_that_goes_round_decides_after_the_reveal(visitor, find_kept):
    desk = visitor.start("Rita", "Eric", way="round")
    for position, focus in ((1, "S"), (2, "H")):
        visitor.send(f"{desk}/seats/{position}/tally", {**FIGURES, "stability": "12"})
        visitor.send(f"{desk}/seats/{position}/focus", {"focus": focus})
    decide(visitor, desk)
    assert find_kept(desk).decisions == ()
    visitor.send(f"{desk}/lock")
    visitor.send(f"{desk}/reveal")
    decide(visitor, desk)
    assert len(find_kept(desk).decisions) == 1


def test_whoever_is_struck_out_takes_the_decisions_along(visitor, finished, find_kept):
    decide(visitor, finished)
    decide(visitor, finished, TITLE, winners=["1", "2"])
    table = {"seats-0-position": "1", "seats-0-name": "Rita", "seats-0-focus": "S", "seats-1-name": "Ola"}
    visitor.send(f"{finished}/details", {**HEAD, **table})
    # A title that Eric was to share is not what the table decided without him.
    assert find_kept(finished).decisions == ()


def test_decisions_about_those_who_stay_are_kept_when_somebody_is_struck_out(visitor, finished, find_kept):
    decide(visitor, finished, figure="1:total", points="5")
    decide(visitor, finished, TITLE, winners="1")
    table = {"seats-0-position": "1", "seats-0-name": "Rita", "seats-0-focus": "S", "seats-1-name": "Ola"}
    visitor.send(f"{finished}/details", {**HEAD, **table})
    assert [(kept.line, kept.winners) for kept in find_kept(finished).decisions] == [("total", ()), ("winners", (1,))]


def test_what_the_other_form_has_no_room_for_is_left_out(visitor, finished, app):
    for figure in ("1:total", "2:total"):
        decide(visitor, finished, figure=figure)
    decide(visitor, finished, TITLE, winners="2")
    slug = finished.removeprefix("/inspections/")
    with app.app_context():
        add_decision(slug, KeptDecision("pile", "total", 0, 5, reason="Seen.", by="Rita"), EVENING)
        draft = queries.find_draft(slug)
    assert len(draft.decisions) == 4
    assert len(find_result(visitor, finished)["decisions"]) == 3
    table = {"seats-0-position": "1", "seats-0-name": "Rita", "seats-0-focus": "S"}
    visitor.send(f"{finished}/details", {**HEAD, **table, "form": "S-42A", "library_focus": "F"})
    visitor.send(f"{finished}/library", {"focus": "F", "kind": "discards", "discards": "B2:CF K1:RS"})
    assert [decision.get("player") for decision in find_result(visitor, finished)["decisions"]] == ["Rita", None]
    visitor.open(f"{finished}/scorecard")
    assert visitor.status == 200


def test_an_amended_version_keeps_what_was_decided(evening):
    evening.reveal()
    decide(evening.rita, evening.desk)
    evening.send("/amend", evening.rita, {"reason": "A typo."})
    version = json.loads(evening.rita.open(f"{evening.desk}/versions/1.json"))
    assert version["decisions"][0]["reason"] == "A sleeve stuck."
    decide(evening.eric, evening.desk, TITLE)
    assert evening.eric.status == 200


def test_a_copy_takes_the_decisions_along_and_a_new_evening_does_not(visitor, finished, find_kept):
    decide(visitor, finished)
    for what, count in (("everything", 1), ("table", 0)):
        visitor.send(f"{finished}/copy", {"what": what})
        assert len(find_kept(visitor.address).decisions) == count


def test_there_is_nothing_to_decide_without_a_scorecard(visitor, desk):
    for path in ("figure", "title"):
        visitor.open(f"{desk}/scorecard/{path}")
        assert visitor.status == 302


def test_a_card_that_is_gone_sends_those_who_look_at_it_to_the_desk(visitor, finished):
    visitor.send(f"{finished}/seats/1/shelf", {"shelf": "?"})
    answer = json.loads(visitor.open(f"{finished}/live/scorecard"))
    assert answer == {"html": "", "go": finished}


def test_a_tie_by_the_table_s_figures_is_broken_by_hands_and_by_the_race(visitor, tied, find_kept):
    """The rules have a winner, with one book more; by the table's own word it is a tie."""
    visitor.send(f"{tied}/seats/2/tally", {**FIGURES, "H": "8", "stability": "12"})
    page = visitor.open(f"{tied}/scorecard")
    assert 'name="hand-1"' not in page
    page = decide(visitor, tied, figure="2:H", points="7")
    assert "By the table’s own word the first place is still tied: Rita, Eric." in page
    assert 'class="paper question open" id="hands"' in page
    page = visitor.send(f"{tied}/scorecard/hands", {"hand-1": "3", "hand-2": "1"})
    assert "By the table’s own word the title goes to Eric." in page
    page = visitor.send(f"{tied}/scorecard/hands", {"hand-1": "3", "hand-2": "3"})
    assert re.findall(r'name="winner" value="(\d)"', page) == ["1", "2"]
    page = visitor.send(f"{tied}/scorecard/reading", {"winner": "1"})
    assert "By the table’s own word the title goes to Rita." in page
    assert 'id="race"' in page
    # The rules have no use for the race, which is nothing to remark on here.
    assert "is given as the winner of a reading race" not in page
    page = visitor.send(f"{tied}/scorecard/decisions/back", {"key": find_kept(tied).decisions[0].key})
    assert "Rita is given as the winner of a reading race, but none decides this game." in page


def test_a_title_that_the_table_has_named_asks_nothing_of_its_own_figures(visitor, tied):
    visitor.send(f"{tied}/seats/2/tally", {**FIGURES, "H": "8", "stability": "12"})
    decide(visitor, tied, figure="2:H", points="7")
    page = decide(visitor, tied, TITLE)
    assert "By the table’s own word the title goes to Rita." in page
    assert 'id="hands"' not in page
