"""Who may see and do what at a table: the only room that turns what is stored into what a phone may see."""
