"""How a target is run: processes of its own, limits, faults."""
