"""Tables from their first page to the amended form: archive, desk, stages, document."""
