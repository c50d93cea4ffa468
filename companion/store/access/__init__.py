"""How often somebody has done what is costly."""
