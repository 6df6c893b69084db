"""Proofs of the clauses of a question about numbers: the rules of the algebra prover, and those of the interval prover.

They are apart from the provers, which say what they take without them, since sympy is slow to import.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice, product

import sympy as sp

from littlestone.proofs_check.numbers.certificates import (
    certified,
    defined,
    has_exponent,
    is_natural,
    logarithmic_gap,
    over_variants,
    sign_certificate,
    within_sum,
)
from littlestone.proofs_check.numbers.clause_boxes import ClauseSearch
from littlestone.proofs_check.numbers.clauses import Clause, cuts_ranges
from littlestone.proofs_check.numbers.inequalities import Goal, Split, goals_of, in_order, solved, split, variants
from littlestone.proofs_check.numbers.inquiry import Derived, Inquiry
from littlestone.proofs_check.numbers.normal_forms import factored, normal_form
from littlestone.proofs_check.numbers.points import Point
from littlestone.proofs_check.numbers.signs import MOST_SAMPLES, Signs, Steps, first_found, sample_points
from littlestone.proofs_check.numbers.sums import binomial_theorem, identity
from littlestone.proofs_check.numbers.symbolic_reals import Expr, Ranges, enclosure, is_zero
from littlestone.spec.algebra.reals import Comparison, Real, symbols

Settle = Callable[[Inquiry, Clause], Steps | Point | None]
MOST_ORDERS = 3  # pairs of symbols, of which each is tried in both orders
SEARCH_BOXES = 3_000  # beside a point of equality boxes never end; not tuned


def settled(inquiry: Inquiry, clause: Clause) -> Steps | Point | None:
    """A certificate for one comparison of the clause, the others negated being hypotheses; else branch and bound; else
    one for each case by the ends of the ranges, or by the order of two symbols."""
    # Certificates before boxes: they take unbounded ranges, and equality at an end
    shown = _certificate(inquiry, clause)
    by_equation = solved(clause, inquiry.ranges, inquiry.check.domains) if shown is None else None
    if by_equation is not None:  # boxes of fewer symbols say what boxes of all would
        return _by_cases(inquiry, clause, by_equation, settled)
    found = shown or _searched(inquiry, clause) or _at_ends(inquiry, clause)
    orders = islice(in_order(clause, inquiry.ranges), MOST_ORDERS if found is None else 0)
    return found or first_found(_by_cases(inquiry, clause, each, _ordered) for each in orders)


def _certificate(inquiry: Inquiry, clause: Clause) -> Steps | None:
    return first_found(_certified(inquiry, clause, goal) for goal in goals_of(clause, inquiry.ranges))


def _at_ends(inquiry: Inquiry, clause: Clause) -> Steps | Point | None:
    """By the ends of ranges, one after the other."""
    found = split(clause, inquiry.ranges, inquiry.ends)
    return None if found is None else _by_cases(inquiry, clause, found, _at_end)


def _at_end(inquiry: Inquiry, clause: Clause) -> Steps | Point | None:
    """A case, which is settled where no end is left: before that a power has no logarithm."""
    if split(clause, inquiry.ranges, inquiry.ends) is not None:
        return _at_ends(inquiry, clause)
    return _certificate(inquiry, clause) or _searched(inquiry, clause)


def _ordered(inquiry: Inquiry, clause: Clause) -> Steps | None:
    """A case, and its own by the order of two more symbols: three numbers in order show Nesbitt's inequality."""
    more = next(in_order(clause, inquiry.ranges), None)
    shown = _certificate(inquiry, clause)
    return shown if shown is not None or more is None else _by_cases(inquiry, clause, more, _ordered)


def _by_cases(inquiry: Inquiry, clause: Clause, found: Split, settle: Settle) -> Steps | None:
    """The steps of all cases; a point of a case is none of the clause, where a symbol may be elsewhere."""
    steps: Steps = (found.words + (", and beyond it" if len(found.parts) > 1 else ""),)
    for part in found.parts:
        inquiry.signs.goals = 0
        shown = settle(inquiry, part)
        if not isinstance(shown, tuple):
            return None
        steps = (*steps, *shown)
    inquiry.derived.append(Derived(clause, None, "cases", split=found.words))
    return steps


