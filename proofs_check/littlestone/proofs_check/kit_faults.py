"""Faults of the kit itself, as opposed to faults of a paper or of a program under audit."""


class KitFault(Exception):
    """The kit contradicts itself; no verdict that rests on it may be believed."""


class ProversDisagree(KitFault):
    """Two independent evaluations of one statement at the same arguments gave different answers."""
