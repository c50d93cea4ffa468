"""What confirmed cards teach: faces, looks, icons that nobody has named yet."""
