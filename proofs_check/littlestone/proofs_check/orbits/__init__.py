"""Classes up to permutations of their points and labels: the group, its orbits, and proofs of invariance."""
