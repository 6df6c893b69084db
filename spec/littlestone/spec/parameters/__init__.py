"""The library of parameters: numbers of a concept class, each stated twice."""
