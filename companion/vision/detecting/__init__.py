"""Where cards lie: corners, rows and columns, the plane of the table."""
