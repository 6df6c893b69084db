"""Circuits as clauses, and the solvers that search them."""
