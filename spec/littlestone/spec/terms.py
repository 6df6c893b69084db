"""Terms: what a claim is worth to a proof that uses it, stated once beside the claim, which is itself made of them.

A use that retells what it cites can retell it wrongly, and nobody notices. So the bound, the relation or the cost that
users of a claim draw on is a function of its own quantities, and the claim's formula calls that function: the verdict
on the claim is one on its terms. That a formula calls them does not show that it depends on them; so for each part of
them the claim is asked with that part stronger at every call, which it has to refute: an induction by its base, as its
step alone holds of anything. Where it does not, a use is no more than cited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, wraps
from inspect import signature, unwrap
from types import MappingProxyType
from typing import Any

from littlestone.spec.algebra.circuit import FALSE, TRUE, Truth, all_of, any_of, as_truth, conjuncts, nodes_of
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
from littlestone.spec.claim import CLAIMS, Claim, Conditional, Constant, NoStatement
from littlestone.spec.code_of_uses import passes
from littlestone.spec.domains import Domain, Naturals, Reals
from littlestone.spec.own_expressions import UNKNOWN, comparisons, has, is_its_own
from littlestone.spec.ranges import in_range

COSTS = ("fails", "epsilon", "delta")
TURNED = "turned"  # a claim that supposes what it concludes
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
        false relation; all parts where none is named."""
        costs = [Real.of(getattr(self, cost)) / (2**10 if part in ("", cost) else 1) for cost in COSTS]
        return Terms(self.asks, FALSE if part in ("", "says") else self.says, *costs)

    @property
    def reduced(self) -> Terms:
        """The terms with bounds 2^20 times as small: what is at most a bound may be as small as that."""
        return replace(self._scaled(Fraction(1, MANY)), says=self.says)

    @property
    def certain(self) -> Terms:
        """The terms of a claim that says nothing at all: chances of 1, and a loss 2^20 times as large."""
        return replace(self.dropped, fails=Real.of(1), delta=Real.of(1))

    def _scaled(self, factor: Fraction | int) -> Terms:
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
            problem = f"{wrong[0]!r} is missing" if wrong[0] in names else f"there is no quantity {wrong[0]!r}"
            raise NoStatement(f"the terms of {self.of} are about {', '.join(sorted(names))}: {problem}")
        said = self.function(**quantities)
        if type(said) is not Terms:
            raise NoStatement(f"the terms of {self.of} are a {type(said).__name__}: return Terms(..)")
        if loose := sorted(_symbols_of(said) - _symbols_in(quantities.values())):
            raise NoStatement(f"the terms of {self.of} have the symbol {loose[0]!r}, which is no quantity")
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
        there = [compare(substitute(p.left, values), p.relation, substitute(p.right, values)) for p in parts]
        alike = [any_of(equals(Real.of(quantities[q]), value) for value in values) for q, values in fixed.items()]
        ranges = [in_range(CLAIMS[self.of].domains, name, values) for name in own]
        return [*ranges, *there, *alike]

    @cached_property
    def held_by(self) -> tuple[str, ...]:
        """The mutants of the claim that have to fail, or it holds nothing: each part's, and each call's of symbols,
        as an idle one is held by others that are of less; where none has symbols, the claim turned. None where a bound
        is compared with its own expression."""
        stated, calls = self._stated("unknown")
        found, domains = comparisons(nodes_of([_as_one(stated)])), CLAIMS[self.of].domains
        if any(is_its_own(found, self._bounds(given), domains) for given in calls):
            return ()
        several = [f"call {i + 1}" for i in self.calls if len(calls) > 1]
        return (*(f"stronger {part}" for part in self.parts), *several, *([] if self.calls else [TURNED]))

    @cached_property
    def calls(self) -> dict[int, dict[str, Any]]:
        """The quantities of the calls that the claim's formula makes with symbols, by their places among all calls."""
        _, calls = self._stated("")
        return {i: at for i, at in enumerate(calls) if any(isinstance(v, Real) and symbols(v) for v in at.values())}

    def is_joined(self, use: Callable[..., Any]) -> bool:
        """A use's line has a part without any bound, or more than a bound and its own expression; or that is given."""
        with suppress(Exception):  # of what takes no symbols this is not known
            at = use(**{name: symbol(name) for name in signature(use).parameters})
            known, bounds, given = self.at(at.arguments), self._bounds(at.arguments), nodes_of([as_truth(at.given)])
            lines = (at.gives(of) for of in (known, replace(known, fails=UNKNOWN, epsilon=UNKNOWN, delta=UNKNOWN)))
            own, other = (comparisons(conjuncts(as_truth(line))) for line in lines)
            both = [pair for c in other for pair in ((c.left, c.right), (c.right, c.left))]
            beside = [s for s, o in both if UNKNOWN.name in symbols(o) and all(c.left is not c.right for c in own)]
            supposed = [side for c in comparisons(given) for side in (c.left, c.right)]
            is_true_without = known.says is TRUE and not {*own}.isdisjoint(other)
            return is_true_without or any(has(side, bounds) for side in [*beside, *supposed])
        return False

    def _bounds(self, quantities: Mapping[str, Any]) -> list[Real]:
        """The bounds that are no number, symbol or quantity, each of which may be written for itself."""
        said = self.function(**quantities)
        bounds = [Real.of(getattr(said, cost)) for cost in COSTS]
        return [b for b in bounds if b.args and symbols(b) and not any(b is one for one in quantities.values())]

    @cached_property
    def _own(self) -> tuple[dict[str, str], list[Comparison], dict[str, list[Real]]]:
        """The quantities that are parameters of the claim, by those; the parts of its hypothesis about them alone; and
        the quantities that are numbers wherever the formula asks its terms, which holds nothing of others.

        The first two are none where it asks several times, as an induction does, and all where it takes no symbols.
        """
        stated, calls = self._stated("")
        calls = [*self.calls.values()] or calls  # a case in numbers holds nothing of others
        fixed = {name: found for name in self.domains if (found := _numbers(name, calls))}
        if len(calls) != 1:
            return {}, [], fixed
        known = comparisons(conjuncts(as_truth(self.function(**calls[0]).asks)))  # of what may be no parameter
        given = {quantity: calls[0].get(quantity) for quantity in self.domains}
        own = {v.name: quantity for quantity, v in given.items() if isinstance(v, Real) and v.op is SYMBOL}
        asked = [part for part in comparisons(conjuncts(stated.premise)) if part not in known]
        return own, [p for p in asked if own.keys() >= symbols(p.left) | symbols(p.right)], fixed

    @cached_property
    def conclusion(self) -> Truth:
        """What the claim's formula concludes of symbols and unknown bounds; nothing where it takes no symbols."""
        return self._stated("unknown")[0].conclusion

    def integers(self, quantities: Mapping[str, Any]) -> list[Any]:
        """The quantities that have to be integers, here or as parameters of the claim."""
        domains = CLAIMS[self.of].domains
        own = {quantity for name, quantity in self._own[0].items() if isinstance(domains[name], Naturals)}
        return [v for q, v in quantities.items() if q in own or isinstance(self.domains[q], Naturals)]

    def _stated(self, how: str) -> tuple[Conditional, list[dict[str, Any]]]:
        """The claim of symbols, answered so, and the quantities of its calls; nothing where it takes none."""
        claim = CLAIMS[self.of]
        names = [name for name, domain in claim.domains.items() if isinstance(domain, Reals | Naturals)]
        is_one_run = not names and claim.narrows is not None  # which says that it is no more, and is worth no more
        if claim.not_checkable is None and len(names) == len(claim.domains) and not is_one_run:
            with suppress(Exception), parameters(names):
                return self.stated({name: symbol(name) for name in names}, how)
        return Conditional(TRUE, TRUE), []

    def stated(self, values: Mapping[str, Any], how: str) -> tuple[Conditional, list[dict[str, Any]]]:
        """The claim at these values, its terms answered so, and the quantities of each call."""
        with _watched(self.of, how) as calls:
            return CLAIMS[self.of].state(values), calls.quantities


