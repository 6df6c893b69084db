"""The checker of proofs agrees with a literal one, with an outside one, and takes no proof of what is not so."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from pysat.solvers import Cadical195

from littlestone.proofs_check.rechecking.encoding import clause_list
from littlestone.proofs_check.rechecking.refutations import propagation
from littlestone.proofs_check.rechecking.refutations.dimacs import Unreadable, read_formula, read_proof
from littlestone.proofs_check.rechecking.refutations.propagation import (
    ClauseList,
    first_not_following,
    first_wrong_step,
)

Clause = tuple[int, ...]
VARIABLES = 40  # where proofs have steps that are needed


def random_formula(random: Random, variables: int, clauses: int) -> list[Clause]:
    def literal() -> int:
        return random.choice((-1, 1)) * random.randint(1, variables)

    return [tuple(dict.fromkeys(literal() for _ in range(random.randint(1, 4)))) for _ in range(clauses)]


def is_satisfiable(formula: list[Clause], variables: int) -> bool:
    return any(
        all(any((literal > 0) == values[abs(literal) - 1] for literal in clause) for clause in formula)
        for values in product((False, True), repeat=variables)
    )


def literally_follows(formula: list[Clause], asked: Clause) -> bool:
    """Unit propagation as it is defined, clause by clause until nothing changes."""
    true = {-literal for literal in asked}
    while not any(-literal in true for literal in true):
        left = [[literal for literal in c if -literal not in true] for c in formula if not true & set(c)]
        units = {clause[0] for clause in left if len(clause) == 1}
        if [] in left:
            return True
        if not units:
            return False
        true |= units
    return True


def written(formula: list[Clause], variables: int) -> str:
    lines = (" ".join(map(str, [*clause, 0])) for clause in formula)
    return "\n".join([f"p cnf {variables} {len(formula)}", *lines]) + "\n"


def refuted_formulas(count: int) -> Iterator[tuple[list[Clause], list[str]]]:
    """Unsatisfiable formulas of three literals a clause, each with the proof that CaDiCaL gives."""
    random = Random(20)
    while count:
        chosen = [random.sample(range(1, VARIABLES + 1), 3) for _ in range(6 * VARIABLES)]
        formula = [tuple(random.choice((-v, v)) for v in clause) for clause in chosen]
        with Cadical195(bootstrap_with=formula, with_proof=True) as solver:
            if not solver.solve():
                count -= 1
                yield formula, solver.get_proof()


def test_what_follows_by_unit_propagation_is_as_the_definition_has_it() -> None:
    random, answers = Random(1), []
    for _ in range(400):
        formula, asked = random_formula(random, 6, 14), random_formula(random, 6, 5)
        literal = next((i for i, c in enumerate(asked) if not literally_follows(formula, c)), None)
        assert first_not_following(clause_list(formula), clause_list(asked)) == literal
        answers.append(literal)
    assert {None, 0, 1} < set(answers)


def test_no_proof_of_a_formula_that_can_be_true_is_taken() -> None:
    random, tried = Random(2), 0
    for _ in range(300):
        formula = random_formula(random, 5, 9)
        if is_satisfiable(formula, 5):
            tried += 1
            steps = [clause[: random.randint(0, 2)] for clause in random_formula(random, 5, 12)]
            assert first_wrong_step(clause_list(formula), clause_list(steps)) is not None
    assert tried > 100


def test_proofs_of_the_solver_hold_and_an_outside_checker_agrees_also_on_altered_ones() -> None:
    dratify = pytest.importorskip("dratify", reason="the outside checker dratify is not installed")
    random, verdicts = Random(3), []
    for formula, proof in refuted_formulas(40):
        parsed = dratify.parse_dimacs(written(formula, VARIABLES))
        altered = [line for line in proof if line.startswith("d ") or random.random() < 0.6]
        for lines in (proof, altered, [*altered, "0"]):
            text = "".join(f"{line}\n" for line in lines)
            own = first_wrong_step(read_formula(written(formula, VARIABLES)), read_proof(text)) is None
            outside = dratify.check_proof(parsed, text, check_rat=False, apply_deletions=False, engine="python").ok
            assert own or not outside, text
            assert own == outside or is_contradicted(formula, lines), text
            verdicts.append(own)
        assert verdicts[-3]
    assert verdicts.count(False) > 10


def is_contradicted(formula: list[Clause], lines: list[str]) -> bool:
    """The contradiction is come to by unit propagation alone before the end, where an outside checker wants it said."""
    added = [tuple(map(int, line.split()))[:-1] for line in lines if not line.startswith("d ")]
    return literally_follows([*formula, *filter(None, added)], ())


@pytest.mark.parametrize(
    ("formula", "proof", "wrong"),
    [
        ([(1,), (-1,)], "", None),
        ([(1, 2), (-1, 2), (1, -2), (-1, -2)], "2 0\n", None),
        ([(1, 2), (-1, 2), (1, -2), (-1, -2)], "", 0),
        ([(1, 2), (-1, 2)], "2 0\n", 1),
        ([(1, 2), (-1, 2)], "1 0\n", 0),
        ([(1, 2), (-1, 2), (1, -2), (-1, -2)], "d 2 1 0\n2 0\n", 1),
        ([(1, 2), (-1, 2), (1, -2), (-1, -2)], "d 1 2 3 0\n2 0\n", None),
        ([(1, 2), (-1, 2), (1, -2), (-1, -2)], "2 0\n0\n", None),
        ([()], "", None),
    ],
)
def test_small_proofs(formula: list[Clause], proof: str, wrong: int | None) -> None:
    assert first_wrong_step(clause_list(formula), read_proof(proof)) == wrong


def test_a_step_that_only_leaves_a_formula_satisfiable_is_refused() -> None:
    """Resolution asymmetric tautologies are not needed: a definition of a new variable is such a step."""
    assert first_wrong_step(clause_list([(1, 2)]), read_proof("3 0\n")) == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "first line"),
        ("p cnf 1\n1 0\n", "first line"),
        ("p cnf 1 2\n1 0\n", "1 clauses"),
        ("p cnf 1 1\n2 0\n", "over 2 variables"),
        ("p cnf 1 1\n1\n", "does not end with 0"),
        ("p cnf 1 1\nx 0\n", "no integer"),
        ("p cnf 1 1\n1.5 0\n", "no integer"),
        ("p cnf 9999999999 1\n9999999999 0\n", "larger than"),
        ("p cnf 1 1\n99999999999999999999 0\n", "no integer"),
    ],
)
def test_what_is_no_formula_is_refused(text: str, words: str) -> None:
    with pytest.raises(Unreadable, match=words):
        read_formula(text)


@pytest.mark.parametrize("text", ["1 2 0 3 0\n", "1 2\n0\n", "d\n", "1 d 2 0\n", "hello 0\n"])
def test_what_is_no_proof_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        read_proof(text)


def test_clauses_are_counted() -> None:
    found = read_formula("p cnf 3 2\n1 -3 0\n0\n")
    assert isinstance(found, ClauseList)
    assert (len(found), found.variables, found.starts.tolist()) == (2, 3, [0, 2, 2])


def test_hints_are_enough_and_none_can_be_left_out() -> None:
    for formula, proof in refuted_formulas(8):
        steps = propagation.hinted(clause_list(formula), read_proof("".join(f"{line}\n" for line in proof)))
        assert propagation.is_hinted_proof(formula, steps) and len(steps) <= len(proof)
        at = Random(4).randrange(len(steps))
        before, (clause, hints), after = steps[:at], steps[at], steps[at + 1 :]
        for altered in ([], [(clause, hints[:-1])], [((*clause[1:], VARIABLES + 1), hints[1:])]):
            others = [propagation.Step(*step) for step in altered]
            assert not propagation.is_hinted_proof(formula, [*before, *others, *after])


def test_a_hint_at_no_clause_shows_nothing() -> None:
    """Two such hints made every clause follow that has the variable 1."""
    steps = [propagation.Step((1,), (99, 99)), propagation.Step((), (1, 2))]
    assert not propagation.is_hinted_proof([(-1,)], steps)
