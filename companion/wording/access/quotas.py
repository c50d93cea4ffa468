"""What there is no more room for, and what makes room."""

from __future__ import annotations

from enum import StrEnum

from ..languages import find_translations


class Quota(StrEnum):
    """What a phone, a house or a table has only so much of."""

    DRAFTS = "drafts"
    """Inspections that a phone has begun and not revealed."""
    TABLES = "tables"
    """Inspections of a house."""
    DECKS = "decks"
    """Decks of a house."""
    PHOTOS = "photos"
    """Photos of a house that nobody has accepted, or that were kept on purpose."""
    LESSONS = "lessons"
    """Lessons from photos of a house that wait for their shelves to become final."""
    HOUSES = "houses"
    """Houses that a phone has."""
    PHONES = "phones"
    """Phones that have a house."""
    VERSIONS = "versions"
    """Earlier versions of an inspection."""
    LOG = "log"
    """Entries of a table's log that its host can bring about."""


def describe_full(quota: Quota, most: int, language: str) -> str:
    """Say that there are ``most`` of something already, and what to do."""
    t = find_translations(language)
    sentences = {
        Quota.DRAFTS: t.gettext(
            "This phone has begun %(num)s files that were never revealed. Reveal or delete some, and empty the "
            "wastebasket; then there is room."
        ),
        Quota.TABLES: t.gettext(
            "%(num)s files are kept in this house, and no more fit. Delete some and empty the wastebasket, or make "
            "another house."
        ),
        Quota.DECKS: t.gettext(
            "%(num)s decks are kept in this house, and no more fit. Delete some and empty the wastebasket, or play "
            "with one of them."
        ),
        Quota.PHOTOS: t.gettext(
            "%(num)s photos are kept in this house, and no more fit. Accept or delete some, or enter this shelf by "
            "hand."
        ),
        Quota.LESSONS: t.gettext(
            "The shelf is entered, but the deck learns nothing from its photos: %(num)s lessons of this house are "
            "waiting already. Reveal the inspections that they come from."
        ),
        Quota.HOUSES: t.gettext("This phone has %(num)s houses. Leave one that you no longer need."),
        Quota.PHONES: t.gettext(
            "This house is on %(num)s phones, and no more fit. Make a new house and share its link."
        ),
        Quota.VERSIONS: t.gettext(
            "%(num)s earlier versions of this inspection are kept, and no more fit. Copy it and correct the copy."
        ),
        Quota.LOG: t.gettext(
            "This table’s log has %(num)s entries and takes no more of this kind. Copy the table to go on with a new "
            "one."
        ),
    }
    return sentences[quota] % {"num": most}
