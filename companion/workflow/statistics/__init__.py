"""Statistics: the results of past inspections, person by person."""
