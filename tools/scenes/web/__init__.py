"""A second maker of cards: written as HTML, and painted by Chromium in fonts and icons of npm.

It shares no layout, icon, font or color with the first one (``tools.scenes.cards``), which the networks were trained
on: what is read of its cards tells whether they learned to read cards, or that maker's. Tables, cameras and light are
the same. ``WEB_PACKAGES`` is the folder that npm filled; ``tools.scenes.web.packages`` says with what.
"""
