"""Statistics in words: standings over several inspections."""
