"""Terms: what a claim is worth to a proof that uses it, stated once beside the claim, which is itself made of them.

A use that retells what it cites can retell it wrongly, and nobody notices. So the bound, the relation or the cost that
users of a claim draw on is a function of its own quantities, and the claim's formula calls that function: the verdict
on the claim is one on its terms. Terms that no formula calls are words, and a use of them is no more than cited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from inspect import signature
from types import CodeType, MappingProxyType
from typing import Any

from littlestone.spec.algebra.circuit import TRUE, Truth
from littlestone.spec.algebra.reals import Expression, Real
from littlestone.spec.claim import CLAIMS, Claim, Constant, NoStatement
from littlestone.spec.domains import Domain

COSTS = ("fails", "epsilon", "delta")
MANY = 2**20


@dataclass(frozen=True, slots=True)
class Terms:
    """What a claim asks for, what it says, and the most that its event, loss or privacy comes to.

    ``asks`` are hypotheses beyond the ranges of the quantities, ``says`` is a relation between them. ``fails`` is a
    bound on a probability, ``epsilon`` and ``delta`` are of privacy; each is nonnegative, and 0 where there is none.
    """

    asks: Truth | bool = TRUE
    says: Truth | bool = TRUE
    fails: Expression = 0
    epsilon: Expression = 0
    delta: Expression = 0

    @property
    def doubled(self) -> Terms:
        """The terms with each bound twice as large, which say nothing else."""
        return self._scaled(2)

    @property
    def dropped(self) -> Terms:
        """The terms of a claim that says nothing to speak of: bounds 2^20 times as large."""
        return self._scaled(MANY)

    def _scaled(self, factor: int) -> Terms:
        fails, epsilon, delta = (factor * Real.of(getattr(self, cost)) for cost in COSTS)
        return Terms(self.asks, TRUE, fails, epsilon, delta)


@dataclass(frozen=True, slots=True)
class Contract:
    """The terms of the claim ``of``, a function of quantities, each annotated with what it ranges over.

    A parameter with a default is a constant of the claim, which the claim's mutants change.
    """

    of: str
    function: Callable[..., Terms]

    @property
    def claim(self) -> Claim:
        """The function as a claim that is not stated, for its domains and its code."""
        parameters = signature(self.function).parameters.values()
        fixed = {each.name: Constant(each.default) for each in parameters if each.default is not each.empty}
        return Claim(f"{self.of}.terms", "", "terms", self.function, fixed)

    @property
    def domains(self) -> dict[str, Domain]:
        """What each quantity ranges over."""
        return self.claim.domains

    @property
    def is_held(self) -> bool:
        """The claim's own formula calls the function."""
        formula = CLAIMS[self.of].formula if self.of in CLAIMS else None
        code = getattr(formula, "__code__", None)
        if formula is None or code is None:
            return False
        inner = [cell.cell_contents for cell in getattr(formula, "__closure__", None) or ()]
        known = [formula.__globals__.get(name) for name in _names(code)]
        return any(value is self.function for value in (*inner, *known))

    def at(self, quantities: Mapping[str, Any]) -> Terms:
        """The terms at these quantities. Raises NoStatement where one is missing or unknown, or a bound is a float."""
        names = set(self.domains)
        if wrong := sorted(names ^ set(quantities)):
            is_missing = wrong[0] in names
            problem = f"{wrong[0]!r} is missing" if is_missing else f"there is no quantity {wrong[0]!r}"
            raise NoStatement(f"the terms of {self.of} are about {', '.join(sorted(names))}: {problem}")
        return self.function(**quantities)


_contracts: dict[str, Contract] = {}
CONTRACTS: Mapping[str, Contract] = MappingProxyType(_contracts)

Function = Callable[..., Terms]  # a formula calls it with integers and fractions too


def terms(of: str) -> Callable[[Function], Function]:
    """State the decorated function as the terms of the claim ``of``, whose formula calls it.

    It takes quantities, each annotated with what it ranges over, and returns ``Terms``; its docstring is a sentence
    about them. Raises ValueError where the claim has terms already.
    """

    def register(function: Function) -> Function:
        known = _contracts.get(of)
        if known is not None and known.function.__code__ != function.__code__:
            raise ValueError(f"the terms of {of} are stated twice")
        _contracts[of] = Contract(of, function)
        return function

    return register


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)
