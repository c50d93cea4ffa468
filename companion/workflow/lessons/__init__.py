"""The first lesson: a few taps say which category each kind of icon is, and a printing is known."""
