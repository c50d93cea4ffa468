"""What is wrong with a form filled in by hand."""
