"""The eye: pixels in, a reading out. OpenCV and numpy, no rules of the game; loaded when there is a photo to read."""
