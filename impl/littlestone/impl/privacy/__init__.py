"""Private mechanisms, accounting, and the attack on private learners of thresholds."""
