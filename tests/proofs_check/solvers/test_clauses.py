"""Circuits as clauses, and the cases that a goal is split into."""

from itertools import combinations

import pytest

from littlestone.proofs_check.provers.symbolic import Solver
from littlestone.proofs_check.solvers.clauses import cases_of, encode
from littlestone.spec.algebra.circuit import (
    FALSE,
    INPUT,
    TRUE,
    Truth,
    all_of,
    any_of,
    atom,
    evaluate,
    inputs_of,
    variable,
)
from littlestone.spec.algebra.decisions import UndecidedTruth

A, B, C, D = (variable(("test", name)) for name in "abcd")


SMALL_CIRCUITS = [
    *(A, ~A, A & ~B, A | B, A ^ B, ~(A ^ B), ~(A & (B | ~C)), (A ^ B) & (B ^ C) & ~(A & C)),
    *(any_of([A & B, B & C, A & C]) & ~all_of([A, B, C]), (A ^ B) & (B ^ C) & (C ^ A), (A ^ B) ^ C),
    *((A & B ^ C) & C & A & B, A | ~(B | C), D & ~(A & ~(B & C)), (A & B & (C | D)) & (A & B & ~D)),
]


@pytest.mark.parametrize("goal", SMALL_CIRCUITS)
def test_solver_decides_small_circuits(goal: Truth) -> None:
    names = [node.payload for node in inputs_of([goal])]
    subsets = [frozenset(s) for n in range(len(names) + 1) for s in combinations(names, n)]
    satisfiable = any(evaluate([goal], subset.__contains__)[0] for subset in subsets)
    solver = Solver(list(names), 100_000)
    assert solver.decide(goal).verdict == ("sat" if satisfiable else "unsat")
    assert solver.decide_any(cases_of(goal, 32)).verdict == ("sat" if satisfiable else "unsat")


@pytest.mark.parametrize("goal", SMALL_CIRCUITS)
def test_cases_are_together_the_goal(goal: Truth) -> None:
    names = [node.payload for node in inputs_of([goal])]
    for subset in (frozenset(s) for n in range(len(names) + 1) for s in combinations(names, n)):
        whole, *parts = evaluate([goal, *cases_of(goal, 32)], subset.__contains__)
        assert whole == any(parts)


def test_cases_are_as_many_as_there_are_ways_unless_too_many() -> None:
    for goal in (D & any_of([A, B, C]), D & ~all_of([A, B, C])):
        assert len(cases_of(goal, 3)) == 3
        assert cases_of(goal, 2) == [goal]


def test_two_ways_are_two_cases_beside_larger_parts_with_one_way() -> None:
    assert cases_of((A ^ B ^ C) & (A | D), 2) == [(A ^ B ^ C) & A, (A ^ B ^ C) & D]


def test_clauses_admit_the_values_of_their_gates_and_no_others() -> None:
    goal = (A & B) | C
    clauses = encode(goal)
    names = [node.payload for node in inputs_of([goal])]
    for subset in (frozenset(s) for n in range(len(names) + 1) for s in combinations(names, n)):
        values = zip(clauses.variables.values(), evaluate(list(clauses.variables), subset.__contains__), strict=True)
        literals = [variable if value else -variable for variable, value in values]
        assert clauses.admit(literals)
        assert not clauses.admit([*literals, -literals[0]])
    assert not clauses.admit([-v if node.op == INPUT else v for node, v in clauses.variables.items()])


def test_a_chain_of_like_gates_is_one_gate_unless_another_uses_it() -> None:
    alone, shared = encode(all_of([A, B, C, D])), encode((A & B & C) & (A & B ^ C))
    assert sorted(map(len, alone.definitions)) == [2] * 4
    assert (A & B in shared.variables, A & B & C in shared.variables) == (True, False)


def test_dimacs_counts_variables_and_clauses() -> None:
    clauses = encode((A ^ B) & (B | C))
    head, *lines = clauses.dimacs(clauses.goal, 1).splitlines()
    numbers = {abs(int(literal)) for line in lines for literal in line.split()} - {0}
    assert head == f"p cnf {max(numbers)} {len(lines)}"
    assert len(lines) == len(clauses.definitions) + 2


def test_constants_are_decided_and_atoms_refused() -> None:
    assert Solver([], 10).decide(TRUE).verdict == "sat"
    assert Solver([], 10).decide(FALSE).verdict == "unsat"
    with pytest.raises(UndecidedTruth, match="no clauses"):
        encode(atom("x < y") & variable("test"))


def test_clauses_do_not_depend_on_the_order_of_construction() -> None:
    def dimacs(names: str, first: str) -> str:
        kept = [variable(f"order {name}") for name in first]
        a, b, c = (variable(f"order {name}") for name in names)
        clauses = encode((a | (b & c)) & (b ^ c) & (c | ~a))
        return clauses.dimacs(clauses.goal) if kept else ""

    assert dimacs("abc", "a") == dimacs("abc", "cba")
    assert dimacs("abc", "a") != dimacs("acb", "a")
