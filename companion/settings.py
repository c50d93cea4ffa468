"""The settings: one frozen value read from ``COMPANION_*`` and the instance folder; an invalid value raises."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

_PACKAGE = Path(__file__).resolve().parent
ASSETS = _PACKAGE if (_PACKAGE / "templates").is_dir() else _PACKAGE.parent
"""Where ``templates/`` and ``static/`` are: inside the package in a wheel, next to it in a checkout."""

SHORTEST_SECRET = 16
"""Characters; a generated key has 64."""

_YES = frozenset({"1", "yes", "true", "on"})
_NO = frozenset({"", "0", "no", "false", "off"})
_DATABASES = ("sqlite", "postgresql", "postgresql+psycopg")
_IN_MEMORY = ("sqlite://", "sqlite:///", "sqlite:///:memory:")


class SettingsError(ValueError):
    """Raised when a setting is invalid: says which one, what was expected, and what was found."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that differs between installations."""

    instance: Path
    """The folder of the database, the secret key, and the copies made before an upgrade."""
    database_url: str
    """For SQLAlchemy: an SQLite file in the instance folder unless ``COMPANION_DATABASE_URL`` says otherwise."""
    secret_key: str = field(repr=False)
    """Signs the session cookie."""
    trusted_hosts: tuple[str, ...] = ()
    """The host names that are answered; none means all, which suits a home network."""
    proxies: int = 0
    """How many reverse proxies stand in front and set ``X-Forwarded-*``."""
    https: bool = False
    """Whether browsers reach the app by HTTPS: cookies are then never sent without it."""
    open_house: bool = False
    """Whether the common house is open to everybody who reaches the server."""
    workers: int = 1
    """How many worker processes ``companion serve`` starts for photos and PDFs; none where others do that work."""


def load_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Read the settings; create the instance folder and the secret key in it if they are missing.

    Raises ``SettingsError`` with a message for the person who started the program.
    """
    values = os.environ if environment is None else environment
    instance = _prepare_instance(values.get("COMPANION_INSTANCE", ""))
    database_url = _read_database_url(values.get("COMPANION_DATABASE_URL", ""), instance)
    proxies = _read_count("COMPANION_PROXIES", values.get("COMPANION_PROXIES", ""))
    https = _read_switch("COMPANION_HTTPS", values.get("COMPANION_HTTPS", ""))
    # At home the network is the door; behind a proxy, or with a database server, strangers may stand in it.
    is_home = database_url.startswith("sqlite") and not proxies and not https
    return Settings(
        instance=instance,
        database_url=database_url,
        secret_key=_read_secret_key(values.get("COMPANION_SECRET_KEY", ""), instance),
        trusted_hosts=_read_hosts(values.get("COMPANION_TRUSTED_HOSTS", "")),
        proxies=proxies,
        https=https,
        open_house=_read_switch(
            "COMPANION_OPEN_HOUSE", values.get("COMPANION_OPEN_HOUSE", "").strip() or ("yes" if is_home else "no")
        ),
        workers=_read_count("COMPANION_WORKERS", values.get("COMPANION_WORKERS", "") or str(count_workers())),
    )


def find_instance() -> Path:
    """Return the default instance folder: Flask's own rule, without loading Flask."""
    if ASSETS is _PACKAGE:
        return Path(sys.prefix) / "var" / "companion-instance"
    return ASSETS / "instance"


def count_workers() -> int:
    """Return how many workers suit this machine: two, or one on a single processor."""
    return min(2, os.cpu_count() or 1)


def _prepare_instance(named: str) -> Path:
    folder = Path(named).expanduser().absolute() if named.strip() else find_instance()
    try:
        # It holds the secret key and every focus. A folder that is named may be there for other things too.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not named.strip() and folder.stat().st_mode & 0o077:
            folder.chmod(0o700)
    except OSError as error:
        raise SettingsError(
            f"COMPANION_INSTANCE: expected a folder that can be made and written, "
            f"found {str(folder)!r} ({error.strerror}). Name another folder."
        ) from None
    return folder


def _read_database_url(given: str, instance: Path) -> str:
    if not given.strip():
        return f"sqlite:///{(instance / 'companion.sqlite3').as_posix()}"
    url = given.strip()
    # Hosting panels still write the short name, which SQLAlchemy no longer knows.
    url = "postgresql://" + url.removeprefix("postgres://") if url.startswith("postgres://") else url
    if urlsplit(url).scheme not in _DATABASES or url in _IN_MEMORY:
        raise SettingsError(
            "COMPANION_DATABASE_URL: expected an address such as 'sqlite:////var/lib/companion/companion.sqlite3' or "
            f"'postgresql://user:password@host/companion', found {_without_password(url)!r}."
        )
    return "postgresql+psycopg://" + url.removeprefix("postgresql://") if url.startswith("postgresql://") else url


def _without_password(url: str) -> str:
    """Keep a password out of error messages and thus out of logs."""
    head, at, tail = url.rpartition("@")
    return f"{head.partition(':')[0]}:…@{tail}" if at else url


def _read_secret_key(given: str, instance: Path) -> str:
    if given:
        if len(given) < SHORTEST_SECRET:
            raise SettingsError(
                f"COMPANION_SECRET_KEY: expected at least {SHORTEST_SECRET} characters, found {len(given)}. "
                "Leave it out and a key is generated into the instance folder."
            )
        return given
    path = instance / "secret-key"
    try:
        _generate_secret_key(path)
        mode = path.stat().st_mode
        if mode & 0o077:
            path.chmod(mode & 0o700)
        key = path.read_text(encoding="ascii").strip()
    except (OSError, ValueError) as error:
        raise SettingsError(
            f"The secret key could not be kept in {str(path)!r} ({error}). "
            "Make the instance folder writable, or set COMPANION_SECRET_KEY."
        ) from None
    if len(key) < SHORTEST_SECRET:
        raise SettingsError(
            f"The secret key in {str(path)!r} is too short: expected at least {SHORTEST_SECRET} characters, "
            f"found {len(key)}. Delete the file and a new one is generated; everybody then starts a new session."
        )
    return key


def _generate_secret_key(path: Path) -> None:
    """Write a new key that only its owner can read; an existing file is left alone, no matter who created it."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(32))


def _read_hosts(given: str) -> tuple[str, ...]:
    hosts = tuple(host.strip() for host in given.split(",") if host.strip())
    for host in hosts:
        if "/" in host or " " in host:
            raise SettingsError(
                "COMPANION_TRUSTED_HOSTS: expected host names divided by commas, such as "
                f"'library.example,192.168.1.20', found {host!r}. Leave out 'http://' and paths."
            )
    return hosts


def _read_count(name: str, given: str) -> int:
    text = given.strip() or "0"
    if not (text.isascii() and text.isdigit() and int(text) <= 9):
        raise SettingsError(f"{name}: expected a number from 0 to 9, found {given!r}.")
    return int(text)


def _read_switch(name: str, given: str) -> bool:
    text = given.strip().lower()
    if text not in _YES | _NO:
        raise SettingsError(f"{name}: expected 'yes' or 'no', found {given!r}.")
    return text in _YES
