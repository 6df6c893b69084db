"""Checks of what the provers leave behind: proofs, counterexamples and ledgers, with no code of the provers."""
