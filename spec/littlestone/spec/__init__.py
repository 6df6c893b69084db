"""What the papers say: truth values, concept classes, dimensions, and one package of claims per paper."""
