"""The scorecard and its questions."""
