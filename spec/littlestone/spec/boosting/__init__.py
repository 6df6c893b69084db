"""Boosting by bounded measures: densities, divergences, Bregman projections, lazy updates (Barak, Hardt, Kale 2009)."""
