"""The dual class written out as a list of its functions, and its dimensions."""

from __future__ import annotations

from functools import lru_cache

from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.parameters.literal import shattering
from littlestone.spec.parameters.literal.sizes import columns

Functions = frozenset[Function]


def dual(H: Functions) -> Functions:
    """The columns of H, each once."""
    return frozenset(columns(H))


def dual_vc(H: Functions) -> int:
    """The VC dimension of the dual."""
    return shattering.vc(dual(H))


def dual_littlestone(H: Functions) -> int:
    """The Littlestone dimension of the dual."""
    return littlestone(dual(H))


@lru_cache(maxsize=1 << 17)
def littlestone(H: Functions) -> int:
    """One more than the better of the worse halves; 0 for one function."""
    splits = [[frozenset(f for f in H if f[x] == y) for y in (0, 1)] for x in range(len(next(iter(H))))]
    return max((1 + min(map(littlestone, halves)) for halves in splits if all(halves)), default=0)
