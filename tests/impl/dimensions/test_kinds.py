"""Each kind of reason for a bound on VC and thresholds: where it is given, and that it is refused of a false bound."""

from itertools import combinations, product

import numpy as np
import pytest
from numpy.typing import NDArray

from littlestone.impl.classes.matrices import InvalidWitnessError, as_matrix
from littlestone.impl.dimension_checks.certificates import CHECKS_OF_THRESHOLDS, CHECKS_OF_VC, growth
from littlestone.impl.dimension_checks.trees import RefusedCertificateError
from littlestone.impl.dimensions import binary
from littlestone.impl.dimensions.all import all_dimensions
from littlestone.impl.dimensions.binary import vc_dimension
from littlestone.impl.dimensions.littlestone import littlestone_dimension
from littlestone.impl.dimensions.proved_bounds import Dimension

Functions = NDArray[np.int64]


def intervals(m: int) -> Functions:
    return np.array([[int(a <= x < b) for x in range(m)] for a in range(m) for b in range(a, m + 1)])


def parities(bits: int) -> Functions:
    vectors = np.array(list(product((0, 1), repeat=bits)))
    return np.asarray(vectors @ vectors.T % 2)


def two_chains(m: int) -> Functions:
    """The steps up on m points, and steps up in another order of the points."""
    steps = np.tri(m + 1, m, -1, dtype=int)
    return np.vstack([steps, steps[:, np.argsort([(5 * x) % m for x in range(m)])]])


def rectangles(side: int) -> Functions:
    spans = [range(a, b) for a in range(side) for b in range(a, side + 1)]
    return np.array(
        [
            [int(i in rows and j in columns) for i in range(side) for j in range(side)]
            for rows in spans
            for columns in spans
        ]
    )


def random(seed: int, functions: int, points: int) -> Functions:
    return np.random.default_rng(seed).integers(0, 2, (functions, points))


CUBE = np.array(list(product((0, 1), repeat=3)))
KINDS = [
    ("VC", "size", CUBE),
    ("VC", "Littlestone", np.eye(6, dtype=int)),
    ("VC", "closed", intervals(8)),
    ("VC", "chains", two_chains(17)),
    ("VC", "grown", random(2, 40, 9)),
    ("thresholds", "counted", np.tri(9, dtype=int)),
    ("thresholds", "closed", rectangles(4)),
    ("thresholds", "rank", parities(4)),
    ("thresholds", "searched", random(3, 30, 12)),
]


def named(functions: Functions, name: str) -> Dimension:
    return next(d for d in all_dimensions(as_matrix(functions)) if d.name == name)


