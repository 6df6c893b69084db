"""What solvers leave behind for others to check: formulas, what their variables mean, and proofs."""
