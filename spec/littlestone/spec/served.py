"""What of a theorem a use does not serve, so far as its form shows it.

A line may follow from what is cited, and not without it, and yet be no step of the proof that it stands in: it is of
other quantities, of less than the theorem's ranges, of what nobody has shown, or of a bound that it puts in itself, or
costs what nobody counts. By each of these, files made to deceive had a proof of which all was used. That a line of the
theorem's own quantities is no step of its proof, no form shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from littlestone.spec.algebra.circuit import NOT, OR, TRUE, Truth, as_truth, conjuncts, nodes_of
from littlestone.spec.algebra.reals import ADD, MUL, RATIONAL, SYMBOL, Comparison, Real, equals, symbol, symbols
from littlestone.spec.claim import CLAIMS, Claim
from littlestone.spec.code_of_uses import passes
from littlestone.spec.domains import Domain, Naturals
from littlestone.spec.own_expressions import UNKNOWN, comparisons
from littlestone.spec.proofs import ARROW, TOTALS, Arrow, Use, arrows_of
from littlestone.spec.ranges import contains
from littlestone.spec.terms import COSTS, Contract, Terms

GIVEN = "given what it does not ask"


def unserved(citing: str) -> Iterator[str]:
    """The uses in the proof of a claim, each with what of the claim it leaves out, in words; and its total."""
    theorem = CLAIMS.get(citing)
    if theorem is not None:
        arrows = arrows_of(citing)
        yield from (f"{arrow.id} ({words})" for arrow in arrows for words in _left_out(arrow, theorem))
        alone = [] if citing in TOTALS else [(arrow, _used(arrow)) for arrow in arrows]
        paid = [kind for arrow, use in alone for kind in {*map(_kind, _costs(arrow, use))}]
        yield from (f"{citing}.sums ({kind} not summed)" for kind in ("chances", "losses") if paid.count(kind) > 1)
        total = CLAIMS[TOTALS[citing]] if citing in TOTALS else None
        if total is not None and _is_given_more(theorem, total.formula, total.domains):
            yield f"{total.id} ({GIVEN})"


def _left_out(arrow: Arrow, theorem: Claim) -> Iterator[str]:
    if arrow.formula is None:
        return
    own, use = _domains(arrow), _used(arrow)
    shared = (own.keys() if use is None else _met(arrow, use)) & own.keys() & theorem.domains.keys()
    if not shared:
        yield "of none of its quantities"
    if any(not contains(own[name], theorem.domains[name]) for name in shared):
        yield "of less than it ranges over"
    # Where the theorem says nothing a line may be false, and follow from what cannot be there
    if any(not contains(theorem.domains[name], own[name]) for name in shared):
        yield "of more than it ranges over"
    if _is_given_more(theorem, arrow.formula, own):
        yield GIVEN
    if use is not None and any(
        _is_of_a_case(part, use) for part in conjuncts(_line(arrow, use, dict.fromkeys(COSTS, UNKNOWN)))
    ):
        yield "in some cases"
    if use is not None and arrow.contract is not None:
        terms, costs = arrow.contract.at(use.arguments), _costs(arrow, use)
        yield from _not_held(arrow.contract, use, own)
        if not _concluded(theorem).isdisjoint(conjuncts(as_truth(terms.asks))):
            yield "of a lemma that supposes it"
        if any(_is_put_in(getattr(terms, cost), use, terms) for cost in costs):
            yield "of a bound that is put in"
        yield from (f"{cost} counted nowhere" for cost in costs if not _is_counted(arrow, use, cost))


def _concluded(theorem: Claim) -> set[Truth]:
    with suppress(Exception):
        said = theorem.state({name: symbol(name) for name in theorem.domains})
        return {*conjuncts(said.conclusion)} - {TRUE}
    return set()


def _not_held(contract: Contract, use: Use, own: Mapping[str, Domain]) -> Iterator[str]:
    """What of the terms the cited claim does not hold as they stand, so far as it takes symbols."""
    parts = [*conjuncts(contract.conclusion)] if contract.calls else []
    if any(not comparisons([part]) for part in parts):
        yield f"of what {contract.of} says in some cases"
    asked = [c for c in comparisons(parts) if UNKNOWN.name in symbols(c.left) | symbols(c.right)]
    if not all(c.right is UNKNOWN and c.left.op is SYMBOL for c in asked):  # by a factor the terms may be too strong
        yield f"of no bound that {contract.of} has on a quantity as it stands"
    integral = {name for name, domain in own.items() if isinstance(domain, Naturals)}
    if any(not _is_integral(Real.of(value), integral) for value in contract.integers(use.arguments)):
        yield f"of what may be no integer, as {contract.of} asks"
    if contract.of in TOTALS:
        total = CLAIMS[TOTALS[contract.of]].formula
        yield from (
            f"{cost} of {contract.of} left out"
            for cost in COSTS
            if passes(total, {cost}) and cost not in contract.parts
        )


def _is_integral(value: Real, integral: set[str]) -> bool:
    """An integer by its form, with these symbols for integers."""
    if value.op is SYMBOL:
        return value.name in integral
    if value.op is RATIONAL:
        return value.value.denominator == 1
    return value.op in (ADD, MUL) and all(_is_integral(arg, integral) for arg in value.args)


def _of_symbols(formula: Callable[..., Any], domains: Mapping[str, Domain]) -> Any:
    """What a formula makes of symbols; None where it takes none."""
    with suppress(Exception):
        return formula(**{name: symbol(name) for name in domains})
    return None


def _met(arrow: Arrow, use: Use) -> set[str]:
    """The symbols in what a use is of, and in its line."""
    sides = _sides(_line(arrow, use))
    return {name for each in [*use.arguments.values(), *sides] if isinstance(each, Real) for name in symbols(each)}


def _line(arrow: Arrow, use: Use, bounds: Mapping[str, Any] | None = None) -> Truth:
    """The line that is drawn of terms, with other bounds in them, or as it stands; where there is none it says
    nothing."""
    terms = arrow.contract.at(use.arguments) if arrow.contract is not None else None
    line = use.gives(replace(terms, **bounds or {})) if callable(use.gives) and terms is not None else use.gives
    return TRUE if line is None or callable(line) else as_truth(line)


def _is_of_a_case(part: Truth, use: Use) -> bool:
    """A part of a line is no comparison, nor one that follows from that something which is not known at the use is at
    most the unknown bound."""
    known = {name for value in use.arguments.values() if isinstance(value, Real) for name in symbols(value)}
    if part.op is OR and len(part.args) == 2:
        denied = [c for arg in part.args if arg.op is NOT for c in comparisons(arg.args)]
        is_of_the_bound = [c.right is UNKNOWN and known.isdisjoint(symbols(c.left)) for c in denied] == [True]
        return not is_of_the_bound or not any(isinstance(arg.payload, Comparison) for arg in part.args)
    return not comparisons([part, *part.args] if part.op is NOT else [part])


def _sides(line: Truth) -> list[Real]:
    return [side for c in comparisons(nodes_of([line])) for side in (c.left, c.right)]


def _domains(arrow: Arrow) -> Mapping[str, Domain]:
    return {} if arrow.formula is None else Claim(arrow.id, arrow.place, ARROW, arrow.formula, {}).domains


def _used(arrow: Arrow) -> Any:
    """The use of symbols; None where it takes none."""
    return None if arrow.formula is None else _of_symbols(arrow.formula, _domains(arrow))


def _costs(arrow: Arrow, use: Use | None) -> list[str]:
    """What the cited claim's terms cost at the use."""
    if use is None or arrow.contract is None:
        return []
    terms = arrow.contract.at(use.arguments)
    return [cost for cost in COSTS if as_truth(equals(getattr(terms, cost), 0)) is not TRUE]


