"""Proofs about numbers replayed: exact identities, rules of signs, and boxes by Arb at twice the provers' precision."""
