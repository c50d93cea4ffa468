"""Houses: the groups of a phone, the choice of one for something new, and the wastebasket."""