def _symbols_in(values: Iterable[Any]) -> frozenset[str]:
    return frozenset[str]().union(*(symbols(v) for v in values if isinstance(v, Real)))


def _symbols_of(said: Terms) -> frozenset[str]:
    """The symbols in terms, other than those of sums."""
    found = comparisons(nodes_of([as_truth(said.asks), as_truth(said.says)]))
    sides = [side for c in found for side in (c.left, c.right)]
    return _symbols_in([*sides, *(Real.of(getattr(said, cost)) for cost in COSTS)])


def terms_called(claim: Claim) -> set[str]:
    """The other claims whose terms a formula of numbers calls, as it then supposes or concludes what these say."""
    names = [name for name, domain in claim.domains.items() if isinstance(domain, Reals | Naturals)]
    with suppress(Exception), parameters(names), _watched(claim.id) as calls:
        claim.state({name: symbol(name) for name in names})
        return calls.beside
    return set()


def _numbers(quantity: str, calls: list[dict[str, Any]]) -> list[Real]:
    """The numbers that a quantity is at these calls; none where it is something else at one of them."""
    given = [call.get(quantity) for call in calls]
    values = [Real.of(v) for v in given if isinstance(v, int | Fraction | Real) and not symbols(Real.of(v))]
    return [*dict.fromkeys(values)] if len(values) == len(given) else []


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
                if calls is not None:
                    calls.beside.add(of)
                return said
            given = dict(zip(takes, quantities, strict=False)) | named
            calls.quantities.append(given)
            # With other constants they are not the terms that a use is given
            is_used = all(as_truth(given.get(name, value) == value) is TRUE for name, value in fixed.items())
            return calls.answer(said) if is_used else said

        _contracts[of] = Contract(of, stated)
        return stated

    return register


