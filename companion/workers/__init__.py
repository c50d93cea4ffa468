"""Worker processes: what runs a job, and what watches over whoever does."""
