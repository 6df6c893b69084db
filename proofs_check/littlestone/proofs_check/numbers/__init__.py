"""Real expressions decided for all values: signs, enclosures, calculus and sums."""
