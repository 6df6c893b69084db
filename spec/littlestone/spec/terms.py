"""Terms: what a claim is worth to a proof that uses it, stated once beside the claim, which is itself made of them.

A use that retells what it cites can retell it wrongly, and nobody notices. So the bound, the relation or the cost that
users of a claim draw on is a function of its own quantities, and the claim's formula calls that function: the verdict
on the claim is one on its terms. That a formula calls them does not show that it depends on them; so for each part of
them the claim is asked with that part stronger at every call, which it has to refute: an induction by its base, as its
step alone holds of anything. Where it does not, a use is no more than cited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, wraps
from inspect import signature, unwrap
from types import MappingProxyType
from typing import Any

from littlestone.spec.algebra.circuit import AND, ATOM, FALSE, TRUE, Truth, as_truth
from littlestone.spec.algebra.finite_sums import parameters
from littlestone.spec.algebra.reals import (
    SYMBOL,
    Comparison,
    Expression,
    Real,
    compare,
    equals,
    substitute,
    symbol,
    symbols,
)
from littlestone.spec.claim import CLAIMS, Claim, Constant, NoStatement
from littlestone.spec.code_of_uses import passes
from littlestone.spec.domains import Domain, Naturals, Reals
from littlestone.spec.ranges import in_range

COSTS = ("fails", "epsilon", "delta")
PARTS = ("says", *COSTS)  # of terms, what users of a claim draw on
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

    def stronger(self, part: str) -> Terms:
        """Terms that are false where this part of these is sharp to a factor of 2^10: a bound so much smaller, or a
        false relation."""
        costs = [Real.of(getattr(self, cost)) / (2**10 if cost == part else 1) for cost in COSTS]
        return Terms(self.asks, FALSE if part == "says" else self.says, *costs)

    def _scaled(self, factor: int) -> Terms:
        fails, epsilon, delta = (factor * Real.of(getattr(self, cost)) for cost in COSTS)
        return Terms(self.asks, TRUE, fails, epsilon, delta)


@dataclass(frozen=True)
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

    @cached_property
    def domains(self) -> dict[str, Domain]:
        """What each quantity ranges over; read once, as an annotation could answer otherwise the next time."""
        return self.claim.domains

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """What the function writes out of terms: each part has to be held by the claim's formula."""
        return tuple(part for part in PARTS if passes(unwrap(self.function), {part}))

    def at(self, quantities: Mapping[str, Any]) -> Terms:
        """The terms at these quantities. Raises NoStatement where one is missing or unknown, or a bound is a float."""
        names = self.domains.keys()
        if names != quantities.keys():
            wrong = sorted(names ^ quantities.keys())
            is_missing = wrong[0] in names
            problem = f"{wrong[0]!r} is missing" if is_missing else f"there is no quantity {wrong[0]!r}"
            raise NoStatement(f"the terms of {self.of} are about {', '.join(sorted(names))}: {problem}")
        said = self.function(**quantities)
        if type(said) is not Terms:
            raise NoStatement(f"the terms of {self.of} are a {type(said).__name__}: return Terms(..)")
        # Terms and their mutants are alike: a line that sees 0 beside a node could tell them apart
        costs = {cost: Real.of(getattr(said, cost)) for cost in COSTS}
        used = {"says"} if as_truth(said.says) is not TRUE else set()
        used |= {cost for cost, value in costs.items() if as_truth(equals(value, 0)) is not TRUE}
        if unseen := sorted(used.difference(self.parts)):
            raise NoStatement(f"the terms of {self.of} have {unseen[0]!r} unseen: write Terms({unseen[0]}=..) there")
        return Terms(as_truth(said.asks), as_truth(said.says), *costs.values())

    def hypotheses(self, quantities: Mapping[str, Any]) -> list[Truth]:
        """What the claim asks of these quantities and its terms may have forgotten: what they are at each call of its
        formula, and where that takes its own parameters for them, their ranges and what its hypothesis says of nothing
        else."""
        own, parts, fixed = self._own
        values = {name: Real.of(quantities[quantity]) for name, quantity in own.items()}
        there = [(substitute(part.left, values), part.relation, substitute(part.right, values)) for part in parts]
        alike = [equals(Real.of(quantities[quantity]), value) for quantity, value in fixed.items()]
        ranges = [in_range(CLAIMS[self.of].domains, name, values) for name in own]
        return [*ranges, *(compare(*each) for each in there), *alike]

    @cached_property
    def _own(self) -> tuple[dict[str, str], list[Comparison], dict[str, Real]]:
        """The quantities that are parameters of the claim, by those; the parts of its hypothesis about them alone; and
        the quantities that are one number wherever the formula asks its terms, which holds nothing of others.

        The first two are none where it asks several times, as an induction does, and all where it takes no symbols.
        """
        claim, nothing = CLAIMS[self.of], (dict[str, str](), list[Comparison](), dict[str, Real]())
        names = [name for name, domain in claim.domains.items() if isinstance(domain, Reals | Naturals)]
        is_one_run = not names and claim.narrows is not None  # which says that it is no more, and is worth no more
        if claim.not_checkable is not None or len(names) < len(claim.domains) or is_one_run:
            return nothing
        try:
            with parameters(names), _watched(self.of) as calls:
                stated = claim.state({name: symbol(name) for name in names})
            known = {*_parts(as_truth(self.function(**calls.quantities[0]).asks))}  # of what may be no parameter
        except Exception:  # what keeps it from being stated so is told by its provers
            return nothing
        fixed = {name: found[0] for name in self.domains if (found := _one_number(name, calls.quantities))}
        if len(calls.quantities) > 1:
            return {}, [], fixed
        given = {quantity: calls.quantities[0].get(quantity) for quantity in self.domains}
        own = {v.name: quantity for quantity, v in given.items() if isinstance(v, Real) and v.op is SYMBOL}
        alone = [part for part in _parts(stated.premise) if own.keys() >= symbols(part.left) | symbols(part.right)]
        return own, [part for part in alone if part not in known], fixed


