"""The web application: puts together settings, extensions, blueprints, headers, and error pages."""

from __future__ import annotations

import datetime

from flask import Flask
from flask_babel import Babel
from flask_wtf.csrf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from .settings import ASSETS, Settings, load_settings
from .store.database import prepare_database, refuse_damage
from .store.engines import adopt_engine_habits, choose_engine_options
from .store.models import db
from .web.access import guards, limits
from .web.advice import pages as advice
from .web.audit import pages as audit
from .web.decks import cards as deck_cards
from .web.decks import care as deck_care
from .web.decks import doubts as deck_doubts
from .web.decks import files as deck_files
from .web.decks import pages as decks
from .web.decks import teaching
from .web.game import pages as game
from .web.houses import bin as wastebasket
from .web.houses import pages as houses
from .web.jobs import pages as jobs
from .web.photos import pages as photos
from .web.photos import truths
from .web.scorecard import decisions
from .web.scorecard import pages as scorecard
from .web.seats import around, focuses, joining
from .web.sheets import pages as sheets
from .web.shelves import library, pile, tally
from .web.shelves import pages as shelves
from .web.site import addresses, errors, headers, health, hosts, languages, live, words
from .web.site.assets import serving as assets
from .web.site.clock import read_clock
from .web.site.unchanged import Unchanged
from .web.statistics import pages as statistics
from .web.statistics import standings
from .web.tables import home, particulars, people, stages, starting
from .web.tables import pages as inspections
from .web.walk import pages as walk
from .web.walk import screen
from .wording import languages as catalogues

MOST_BYTES_OF_A_FORM = 1_000_000
"""Far above the longest shelf with remarks, far below anything harmful."""

YEAR = datetime.timedelta(days=365)
"""How long the session cookie lives: it contains nothing but the form token."""


def create_app(settings: Settings | None = None) -> Flask:
    """Make the app; without ``settings``, use those of the environment.

    Raises ``SettingsError`` for a wrong setting and ``StoreError`` for a database that cannot be used.
    """
    settings = settings or load_settings()
    refuse_damage(settings.database_url)
    prepare_database(settings.database_url)
    app = Flask(
        "companion",
        instance_path=str(settings.instance),
        template_folder=str(ASSETS / "templates"),
        static_folder=str(ASSETS / "static"),
    )
    _configure(app, settings)
    hosts.init_app(app)
    addresses.init_app(app)
    db.init_app(app)
    with app.app_context():
        adopt_engine_habits(db.engine)
    CSRFProtect(app)
    Babel(app, locale_selector=languages.find_locale)
    for blueprint in (
        home.bp,
        health.bp,
        starting.bp,
        people.bp,
        inspections.bp,
        tally.bp,
        shelves.bp,
        library.bp,
        pile.bp,
        scorecard.bp,
        decisions.bp,
        sheets.bp,
        advice.bp,
        audit.bp,
        joining.bp,
        focuses.bp,
        around.bp,
        stages.bp,
        live.bp,
        walk.bp,
        screen.bp,
        game.bp,
        statistics.bp,
        standings.bp,
        particulars.bp,
        photos.bp,
        truths.bp,
        decks.bp,
        deck_cards.bp,
        deck_care.bp,
        deck_doubts.bp,
        deck_files.bp,
        teaching.bp,
        jobs.bp,
        houses.bp,
        wastebasket.bp,
    ):
        app.register_blueprint(blueprint)
    for part in (
        languages,
        headers,
        assets,
        errors,
        words,
        guards,
        limits,
        joining,
        inspections,
        walk,
        scorecard,
        screen,
        game,
        statistics,
        jobs,
        photos,
        truths,
        pile,
        teaching,
        deck_files,
        sheets,
    ):
        part.init_app(app)
    app.wsgi_app = Unchanged(app)  # type: ignore[method-assign]
    if settings.proxies:
        # The server hands these headers on: see commands.serve.
        hops = settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops, x_prefix=hops)  # type: ignore[method-assign]
    return app


def _configure(app: Flask, settings: Settings) -> None:
    app.config.from_mapping(
        SECRET_KEY=settings.secret_key,
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        SQLALCHEMY_ENGINE_OPTIONS=choose_engine_options(settings.database_url),
        MAX_CONTENT_LENGTH=MOST_BYTES_OF_A_FORM,
        MAX_FORM_MEMORY_SIZE=MOST_BYTES_OF_A_FORM,
        SESSION_COOKIE_NAME=(guards.HTTPS_PREFIX if settings.https else "") + "session",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=settings.https,
        PERMANENT_SESSION_LIFETIME=YEAR,
        # Otherwise every style sheet would set the cookie again, and nothing could be cached.
        SESSION_REFRESH_EACH_REQUEST=False,
        # A game takes longer than the hour after which a token would be refused by default.
        WTF_CSRF_TIME_LIMIT=None,
        TRUSTED_HOSTS=list(settings.trusted_hosts) or None,
        BABEL_TRANSLATION_DIRECTORIES=str(catalogues.CATALOGUES),
        CLOCK=read_clock,
        OPEN_HOUSE=settings.open_house,
        # For tests that do everything again and again.
        LIMITED=True,
    )
