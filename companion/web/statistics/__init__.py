"""Statistics: the results of past inspections, for everyone and for one person."""
