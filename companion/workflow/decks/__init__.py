"""What is known of the cards of a box: remembered, lent to the photo reader, shown, and put into files."""
