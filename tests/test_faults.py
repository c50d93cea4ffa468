"""What may go wrong around the program, and the tests of each: none of these tests may go without being replaced."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
FAULTS = {
    "the web is killed in the middle of a save": "store/test_killed.py::what_a_killed_server_acknowledged_is_there",
    "the database is killed in the middle of a save": "store/test_killed.py::what_a_killed_database_acknowledged_is",
    "the web is killed in the middle of a photo or PDF": "workers/test_killed.py::a_job_whose_web_process_is_killed",
    "a worker is killed in the middle of a photo or PDF": "workers/test_killed.py::a_job_whose_worker_is_killed",
    "the database is killed in the middle of a photo or PDF": "workers/test_killed.py::a_job_whose_database_is_stopped",
    "the program is killed in the middle of a migration": "store/test_killed.py::an_upgrade_that_was_killed",
    "the database is killed in the middle of a migration": "store/test_killed.py::an_upgrade_whose_database",
    "the program is killed in the middle of a backup": "store/test_killed.py::a_backup_that_was_killed",
    "the program is killed in the middle of an export": "store/test_killed.py::an_export_that_was_killed",
    "the database is killed in the middle of an export": "store/test_killed.py::an_export_whose_database_was_killed",
    "the program is killed in the middle of an import": "store/test_killed.py::an_import_that_was_killed",
    "the disk is full from the start": "web/site/test_disks.py::on_a_disk_that_is_full_at_the_start",
    "the disk is full from the very start": "web/site/test_disks.py::nothing_begins_on_a_full_disk",
    "the disk is suddenly full": "web/site/test_disks.py::on_a_disk_that_fills_up",
    "the database is as large as it may be": "web/site/test_outages.py::on_a_full_disk_everything",
    "the disk is read-only from the start": "web/site/test_disks.py::nothing_starts_on_a_read_only_disk",
    "the file is read-only from the start": "web/site/test_outages.py::a_read_only_file_is_refused_at_the_start",
    "the disk is suddenly read-only": "web/site/test_disks.py::a_disk_that_becomes_read_only",
    "the file is suddenly read-only": "web/site/test_outages.py::a_file_that_can_only_be_read",
    "a server is suddenly read-only": "web/site/test_outages.py::a_server_that_can_only_be_read",
    "the file is damaged in its middle": "store/test_backups.py::what_was_overwritten_in_the_middle_is_found",
    "the file is damaged while the app runs": "web/site/test_outages.py::a_file_that_is_damaged_while_the_app_runs",
    "the clock is set back and forth": "web/site/test_outages.py::a_clock_that_is_set_back_and_forth",
    "the clock is set back while a worker is lost": "store/jobs/test_leases.py::a_lease_from_before_the_clock",
    "the clock is set forth while a worker is busy": "store/jobs/test_leases.py::a_worker_that_is_alive_keeps_its_job",
    "a worker hangs": "workers/test_supervisor.py::a_worker_that_hangs_is_ended",
    "a worker is busy for too long": "workers/test_supervisor.py::a_worker_that_is_busy_for_too_long",
    "a worker needs too much memory": "workers/test_supervisor.py::a_worker_that_needs_too_much_memory",
    "a worker breaks down": "workers/test_supervisor.py::a_worker_that_breaks_down",
    "no worker can be started": "workers/test_supervisor.py::where_no_process_can_be_started",
    "a phone repeats each request": "web/site/test_outages.py::an_evening_of_phones_that_send_everything_twice",
    "a phone repeats a photo": "store/jobs/test_leases.py::a_repeated_request_gets_the_same_job",
    "a database goes and comes back": "web/site/test_outages.py::a_database_that_goes_and_comes_back",
    "a page waits for its database": "browser/site/test_again.py::a_page_that_waits_for_the_database",
    "a worker waits for its database": "workers/test_child.py::a_worker_waits_for_the_database",
    "a result cannot be stored": "workers/test_child.py::a_job_that_cannot_be_stored_is_given_back",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_has_its_test(fault):
    path, _, name = FAULTS[fault].partition("::")
    assert re.search(rf"^def test_{name}", (TESTS / path).read_text(encoding="utf-8"), re.MULTILINE)
