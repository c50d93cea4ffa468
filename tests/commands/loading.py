"""What a command loads when it runs in its own Python process."""

from __future__ import annotations

import json
import subprocess
import sys

HEAVY = {"flask", "wtforms", "cv2", "numpy", "weasyprint", "sqlalchemy", "jinja2", "babel", "pypdf"}
PROGRAM = (
    "import json, sys; from companion.cli import main; status = main(sys.argv[1:]);"
    "print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})), file=sys.stderr); sys.exit(status)"
)


def find_loaded(*arguments: str) -> set[str]:
    """Run a command that is expected to succeed; return which of the heavy packages it has loaded."""
    done = subprocess.run([sys.executable, "-c", PROGRAM, *arguments], capture_output=True, text=True, check=True)
    return HEAVY & set(json.loads(done.stderr))
