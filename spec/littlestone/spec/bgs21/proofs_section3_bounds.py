"""BGS21 sections 3.1 and 3.2: what the refutation of Theorem 3.1 for hypotheses in H, and the learners, use."""
