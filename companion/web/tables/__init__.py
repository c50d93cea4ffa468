"""Tables: the front page, starting, the desk, stages, particulars."""
