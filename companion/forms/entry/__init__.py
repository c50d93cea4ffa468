"""What people fill in, as WTForms."""
