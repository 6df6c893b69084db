"""Private and online learners of the papers, written once against an abstract source of randomness."""
