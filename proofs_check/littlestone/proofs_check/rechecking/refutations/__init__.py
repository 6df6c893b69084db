"""Refutations by unit propagation: their formats, and whether each step follows."""
