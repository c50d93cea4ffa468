"""Where entering something leads back to: after the rounds of a solo game to what is due at its end, else the desk."""

from __future__ import annotations

from flask import url_for
from flask_babel import gettext as _

from ...workflow.access.seeing import SeenDraft
from ...workflow.game.solo_steps import is_over


def find_way_back(draft: SeenDraft) -> str:
    """Return the URL of the page to go back to."""
    return url_for("game.end" if is_over(draft) else "inspections.desk", slug=draft.slug)


def name_way_back(draft: SeenDraft) -> str:
    """Return the words of the link to it."""
    return str(_("Back to the game") if is_over(draft) else _("Back to the desk"))
