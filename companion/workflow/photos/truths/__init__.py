"""Photos with what is true of them, as files: made for whoever wants to test how cards are read."""
