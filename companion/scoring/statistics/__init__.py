"""Standings over several inspections: the rounds of an evening, or the tables of a convention."""

from .document import format_standings
from .standings import Librarian, SeatedAt, Standings, StandingsError, add_up, name_source

__all__ = ["Librarian", "SeatedAt", "Standings", "StandingsError", "add_up", "format_standings", "name_source"]
