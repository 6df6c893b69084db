"""What the pytest plugin is made of."""
