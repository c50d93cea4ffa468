"""``companion work``: workers alone, for servers elsewhere that share the database."""

from __future__ import annotations

import signal
import sys
from argparse import Namespace

from . import output


def work(chosen: Namespace) -> int:
    """Keep workers alive until interrupted; return the exit status."""
    from ..settings import SettingsError, load_settings
    from ..workers.supervisor import Supervisor
    from ..workflow.database import StoreError, prepare_database
    from ..workflow.faults import hide_values

    hide_values()
    try:
        settings = load_settings()
        prepare_database(settings.database_url)
    except (SettingsError, StoreError) as error:
        output.write_error(str(error))
        return 1
    supervisor = Supervisor(chosen.workers or settings.workers or 1)
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, lambda *_: supervisor.stopping.set())
    output.write_line(f"At work: {supervisor.count} of us. Ctrl+C ends it.")
    sys.stdout.flush()
    supervisor.run()
    return 0
