"""Families of concept classes that are universes of their own."""
