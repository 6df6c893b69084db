"""Claims that each use something else: a definition beside them, a helper's, the kit's, an implementation of it."""

from typing import Annotated, Any

from helper import doubled

from littlestone.spec.algebra.naturals import as_number
from littlestone.spec.claim import Constant, claim
from littlestone.spec.classes.sauer import sauer_sum
from littlestone.spec.domains import Algorithm, Naturals
from littlestone.spec.learning.towers import log_star

TIGHT = Constant(0, mutants=(-1,))
Number = Annotated[int, Naturals(1, concrete=True)]


def own(n):
    return n + 5


@claim("USES.own", "notebook", "lemma", slack=TIGHT)
def uses_own(n: Number, slack: int):
    """n + 5 <= n + 5."""
    return as_number(own(n)) <= as_number(n + 5) + slack


@claim("USES.helper", "notebook", "lemma", slack=TIGHT)
def uses_helper(n: Number, slack: int):
    """2n <= 2n."""
    return as_number(doubled(n)) <= as_number(2 * n) + slack


@claim("USES.log", "notebook", "lemma", slack=TIGHT)
def uses_log(n: Number, slack: int):
    """log* n <= log* n."""
    return as_number(log_star(n) + 1) <= as_number(log_star(n) + 1) + slack


@claim("USES.sum", "notebook", "lemma", slack=TIGHT)
def uses_sum(n: Number, slack: int):
    """1 + n <= 1 + n."""
    return as_number(sauer_sum(n, 1, 1)) <= as_number(n + 1) + slack


@claim("USES.family", "notebook", "algorithm", slack=TIGHT)
def uses_family(n: Number, run: Annotated[Any, Algorithm("BGS21.ALG.F")], slack: int):
    """The family for k = 2n + 4 has at most n + 2 functions."""
    return as_number(len(run(2 * n + 4))) <= as_number(n + 2) + slack
