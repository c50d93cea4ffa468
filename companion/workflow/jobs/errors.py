"""A job that fails by itself."""

from __future__ import annotations

from typing import Any

from ...wording.jobs.failures import Failure

__all__ = ["Failure", "JobError"]


class JobError(ValueError):
    """Raised where a job fails by itself: trying again would change nothing."""

    def __init__(self, failure: Failure, **values: Any) -> None:
        """Say why; ``values`` are plain JSON, and are stored with the job."""
        super().__init__(f"{failure.value}: {values!r}" if values else failure.value)
        self.problem: dict[str, Any] = {"code": failure.value, **values}