def _certified(inquiry: Inquiry, clause: Clause, goal: Goal) -> Steps | None:
    inquiry.signs.lemmas = []
    steps = certified(inquiry.signs, goal)
    if steps is None:
        return None
    inquiry.derive(clause, goal, certified.__name__)
    return steps or (f"{goal.comparison}: decided by its constants",)


def _searched(inquiry: Inquiry, clause: Clause) -> Steps | Point | None:
    search = ClauseSearch(inquiry.check, clause, min(SEARCH_BOXES, inquiry.budget.cases))
    found = search.run()
    inquiry.cases += search.boxes
    if found is True:
        inquiry.derived.append(Derived(clause, None, "boxes", split=search.tree))
        return (f"{' or '.join(sorted(map(str, clause)))}: Arb, {search.boxes} boxes",)
    return found or None


def algebraic_certificate(inquiry: Inquiry, clause: Clause) -> Steps | None:
    """A certificate for one comparison of the clause, the others negated being hypotheses."""
    # The cheapest first; a later one asks for certificates of parts, which cost the goals of all
    rules = (certified, by_implication, by_identity, by_terms, by_binomial_theorem)
    goals = list(goals_of(clause, inquiry.ranges))
    # Two hypotheses last: tried before the other goals they took what these may cost, and three uses were lost
    ways = [*product(goals, rules), *product(goals, (by_two_implications,))]
    shown = first_found(_shown(inquiry, clause, *way) for way in ways)
    by_equation = solved(clause, inquiry.ranges, inquiry.check.domains) if shown is None else None
    return shown if by_equation is None else _by_cases(inquiry, clause, by_equation, algebraic_certificate)


def _shown(inquiry: Inquiry, clause: Clause, goal: Goal, rule: Callable[[Signs, Goal], Steps | None]) -> Steps | None:
    inquiry.signs.lemmas, inquiry.signs.implied, inquiry.signs.inductions = [], (), []
    steps = rule(inquiry.signs, goal)
    if steps is None:
        return None
    inquiry.derive(clause, goal, rule.__name__)
    return (f"to show {goal.comparison}", *steps)


def by_implication(signs: Signs, goal: Goal) -> Steps | None:
    """Conclusion = factor * hypothesis + nonnegative, logarithms taken where they help.

    The factor is nonnegative; positive where the conclusion is strict only because the hypothesis is.
    """
    return first_found(_implied(signs, goal, hypothesis, []) for hypothesis in _inequalities(goal))


def by_two_implications(signs: Signs, goal: Goal) -> Steps | None:
    """Conclusion = factor * hypothesis + factor * another one: a bound is put into a bound."""
    given = _inequalities(goal)
    return first_found(_implied(signs, goal, each, given) for each in given) if len(given) > 1 else None


def _inequalities(goal: Goal) -> list[Comparison]:
    return [h for h in goal.hypotheses if {h.relation, goal.comparison.relation} <= {"<=", "<"}]


def _implied(signs: Signs, goal: Goal, hypothesis: Comparison, others: list[Comparison]) -> Steps | None:
    if not all(_sides_are_defined(signs, goal, each) for each in (goal.comparison, hypothesis)):
        return None
    is_strict = goal.comparison.relation == "<"
    strict = is_strict and hypothesis.relation != "<"

    def by(wanted: Expr, given: Expr, factor: Expr) -> Steps | None:
        if over_variants(signs, goal, factor, strict=is_strict and not strict) is None:
            return None
        left = wanted - factor * given
        rest = _rest(signs, goal, left, strict)
        other = (
            None
            if rest is not None or strict
            else _multiple(signs, goal, [o for o in others if o is not hypothesis], left)
        )
        if (rest is None and other is None) or not _has_values(signs, goal, factor):
            return None
        signs.implied = ((str(hypothesis), factor), *([] if other is None else [other]))
        words = " and ".join(f"{of}, times {times}" for of, times in signs.implied)
        return (f"follows from {words}, plus what is nonnegative", *(rest or ()))

    gaps = product(_gaps(signs, goal, goal.comparison), _gaps(signs, goal, hypothesis))
    ways = ((wanted, given, factor) for wanted, given in gaps for factor in _factors(goal, wanted, given))
    return first_found(by(*way) for way in ways)


