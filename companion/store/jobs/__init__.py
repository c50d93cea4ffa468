"""Jobs: heavy work for worker processes, as rows with leases."""
