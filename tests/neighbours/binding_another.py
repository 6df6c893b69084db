"""Binds a name of another module, which has a number by it."""

from neighbours import bound_elsewhere

vars(bound_elsewhere)["TIGHT_ELSEWHERE"] = 10
