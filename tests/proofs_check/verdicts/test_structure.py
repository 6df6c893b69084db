"""Parts of claims: hypotheses that are needed or not, bounds that are reached, trivial or one node, wrong answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import pytest
from helpers.questions import claim_of
from helpers.tiny_runs import TINY, itself

from littlestone.impl.registry import IMPLEMENTATIONS
from littlestone.proofs_check.mutation.structural_mutants import answering_wrongly, structural_mutants
from littlestone.proofs_check.questions import arguments
from littlestone.proofs_check.verdicts.measuring import Yardstick, structure
from littlestone.spec.algebra.circuit import Truth, all_of
from littlestone.spec.algebra.reals import ln
from littlestone.spec.claim import Conditional, Constant, when
from littlestone.spec.classes.concept_classes import from_members
from littlestone.spec.classes.dimensions import littlestone_dimension, vc_dimension
from littlestone.spec.classes.operations import complement, intersection_closure
from littlestone.spec.domains import Algorithm, Binary, ExplicitBinary, PositiveReal, PositiveSize, Size
from littlestone.spec.learning.laws import Law, proportional
from littlestone.spec.learning.privacy import is_private


def found(formula: Any, **constants: Constant) -> list[tuple[str, str]]:
    """The fates of the formula's parts."""
    parts = structure(Yardstick.of(claim_of(formula, **constants), TINY))
    return [(part.fate, part.part) for part in parts]


def needs_one_of_two(n: Size, m: Size) -> Conditional:
    """Where m >= 1 and n >= 0, m + n >= 1."""
    return when([m >= 1, n >= 0], m + n >= 1)


def needs_one_in_a_conjunction(n: Size, m: Size) -> Conditional:
    """The same."""
    return when((m >= 1) & (n >= 0), m + n >= 1)


def needs_one_named(n: Size, m: Size) -> Conditional:
    """The same."""
    premise = (m >= 1) & (n >= 0)
    return when(premise, m + n >= 1)


@pytest.mark.parametrize("formula", [needs_one_of_two, needs_one_in_a_conjunction, needs_one_named])
def test_a_hypothesis_that_is_never_needed_is_told(formula: Any) -> None:
    fates = found(formula)
    assert ("needed", "m >= 1") in fates and ("never needed", "n >= 0") in fates
    assert ("reached", "m + n >= 1") in fates and len(fates) == 3


def large_classes(H: Binary) -> Conditional:
    """Where a class has three functions its Littlestone dimension is at least 1."""
    return when(H.size() >= 3, littlestone_dimension(H) >= 1)


def test_a_hypothesis_about_classes_is_dropped_in_the_circuit() -> None:
    assert ("needed", "H.size() >= 3") in found(large_classes)


def squares(x: PositiveReal) -> Conditional:
    """Where x >= 1 and x <= 9, x^2 >= x."""
    return when([x >= 1, x <= 9], x * x >= x)


def test_a_hypothesis_about_reals_is_dropped_in_the_proof() -> None:
    fates = found(squares)
    assert ("needed", "x >= 1") in fates and ("never needed", "x <= 9") in fates


def never_reached(n: Size) -> Truth:
    """n <= n + 1."""
    return n <= n + 1


def reached_through_a_helper(n: Size) -> Truth:
    """n <= n, and so on."""
    return all_of(_at_most_itself(i) for i in range(n + 1))


def _at_most_itself(i: int) -> Truth | bool:
    return i <= i


def test_a_bound_is_reached_or_never_reached() -> None:
    assert found(never_reached) == [("never reached", "n <= n + 1")]
    assert found(reached_through_a_helper) == [("reached", "i <= i"), ("always equal", "i <= i")]


def trivial_bound(n: Size, factor: int) -> Truth:
    """n >= 3 - factor (n + 1), which is at most 0."""
    return n >= 3 - factor * (n + 1)


def test_a_bound_that_is_trivial_in_every_case_is_told() -> None:
    fates = found(trivial_bound, factor=Constant(3))
    assert ("trivial", "n >= 3 - factor * (n + 1)") in fates


def above_zero(n: Size) -> Truth:
    """0 <= n: the claim is about the 0 itself."""
    return n >= 0


