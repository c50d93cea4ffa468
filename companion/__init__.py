"""The Ex Libris companion: the board game's official inspection, from the shelves to the signed form.

This file imports nothing, so that ``import companion.scoring`` never loads a web framework.
"""

__version__ = "0.1.0"
