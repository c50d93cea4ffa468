"""Icons of a printing as lessons show them: grouped before anybody has named them, and learned from named ones."""
