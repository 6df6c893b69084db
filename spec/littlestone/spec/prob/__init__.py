"""PROB: the bounds on sums, tails and unions of probability that the papers lean on."""

SECTIONS = ("tail_bounds", "basic_inequalities", "proofs")
