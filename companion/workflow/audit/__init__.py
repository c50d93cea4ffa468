"""What is wrong with a sheet filled in by hand."""
