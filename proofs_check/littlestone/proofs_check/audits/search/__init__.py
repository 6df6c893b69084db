"""The search for an event that tells two samples apart."""