def _is_the_same(known: Function, function: Function) -> bool:
    """The same lines, run again where one file of claims imports another; what a closure keeps is not looked into."""
    parts = ("__code__", "__defaults__", "__kwdefaults__")
    codes = [[getattr(each, part, None) for part in parts] for each in (unwrap(known), function)]
    return codes[0] == codes[1] and not getattr(function, "__closure__", None)


# ---- What a formula asks its terms of


@dataclass
class _Calls:
    """The calls of the terms of one claim so far, and how they are answered: as they are; ``stronger`` in a part at all
    calls, as few of a list may be sharp; all parts stronger at one ``call``, or ``weaker``; by ``unknown`` bounds.
    ``beside`` are the other claims whose terms were called."""

    of: str
    how: str = ""
    quantities: list[dict[str, Any]] = field(default_factory=list)
    beside: set[str] = field(default_factory=set)

    def answer(self, said: Terms) -> Terms:
        """What the formula is answered at the last call."""
        match self.how.partition(" "):
            case "stronger", _, part:
                return said.stronger(part)
            case "unknown", _, _:
                return replace(said, fails=UNKNOWN, epsilon=UNKNOWN, delta=UNKNOWN)
            case how, _, call if call == str(len(self.quantities)):
                return said.dropped if how == "weaker" else said.stronger("")
        return said


_calls: ContextVar[_Calls | None] = ContextVar("calls of terms", default=None)


@contextmanager
def _watched(of: str, how: str = "") -> Iterator[_Calls]:
    calls = _Calls(of, how)
    token = _calls.set(calls)
    try:
        yield calls
    finally:
        _calls.reset(token)


def with_stronger_terms(claim: Claim) -> dict[str, Claim]:
    """The claims that have to fail where this one holds its terms, by what is changed; none where it has none."""
    tests = CONTRACTS[claim.id].held_by if claim.id in CONTRACTS else ()
    return {how: replace(claim, formula=_turned(claim) if how == TURNED else _answered(claim, how)) for how in tests}


def _turned(claim: Claim) -> Callable[..., Any]:
    """What the claim concludes gives what it supposes: where it does, a formula of no symbols may suppose as much."""

    @wraps(claim.formula)
    def turned(**given: Any) -> Any:
        said = claim.formula(**given)
        return Conditional(said.conclusion, said.premise) if isinstance(said, Conditional) else FALSE

    return turned


def _answered(claim: Claim, how: str) -> Callable[..., Any]:
    @wraps(claim.formula)
    def changed(**given: Any) -> Truth:
        said = []
        for each in dict.fromkeys((how, how.replace("call", "weaker"))):
            with _watched(claim.id, each):
                said.append(_as_one(claim.formula(**given)))
        return all_of(said)

    return changed


def _as_one(said: Any) -> Truth:
    return said.premise.implies(said.conclusion) if isinstance(said, Conditional) else as_truth(said)
