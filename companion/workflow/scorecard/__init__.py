"""The scorecard, and the questions that only the people at the table can answer."""
