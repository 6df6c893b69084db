"""The library of parameters, measured on explicit classes."""
