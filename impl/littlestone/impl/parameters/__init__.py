"""The library of parameters, measured on one class."""
