"""Exact statistics: bounds and tests whose error is rounded outward."""
