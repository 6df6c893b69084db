"""Truths, naturals and reals: the circuit that every formula builds."""
