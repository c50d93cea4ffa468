"""What is known of the cards of a box, and the documents that hold it."""
