"""Opening the database for a command that needs decks."""

from __future__ import annotations

from collections.abc import Callable

from . import output


def use_decks(action: Callable[[], int], refuse: Callable[[str], object], built_in: tuple[str, ...] = ()) -> int:
    """Open the database that the settings name and run an action on its decks; return the exit status.

    If it cannot be opened, the error is printed. The name of a deck that does not exist is wrong usage (``refuse`` ends
    the program): the message lists the existing decks, after the command's own ``built_in`` ones.
    """
    from ..settings import SettingsError, load_settings
    from ..workflow.database import StoreError, opened_database
    from ..workflow.decks.keeping import MissingDeckError

    try:
        with opened_database(load_settings().database_url):
            return action()
    except (SettingsError, StoreError) as error:
        output.write_error(str(error))
        return 1
    except MissingDeckError as error:
        names = ", ".join((*built_in, *error.names))
        refuse(f"{error}: " + (f"expected one of {names}" if names else "there are none yet"))
        return 2
