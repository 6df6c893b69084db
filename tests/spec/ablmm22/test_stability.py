"""The claims of ABLMM22 on global stability: what they count, what they refute, and the wrong algorithms they catch."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from littlestone.impl.online.standard_optimal_algorithm import ExtendedSOA, extended_soa
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.claim import CLAIMS
from littlestone.spec.classes.concept_classes import explicit
from littlestone.spec.learning.laws import law_of
from littlestone.spec.learning.randomness import ParameterError
from littlestone.spec.learning.stability import (
    StabilityPlan,
    first_difference,
    is_globally_stable,
    labelled_law,
    largest_frequency,
    monte_carlo_law,
    sample_law,
    sloped,
    theory_plan,
    tournament_law,
)

load_papers()


ALL = tuple(product((0, 1), repeat=2))


# ---- The definitions


def soa_rule(sample: Any) -> Any:
    return extended_soa(ALL, 2).run(sample).rule


def test_the_law_of_d_1_by_hand() -> None:
    """All functions on 2 points, n = 1, c = (1, 0), D uniform: T is (0, 1) or (1, 0), the rules (1, 0) and (0, 0)."""
    examples = labelled_law(sloped(2, 0), (1, 0))
    assert tournament_law(soa_rule, examples, 1, 0) == law_of({(): 1})
    D1 = tournament_law(soa_rule, examples, 1, 1)
    assert law_of({((0, 1), (0, 0)): Fraction(1, 2), ((1, 0), (0, 1)): Fraction(1, 2)}) == D1
    assert tournament_law(soa_rule, examples, 1, 1, threshold=Fraction(1, 2)) is None


def test_the_monte_carlo_variant_by_hand() -> None:
    """With 2 draws one attempt can be made, which fails with probability 1/2; with 4 draws 1/4."""
    examples = labelled_law(sloped(2, 0), (1, 0))
    for budget, failing in [(1, 1), (2, Fraction(1, 2)), (3, Fraction(1, 2)), (4, Fraction(1, 4))]:
        assert monte_carlo_law(soa_rule, examples, StabilityPlan(1, budget), 1)[None] == failing


def test_stability_of_a_law() -> None:
    outputs = law_of({(0, 1): Fraction(1, 4), (1, 1): Fraction(3, 4)})
    assert largest_frequency(outputs) == Fraction(3, 4)
    assert is_globally_stable(outputs, Fraction(3, 4)) and not is_globally_stable(outputs, Fraction(4, 5))
    assert sample_law(labelled_law(sloped(2, 1), (1, 0)), 1)[((1, 0),)] == Fraction(2, 3)


def test_equal_rules_have_no_first_difference() -> None:
    assert first_difference((0, 1, 0), (0, 1, 1)) == 2
    with pytest.raises(ValueError, match="no point tells them apart"):
        first_difference((0, 1), (0, 1))


@pytest.mark.parametrize(("d", "alpha"), [(-1, 1), (1, 0), (1, -1)])
def test_bad_plans_are_refused(d: int, alpha: int) -> None:
    with pytest.raises(ParameterError):
        theory_plan(d, alpha)


# ---- Seeded faults


def holds_somewhere_false(id: str, sizes: dict[str, range], **algorithms: Any) -> bool:
    """Some class on 2 points and some small integers refute the claim about these algorithms."""
    for code, values in product(range(1, 16), product(*sizes.values())):
        H = explicit([f for i, f in enumerate(ALL) if code >> i & 1], 2, 2)
        statement = CLAIMS[id].state({"H": H, **dict(zip(sizes, values, strict=True)), **algorithms})
        if bool(statement.premise) and not bool(statement.conclusion):
            return True
    return False


class Forgetful(ExtendedSOA):
    """Once no function agrees with the examples it no longer changes its rule: not Definition 11."""

    def update(self, point: int, label: int) -> ExtendedSOA:
        after = super().update(point, label)
        rule = after.rule if after.version_space else self.rule
        return Forgetful(after.version_space, rule, self.tie)


def forgetful_soa(functions: Any, points: int) -> ExtendedSOA:
    start = extended_soa(functions, points)
    return Forgetful(start.version_space, start.rule)


def test_observation_24_needs_the_extension_of_the_soa() -> None:
    sizes = {"s": range(1, 3), "t": range(1, 3)}
    assert holds_somewhere_false("ABLMM22.O24.consistent", sizes, soa=forgetful_soa)
    assert not holds_somewhere_false("ABLMM22.O24.consistent", sizes, soa=extended_soa)