def _multiple(signs: Signs, goal: Goal, others: list[Comparison], rest: Expr) -> tuple[str, Expr] | None:
    """A hypothesis of which the rest is a nonnegative multiple, and the factor: a bound is put into a bound."""
    for other in (each for each in others if _sides_are_defined(signs, goal, each)):
        for given in _gaps(signs, goal, other):
            if given != 0 and not _is_negative_somewhere(goal, rest, given):
                factor = factored(sp.cancel(rest / given))
                shown = over_variants(signs, goal, factor, strict=False)
                if shown is not None and _has_values(signs, goal, factor):
                    return str(other), factor
    return None


def _sides_are_defined(signs: Signs, goal: Goal, comparison: Comparison) -> bool:
    return all(defined(signs, goal, side) for side in (comparison.left, comparison.right))


def _rest(signs: Signs, goal: Goal, expression: Expr, strict: bool) -> Steps | None:
    return () if not strict and is_zero(expression) else over_variants(signs, goal, expression, strict)


def _has_values(signs: Signs, goal: Goal, expression: Expr) -> bool:
    """The expression is defined wherever the hypotheses hold: its sign alone was shown where it may be cancelled."""
    for node in sp.preorder_traversal(expression):
        if isinstance(node, sp.log) and not _is_positive(signs, goal, node.args[0]):
            return False
        if node.is_Pow and not (node.exp.is_Integer and node.exp.is_positive):
            sides = (1, -1) if node.exp.is_Integer else (1,)
            if not any(_is_positive(signs, goal, side * node.base) for side in sides):
                return False
    return True


def _is_positive(signs: Signs, goal: Goal, expression: Expr) -> bool:
    """A hypothesis between polynomials says so, or a certificate."""
    gaps = (goal.sympy(h.right - h.left) for h in goal.hypotheses if h.relation == "<" and cuts_ranges(h))
    if any(is_zero(expression - gap) for gap in gaps):
        return True
    return over_variants(signs, goal, expression, strict=True) is not None


def _gaps(signs: Signs, goal: Goal, comparison: Comparison) -> list[Expr]:
    """The logarithms' difference where a symbol is in an exponent, and right minus left."""
    found = [goal.sympy(comparison.right) - goal.sympy(comparison.left)]
    if has_exponent(comparison.left) or has_exponent(comparison.right):
        found = [logarithmic_gap(signs, goal, comparison), *found]
    return [normal_form(gap) for gap in found if gap is not None and not gap.has(sp.Sum)]


def _factors(goal: Goal, wanted: Expr, given: Expr) -> Iterator[Expr]:
    """What the hypothesis may have to be multiplied by."""
    yield sp.Integer(1)  # 1 first: it spares proving the sign of a quotient
    if given != 0 and not _is_negative_somewhere(goal, wanted, given):
        yield factored(sp.cancel(wanted / given))
    yield from _common_multipliers(wanted, given)


def _is_negative_somewhere(goal: Goal, wanted: Expr, given: Expr) -> bool:
    """The quotient is below 0 at a point of each of the goal's ranges, so that it is no factor. To cancel it, and to
    look for its sign, took an eighth of all proofs about numbers."""
    return all(_are_opposite(sub(wanted), sub(given), ranges) for ranges, sub in variants(goal))


def _are_opposite(one: Expr, other: Expr, ranges: Ranges) -> bool:
    free = sorted(one.free_symbols | other.free_symbols, key=str)
    for point in islice(product(*(sample_points(ranges.span(x)) for x in free)), MOST_SAMPLES):
        values = dict(zip(free, point, strict=True))
        if enclosure(one, values) * enclosure(other, values) < 0:
            return True
    return False


def _common_multipliers(wanted: Expr, given: Expr) -> Iterator[Expr]:
    """The symbols that stand in a product with one of the hypothesis: moved <= m gives y moved <= y m."""
    terms = [term.free_symbols for term in sp.Add.make_args(wanted)]
    for symbol in sorted(wanted.free_symbols - given.free_symbols, key=str):
        if any(symbol in term and term & given.free_symbols for term in terms):
            yield symbol


