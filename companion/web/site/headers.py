"""Response headers: what a page may load, that it cannot be framed, and that pages are not cached."""

from __future__ import annotations

from flask import Flask, Response, request, session

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def init_app(app: Flask) -> None:
    """Send the headers, and let the session outlive the browser window, which a phone may close at any time."""
    app.after_request(_keep_session)
    app.after_request(_send_headers)


def _keep_session(response: Response) -> Response:
    # Only where there is something to keep: a cookie with every poll would be made and sent for nothing.
    if session.modified and not session.permanent:
        session.permanent = True
    return response


def _send_headers(response: Response) -> Response:
    headers = response.headers
    headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
    headers["X-Content-Type-Options"] = "nosniff"
    # An inspection's URL is its key, so it must not leak; no-referrer would break the CSRF check over HTTPS.
    headers["Referrer-Policy"] = "same-origin"
    headers["Permissions-Policy"] = "camera=(), geolocation=(), microphone=()"
    headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if request.endpoint != "static":
        headers["Cache-Control"] = "private, no-store"
    return response
