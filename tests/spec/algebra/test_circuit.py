"""The truth algebra: equal nodes are one object, folding keeps the meaning, and nothing undecided passes for a bool."""

import gc
from collections.abc import Callable, Hashable, Iterator
from itertools import product
from typing import Any
from weakref import ref

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.spec.algebra.circuit import (
    FALSE,
    TRUE,
    VACUOUS,
    CircuitTooLarge,
    Truth,
    all_of,
    any_of,
    as_truth,
    atom,
    can_fail,
    constant,
    evaluate,
    gate_limit,
    implications_noted,
    inputs_of,
    is_true,
    nodes_of,
    variable,
)
from littlestone.spec.algebra.decisions import UndecidedTruth

NAMES = "pqrs"
P, Q, R, S = (variable(name) for name in NAMES)
Formula = Any  # a name, a bool, or an operation with its arguments

BINARY: dict[str, tuple[Callable[[Truth, Truth], Truth], Callable[[bool, bool], bool]]] = {
    "and": (Truth.__and__, lambda a, b: a and b),
    "or": (Truth.__or__, lambda a, b: a or b),
    "xor": (Truth.__xor__, lambda a, b: a != b),
    "implies": (Truth.implies, lambda a, b: not a or b),
    "iff": (Truth.iff, lambda a, b: a == b),
}


def formulas(names: str = NAMES) -> st.SearchStrategy[Formula]:
    """Formulas as nested tuples, so that their meaning does not come from the code under test."""
    leaves = st.sampled_from([*names, True, False])
    return st.recursive(
        leaves,
        lambda inner: st.tuples(st.sampled_from(sorted(BINARY)), inner, inner) | st.tuples(st.just("not"), inner),
    )


def built(formula: Formula) -> Truth:
    if isinstance(formula, str):
        return variable(formula)
    if isinstance(formula, bool):
        return constant(formula)
    op, *args = formula
    return ~built(args[0]) if op == "not" else BINARY[op][0](built(args[0]), built(args[1]))


def meaning(formula: Formula, values: dict[str, bool]) -> bool:
    if isinstance(formula, str):
        return values[formula]
    if isinstance(formula, bool):
        return formula
    op, *args = formula
    return not meaning(args[0], values) if op == "not" else BINARY[op][1](*(meaning(arg, values) for arg in args))


def assignments() -> Iterator[dict[str, bool]]:
    for bits in product((False, True), repeat=len(NAMES)):
        yield dict(zip(NAMES, bits, strict=True))


def looked_up(values: dict[str, bool]) -> Callable[[Hashable], bool]:
    return lambda name: values[str(name)]


@pytest.mark.slow
@settings(deadline=None, max_examples=150)
@given(formulas())
def test_folding_keeps_the_truth_table(formula: Formula) -> None:
    truth = built(formula)
    for values in assignments():
        assert evaluate([truth, ~truth], looked_up(values)) == [meaning(formula, values), not meaning(formula, values)]


@settings(deadline=None, max_examples=50)
@given(formulas(names=""))
def test_a_formula_of_constants_folds_to_a_constant(formula: Formula) -> None:
    assert is_true(built(formula)) if meaning(formula, {}) else built(formula) is FALSE


@settings(deadline=None, max_examples=50)
@given(formulas())
def test_a_formula_built_twice_is_one_node(formula: Formula) -> None:
    assert built(formula) is built(formula)


@settings(deadline=None, max_examples=50)
@given(st.lists(formulas(), max_size=4))
def test_arguments_come_before_results_and_each_node_once(several: list[Formula]) -> None:
    outputs = [built(formula) for formula in several]
    nodes = nodes_of(outputs)
    place = {node: i for i, node in enumerate(nodes)}
    assert len(place) == len(nodes) and set(outputs) <= set(nodes)
    assert all(place[arg] < place[node] for node in nodes for arg in node.args)
    assert inputs_of(outputs) == [node for node in nodes if node.op == "input"]


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (P & P, P),
        (P | P, P),
        (P ^ P, FALSE),
        (P & ~P, FALSE),
        (P | ~P, TRUE),
        (P ^ ~P, TRUE),
        (~~P, P),
        (~TRUE, FALSE),
        (P & TRUE, P),
        (P & FALSE, FALSE),
        (P | TRUE, TRUE),
        (P | FALSE, P),
        (P ^ TRUE, ~P),
        (P ^ FALSE, P),
        (P & Q, Q & P),
        (P & (P & Q), P & Q),
        (P & (P | Q), P),
        (P | (P & Q), P),
        ((P | Q) | Q, P | Q),
        (P.implies(P), TRUE),
        (P.iff(P), TRUE),
        (FALSE.implies(P), VACUOUS),
    ],
)
def test_laws_hold_as_identities_of_nodes(found: Truth, expected: Truth) -> None:
    assert found is expected


@settings(deadline=None, max_examples=60)
@given(st.lists(formulas(), max_size=7))
def test_all_of_and_any_of_are_the_reductions(several: list[Formula]) -> None:
    truths = [built(formula) for formula in several]
    for values in assignments():
        known = [meaning(formula, values) for formula in several]
        assert evaluate([all_of(truths), any_of(truths)], looked_up(values)) == [all(known), any(known)]


