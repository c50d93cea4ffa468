"""The Ex Libris companion: the official inspection of the board game, from shelves to the signed form.

This file imports nothing, so that ``import companion.scoring`` never loads a web framework.
"""

__version__ = "0.1.0"
