"""Definitions that a use may make unknown, so that only what is cited says anything of them."""
