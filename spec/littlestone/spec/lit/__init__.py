"""LIT: lemmas of the literature on dimensions, shattering, closure, teaching and labels, as a reader would state them."""

SECTIONS = (
    "shattering",
    "maximum_classes",
    "one_inclusion",
    "closure",
    "duality",
    "teaching",
    "multiclass",
    "partial_classes",
    "randomized",
    "folklore",
    "proofs",
)
ONLY_WHEN_NAMED = True
