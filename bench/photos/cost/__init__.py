"""What reading a photo costs."""
