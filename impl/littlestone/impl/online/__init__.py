"""Online learners and the tournament of stable ones."""
