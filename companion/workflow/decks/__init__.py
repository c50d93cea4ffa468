"""What is known about the cards of a box: learned, provided to the photo reader, shown, and exported."""
