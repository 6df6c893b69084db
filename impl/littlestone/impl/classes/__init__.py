"""Concept classes as one computes with them: bits, matrices, constructions and trees."""
