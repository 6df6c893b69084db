"""Faults of the kit itself, as opposed to faults of a paper or of a program under audit."""


class KitFault(Exception):
    """The kit contradicts itself; no verdict that rests on it may be believed."""


class ProversDisagree(KitFault):
    """Two independent evaluations of one statement at the same arguments gave different answers."""


class ListedOtherwise(ProversDisagree):
    """A formula's own circuit says something else of a class than the formula, called on the class's list of functions.

    The circuit was evaluated by itself too: no compiled program is to blame, but a formula that tells the two apart.
    """
