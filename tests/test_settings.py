"""Settings: the environment, the defaults, and a message for every invalid value."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from companion.settings import ASSETS, Settings, SettingsError, find_instance, load_settings

OWN_KEY = {"secret_key": "a key of somebody's own"}


@pytest.fixture
def load(tmp_path: Path):
    """A function that loads settings from the test's own folder and the given variables."""

    def load_with(**variables: str) -> Settings:
        named = {f"COMPANION_{name.upper()}": value for name, value in variables.items()}
        return load_settings({"COMPANION_INSTANCE": str(tmp_path / "instance"), **named})

    return load_with


def test_nothing_need_be_set(load, tmp_path):
    settings = load()
    assert settings.instance == tmp_path / "instance"
    assert settings.database_url == f"sqlite:///{tmp_path}/instance/companion.sqlite3"
    assert (settings.trusted_hosts, settings.proxies, settings.https) == ((), 0, False)


def test_the_default_instance_lies_beside_the_templates_of_a_checkout():
    assert find_instance() == ASSETS / "instance"


def test_the_environment_is_read_where_nothing_is_given(instance):
    assert load_settings().instance == instance


def test_a_secret_key_is_generated_once_and_only_for_its_owner(load):
    first = load()
    path = first.instance / "secret-key"
    assert len(first.secret_key) == 64
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load().secret_key == first.secret_key


def test_a_secret_key_may_be_given(load):
    settings = load(**OWN_KEY)
    assert settings.secret_key == OWN_KEY["secret_key"]
    assert not (settings.instance / "secret-key").exists()


def test_the_secret_key_is_not_shown_with_the_settings(load):
    settings = load(**OWN_KEY)
    assert "somebody" not in repr(settings)


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("sqlite:////srv/ex.sqlite3", "sqlite:////srv/ex.sqlite3"),
        ("postgresql://u:p@db/companion", "postgresql+psycopg://u:p@db/companion"),
        ("postgres://u:p@db/companion", "postgresql+psycopg://u:p@db/companion"),
        ("postgresql+psycopg:///companion?host=/run", "postgresql+psycopg:///companion?host=/run"),
    ],
)
def test_another_database_may_be_named(load, given, used):
    assert load(database_url=given).database_url == used


def test_hosts_proxies_and_https_are_read(load):
    settings = load(trusted_hosts="library.example, 192.168.1.20", proxies="1", https="yes")
    assert settings.trusted_hosts == ("library.example", "192.168.1.20")
    assert (settings.proxies, settings.https) == (1, True)


@pytest.mark.parametrize(
    ("given", "is_open"),
    [
        ({}, True),
        ({"open_house": "no"}, False),
        ({"proxies": "1"}, False),
        ({"https": "yes"}, False),
        ({"database_url": "postgresql://u:p@db/companion"}, False),
        ({"proxies": "1", "https": "yes", "open_house": "yes"}, True),
    ],
)
def test_a_house_is_open_at_home_unless_somebody_says_otherwise(load, given, is_open):
    assert load(**given).open_house is is_open


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("secret_key", "short", "expected at least 16 characters, found 5"),
        ("database_url", "mysql://u:p@db/x", "expected an address such as"),
        ("database_url", "sqlite:///:memory:", "expected an address such as"),
        ("database_url", "companion.sqlite3", "found 'companion.sqlite3'"),
        ("trusted_hosts", "http://library.example", "Leave out 'http://'"),
        ("proxies", "many", "expected a number from 0 to 9, found 'many'"),
        ("proxies", "-1", "expected a number from 0 to 9, found '-1'"),
        ("https", "perhaps", "expected 'yes' or 'no', found 'perhaps'"),
        ("open_house", "ajar", "expected 'yes' or 'no', found 'ajar'"),
    ],
)
def test_a_wrong_value_is_named_with_what_was_expected(load, name, value, sentence):
    with pytest.raises(SettingsError) as refusal:
        load(**{name: value})
    assert sentence in str(refusal.value)
    assert f"COMPANION_{name.upper()}" in str(refusal.value)


def test_a_password_does_not_get_into_the_message(load):
    with pytest.raises(SettingsError) as refusal:
        load(database_url="mysql://user:geheim@db/x")
    assert "geheim" not in str(refusal.value)


def test_an_instance_that_cannot_be_a_folder_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match="expected a folder"):
        load_settings({"COMPANION_INSTANCE": str(tmp_path / "file")})


def test_a_secret_key_that_somebody_emptied_is_refused(load):
    path = load().instance / "secret-key"
    path.write_text("")
    with pytest.raises(SettingsError, match="Delete the file"):
        load()


def test_a_secret_key_that_cannot_be_read_is_refused(load):
    folder = load().instance
    (folder / "secret-key").unlink()
    (folder / "secret-key").mkdir()
    with pytest.raises(SettingsError, match="could not be kept"):
        load()


def test_a_new_instance_folder_is_its_owners_alone(tmp_path):
    load_settings({"COMPANION_INSTANCE": str(tmp_path / "new")})
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
