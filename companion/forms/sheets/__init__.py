"""The two official sheets, from a scorecard to HTML and PDF."""
