"""What one runs: dimension algorithms for large classes, online learners, and the constructions of the papers."""
