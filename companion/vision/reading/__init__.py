"""What is printed on cards: letters, numbers and icons, inferred together."""
