"""What stops a scoring, as sentences: what was expected, what was seen, what to do."""

from __future__ import annotations

from ...scoring.checks.findings import Code
from ...scoring.decisions.decision import DecidedLine
from ...scoring.documents.fields import Wanted
from ...scoring.notation import Expected
from ...scoring.terms import Terms
from ..languages import Translations
from ..sentences import Sentence, Values, name_category, name_edition


def _unreadable_json(t: Translations, _: Terms, values: Values) -> str:
    if "line" in values:
        return t.gettext(
            "This is not JSON: line %(line)d, column %(column)d, at “%(token)s”. "
            "Check brackets, quotes and commas there."
        ) % {**values, "token": values["token"] or "…"}
    match values.get("expected"):
        case Wanted.OBJECT:
            return t.gettext("Expected a JSON object with the fields of an inspection, found something else.")
        case "number":
            return t.gettext("“%(token)s” is not a number in JSON. Write a whole number there.") % values
        case "characters":
            return t.gettext("This text holds half a character (\\ud800 to \\udfff). Write it in full, or take it out.")
        case "utf-8":
            return t.gettext("This is not text in UTF-8. Save the inspection document as UTF-8.")
    if "file" in values:
        return t.gettext("The file %(file)s cannot be read. Check its name and location.") % values
    if "pdf" in values:
        return t.gettext(
            "This PDF carries no inspection. Expected a form made by this program; score its JSON document instead."
        )
    return t.gettext(
        "Expected an inspection document, found a number or a nesting of lists beyond any game. Check that this is "
        "the right file."
    )


def _unknown_format(t: Translations, _: Terms, values: Values) -> str:
    return t.gettext("Expected the format “%(expected)s”, found “%(token)s”.") % values


def _unknown_form(t: Translations, _: Terms, values: Values) -> str:
    return t.gettext("Expected the form “B-7c” (2 to 4 players) or “S-42A” (solo), found “%(token)s”.") % values


def _unknown_edition(t: Translations, _: Terms, values: Values) -> str:
    return t.gettext("Expected an edition (%(expected)s), found “%(token)s”.") % values


def _unknown_category(t: Translations, _: Terms, values: Values) -> str:
    sentence = t.gettext("Expected a category code (C, F, H, M, R or S) in “%(field)s”, found “%(token)s”.")
    return sentence % values


def _missing_field(t: Translations, terms: Terms, values: Values) -> str:
    match values.get("expected"):
        case Wanted.TEXT:
            return t.gettext("Expected text in “%(field)s”, found %(token)s.") % values
        case Wanted.OBJECT:
            return t.gettext("Expected an object with fields in “%(field)s”, found %(token)s.") % values
        case Wanted.LIST:
            return t.gettext("Expected a list in “%(field)s”, found %(token)s.") % values
        case Wanted.COUNT:
            words = {**values, "category": name_category(terms, values)}
            return t.gettext("“%(field)s” is missing: how many books of %(category)s? Write 0 for none.") % words
        case "shelf-or-tally":
            return t.gettext("There are no cards and no figures. Add a “shelf”, or a “tally” with its “stability”.")
        case "tally-or-discards":
            return t.gettext("There are no cards and no figures. Add a “tally”, or the “discards” card by card.")
    return t.gettext("“%(field)s” is missing. Fill it in.") % values


def _conflicting_fields(t: Translations, _: Terms, values: Values) -> str:
    if "decision" in values:
        sentence = t.gettext("Expected either a figure or the winners, found %(fields)s. Make two decisions of it.")
        return sentence % values
    if values.get("within") == "library":
        return t.gettext("Expected either a tally or the discarded cards, found both. Remove one of them.")
    return t.gettext("Expected either a shelf or a tally with its stability, found %(fields)s. Keep one.") % values


def _not_a_count(t: Translations, _: Terms, values: Values) -> str:
    if values.get("expected") == Wanted.POINTS:
        return t.gettext("Expected a whole number in “%(field)s”, found “%(token)s”.") % values
    return t.gettext("Expected a whole number, 0 or more, in “%(field)s”, found “%(token)s”.") % values


def _unreadable_token(t: Translations, _: Terms, values: Values) -> str:
    match values.get("expected"):
        case Expected.NUMBER:
            sentence = t.gettext(
                "“%(token)s” cannot be read: expected a number from 1 to 99 after the letter, such as M8:CFFR."
            )
        case Expected.CATEGORIES:
            sentence = t.gettext("“%(token)s” cannot be read: expected category letters from CFHMRS after the colon.")
        case Expected.SPACE:
            sentence = t.gettext("“%(token)s” cannot be read: expected a space between two cards.")
        case Expected.ONE_SUFFIX:
            sentence = t.gettext("“%(token)s” cannot be read: expected ~ and + once each at most, as in A1:CF~+.")
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


def _unread_card(t: Translations, _: Terms, values: Values) -> str:
    return t.gettext("“%(token)s” was not read in full. Look at the card and fill in what the ? stands for.") % values


def _unknown_letter(t: Translations, _: Terms, values: Values) -> str:
    sentence = t.gettext("“%(token)s”: no card has the letter %(letter)s (%(edition)s). Correct letter or edition.")
    return sentence % {**values, "edition": name_edition(t, str(values["edition"]))}


def _icons_missing(t: Translations, _: Terms, values: Values) -> str:
    return t.gettext("%(card)s has no icons yet. Add its two to four categories.") % values


def _no_players(t: Translations, _: Terms, values: Values) -> str:
    return t.gettext("There are no players. Add those who sat at the table.") % values


def _duplicate_name(t: Translations, _: Terms, values: Values) -> str:
    if "other" in values:
        sentence = t.gettext("%(token)s and %(other)s count as one person. Give one of them another name.")
        return sentence % values
    return t.gettext("Two players are called %(token)s. Give one of them another name.") % values


def _missing_library(t: Translations, terms: Terms, values: Values) -> str:
    return t.gettext("The public library is missing: form S-42A needs its focus and its tally or discards.") % values


def _unknown_line(t: Translations, _: Terms, values: Values) -> str:
    if values.get("within") == "library":
        return t.gettext("“%(token)s” cannot be decided: the public library has no such figure.") % values
    words = {**values, "lines": ", ".join(DecidedLine)}
    return t.gettext("Expected a figure of the form (%(lines)s) in “%(field)s”, found “%(token)s”.") % words


def _unknown_player(t: Translations, _: Terms, values: Values) -> str:
    return t.gettext("“%(token)s” is not at this table. Expected one of: %(names)s.") % values


def _decided_twice(t: Translations, _: Terms, values: Values) -> str:
    return t.gettext("This has been decided before in the same document. Keep one of the two decisions.")


def _no_inspections(t: Translations, _: Terms, values: Values) -> str:
    return t.gettext("There are no inspections to add up. Choose at least one that is counted.")


def _solo_inspection(t: Translations, _: Terms, values: Values) -> str:
    return t.gettext("This is a solo game (S-42A). Standings add up games of several librarians; leave it out.")


def _given_twice(t: Translations, _: Terms, values: Values) -> str:
    return t.gettext("This is the same inspection as %(earlier)s. Leave one of them out.") % values


ERROR_SENTENCES: dict[Code, Sentence] = {
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
    Code.UNKNOWN_LINE: _unknown_line,
    Code.UNKNOWN_PLAYER: _unknown_player,
    Code.DECIDED_TWICE: _decided_twice,
    Code.NO_INSPECTIONS: _no_inspections,
    Code.SOLO_INSPECTION: _solo_inspection,
    Code.GIVEN_TWICE: _given_twice,
}
