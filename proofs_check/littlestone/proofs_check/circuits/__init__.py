"""Circuits evaluated on all classes of a universe: straight-line programs, kernels and Shannon expansion."""
