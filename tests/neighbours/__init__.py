"""Modules of a user's beside a hostile file, which it imports."""
