"""A statement read at particular arguments: what every expression of its own code came to."""
