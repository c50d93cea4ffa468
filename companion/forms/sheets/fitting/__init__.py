"""How much text finds room on paper."""