@pytest.mark.parametrize(
    ("name", "kind", "functions"), KINDS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_each_kind_is_given_where_it_is_the_cheapest(name: str, kind: str, functions: Functions) -> None:
    found = named(functions, name)
    assert found.exact and found.reason.kind == kind
    assert ("not certified" in found.reason.words) == (kind == "searched")


@pytest.mark.parametrize(
    ("name", "kind", "functions"), KINDS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_no_kind_is_believed_of_a_bound_that_is_one_too_small(name: str, kind: str, functions: Functions) -> None:
    found = named(functions, name)
    checks = {"VC": CHECKS_OF_VC, "thresholds": CHECKS_OF_THRESHOLDS}[name]
    if kind not in checks:
        pytest.skip("checked with the dimension that it names, or not at all")
    matrix = as_matrix(functions)
    checks[kind](matrix.functions, found.upper, found.reason.data)
    with pytest.raises(RefusedCertificateError):
        checks[kind](matrix.functions, found.upper - 1, found.reason.data)


@pytest.mark.parametrize("seed", range(30))
def test_no_altered_chains_or_irreducible_functions_are_believed_of_a_false_bound(seed: int) -> None:
    draw = np.random.default_rng(seed)
    functions = as_matrix([two_chains(9), intervals(5), random(seed, 20, 6)][seed % 3]).functions
    truth = {d.name: d.lower for d in all_dimensions(as_matrix(functions))}
    chains = [part.tolist() for part in np.array_split(draw.permutation(len(functions)), int(draw.integers(1, 6)))]
    irreducible = draw.permutation(len(functions))[: draw.integers(len(functions))].tolist()
    data = {"chains": chains, "irreducible": irreducible, "field": int(draw.integers(2, 12))}
    for name, checks in (("VC", CHECKS_OF_VC), ("thresholds", CHECKS_OF_THRESHOLDS)):
        for check in checks.values():
            for bound in range(truth[name]):
                with pytest.raises(RefusedCertificateError):
                    check(functions, bound, data)


def test_a_chain_that_is_none_is_refused() -> None:
    with pytest.raises(RefusedCertificateError, match="none"):
        CHECKS_OF_VC["chains"](CUBE, 1, {"chains": [list(range(8))]})
    with pytest.raises(RefusedCertificateError, match="every function once"):
        CHECKS_OF_VC["chains"](CUBE, 1, {"chains": [[7, 0]]})


def test_a_class_that_is_not_closed_is_refused() -> None:
    crossed = np.array([[1, 1, 0], [0, 1, 1], [1, 1, 1]])
    for checks in (CHECKS_OF_VC, CHECKS_OF_THRESHOLDS):
        with pytest.raises(RefusedCertificateError, match="not closed"):
            checks["closed"](crossed, 3, {"irreducible": [0, 1, 2]})


def test_a_field_that_is_none_is_refused() -> None:
    for field in (0, 1, 4, 9):
        with pytest.raises(RefusedCertificateError, match="no prime"):
            CHECKS_OF_THRESHOLDS["rank"](CUBE, 3, {"field": field})


def test_growing_finds_what_is_shattered() -> None:
    shattered = {size: size <= 3 for size in range(1, 5)}
    for size, some in shattered.items():
        if some:
            with pytest.raises(RefusedCertificateError):
                growth(CUBE, size)
        else:
            assert growth(np.hstack([CUBE, CUBE]), size) == 0 or size > 3


def test_a_search_that_finds_too_little_or_too_much_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    matrix = as_matrix(random(2, 40, 9))
    littlestone = littlestone_dimension(matrix)
    monkeypatch.setattr(binary, "_greedy", lambda *_: [])
    monkeypatch.setattr(binary, "_grown", lambda *_: [])
    with pytest.raises(RefusedCertificateError):
        vc_dimension(matrix, littlestone)
    monkeypatch.setattr(binary, "_greedy", lambda *_: list(range(littlestone.upper)))
    with pytest.raises(InvalidWitnessError):
        vc_dimension(matrix, littlestone)


@pytest.mark.parametrize("most_plain", [pytest.param(0, marks=pytest.mark.slow), binary.MOST_PLAIN])
@pytest.mark.parametrize("seed", range(6))
def test_growth_decides_as_the_definition_does(seed: int, most_plain: int, monkeypatch: pytest.MonkeyPatch) -> None:
    matrix = as_matrix((np.random.default_rng(seed).random((90, 14)) < 0.3 + 0.05 * seed).astype(int))
    monkeypatch.setattr(binary, "_greedy", lambda *_: [])
    monkeypatch.setattr(binary, "MOST_PLAIN", most_plain)
    found = vc_dimension(matrix, littlestone_dimension(matrix))
    literal = max(
        size
        for size in range(8)
        if any(len(np.unique(matrix.functions[:, list(s)], axis=0)) == 1 << size for s in combinations(range(14), size))
    )
    assert (found.lower, found.upper) == (literal, literal)


def subspaces(dimension: int) -> Functions:
    """All subspaces of a vector space over two elements, as sets of its non-zero vectors: closed under intersection."""
    found = {frozenset[int]()}
    for _ in range(dimension):
        found |= {space | {v} | {v ^ w for w in space} for space in found for v in range(1, 1 << dimension)}
    spaces = {space - {0} for space in found}
    return np.array([[int(v in space) for v in range(1, 1 << dimension)] for space in spaces])


@pytest.mark.slow
def test_a_closed_class_with_many_families_keeps_to_its_budget() -> None:
    matrix = as_matrix(subspaces(5))
    assert len(matrix) == 374
    found = vc_dimension(matrix, littlestone_dimension(matrix, 0), 50)
    assert found.lower <= 5 <= found.upper and found.nodes <= 100


@pytest.mark.parametrize("budget", [40, pytest.param(400, marks=pytest.mark.slow)])  # ends in plain, in compiled code
def test_growth_keeps_to_its_budget(budget: int) -> None:
    matrix = as_matrix(random(5, 2000, 60))
    found = vc_dimension(matrix, littlestone_dimension(matrix), budget)
    assert found.lower < found.upper and found.nodes == budget
    assert f"budget of {budget} nodes used up" in found.reason.words


@pytest.mark.slow
def test_a_thousand_random_functions_are_measured_exactly_within_the_default_budget() -> None:
    matrix = as_matrix(np.unique(random(0, 1000, 40), axis=0))
    found = vc_dimension(matrix, littlestone_dimension(matrix))
    assert (found.lower, found.upper) == (8, 8)
    assert found.nodes <= 40_000, "a node is 500 words of the sets that were grown, not one set"
