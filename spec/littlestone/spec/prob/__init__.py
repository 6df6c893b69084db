"""PROB: the bounds on sums, tails and unions of probability that the papers lean on."""
