"""Reading icons: which a card shows, and which are like none that are known."""
