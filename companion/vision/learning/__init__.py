"""What confirmed cards teach: designs, descriptors, clusters of icons that nobody has named yet."""
