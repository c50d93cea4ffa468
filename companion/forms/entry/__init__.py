"""The forms that people fill in, with WTForms."""
