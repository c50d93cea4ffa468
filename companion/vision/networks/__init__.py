"""The neural networks and what they take: run by OpenCV, one input array and named output arrays each."""
