"""Computer vision: a photo in, a reading out. OpenCV and numpy; loaded when there is a photo to read.

What it may assume about the game is handed in as ``game_rules.GameRules``.
"""