def test_a_bound_that_is_a_number_in_the_formula_is_not_trivial() -> None:
    assert [fate for fate, _ in found(above_zero)] == ["reached"]


def itself_and_more(H: Binary) -> Truth:
    """The dimension is itself, and at least the VC dimension."""
    return (vc_dimension(H) == vc_dimension(H)) & (vc_dimension(H) <= littlestone_dimension(H))


def at_most_the_points(H: Binary) -> Truth:
    """The VC dimension is at most the number of points."""
    return vc_dimension(H) <= H.points


def test_two_sides_that_are_one_node_are_told() -> None:
    fates = found(itself, offset=Constant(0, mutants=(1,)))
    assert fates[0] == ("tautology", "littlestone_dimension(H) == littlestone_dimension(H) + offset")
    assert ("one node", "vc_dimension(H) == vc_dimension(H)") in found(itself_and_more)


def no_labels_matter(H: Binary, offset: int) -> Truth:
    """With all labels flipped a class has the same VC dimension: a symmetry, of which circuits see only the result."""
    flipped = [from_members(H.points, 2, {tuple(1 - y for y in f): is_in for f, is_in in H.members()})]
    return all_of(vc_dimension(H) == vc_dimension(G) + offset for G in flipped)


def test_a_symmetry_is_no_tautology() -> None:
    fates = found(no_labels_matter, offset=Constant(0, mutants=(1,)))
    assert [fate for fate, _ in fates] == ["folds"]


def closed_once(H: Binary) -> Truth:
    """What is closed is closed: said as a bound it is an equation."""
    closed = intersection_closure(H)
    return vc_dimension(intersection_closure(closed)) <= vc_dimension(closed)


def test_a_bound_whose_sides_are_equal_throughout_is_told() -> None:
    assert ("always equal", "vc_dimension(intersection_closure(closed)) <= vc_dimension(closed)") in found(closed_once)


def respond(j: int) -> Callable[[tuple[int, ...]], Law[int]]:
    return lambda S: proportional({S[0]: 1 + j, 1 - S[0]: 1})


def response_is_private(n: PositiveSize) -> Truth:
    """Of one row, at its loss."""
    return is_private(respond(n), (0, 1), 1, ln(1 + n))


def response_is_private_at_twice_its_loss(n: PositiveSize) -> Truth:
    """Of one row, at more than its loss."""
    return is_private(respond(n), (0, 1), 1, 2 * ln(1 + n))


def parity_is_private(n: PositiveSize) -> Truth:
    """What is always the same has no loss, and here one that is written out."""
    return is_private(lambda S: proportional({n % 2: 1}), (0, 1), 1, 1)


def test_a_privacy_loss_of_which_half_will_do_is_told() -> None:
    assert [fate for fate, _ in found(response_is_private)] == ["half too small"]
    assert [fate for fate, _ in found(response_is_private_at_twice_its_loss)] == ["half will do"]
    assert [fate for fate, _ in found(parity_is_private)] == ["half will do"]


def response_without_a_loss(n: PositiveSize) -> Truth:
    """Of no row, at no loss: 0 has no half."""
    return is_private(respond(n), (0, 1), 0, 0)


def hypothesis_in_a_function(n: Size) -> Truth:
    """What a function inside of the formula answers is not what the formula concludes."""

    def below(m: Any) -> Truth:
        return m <= 2

    return below(n).implies(n * n <= 4)


def test_what_is_no_bound_of_the_conclusion_is_not_told() -> None:
    assert [fate for fate, _ in found(response_without_a_loss)] == ["folds"]
    assert [part for fate, part in found(hypothesis_in_a_function) if "m <= 2" in part] == []


def complements_are_alike(H: Binary) -> Truth:
    """A class and its complement have the same VC dimension."""
    K = complement(H)
    return vc_dimension(K) == vc_dimension(H)


def test_a_symmetry_of_two_names_is_no_tautology() -> None:
    assert found(complements_are_alike) == []


def test_a_part_that_folds_to_true_for_every_class_is_told() -> None:
    assert ("folds", "vc_dimension(H) <= H.points") in found(at_most_the_points)


