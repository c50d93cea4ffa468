"""Training of the card detector: ``python -m tools.train_detector``.

Needs, beside numpy, OpenCV and Pillow, PyTorch and onnx (``pip install torch==2.13.0 onnx``) and the fonts of
``tools.scenes.fonts.PACKAGES``; the project itself needs none of these.
"""
