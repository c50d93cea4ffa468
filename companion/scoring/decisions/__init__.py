"""What the people at a table decide themselves: it stands beside the rules' figures and never in their place."""
