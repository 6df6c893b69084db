"""How the graph of proofs is shown: trees, pictures, and what falls with a refuted step."""
