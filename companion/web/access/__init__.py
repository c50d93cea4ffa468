"""Who is asking, and what that phone may see and do."""
