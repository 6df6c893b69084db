"""Checks of certified dimensions: what they import shares nothing with the searches, and is short enough to read."""
