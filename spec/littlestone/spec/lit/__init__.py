"""LIT: lemmas of other papers on shattering, closure, duality, teaching and labels, and guesses that are false."""

SECTIONS = (
    "shattering",
    "maximum_classes",
    "one_inclusion",
    "compression",
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
