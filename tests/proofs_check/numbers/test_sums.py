"""Finite sums: what has a normal form, what two sums are the same, and what no identity may rest on."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy as sp

from littlestone.proofs_check.numbers.calculus import all_rules
from littlestone.proofs_check.numbers.sums import INDEX, NoNormalForm, NormalForms, Summed, binomial_theorem, identity
from littlestone.proofs_check.numbers.symbolic_reals import CHOOSE, Ranges, Span
from littlestone.proofs_check.provers.algebra import AlgebraProver
from littlestone.proofs_check.questions.evidence import Budget
from littlestone.proofs_check.questions.universes import Everything, Question
from littlestone.spec.algebra.finite_sums import finite_sum
from littlestone.spec.algebra.reals import Real, equals, symbol
from littlestone.spec.claim import Claim, when
from littlestone.spec.domains import Natural

n, d, k = (sp.Symbol(name, nonnegative=True) for name in "ndk")
x, z = sp.Symbol("x", positive=True), sp.Symbol("z", real=True)
i, i2 = sp.Symbol("i", integer=True), sp.Symbol("i2", integer=True)
NATURAL, ZERO, ONE = Span(sp.Integer(0), low_open=False), sp.Integer(0), sp.Integer(1)
RANGES = Ranges(((n, NATURAL), (d, NATURAL), (k, NATURAL), (x, Span(ZERO)), (z, Span())), frozenset({n, d, k}))
SAME = "both sides have the same normal form"


def total(term: Any, low: Any, high: Any) -> Any:
    return sp.Sum(term, (i, low, high))


def steps(expression: Any, ranges: Ranges = RANGES) -> tuple[str, ...] | None:
    return identity(all_rules(500), expression, ranges)


SAME_FORMS = [
    total(i, 0, n) - total(i, 0, n - 1) - n,
    total(i, 2, n + 2) - total(i, 1, n + 2) + 1,
    total(2**i, 0, n + 3) - total(2**i, 0, n + 2) - 8 * 2**n,
    total(x * i + z, 0, n) - x * total(i, 0, n) - z * total(1, 0, n),
    total(x ** (i + 2), 0, n) - x**2 * total(x**i, 0, n),
    total(x ** (2 * i), 0, n) - total((x**2) ** i, 0, n),
    total(i**2, 0, 4) - 30,
    total(x**i, 2, 4) - x**2 - x**3 - x**4,
    total(2**i, 3, n + 3) - total(2**i, 0, n + 3) + 7,
    total(i, 3, 2),
    total(CHOOSE(n + 1, i), 0, d) - total(CHOOSE(n, i), 0, d) - total(CHOOSE(n, i - 1), 0, d),
    total(CHOOSE(n + 2, i), 0, d + 2) - total(CHOOSE(n, i), 0, d + 2) - 2 * total(CHOOSE(n, i), 0, d + 1)
    - total(CHOOSE(n, i), 0, d),
    total(CHOOSE(n, i - 1) * x**i, 1, d + 1) - x * total(CHOOSE(n, i) * x**i, 0, d),
    total(CHOOSE(n, i + 1), 0, d) - total(CHOOSE(n, i), 0, d + 1) + 1,
    total(i * CHOOSE(n, i), 0, d) - total(CHOOSE(n, i) * i, 1, d),
    total(i * CHOOSE(n + 1, i), 0, d) - total(i * CHOOSE(n, i), 0, d) - total(i * CHOOSE(n, i - 1), 0, d),
    total(2**i, -2, n) - total(2**i, 0, n) - sp.Rational(3, 4),
    total(CHOOSE(n, i), -2, d) - total(CHOOSE(n, i), 0, d),
    total(CHOOSE(n, i), 0, k) + total(CHOOSE(d, i), 0, k) - total(CHOOSE(n, i) + CHOOSE(d, i), 0, k),
    CHOOSE(n + 10, d) - CHOOSE(n + 9, d) - CHOOSE(n + 9, d - 1),
    CHOOSE(n, 2) - n * (n - 1) / 2,
    CHOOSE(n, n - 1) - n,
    CHOOSE(n, 0) - 1,
    CHOOSE(n, -1),
    CHOOSE(n, n + 1),
    CHOOSE(n + 2, d) - CHOOSE(n, d) - 2 * CHOOSE(n, d - 1) - CHOOSE(n, d - 2),
    total((-1) ** i * CHOOSE(n + 1, i), 0, d) - (-1) ** d * CHOOSE(n, d),
    z * total(CHOOSE(k, 1) * i, 0, n) - k * z * total(i, 0, n),
]  # fmt: skip


@pytest.mark.parametrize("expression", SAME_FORMS, ids=str)
def test_equal_sums_have_one_normal_form(expression: Any) -> None:
    assert steps(expression) == (SAME,)


@pytest.mark.parametrize("expression", SAME_FORMS, ids=str)
def test_sums_that_differ_by_little_do_not(expression: Any) -> None:
    assert steps(expression + Fraction(1, 10**9)) is None


INDUCTION = [
    (total(i, 0, n) - n * (n + 1) / 2, "n"),
    (total(i**2, 0, n) - n * (n + 1) * (2 * n + 1) / 6, "n"),
    (total(2**i, 0, n) - 2 ** (n + 1) + 1, "n"),
    (total(CHOOSE(n, i) * x**i, 0, n) - (1 + x) ** n, "n"),
    (total(2**i, 0, d) - 2 ** (d + 1) + 1, "d"),
    (2**d * (3 * total(i, 0, n)) - 3 * 2**d * n * (n + 1) / 2, "d"),
    (3 * total(i, 0, n) - 3 * n * (n + 1) / 2, "n"),
    (total(i * CHOOSE(n, i - 1), 1, d + 1) - total((i + 1) * CHOOSE(n, i), 0, d), "d"),
]


@pytest.mark.parametrize(("expression", "name"), INDUCTION, ids=str)
def test_closed_forms_are_proved_by_induction(expression: Any, name: str) -> None:
    step, base, *rest = steps(expression) or ("", "", "")
    assert step == f"induction on {name}: F({name} + 1) is a multiple of F({name}), their sums reduced to one another"
    assert (base, rest[-1:]) == (f"base {name} = 0", [SAME])
    assert steps(expression + Fraction(1, 10**9)) is None
    assert steps(2 * expression + z) is None


def test_induction_starts_at_the_least_value() -> None:
    geometric = total(i, 3, n) - (n * (n + 1) / 2 - 3)
    from_three = Ranges(((n, Span(sp.Integer(3), low_open=False)),), frozenset({n}))
    assert (steps(geometric, from_three) or ("", ""))[1] == "base n = 3"
    assert steps(geometric + 1, from_three) is None
    assert steps(geometric, Ranges(((n, Span(sp.Rational(7, 2))),), frozenset({n}))) is None
    assert steps(geometric, Ranges(((n, Span(sp.Integer(3), low_open=False)),))) is None


NOT_SAME = [
    total(i, 5, n) - total(i, 5, n - 1) - n,
    total(i, 0, n) - total(i, 0, n + d),
    CHOOSE(n, d) - CHOOSE(n - 1, d) - CHOOSE(n - 1, d - 1),
    total(CHOOSE(n, i), 0, d) - total(CHOOSE(n, i), 0, d + 1),
    total(CHOOSE(n, i), -2, d) - total(CHOOSE(n, i), 0, d) - 1,
    total(x**i, 0, n) - total(x**i, 1, n),
    total(i, 0, n) - total(i**2, 0, n),
    total(x**i, 0, n) - total(z**i, 0, n),
    total(x**i, 1, n) - total(x**i, 1, n - 1) - x**n,
    total(x ** (2 * i), 0, n) - total((2 * x) ** i, 0, n),
    CHOOSE(n, d) - CHOOSE(k, d),
    1 - (-1) ** n,
    total(i * CHOOSE(n, i - 1), 1, d + 1) - total((i - 1) * CHOOSE(n, i), 0, d),
]


@pytest.mark.parametrize("expression", NOT_SAME, ids=str)
def test_what_differs_somewhere_is_never_the_same(expression: Any) -> None:
    assert steps(expression) is None


NESTED = sp.Sum(sp.Sum(i, (i, 0, n)), (i2, 0, d))

OUTSIDE = [
    (NESTED, "a sum in a sum"),
    (total(1 + sp.Sum(i2, (i2, 0, i)), 0, n), "a sum in a sum"),
    (total(i, 0, n) * total(i**2, 0, n), "a product of sums"),
    (total(i, 0, n) ** 2, "a product of sums"),
    (sp.exp(total(i, 0, n)), "a product of sums"),
    (total(CHOOSE(i, 2), 0, n), r"the binomial C\(i, 2\)"),
    (total(CHOOSE(n, 2 * i), 0, n), r"the binomial C\(n, 2\*i\)"),
    (total(CHOOSE(n + i, i), 0, n), r"the binomial C\(i \+ n, i\)"),
    (total(CHOOSE(n, i) * CHOOSE(d, i), 0, n), "the binomial C"),
    (total(x ** (i**2), 0, n), r"the factor x\*\*\(i\*\*2\)"),
    (total(x ** (i / 2), 0, n), r"the factor x\*\*\(i/2\)"),
    (total(i**d, 0, n), r"the factor i\*\*d"),
    (total(1 / (i + 1), 0, n), r"the factor 1/\(i \+ 1\)"),
    (total(sp.log(i + 1), 0, n), r"the factor log\(i \+ 1\)"),
    (total(CHOOSE(n, i + 1) * z**i, 0, n), "a shift needs z > 0"),
    (total(CHOOSE(d, i + 1) * n**i, 0, k), "a shift needs n > 0"),
    (total(CHOOSE(z, i), 0, n), "z may be negative"),
    (CHOOSE(n - 1, d), "n - 1 may be negative"),
    (total(i, 0, n) + total(i, 5, n), "the sum from 5 to n may have its limits in reverse"),
]


@pytest.mark.parametrize(("expression", "reason"), OUTSIDE, ids=str)
def test_what_has_no_normal_form_is_refused_with_a_reason(expression: Any, reason: str) -> None:
    with pytest.raises(NoNormalForm, match=f"^{reason}"):
        NormalForms(all_rules(100), RANGES).of([expression])
    assert steps(expression) is None


def test_a_sum_of_sums_is_not_taken_for_its_inner_sum() -> None:
    assert steps(NESTED - n * (n + 1) / 2) is None

    def false_from_a_hundred_on(n: Natural, d: Natural) -> Any:
        inner = finite_sum(symbol("a"), "a", 0, n)
        small = Real.of(d) * (1 - Real.of(n) * n / 10**4) <= 0
        return when(small, equals(finite_sum(inner, "b", 0, d), Real.of(n) * (n + 1) / 2))

    claim = Claim("TEST.nested", "-", "lemma", false_from_a_hundred_on, {})
    assert AlgebraProver().run(Question(claim, {}, Everything()), Budget()).outcome == "open"


def test_several_expressions_share_their_sums() -> None:
    first, second = NormalForms(all_rules(100), RANGES).of([total(i, 0, n), 3 * total(i, 0, n + 1)])
    (key,) = set(first) - {ONE}
    assert key == sp.Sum(INDEX, (INDEX, 0, n))
    assert (first[key], first[ONE], second[key], second[ONE]) == (1, 0, 3, sp.expand(3 * (n + 1)))


def test_short_sums_are_written_out_and_long_ones_are_not() -> None:
    forms = NormalForms(all_rules(100), RANGES).of([total(x**i, n, n + 49), total(x**i, 0, 50)])
    assert [set(form) == {ONE} for form in forms] == [True, False]


def test_a_summand_without_its_coefficient() -> None:
    one = Summed(z, n, x, INDEX + 1, ZERO, n)
    assert one.term(i) == CHOOSE(n, i) * x**i * (i + 1)
    assert Summed(z, None, x, ONE, ZERO, n).term(ZERO) == 1
    assert one.family == (one.term(INDEX),)


def test_the_binomial_theorem_is_proved_by_induction() -> None:
    proof = binomial_theorem(all_rules(500))
    assert proof is not None and proof[0] == "binomial theorem"
    assert proof[1].startswith("induction on n") and proof[2:] == ("base n = 0", SAME)
    assert binomial_theorem(all_rules(500).__class__((), 0)) is None
