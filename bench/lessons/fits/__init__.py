"""Logistic regressions that the eye goes by, fitted to made photos."""
