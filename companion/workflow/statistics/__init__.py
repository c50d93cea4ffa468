"""What past inspections came to, person by person."""
