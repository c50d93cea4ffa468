"""Findings as sentences a player understands: what was expected, what was seen, what to do."""

from __future__ import annotations

from collections.abc import Callable

from ..scoring.categories import Category
from ..scoring.document_fields import Wanted
from ..scoring.findings import Code, Finding
from ..scoring.notation import Expected
from ..scoring.terms import Terms, find_terms
from .languages import Translations, find_translations


def describe_finding(finding: Finding, language: str) -> str:
    """Say a finding, with its place on the shelf if it has one; whose shelf it is, ``describe_owner`` says."""
    t = find_translations(language)
    values = {**finding.details, "token": finding.token or "", "player": finding.player or ""}
    sentence = _SENTENCES[finding.code](t, find_terms(language), values)
    if finding.row is None:
        return sentence
    if finding.column is None:
        return t.gettext("Row %(row)d: %(sentence)s") % {"row": finding.row + 1, "sentence": sentence}
    place = {"row": finding.row + 1, "place": finding.column + 1, "sentence": sentence}
    return t.gettext("Row %(row)d, place %(place)d: %(sentence)s") % place


def describe_owner(finding: Finding, language: str) -> str:
    """Say whom a finding is about: a player's name, the public library, or nobody (the empty string)."""
    if finding.player is not None:
        return finding.player
    if finding.details.get("within") == "library":
        return find_terms(language).public_library
    number = finding.details.get("number")
    return find_translations(language).gettext("Player %(number)d") % {"number": number} if number else ""


_Values = dict[str, str | int]
_Sentence = Callable[[Translations, Terms, _Values], str]


def _category(terms: Terms, values: _Values) -> str:
    return terms.name(Category(str(values["category"])))


def _unreadable_json(t: Translations, _: Terms, values: _Values) -> str:
    if values.get("reason"):
        return t.gettext(
            "This is no JSON (%(reason)s). Expected an inspection document; check brackets, quotes and commas there."
        ) % {"reason": values["reason"]}
    if "expected" in values:
        return t.gettext("Expected a JSON object with the fields of an inspection, and found something else.")
    if "file" in values:
        return t.gettext("The file %(file)s cannot be read. Check its name and place.") % values
    if "pdf" in values:
        return t.gettext(
            "This PDF carries no inspection. Expected a form made by this program; score its JSON document instead."
        )
    return t.gettext("This is no JSON in UTF-8. Expected an inspection document.")


def _unknown_format(t: Translations, _: Terms, values: _Values) -> str:
    return t.gettext("Expected the format “%(expected)s”, found “%(token)s”.") % values


def _unknown_form(t: Translations, _: Terms, values: _Values) -> str:
    return t.gettext("Expected the form “B-7c” (2 to 4 players) or “S-42A” (solo), found “%(token)s”.") % values


def _unknown_edition(t: Translations, _: Terms, values: _Values) -> str:
    return t.gettext("Expected an edition (%(expected)s), found “%(token)s”.") % values


def _unknown_category(t: Translations, _: Terms, values: _Values) -> str:
    sentence = t.gettext("Expected a category code (C, F, H, M, R or S) in “%(field)s”, found “%(token)s”.")
    return sentence % values


def _missing_field(t: Translations, _: Terms, values: _Values) -> str:
    match values.get("expected"):
        case Wanted.TEXT:
            return t.gettext("Expected a text in “%(field)s”, found %(token)s.") % values
        case Wanted.OBJECT:
            return t.gettext("Expected an object with fields in “%(field)s”, found %(token)s.") % values
    return t.gettext("“%(field)s” is missing. Fill it in.") % values


def _conflicting_fields(t: Translations, _: Terms, values: _Values) -> str:
    if values.get("within") == "library":
        return t.gettext("Expected either a tally or the discarded cards, found both. Remove one of them.")
    return t.gettext("Expected either a shelf or a tally with its stability, found %(fields)s. Keep one.") % values


def _not_a_count(t: Translations, _: Terms, values: _Values) -> str:
    if values.get("expected") == Wanted.POINTS:
        return t.gettext("Expected a whole number in “%(field)s”, found “%(token)s”.") % values
    return t.gettext("Expected a whole number from 0 in “%(field)s”, found “%(token)s”.") % values


