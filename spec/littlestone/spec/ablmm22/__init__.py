"""ABLMM22: Alon, Bun, Livni, Malliaris, Moran, "Private and online learnability are equivalent"."""

SECTIONS = ()
