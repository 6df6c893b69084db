"""What shows a use to be idle, though its line fails without what is cited: each reason is proved, or shows nothing.

Terms are of quantities of their own, and a use may be at any. The claim that holds the terms may say nothing there: it
does not call them there, or supposes what is not so. So it is asked at the use's quantities for terms that are too
strong, and where even these are proved, it is no evidence for its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from inspect import Parameter, Signature, signature
from typing import Any, get_type_hints

from littlestone.spec.algebra.circuit import TRUE, Truth, all_of, as_truth
from littlestone.spec.algebra.reals import SYMBOL, Real, symbol, symbols
from littlestone.spec.claim import CLAIMS, Claim
from littlestone.spec.code_of_uses import is_plain, passes
from littlestone.spec.domains import Domain, Naturals, Reals
from littlestone.spec.proofs import ARROW, FIELDS, Arrow, Use, arrow_of_a_line, line_with
from littlestone.spec.ranges import in_range
from littlestone.spec.terms import Contract

Group = tuple[Claim, ...]
Formula = Callable[..., Use]
INSIDE = (Fraction(1, 3), Fraction(3, 4), Fraction(1, 20), Fraction(19, 20))  # parts of a range


@dataclass(frozen=True, slots=True)
class Idle:
    """A reason, in words, for which a use is idle where of each group of claims one is proved; not where the theorem is
    proved that it ``supposes``. Or where a claim is ``false`` that has to hold of a use."""

    words: str
    groups: tuple[Group, ...] = ()
    supposes: Claim | None = None
    false: Claim | None = None


def idleness(claim: Claim) -> Iterator[Idle]:
    """What may show the use idle whose line the claim is; nothing for other claims."""
    arrow = arrow_of_a_line(claim)
    if arrow is None or arrow.formula is None:
        return
    if (theorem := CLAIMS.get(arrow.citing)) is not None and _may_suppose(theorem, arrow.formula):
        yield Idle("it supposes what is to be proved", ((_supposing(arrow, arrow.formula, theorem),),), theorem)
    certain = line_with(claim, "certain")
    if (contract := arrow.contract) is not None and certain is not None:
        yield Idle("chances of 1 give the line too", ((certain,),))
        yield Idle("smaller bounds do not give the line", false=line_with(claim, "reduced"))
        calls = (_at_a_call(arrow, arrow.formula, contract, i) for i in contract.calls)
        yield Idle("its claim says nothing of these quantities", tuple(calls))
        never = _impossible(arrow, arrow.formula, contract)
        yield Idle("what it says cannot be there", tuple((one,) for one in never))


def at_a_point(claim: Claim, point: Mapping[str, Any]) -> Claim:
    """What the claim says where its parameters have the values of the point, which is of fewer and sooner decided."""
    own = {name: Real.of(point[name]) for name in claim.domains if isinstance(point.get(name), int | Fraction)}

    def formula(**given: Any) -> Any:
        return claim.formula(**given, **own)

    free = {name: hint for name, hint in _hints(claim.formula).items() if name not in own}
    return replace(claim, formula=_taking(formula, free))


def _claim(arrow: Arrow, formula: Callable[..., Truth], hints: Mapping[str, Any]) -> Claim:
    """The claim of a formula that takes these parameters by name."""
    return Claim(f"{arrow.id}.idle", arrow.place, ARROW, _taking(formula, hints), {}, role="construction")


def _taking(formula: Callable[..., Any], hints: Mapping[str, Any]) -> Callable[..., Any]:
    parameters = [Parameter(name, Parameter.KEYWORD_ONLY, annotation=hint) for name, hint in hints.items()]
    formula.__signature__, formula.__annotations__ = Signature(parameters), dict(hints)  # type: ignore[attr-defined]
    return formula


def _hints(formula: Callable[..., Any]) -> dict[str, Any]:
    """What each parameter is annotated with."""
    found = get_type_hints(formula, include_extras=True)
    return {name: found[name] for name in signature(formula).parameters if name in found}


def _of(formula: Formula, given: Mapping[str, Any]) -> Use:
    return formula(**{name: given[name] for name in signature(formula).parameters})


# ---- Supposed


def _may_suppose(theorem: Claim, use: Formula) -> bool:
    """Something may be given at the use, of what the theorem is about."""
    is_given = passes(use, {"given"}) or not is_plain(use, FIELDS)
    return theorem.not_checkable is None and is_given and not theorem.domains.keys().isdisjoint(_hints(use))


def _supposing(arrow: Arrow, use: Formula, theorem: Claim) -> Claim:
    """What is given at the use gives the theorem."""

    def formula(**given: Any) -> Truth:
        said = theorem.state({name: given[name] for name in theorem.domains})
        return all_of([as_truth(_of(use, given).given), said.premise]).implies(said.conclusion)

    own = _hints(theorem.formula)
    return _claim(arrow, formula, _hints(use) | {name: own[name] for name in theorem.domains})


# ---- Elsewhere


def _at_a_call(arrow: Arrow, use: Formula, contract: Contract, i: int) -> Group:
    """With the cited claim's parameters that are quantities at this call as they are at the use: its terms may be 2^10
    times as strong, or no call has a quantity as large as the use's, or as small."""
    cited, call = CLAIMS[contract.of], {q: v for q, v in contract.calls[i].items() if isinstance(v, Real)}
    own = {v.name: q for q, v in call.items() if v.op is SYMBOL and v.name in cited.domains}
    free = {name: f"cited_{name}" for name in cited.domains if name not in own}

    def there(how: str, given: Mapping[str, Any]) -> tuple[Truth, Truth, Mapping[str, Any], Mapping[str, Any]]:
        at = _of(use, given)
        values = {name: Real.of(at.arguments[q]) for name, q in own.items()}
        said, calls = contract.stated({name: given[one] for name, one in free.items()} | values, how)
        ranges = [in_range(cited.domains, name, values) for name in own]
        return all_of([as_truth(at.given), *ranges, said.premise]), said.conclusion, calls[i], at.arguments

    def stronger(**given: Any) -> Truth:
        known, line, _, _ = there(f"call {i + 1}", given)
        return known.implies(line)

    def beyond(quantity: str, way: int) -> Callable[..., Truth]:
        def formula(**given: Any) -> Truth:
            known, _, call, at = there("", given)
            return known.implies(way * Real.of(call[quantity]) < way * Real.of(at[quantity]))

        return formula

    theirs = _hints(cited.formula)
    hints = _hints(use) | {renamed: theirs[name] for name, renamed in free.items()}
    reached = [q for q, v in call.items() if v.op is not SYMBOL and symbols(v)]
    formulas = [stronger, *(beyond(q, way) for q in reached for way in (1, -1))]
    return tuple(_claim(arrow, formula, hints) for formula in formulas)


