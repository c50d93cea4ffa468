"""The baseline of ``bench.tables``: a Flask app with one empty route, served exactly like the companion."""

from __future__ import annotations

import sys

from flask import Flask

from companion.commands.serve import open_server
from companion.web.site.sockets.polling import Channels


def main() -> None:
    app = Flask(__name__)
    app.add_url_rule("/<path:_>", view_func=lambda _: "{}", methods=["GET", "POST"])
    server = open_server(app, "127.0.0.1", 0, Channels())
    print(f"http://127.0.0.1:{server.effective_port}/")
    sys.stdout.flush()
    server.run()


if __name__ == "__main__":
    main()
