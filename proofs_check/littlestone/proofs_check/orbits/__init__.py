"""Binary classes up to permutations of points and flips of labels: the group, its orbits, and proofs of invariance."""