# ---- Impossible


def _impossible(arrow: Arrow, use: Formula, contract: Contract) -> list[Claim]:
    """What is said of quantities is not so, at each of a few values of what more than one of them is made of.

    A relation is said of what is unknown. Where its quantities are made of others, which have values of their own, it
    may be false, and all follows; what is in one quantity alone says how large that is.
    """
    with suppress(Exception):  # of what takes no symbols this is not known
        at = use(**{name: symbol(name) for name in _hints(use)}).arguments
        if as_truth(contract.at(at).says) is not TRUE:
            met = Counter(name for value in at.values() if isinstance(value, Real) for name in symbols(value))
            domains = Claim(arrow.id, arrow.place, ARROW, use, {}).domains
            made_of = {name: domain for name, domain in domains.items() if met[name] > 1}
            points = [{n: _inside(made_of[n], part, i) for i, n in enumerate(made_of)} for part in INSIDE]
            return [_impossible_at(arrow, use, contract, point) for point in points if point]
    return []


def _inside(domain: Domain, part: Fraction, i: int) -> Real:
    """A number inside the range of the ith parameter."""
    if isinstance(domain, Naturals):
        return Real.of(domain.least + round(part * 5) + i % 2)
    if not isinstance(domain, Reals):
        raise TypeError
    low = Real.of(0) if domain.low is None else domain.low
    return low + part * (4 + i if domain.high is None else domain.high - low)


def _impossible_at(arrow: Arrow, use: Formula, contract: Contract, point: Mapping[str, Real]) -> Claim:
    def formula(**given: Any) -> Truth:
        at = _of(use, {**given, **point})
        said = contract.at(at.arguments)
        return ~all_of([as_truth(at.given), as_truth(said.asks), as_truth(said.says)])

    return _claim(arrow, formula, {name: hint for name, hint in _hints(use).items() if name not in point})
