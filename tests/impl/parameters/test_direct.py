"""The parameters' own algorithms against the literal twins of the definitions, which share no code with them."""

import numpy as np
import pytest

from littlestone.impl.classes.matrices import Matrix, as_matrix
from littlestone.impl.dimensions.proved_bounds import BudgetExceededError
from littlestone.impl.parameters import all as all_module
from littlestone.impl.parameters.all import DIRECT, Table, all_parameters, dimensions_by_name
from littlestone.spec.classes.concept_classes import all_functions
from littlestone.spec.parameters.library import PARAMETERS


def value(name: str, matrix: Matrix) -> object:
    return DIRECT[name](Table(matrix, 10**7))


def small_class(seed: int) -> Matrix:
    """Random ones, of any density, and every third an interval of a chain with a function changed."""
    draw = np.random.default_rng(seed)
    points = int(draw.integers(1, 5))
    if seed % 3 == 0:
        steps = np.tri(points + 1, points, -1, dtype=int)
        steps[draw.integers(points + 1)] ^= draw.integers(0, 2, points)
        return as_matrix(steps)
    return as_matrix((draw.random((draw.integers(1, 10), points)) < draw.uniform(0.2, 0.8)).astype(int))


@pytest.mark.slow
@pytest.mark.parametrize("name", DIRECT)
def test_each_algorithm_finds_what_the_definition_says(name: str) -> None:
    for seed in range(40):
        matrix = small_class(seed)
        functions = frozenset(matrix.function(i) for i in range(len(matrix)))
        assert value(name, matrix) == PARAMETERS[name].literal(functions), functions


@pytest.mark.slow
@pytest.mark.parametrize("name", DIRECT)
def test_each_algorithm_is_right_on_all_classes_on_two_points(name: str) -> None:
    every = list(all_functions(2, 2))
    for bits in range(1, 1 << len(every)):
        functions = frozenset(f for i, f in enumerate(every) if bits >> i & 1)
        assert value(name, as_matrix(np.array(sorted(functions)))) == PARAMETERS[name].literal(functions), functions


@pytest.mark.slow
def test_the_dimensions_are_those_of_the_class_and_of_its_dual() -> None:
    for seed in range(40):
        matrix = small_class(seed)
        functions = frozenset(matrix.function(i) for i in range(len(matrix)))
        for name, found in dimensions_by_name(matrix).items():
            assert found.lower == found.upper == PARAMETERS[name].literal(functions), (name, functions)


@pytest.mark.parametrize("name", ["RTD", "diameter", "degeneracy", "intdeg"])
def test_steps_are_limited(name: str) -> None:
    with pytest.raises(BudgetExceededError):
        DIRECT[name](Table(as_matrix(np.random.default_rng(1).integers(0, 2, (40, 9))), 50))


def test_products_that_are_zero_are_steps_too() -> None:
    """The cube on five points and many that are constant: billions of monomials are 0 on it."""
    cube = np.array([[i >> x & 1 for x in range(5)] + [0] * 60 for i in range(32)])
    with pytest.raises(BudgetExceededError):
        DIRECT["intdeg"](Table(as_matrix(cube), 10_000))


def test_cheap_parameters_are_measured_on_many_points(monkeypatch: pytest.MonkeyPatch) -> None:
    some = ("size", "diameter", "TD", "RTD", "Ldim", "VC", "XTD")
    monkeypatch.setattr(all_module, "PARAMETERS", {name: PARAMETERS[name] for name in some})
    intervals = np.array([[int(a <= x < b) for x in range(12)] for a in range(12) for b in range(a, 13)])
    found = {one.parameter.name: one for one in all_parameters(as_matrix(intervals))}
    assert {name: found[name].value for name in ("size", "diameter", "TD", "RTD", "Ldim")} == {
        "size": 79,
        "diameter": 12,
        "TD": 12,
        "RTD": 2,
        "Ldim": 5,
    }
    assert found["VC"].how.startswith("closed under intersection")
    assert found["XTD"].value is None and "12 points" in str(found["XTD"])