def _one_number(quantity: str, calls: list[dict[str, Any]]) -> list[Real]:
    """The number that a quantity is at each of these calls, in a list, which is empty where it is none or several."""
    given = [call.get(quantity) for call in calls]
    values = [Real.of(value) for value in given if isinstance(value, int | Fraction | Real)]
    is_one = len(values) == len(given) and not symbols(values[0]) and all(value is values[0] for value in values)
    return values[:1] if is_one else []


def _parts(whole: Truth) -> Iterator[Comparison]:
    """The comparisons all of which a truth asks for."""
    waiting = [whole]
    while waiting:
        node = waiting.pop()
        waiting += node.args if node.op is AND else ()
        if node.op is ATOM and isinstance(node.payload, Comparison):
            yield node.payload


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
        if known is not None and not _is_the_same(known.function, function):
            raise ValueError(f"the terms of {of} are stated twice")
        takes = signature(function).parameters
        fixed = {name: each.default for name, each in takes.items() if each.default is not each.empty}

        @wraps(function)
        def stated(*quantities: Any, **named: Any) -> Terms:
            said = function(*quantities, **named)
            calls = _calls.get()
            if calls is None or calls.of != of:
                return said
            given = dict(zip(takes, quantities, strict=False)) | named
            calls.quantities.append(given)
            # With other constants they are not the terms that a use is given
            is_used = all(as_truth(given.get(name, value) == value) is TRUE for name, value in fixed.items())
            return said.stronger(calls.stronger) if is_used and calls.stronger else said

        _contracts[of] = Contract(of, stated)
        return stated

    return register


def _is_the_same(known: Function, function: Function) -> bool:
    """The same lines, run again where one file of claims imports another; what a closure keeps is not looked into."""
    before = unwrap(known)
    parts = ("__code__", "__defaults__", "__kwdefaults__")
    codes = [[getattr(each, part, None) for part in parts] for each in (before, function)]
    return codes[0] == codes[1] and not getattr(function, "__closure__", None)


# ---- What a formula asks its terms of


@dataclass
class _Calls:
    """The calls of the terms of one claim so far, and which part of them is answered stronger than it is."""

    of: str
    stronger: str = ""
    quantities: list[dict[str, Any]] = field(default_factory=list)


_calls: ContextVar[_Calls | None] = ContextVar("calls of terms", default=None)


@contextmanager
def _watched(of: str, stronger: str = "") -> Iterator[_Calls]:
    calls = _Calls(of, stronger)
    token = _calls.set(calls)
    try:
        yield calls
    finally:
        _calls.reset(token)


def with_stronger_terms(claim: Claim) -> dict[str, Claim]:
    """The claim whose formula is answered by terms of which one part is stronger, by that part; none where it has no
    terms. At every call: of a list of cases only some may be sharp."""
    parts = CONTRACTS[claim.id].parts if claim.id in CONTRACTS else ()
    return {f"stronger {part}": replace(claim, formula=_answered(claim, part)) for part in parts}


def _answered(claim: Claim, part: str) -> Callable[..., Any]:
    @wraps(claim.formula)
    def stronger(**given: Any) -> Any:
        with _watched(claim.id, part):
            return claim.formula(**given)

    return stronger
