"""A PostgreSQL server of our own: without a network, in a folder of its own, gone after the tests."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from threading import Thread
from typing import Any

import psycopg

SETTINGS = {
    # Where another program could reach it, or find it in the way.
    "listen_addresses": "",
    # Nothing here has to survive the machine.
    "fsync": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "jit": "off",
    "max_connections": "60",
    "shared_buffers": "16MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
}
OWNER = "companion"


class Cluster:
    """A server with its databases."""

    def __init__(self) -> None:
        self._programs = find_programs()
        # The path of a socket may have 107 characters: no folder of pytest's is short enough.
        self._folder = Path(tempfile.mkdtemp(prefix="companion-"))
        self._habits: dict[str, Any] = {"cwd": self._folder, "env": {"PATH": os.defpath, "LC_ALL": "C"}}
        if os.geteuid() == 0:
            # The server refuses to run as root, and Debian's package brings a user for it.
            self._habits |= {"user": "postgres", "group": "postgres", "extra_groups": []}
            shutil.chown(self._folder, "postgres", "postgres")
        self._data = self._folder / "data"
        quick = ("--no-sync", "--no-instructions", "--auth=trust", "--encoding=UTF8", "--no-locale")
        made = subprocess.run(
            [self._programs / "initdb", *quick, f"--username={OWNER}", f"--pgdata={self._data}"],
            capture_output=True,
            text=True,
            **self._habits,
        )
        assert made.returncode == 0, made.stderr
        settings = SETTINGS | {"unix_socket_directories": str(self._folder)}
        with (self._data / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())
        self.start()

    def start(self) -> None:
        """Start, and wait until it answers."""
        setpriv = shutil.which("setpriv")
        self._server = subprocess.Popen(
            # Where pytest is killed, the server goes too.
            [*([setpriv, "--pdeathsig", "QUIT"] if setpriv else []), self._programs / "postgres", "-D", self._data],
            stderr=subprocess.PIPE,
            text=True,
            **self._habits,
        )
        assert self._server.stderr is not None
        log = []
        for line in self._server.stderr:
            log.append(line)
            if "ready to accept connections" in line:
                break
        else:
            raise AssertionError("PostgreSQL did not start:\n" + "".join(log))
        # What nobody reads would hold it up one day.
        self._reader = Thread(target=self._server.stderr.read)
        self._reader.start()

    def stop(self, way: signal.Signals = signal.SIGINT) -> None:
        """Stop at once; whoever is connected loses the connection."""
        self._server.send_signal(way)
        self._server.wait()
        self._reader.join()
        assert self._server.stderr is not None
        self._server.stderr.close()

    def kill(self) -> None:
        """Kill all its processes, as a failure of the machine would."""
        # Stopped first, it starts no others and cleans nothing up.
        self._server.send_signal(signal.SIGSTOP)
        for process in find_children(self._server.pid):
            os.kill(process, signal.SIGKILL)
        self.stop(signal.SIGKILL)

    def remove(self) -> None:
        """Stop, and delete everything."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self._folder)

    def connect(self, name: str = "postgres") -> psycopg.Connection[tuple[Any, ...]]:
        """Connect to a database; each statement is a transaction of its own."""
        return psycopg.connect(host=str(self._folder), user=OWNER, dbname=name, autocommit=True)

    def make(self, name: str) -> str:
        """Make an empty database in the place of the one of that name; return its URL."""
        with self.connect() as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        return self.find_url(name)

    def find_url(self, name: str) -> str:
        """The URL of a database."""
        return f"postgresql+psycopg://{OWNER}@/{name}?host={self._folder}"


def find_programs() -> Path:
    """The folder of the newest server's programs: Debian puts them on no PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    on_path = shutil.which("initdb")
    assert found or on_path, "PostgreSQL is not installed: ./test installs it, or says what to install"
    return found[-1].parent if found else Path(on_path or "").parent


def find_children(parent: int) -> list[int]:
    """The processes that a process has started."""
    children = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        # The name in parentheses may contain anything.
        fields = status.read_text().rpartition(")")[2].split()
        if int(fields[1]) == parent:
            children.append(int(status.parent.name))
    return children
