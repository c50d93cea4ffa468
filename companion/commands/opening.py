"""Opening the database for a command that needs decks."""

from __future__ import annotations

from collections.abc import Callable

from . import output


def use_decks(action: Callable[[], int], refuse: Callable[[str], object], built_in: tuple[str, ...] = ()) -> int:
    """Open the database that the settings name, and do something with its decks; return the exit status.

    Where it cannot be opened, that is said. The name of a deck that is not there is wrong use (``refuse`` ends the
    program): it is answered with those there are, after the ``built_in`` ones that the command knows besides.
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
