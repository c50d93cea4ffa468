"""Why a card of a photo is doubtful, in sentences; what of it is doubtful, in a word."""

from __future__ import annotations

from ...vision.doubts import Cause, Part
from ..languages import Translations, find_translations


def name_part(part: Part, language: str) -> str:
    """Return what of a card is doubtful, as a label."""
    t = find_translations(language)
    names = {
        Part.CELL: t.gettext("Card"),
        Part.LETTER: t.gettext("Letter"),
        Part.NUMBER: t.gettext("Number"),
        Part.ICONS: t.gettext("Icons"),
    }
    return names[part]


def describe_cause(cause: Cause, language: str) -> str:
    """Say why something of a card is doubtful."""
    return _say(find_translations(language), cause)


def _say(t: Translations, cause: Cause) -> str:
    sentences = {
        Cause.SIDE: t.gettext("It is not clear which side is up."),
        Cause.FAINT: t.gettext("It can hardly be made out."),
        Cause.AMBIGUOUS: t.gettext("More than one reading fits the picture."),
        Cause.BLUR: t.gettext("The picture is blurred here."),
        Cause.GLARE: t.gettext("There is glare on it."),
        Cause.CUT_OFF: t.gettext("The edge of the photo cuts the card off."),
        Cause.TOO_SMALL: t.gettext("The card is too small in the photo."),
        Cause.TOO_DARK: t.gettext("It is too dark here."),
        Cause.UNLIKE_KNOWN_ICONS: t.gettext("It does not look like any known icon."),
        Cause.UNTAUGHT_FACE: t.gettext("The deck does not know the icons of this printing yet."),
        Cause.DECK_DIFFERS: t.gettext("The deck remembers something else."),
        Cause.COUNT_DIFFERS: t.gettext("The number of cards printed for this letter is not the expected one."),
        Cause.DUPLICATE: t.gettext("Another card on the shelf was read the same, but there is only one of it."),
        Cause.OUT_OF_ORDER: t.gettext("It does not fit the order of the cards beside it."),
    }
    return sentences[cause]