def _kind(cost: str) -> str:
    return "losses" if cost == "epsilon" else "chances"


def _is_given_more(theorem: Claim, formula: Callable[..., Any], domains: Mapping[str, Domain]) -> bool:
    """A part of what is given, by a use or a total, is no hypothesis of the theorem, so far as it takes symbols."""
    made = _of_symbols(formula, domains)
    if made is None:
        return passes(formula, {"given"})
    asked = {TRUE}
    with suppress(Exception):
        asked.update(conjuncts(theorem.state({name: symbol(name) for name in theorem.domains}).premise))
    return not asked.issuperset(conjuncts(as_truth(made.given)))


def _is_put_in(bound: Real, use: Use, terms: Terms) -> bool:
    """The bound is a quantity, of which what is cited asks and says nothing, and no parameter of the proof."""
    is_own = terms.asks is TRUE and terms.says is TRUE and bound.op is not SYMBOL
    return is_own and any(bound is Real.of(each) for each in use.arguments.values() if isinstance(each, Real | int))


def _is_counted(arrow: Arrow, use: Use, cost: str) -> bool:
    """What the cited claim costs is in the total or, where that has no such cost, in the line."""
    if arrow.citing in TOTALS and passes(CLAIMS[TOTALS[arrow.citing]].formula, {cost}):
        return use.times is not None
    line = _line(arrow, use, {cost: UNKNOWN}) if callable(use.gives) else TRUE
    return any(UNKNOWN.name in symbols(side) for side in _sides(line))