def _unreadable_token(t: Translations, _: Terms, values: _Values) -> str:
    match values.get("expected"):
        case Expected.NUMBER:
            sentence = t.gettext(
                "“%(token)s” cannot be read: expected a number from 1 to 99 after the letter, such as M8:CFFR."
            )
        case Expected.CATEGORIES:
            sentence = t.gettext(
                "“%(token)s” cannot be read: after the colon, expected the letters of its categories out of CFHMRS."
            )
        case Expected.CARD_FOR_SUFFIX:
            sentence = t.gettext("“%(token)s” cannot be read: ~ and + need a card in front of them.")
        case Expected.DISCARD:
            sentence = t.gettext(
                "“%(token)s” cannot be a discard: discarded cards lie face up, with nothing under them."
            )
        case Wanted.TEXT:
            sentence = t.gettext("Expected cards as text, such as A1:CF B2:MM, found %(token)s.")
        case _:
            sentence = t.gettext(
                "“%(token)s” cannot be read: expected a card such as M8:CFFR, . for an empty place, or # for a back."
            )
    return sentence % values


def _unread_card(t: Translations, _: Terms, values: _Values) -> str:
    return t.gettext("“%(token)s” was not read in full. Look at the card and fill in what the ? stands for.") % values


def _unknown_letter(t: Translations, _: Terms, values: _Values) -> str:
    return (
        t.gettext("“%(token)s”: the edition %(edition)s has no letter %(letter)s. Correct the letter or the edition.")
        % values
    )


def _icons_missing(t: Translations, _: Terms, values: _Values) -> str:
    return t.gettext("%(card)s has no icons yet. Add its two to four categories.") % values


def _no_players(t: Translations, _: Terms, values: _Values) -> str:
    return t.gettext("There are no players. Add those who sat at the table.") % values


def _duplicate_name(t: Translations, _: Terms, values: _Values) -> str:
    return t.gettext("Two players are called %(token)s. Give one of them another name.") % values


def _missing_library(t: Translations, terms: Terms, values: _Values) -> str:
    return t.gettext("The public library is missing: form S-42A needs its focus and its tally or discards.") % values


def _icons_count(t: Translations, _: Terms, values: _Values) -> str:
    sentence = t.ngettext(
        "%(card)s shows %(icons)d icon; cards have two to four. Check it.",
        "%(card)s shows %(icons)d icons; cards have two to four. Check it.",
        int(values["icons"]),
    )
    return sentence % values


def _duplicate_card(t: Translations, _: Terms, values: _Values) -> str:
    if values["first"] and values["first"] != values["player"]:
        return (
            t.gettext("%(card)s lies here and also on another shelf (%(first)s), but exists only once. Check both.")
            % values
        )
    return t.gettext("%(card)s lies here twice, but exists only once. Check both.") % values


def _number_above_count(t: Translations, _: Terms, values: _Values) -> str:
    sentence = t.ngettext(
        "%(card)s: this letter has only %(of)d card. Check the number.",
        "%(card)s: this letter has only %(of)d cards. Check the number.",
        int(values["of"]),
    )
    return sentence % values


def _too_many_rows(t: Translations, _: Terms, values: _Values) -> str:
    sentence = t.ngettext(
        "The shelf has %(rows)d row; three are allowed. It is scored as it is.",
        "The shelf has %(rows)d rows; three are allowed. It is scored as it is.",
        int(values["rows"]),
    )
    return sentence % values


def _shelf_in_pieces(t: Translations, _: Terms, values: _Values) -> str:
    sentence = t.ngettext(
        "The shelf lies in %(pieces)d piece; every card should touch another by a side.",
        "The shelf lies in %(pieces)d pieces; every card should touch another by a side.",
        int(values["pieces"]),
    )
    return sentence % values


def _focus_clash(t: Translations, terms: Terms, values: _Values) -> str:
    words = {**values, "category": _category(terms, values)}
    match values["owner"], values["role"]:
        case "banned", _:
            return t.gettext("%(category)s is both prominent and banned; the two are different cards.") % words
        case _, "prominent":
            return t.gettext("The focus %(category)s is the prominent category; those are different cards.") % words
        case _, "banned":
            return t.gettext("The focus %(category)s is the banned category; those are different cards.") % words
    if not values["other"]:
        return t.gettext("The focus %(category)s is also somebody else's; each is dealt once.") % words
    return t.gettext("The focus %(category)s is also the focus of %(other)s; each is dealt once.") % words


