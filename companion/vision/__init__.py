"""Computer vision: a photo in, a reading out. OpenCV and numpy; loaded when there is a photo to read.

What it may assume about the game is handed in as ``game_rules.GameRules``.
"""

import os

# The matrices are small: threads that share one take longer than one thread. Read when numpy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