def test_reductions_take_bools_and_stop_at_the_decisive_value() -> None:
    def values(decisive: bool) -> Iterator[Truth | bool]:
        yield P
        yield decisive
        raise AssertionError("asked for more than needed")

    assert (all_of(values(False)), any_of(values(True))) == (FALSE, TRUE)
    assert (all_of([]), any_of([])) == (TRUE, FALSE)
    assert any_of([P, True]) is TRUE


def test_equality_of_truths_is_a_truth() -> None:
    assert (P == Q) is P.iff(Q) and (P != Q) is P ^ Q
    assert (P == True) is P and (P != True) is ~P and (P == P) is TRUE  # noqa: E712
    for other in ("p", 1, None):
        with pytest.raises(TypeError, match="expected a truth value, got"):
            _ = other == P
        with pytest.raises(TypeError, match="expected a truth value, got"):
            _ = other != P


def test_bools_combine_with_truths_on_either_side() -> None:
    assert (P & True) is (True & P) is (P | False) is (False | P) is (P ^ False) is (False ^ P) is P
    assert P.implies(False) is ~P and (True ^ P) is ~P and P.implies(True) is TRUE


def test_what_is_no_truth_value_is_refused() -> None:
    with pytest.raises(TypeError, match="expected a truth value, got 1"):
        _ = P & 1  # type: ignore[operator]
    with pytest.raises(TypeError, match="expected a truth value, got 1"):
        as_truth(1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a truth value"):
        all_of([P, "q"])  # type: ignore[list-item]


@pytest.mark.parametrize("truth", [P, ~P, P & Q, atom("x < y")])
def test_an_undecided_truth_has_no_bool(truth: Truth) -> None:
    with pytest.raises(UndecidedTruth, match="lets Python's `bool` decide"):
        bool(truth)
    assert bool(TRUE) is True and bool(FALSE) is False


def test_a_decided_truth_counts_as_one_or_zero() -> None:
    assert (int(TRUE), int(FALSE), sum([TRUE, FALSE, TRUE]), "ab" * FALSE) == (1, 0, 2, "")
    for counted in (int, lambda truth: sum([truth])):
        with pytest.raises(UndecidedTruth, match=r"lets Python's `(counted|sum)` decide"):
            counted(variable("x"))


def test_the_reference_evaluator_refuses_statements_about_reals() -> None:
    assert atom("x < y").op == "atom"
    with pytest.raises(UndecidedTruth, match="x < y"):
        evaluate([P & atom("x < y")], lambda name: True)


def chain(gates: int) -> Truth:
    truth = variable(("limit", 0))
    for i in range(1, gates + 1):
        truth = truth ^ variable(("limit", i))
    return truth


def test_the_limit_counts_operations_also_on_nodes_that_exist() -> None:
    kept = chain(5)
    with gate_limit(5):
        assert chain(5) is kept
    with gate_limit(4), pytest.raises(CircuitTooLarge, match=r"^building the circuit .* limit in force$"):
        chain(5)


def test_limits_nest_and_end() -> None:
    with gate_limit(2):
        with gate_limit(9):
            chain(9)
        chain(2)
        with pytest.raises(CircuitTooLarge):
            chain(1)
    chain(30)


@pytest.mark.slow
def test_an_unused_gate_is_forgotten() -> None:
    gate = variable("forgotten") & P
    watched = ref(gate)
    assert watched() is not None
    del gate
    gc.collect()
    assert watched() is None


# ---- What is true of nothing


def test_a_conjunction_of_nothing_claims_nothing() -> None:
    x = variable("x")
    assert all_of([]) is VACUOUS and all_of([VACUOUS, VACUOUS]) is VACUOUS and (VACUOUS & VACUOUS) is VACUOUS
    assert all_of([VACUOUS, TRUE]) is TRUE and (TRUE & VACUOUS) is TRUE and all_of([VACUOUS, x]) is x
    assert any_of([]) is FALSE and (FALSE | VACUOUS) is VACUOUS and (TRUE | VACUOUS) is TRUE
    assert ~VACUOUS is FALSE and bool(VACUOUS) and is_true(VACUOUS)


def test_an_implication_claims_nothing_where_its_hypothesis_is_false() -> None:
    x = variable("x")
    assert FALSE.implies(x) is VACUOUS and TRUE.implies(x) is x and TRUE.implies(True) is TRUE
    assert x.implies(VACUOUS) is VACUOUS


def test_a_conclusion_can_fail_where_a_hypothesis_in_it_holds() -> None:
    x, y, z = map(variable, "xyz")
    with implications_noted() as noted:
        one, nested = x.implies(y), x.implies(z.implies(y))
        mixed = one & z
        other = any_of([one, z])
    assert can_fail(one, noted) is x and can_fail(nested, noted) is (x & z)
    assert can_fail(mixed, noted) is TRUE and can_fail(other, noted) is TRUE
    assert can_fail(VACUOUS, noted) is FALSE and can_fail(TRUE, noted) is TRUE


def test_an_implication_that_is_its_own_conclusion_is_none() -> None:
    x, y = variable("x"), variable("y")
    with implications_noted() as noted:
        absorbed = x.implies(~x | y)
    assert can_fail(absorbed, noted) is TRUE
