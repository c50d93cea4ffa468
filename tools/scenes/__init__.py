"""Made photos of shelves, with the truth beside them: ``python -m tools.scenes --help``.

A scene is drawn in four steps: a face says how cards look (``faces``, and ``strangers`` for cards of other games),
a shelf says where they lie (``shelves``), a table and what else lies on it come beneath and above (``tables``,
``clutter``), and a camera looks at it all (``optics``). ``photos`` puts the steps together.

Needs numpy, OpenCV and Pillow; the fonts come from Debian packages (``fonts.PACKAGES``).
"""
