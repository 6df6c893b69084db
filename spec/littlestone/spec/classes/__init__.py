"""Concept classes, trees, dimensions and covers."""
