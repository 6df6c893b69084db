"""Files written in one step, and records that are kept."""