def by_identity(signs: Signs, goal: Goal) -> Steps | None:
    """An equation that holds for all integers, hypotheses being used for the least values of the symbols only."""
    comparison = goal.comparison
    if comparison.relation != "==" or not _sides_are_defined(signs, goal, comparison):
        return None
    return identity(signs, goal.sympy(comparison.left) - goal.sympy(comparison.right), goal.ranges)


@dataclass(frozen=True, slots=True)
class ScaledSum:
    """A product of one sum and factors without sums."""

    outer: Real
    sum: Real

    @property
    def term(self) -> Real:
        """The summand with the outer factors taken in."""
        return self.outer * self.sum.args[0]


def scaled_sum(expression: Real) -> ScaledSum | None:
    """The expression as factors times a sum, where it is such a product."""
    sums = [factor for factor in factors(expression) if factor.op == "sum"]
    rest = [factor for factor in factors(expression) if factor.op != "sum"]
    return ScaledSum(product_of(rest), sums[0]) if len(sums) == 1 else None


def factors(expression: Real) -> list[Real]:
    """The factors of a product; the expression itself where it is none."""
    return [f for arg in expression.args for f in factors(arg)] if expression.op == "mul" else [expression]


def product_of(parts: list[Real]) -> Real:
    """The product of the factors, 1 where there are none."""
    result = Real.of(1)
    for part in parts:
        result = result * part
    return result


def by_terms(signs: Signs, goal: Goal) -> Steps | None:
    """A sum is at most another with the same limits where each term is; common binomials, being >= 0, are cancelled."""
    left, right = scaled_sum(goal.comparison.left), scaled_sum(goal.comparison.right)
    if (
        goal.comparison.relation != "<="
        or left is None
        or right is None
        or not _sides_are_defined(signs, goal, goal.comparison)
    ):
        return None
    limits = (one is other for one, other in zip(left.sum.args[1:], right.sum.args[1:], strict=True))
    if left.sum.name != right.sum.name or not all(limits):
        return None
    small, large = _without_common_binomials(left.term, right.term)
    steps = certified(signs, replace(within_sum(goal, left.sum), comparison=Comparison(small, "<=", large)))
    return None if steps is None else ("term by term", *steps)


def _without_common_binomials(left: Real, right: Real) -> tuple[Real, Real]:
    small, large = Counter(factors(left)), Counter(factors(right))
    common = Counter({factor: n for factor, n in (small & large).items() if factor.op == "binomial"})
    return product_of([*(small - common).elements()]), product_of([*(large - common).elements()])


def by_binomial_theorem(signs: Signs, goal: Goal) -> Steps | None:
    """The sum of C(n, i) x^i over i <= d, for any d, is at most (1 + x)^n where x >= 0: terms are dropped."""
    left = scaled_sum(goal.comparison.left)
    if (
        goal.comparison.relation not in ("<=", "<")
        or left is None
        or not _sides_are_defined(signs, goal, goal.comparison)
    ):
        return None
    found = _geometric(signs, goal, left)
    if found is None:
        return None
    outer, top, ratio = found
    bound = Comparison(outer * (1 + ratio) ** top, goal.comparison.relation, goal.comparison.right)
    theorem, steps = binomial_theorem(signs), certified(signs, replace(goal, comparison=bound))
    return None if theorem is None or steps is None else (*theorem, "terms of the full sum dropped", *steps)


def _geometric(signs: Signs, goal: Goal, one: ScaledSum) -> tuple[Real, Real, Real] | None:
    """Nonnegative c, natural n and x >= 0 where the sum is c times the sum of C(n, i) x^i over its i >= 0."""
    index, parts = one.sum.name, factors(one.term)
    chooses = [part for part in parts if part.op == "binomial" and part.args[1] is _index(index)]
    powers = [part for part in parts if part.op == "pow" and part.args[1] is _index(index)]
    ratio = product_of([part.args[0] for part in powers])
    outer = product_of([part for part in parts if part not in {*chooses, *powers}])
    if len(chooses) != 1 or index in symbols(outer) | symbols(ratio) | symbols(chooses[0].args[0]):
        return None
    signed = all(sign_certificate(signs, goal, x, strict=False) is not None for x in (outer, ratio))
    top = chooses[0].args[0]
    return (outer, top, ratio) if signed and is_natural(signs, goal, top) else None


def _index(name: str) -> Real:
    return Real("symbol", name=name)
