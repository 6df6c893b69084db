"""CPM: the *Combinatorial-Parameters* database (Bousquet, CC0): relations, properties and values of parameters."""

SECTIONS = ("relations", "properties", "values")
ONLY_WHEN_NAMED = True
