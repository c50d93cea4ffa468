"""What is wrong with a photo, as sentences that say what to do."""

from __future__ import annotations

from collections.abc import Callable

from ...vision.problems import PhotoFinding, Problem
from ..languages import Translations, find_translations


def describe_photo_finding(finding: PhotoFinding, language: str) -> str:
    """Say what is wrong with a photo, and what to do about it."""
    t = find_translations(language)
    if finding.problem in _COUNTED:
        return _COUNTED[finding.problem](t, int(finding.figures["cards"]))
    return _say(t, finding.problem) % finding.figures


def _say(t: Translations, problem: Problem) -> str:
    sentences = {
        Problem.UNREADABLE_FILE: t.gettext("The file %(file)s cannot be read. Check its name and location."),
        Problem.NOT_A_PHOTO: t.gettext("This is not a photo. Expected a JPEG, PNG, WebP or HEIC file."),
        Problem.DAMAGED_PHOTO: t.gettext("This photo is damaged or was not sent in full. Send it again."),
        Problem.HEIC_UNKNOWN: t.gettext(
            "This photo is a HEIC file, which this installation cannot open. Set the phone to save photos as JPEG, "
            "or install the package pillow-heif."
        ),
        Problem.TOO_MANY_BYTES: t.gettext(
            "This photo is %(megabytes)s MB; the limit is %(limit)s MB. Take it at a lower resolution."
        ),
        Problem.TOO_MANY_PIXELS: t.gettext(
            "This photo has %(megapixels)s megapixels; the limit is %(limit)s. Take it at a lower resolution."
        ),
        Problem.ODD_SIZE: t.gettext(
            "This picture is %(width)s × %(height)s pixels, which is too small or too narrow for a photo of a shelf. "
            "Send the photo as the camera took it."
        ),
        Problem.MOVING_PICTURE: t.gettext("This is an animated picture. Take a still photo."),
        Problem.HEAVY_FILE: t.gettext(
            "Opening this file would take too much memory or time. Save the photo as an ordinary JPEG, or take it at a "
            "lower resolution."
        ),
        Problem.NO_SHELF: t.gettext(
            "No shelf is visible in this photo. Take it from above, with all the cards in it and little else."
        ),
        Problem.SCREENSHOT: t.gettext(
            "This looks like a screenshot or a drawing. Take a photo of the cards themselves."
        ),
        Problem.TOO_DARK: t.gettext("The photo is too dark. Switch on a lamp, or take it near a window."),
        Problem.TOO_BRIGHT: t.gettext("The photo is too bright. Take it without the flash and away from the lamp."),
        Problem.BLURRED: t.gettext(
            "The photo is blurred. Hold still, and tap the cards on the screen to focus on them."
        ),
        Problem.TOO_FAR: t.gettext("The cards are too small to read. Move closer, or take one photo of each row."),
        Problem.TWO_SHELVES: t.gettext(
            "There are two shelves in this photo; only the larger one was read. Take one photo of each."
        ),
        Problem.PILE_AS_SHELF: t.gettext(
            "The cards in this photo seem to lie on others, as in a splayed pile; covered cards are not read here. "
            "Lay the cards of a shelf side by side and take the photo again. A discard pile is photographed from the "
            "page of the public library."
        ),
        Problem.SHELF_AS_PILE: t.gettext(
            "These cards lie side by side, as on a shelf. If they are one, take them out of the pile again and "
            "photograph them from the page of that shelf."
        ),
        Problem.UNKNOWN_FACE: t.gettext(
            "These cards are printed differently from those in the deck. Letters and numbers were read; fill in the "
            "categories by hand."
        ),
        Problem.UNREAD_PRINT: t.gettext(
            "Hardly any print on these cards could be read: the photo is blurred, or these are cards of another game. "
            "Check every card."
        ),
    }
    return sentences[problem]


def _say_cut_off(t: Translations, cards: int) -> str:
    return t.ngettext(
        "%(num)d card is cut off by the edge of the photo. Take it again with some table around the shelf.",
        "%(num)d cards are cut off by the edge of the photo. Take it again with some table around the shelf.",
        cards,
    ) % {"num": cards}


def _say_unread(t: Translations, cards: int) -> str:
    return t.ngettext(
        "%(num)d card is doubtful. Compare it with the photo.",
        "%(num)d cards are doubtful. Compare them with the photo.",
        cards,
    ) % {"num": cards}


_COUNTED: dict[Problem, Callable[[Translations, int], str]] = {
    Problem.CUT_OFF: _say_cut_off,
    Problem.UNREAD_CARDS: _say_unread,
}
