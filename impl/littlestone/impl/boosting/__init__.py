"""Boosting by dense measures in NumPy: projections, lazy updates, halfspaces with a margin, games, label noise."""
