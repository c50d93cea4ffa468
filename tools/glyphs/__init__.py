"""The nets that read print: letters, numbers, and where on a card they stand. ``python -m tools.train_glyphs --help``.

Needs, beside the project, PyTorch 2.13 (CPU), onnx and Pillow, and fonts: any folders of .ttf and .otf files, such as
those of the Debian packages that ``fonts.PACKAGES`` names.
"""
