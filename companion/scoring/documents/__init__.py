"""Documents: inspections, scorecards and paper sheets, read and written."""