def _player_count(t: Translations, _: Terms, values: _Values) -> str:
    if values["form"] == "S-42A":
        return t.gettext("S-42A is for one player: of %(players)d, only %(first)s is scored.") % values
    sentence = t.ngettext(
        "B-7c is for 2 to 4 players; this table has %(players)d. It is scored all the same.",
        "B-7c is for 2 to 4 players; this table has %(players)d. It is scored all the same.",
        int(values["players"]),
    )
    return sentence % values


def _tally_impossible(t: Translations, terms: Terms, values: _Values) -> str:
    if "category" in values:
        words = {**values, "category": _category(terms, values)}
        sentence = t.ngettext(
            "%(category)s: %(books)d book on this table, but the box has only %(most)d.",
            "%(category)s: %(books)d books on this table, but the box has only %(most)d.",
            int(values["books"]),
        )
        return sentence % words
    return t.gettext("A tally of one single book is impossible: every card shows at least two.")


def _stability_impossible(t: Translations, _: Terms, values: _Values) -> str:
    return (
        t.gettext("A shelf stability of %(points)d is impossible: no rectangle and no entombed cards give it.") % values
    )


def _hand_needed(t: Translations, _: Terms, values: _Values) -> str:
    return t.gettext("The first place is tied: count the cards left in hand.")


def _zero_prominent_placed(t: Translations, terms: Terms, values: _Values) -> str:
    words = {**values, "category": _category(terms, values)}
    sentence = t.ngettext(
        "%(points)d point for prominent works with no book of %(category)s: by the letter, still placed.",
        "%(points)d points for prominent works with no book of %(category)s: by the letter, still placed.",
        int(values["points"]),
    )
    return sentence % words


def _unknown_key(t: Translations, _: Terms, values: _Values) -> str:
    return t.gettext("“%(token)s” is no field of this document. It is kept and ignored.") % values


def _unusable_field(t: Translations, _: Terms, values: _Values) -> str:
    match values["expected"]:
        case Wanted.DATE:
            sentence = t.gettext("“%(field)s”: expected a date such as 2026-11-20, found %(token)s. It is ignored.")
        case Wanted.YES_OR_NO:
            sentence = t.gettext("“%(field)s”: expected true or false, found %(token)s. It is ignored.")
        case Wanted.DIFFICULTY:
            sentence = t.gettext("“%(field)s”: expected 1 to 7, found %(token)s. It is ignored.")
        case "tied-player":
            sentence = t.gettext("%(token)s was not in the reading race; expected one of %(names)s. It is ignored.")
        case _:
            sentence = t.gettext("“%(field)s”: expected a text, found %(token)s. It is ignored.")
    return sentence % values


_SENTENCES: dict[Code, _Sentence] = {
    Code.UNREADABLE_JSON: _unreadable_json,
    Code.UNKNOWN_FORMAT: _unknown_format,
    Code.UNKNOWN_FORM: _unknown_form,
    Code.UNKNOWN_EDITION: _unknown_edition,
    Code.UNKNOWN_CATEGORY: _unknown_category,
    Code.MISSING_FIELD: _missing_field,
    Code.CONFLICTING_FIELDS: _conflicting_fields,
    Code.NOT_A_COUNT: _not_a_count,
    Code.UNREADABLE_TOKEN: _unreadable_token,
    Code.UNREAD_CARD: _unread_card,
    Code.UNKNOWN_LETTER: _unknown_letter,
    Code.ICONS_MISSING: _icons_missing,
    Code.NO_PLAYERS: _no_players,
    Code.DUPLICATE_NAME: _duplicate_name,
    Code.MISSING_LIBRARY: _missing_library,
    Code.ICONS_COUNT: _icons_count,
    Code.DUPLICATE_CARD: _duplicate_card,
    Code.NUMBER_ABOVE_COUNT: _number_above_count,
    Code.TOO_MANY_ROWS: _too_many_rows,
    Code.SHELF_IN_PIECES: _shelf_in_pieces,
    Code.FOCUS_CLASH: _focus_clash,
    Code.PLAYER_COUNT: _player_count,
    Code.TALLY_IMPOSSIBLE: _tally_impossible,
    Code.STABILITY_IMPOSSIBLE: _stability_impossible,
    Code.HAND_NEEDED: _hand_needed,
    Code.ZERO_PROMINENT_PLACED: _zero_prominent_placed,
    Code.UNKNOWN_KEY: _unknown_key,
    Code.UNUSABLE_FIELD: _unusable_field,
}
