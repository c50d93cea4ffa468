"""What past inspections came to, for everybody and for one person."""
