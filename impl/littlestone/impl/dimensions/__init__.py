"""Exact dimensions of large classes, with witnesses."""