def says_nothing(n: Size) -> Conditional:
    """Where n < 0, anything."""
    return when([n < 0], n >= 5)


def test_a_claim_whose_premise_never_holds_has_no_yardstick() -> None:
    assert found(says_nothing) == []


# ---- Implementations


def predicts(H: ExplicitBinary, learner: Annotated[Any, Algorithm("TEST.learner")]) -> Truth:
    """The learner computes the Littlestone dimension."""
    return littlestone_dimension(H) == learner(H.functions())


def ignores(H: ExplicitBinary, learner: Annotated[Any, Algorithm("TEST.learner")]) -> Truth:
    """The learner runs."""
    learner(H.functions())
    return littlestone_dimension(H) >= vc_dimension(H)


def right(functions: Any) -> int:
    from littlestone.spec.classes.concept_classes import explicit

    return int(littlestone_dimension(explicit(functions)))


@pytest.mark.parametrize(("formula", "fate"), [(predicts, "caught"), (ignores, "not caught")])
def test_a_wrong_answer_of_an_implementation_is_caught_or_not(
    formula: Any, fate: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arguments, "IMPLEMENTATIONS", {**IMPLEMENTATIONS, "TEST.learner": right})
    assert (fate, "TEST.learner") in found(formula)


def test_wrong_answers_are_other_answers() -> None:
    answers: list[Any] = [True, 3, (0, 1), (2,), ((1, 0), 5)]
    wrong = [answering_wrongly(lambda answer=answer: answer)() for answer in answers]
    assert wrong == [False, 4, (1, 1), (0,), ((0, 0), 5)]
    with pytest.raises(NotImplementedError):
        answering_wrongly(lambda: None)()


def raises_when_wrong(H: ExplicitBinary, learner: Annotated[Any, Algorithm("TEST.learner")]) -> Truth:
    """The learner's answer is looked up."""
    known = {int(littlestone_dimension(H)): True}
    return vc_dimension(H) <= H.points * known[learner(H.functions())]


def test_an_exception_kills_no_mutant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arguments, "IMPLEMENTATIONS", {**IMPLEMENTATIONS, "TEST.learner": right})
    assert not [fate for fate, part in found(raises_when_wrong) if part == "TEST.learner"]


def test_a_formula_without_source_has_no_parts() -> None:
    space: dict[str, Any] = {"vc": vc_dimension, "Binary": Binary, "Truth": Truth}
    exec('def made(H: Binary) -> Truth:\n    """Made."""\n    return vc(H) <= 9', space)
    assert structural_mutants(claim_of(space["made"])) == []


def alternatives(H: Binary) -> Truth:
    """VC(H) <= Ldim(H), which is reached, or VC(H) <= 5."""
    return (vc_dimension(H) <= littlestone_dimension(H)) | (vc_dimension(H) <= 5)


def needed_alternatives(H: Binary) -> Truth:
    """Ldim(H) <= 0 or VC(H) >= 1, each reached where the other fails."""
    return (littlestone_dimension(H) <= 0) | (vc_dimension(H) >= 1)


def test_of_an_alternative_is_told_only_that_it_is_reached() -> None:
    assert {fate for fate, _ in found(alternatives)} == {"folds"}
    assert [fate for fate, _ in found(needed_alternatives) if fate != "folds"] == ["reached", "reached"]


def is_at_most_one(dimension: Any) -> Truth:
    return dimension <= 1


def helped_on_both_sides(H: Binary) -> Conditional:
    """Where Ldim(H) <= 1, VC(H) <= 1, which is reached."""
    return when(is_at_most_one(littlestone_dimension(H)), is_at_most_one(vc_dimension(H)))


def test_a_helper_that_a_premise_uses_too_is_not_changed() -> None:
    assert [part for _, part in found(helped_on_both_sides)] == ["is_at_most_one(littlestone_dimension(H))"]


def denied(H: Binary) -> Truth:
    """VC(H) is not more than Ldim(H)."""
    return ~(vc_dimension(H) > littlestone_dimension(H))


def test_a_strict_bound_that_is_denied_is_reached() -> None:
    assert ("reached", "~(vc_dimension(H) > littlestone_dimension(H))") in found(denied)
