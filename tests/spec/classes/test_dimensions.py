"""The dimensions against short recursions over sets of functions, known counts, and the fixtures of BGS21."""

from functools import cache
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.proofs_check.provers.exhaustive import count
from littlestone.spec.algebra.circuit import FALSE, TRUE
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.classes.concept_classes import (
    ConceptClass,
    Function,
    all_functions,
    binary_restriction,
    explicit,
    from_members,
    symbolic,
)
from littlestone.spec.classes.dimensions import (
    Family,
    distinct_splits,
    floor_log2,
    io_splits,
    largest_bit_dimension,
    littlestone_dimension,
    psi_b,
    psi_bin,
    psi_littlestone_dimension,
    psi_n,
    shatters_depth,
    shatters_sequence,
    shatters_set,
    soa_predicts,
    split,
    standard_optimal_mistakes,
    threshold_dimension,
    uniform_psi_littlestone_dimension,
    vc_dimension,
)

FAMILIES = (psi_n, psi_bin, psi_b)
some = settings(deadline=None, max_examples=40)


@st.composite
def classes(draw: st.DrawFn, most_labels: int = 3) -> tuple[frozenset[Function], int]:
    """A non-empty set of functions on up to 3 points, and the number of labels."""
    points, labels = draw(st.integers(1, 3)), draw(st.integers(2, most_labels))
    functions = list(all_functions(points, labels))
    return draw(st.frozensets(st.sampled_from(functions), min_size=1, max_size=8)), labels


# ---- References: recursions over plain sets


@cache
def ldim(H: frozenset[Function]) -> int:
    """The deepest shattered tree: two labels at a point, and one less on both sides."""
    if len(H) <= 1:
        return len(H) - 1
    best = 0
    for x in range(len(next(iter(H)))):
        parts = [frozenset(f for f in H if f[x] == y) for y in {f[x] for f in H}]
        best = max(best, 1 + sorted(map(ldim, parts))[-2]) if len(parts) > 1 else best
    return best


@cache
def psi_dimension(H: frozenset[Function], family: Family) -> int:
    if not H:
        return -1
    points = range(len(next(iter(H))))
    halves = ([frozenset(f for f in H if phi[f[x]] == side) for side in (0, 1)] for x in points for phi in family)
    return max((1 + min(psi_dimension(half, family) for half in pair) for pair in halves if all(pair)), default=0)


def uniform_dimension(H: frozenset[Function], family: Family) -> int:
    def shattered(part: frozenset[Function], maps: Family) -> bool:
        if not maps or not part:
            return bool(part)
        sides = (
            [frozenset(f for f in part if maps[0][f[x]] == side) for side in (0, 1)]
            for x in range(len(next(iter(part))))
        )
        return any(all(shattered(half, maps[1:]) for half in pair) for pair in sides)

    depths = range(len(H).bit_length())
    return max(b for b in depths if any(shattered(H, maps) for maps in product(family, repeat=b)))


def vc(H: frozenset[Function]) -> int:
    points = range(len(next(iter(H))))
    return max(
        len(S) for d in range(4) for S in combinations(points, d) if len({tuple(f[x] for x in S) for f in H}) == 2**d
    )


def thresholds(H: frozenset[Function]) -> int:
    def found(S: tuple[int, ...]) -> bool:
        patterns = {tuple(f[x] for x in S) for f in H}
        return all(tuple(int(i <= j) for j in range(len(S))) in patterns for i in range(len(S)))

    points = range(len(next(iter(H))))
    return max(t for t in range(len(points) + 1) if any(found(S) for S in permutations(points, t)))


@cache
def worst_mistakes(H: frozenset[Function]) -> int:
    """The mistakes of the standard optimal algorithm in the worst realizable sequence, straight from its rule."""
    worst = 0
    for x in range(len(next(iter(H)))):
        parts = {y: frozenset(f for f in H if f[x] == y) for y in {f[x] for f in H}}
        guess = min(parts, key=lambda y: (-ldim(parts[y]), y))
        for y, part in parts.items():
            if part != H:
                worst = max(worst, int(y != guess) + worst_mistakes(part))
    return worst


# ---- Agreement


@some
@given(classes())
def test_littlestone_dimension(case: tuple[frozenset[Function], int]) -> None:
    H, labels = case
    assert int(littlestone_dimension(explicit(H, labels))) == ldim(H)


@some
@given(classes())
def test_psi_dimensions(case: tuple[frozenset[Function], int]) -> None:
    H, labels = case
    plain = explicit(H, labels)
    for family in (psi_n(labels), psi_bin(labels), psi_b(labels)[:40]):
        assert int(psi_littlestone_dimension(plain, family)) == psi_dimension(H, family)
    bits = psi_bin(labels)
    assert int(uniform_psi_littlestone_dimension(plain, bits)) == uniform_dimension(H, bits)
    assert int(psi_littlestone_dimension(plain, psi_n(labels))) == ldim(H)


@some
@given(classes(most_labels=2))
def test_dimensions_of_binary_classes(case: tuple[frozenset[Function], int]) -> None:
    H, _ = case
    plain = explicit(H, 2)
    assert (int(vc_dimension(plain)), int(threshold_dimension(plain))) == (vc(H), thresholds(H))


@some
@given(classes())
def test_mistakes_of_the_standard_optimal_algorithm(case: tuple[frozenset[Function], int]) -> None:
    H, labels = case
    assert int(standard_optimal_mistakes(explicit(H, labels))) == worst_mistakes(H) == ldim(H)


@pytest.mark.parametrize(
    "dimension", [littlestone_dimension, vc_dimension, threshold_dimension, standard_optimal_mistakes]
)
def test_the_empty_class_and_a_single_function(dimension: object) -> None:
    assert int(dimension(explicit([], 2, 2))) == -1  # type: ignore[operator]
    assert int(dimension(explicit([(0, 0)]))) == 0  # type: ignore[operator]


def test_dimensions_are_called_by_their_names_and_bounded_by_points_and_functions() -> None:
    square, three = explicit(all_functions(2, 2)), explicit([(0, 0), (0, 1), (0, 2)])
    two = explicit([(0, 0, 0), (1, 1, 1)])
    assert repr(littlestone_dimension(square)) == "Ldim = 2"
    assert repr(littlestone_dimension(three)) == "MLD = 1"
    assert repr(largest_bit_dimension(square)) == "max_i Ldim(H|_i) = 2"
    assert repr(psi_littlestone_dimension(three, psi_b(3))) == "Psi_LD = 1"
    assert repr(uniform_psi_littlestone_dimension(three, psi_b(3))) == "Psi_LD U = 1"
    assert littlestone_dimension(square).values == [-1, 0, 1, 2] and vc_dimension(two).values == [-1, 0, 1]
    assert repr(vc_dimension(square)) == "VC = 2"
    assert repr(vc_dimension(two)) == "VC = 1"
    assert repr(vc_dimension(symbolic(1, 2))) == "Number VC in [-1, 0, 1]"
    assert vc_dimension(explicit(all_functions(1, 2)).image(int, 2)).values == [-1, 0, 1]
    assert vc_dimension(explicit([(y,) for y in range(5)])).values == [-1, 0, 1]
    assert repr(threshold_dimension(two)) == "Thr = 1"
    assert threshold_dimension(square).values == [-1, 0, 1, 2]
    assert repr(standard_optimal_mistakes(three)) == "mistakes of SOA = 1"


def test_the_prediction_is_the_largest_dimension_and_the_smallest_such_label() -> None:
    H = explicit([(0, 0), (1, 0), (1, 1), (2, 0), (2, 1)])
    assert [soa_predicts(H, 0, y) for y in range(3)] == [FALSE, TRUE, FALSE]
    assert [soa_predicts(H, 1, y) for y in range(3)] == [TRUE, FALSE, FALSE]


def test_mistakes_do_not_depend_on_the_order_in_which_functions_are_listed() -> None:
    for functions in permutations([(0, 1), (1, 0), (1, 1)]):
        assert int(standard_optimal_mistakes(from_members(2, 2, dict.fromkeys(functions, TRUE)))) == 1
    for pair in permutations([(0,), (1,)]):
        assert int(standard_optimal_mistakes(from_members(1, 2, dict.fromkeys(pair, TRUE)))) == 1


def test_shattered_sets_and_trees_with_one_split_per_level() -> None:
    H = explicit([(0, 0), (0, 1), (1, 1), (2, 0)])
    assert [shatters_set(H, points) for points in ((), (0,), (1,), (0, 1))] == [TRUE, TRUE, TRUE, FALSE]
    first, last = (frozenset({0}), frozenset({1, 2})), (frozenset({1}), frozenset({2}))
    sequences = [(), (first,), (last,), (first, last), (last, first), (first, first)]
    assert [shatters_sequence(H, s) for s in sequences] == [TRUE, TRUE, TRUE, FALSE, FALSE, TRUE]
    assert shatters_sequence(explicit([], labels=3, points=2), ()) is FALSE


def test_a_symbolic_class_has_no_single_dimension() -> None:
    with pytest.raises(UndecidedTruth):
        int(littlestone_dimension(symbolic(2, 2)))


@pytest.mark.parametrize(
    ("functions", "expected"),
    [
        (((0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1)), (1, 2, 3)),
        (((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0)), (1, 1, 1)),
        (((0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 0)), (2, 2, 2)),
    ],
    ids=["thresholds", "at most one point", "a square"],
)
def test_vc_littlestone_and_threshold_dimension_of(
    functions: tuple[Function, ...], expected: tuple[int, int, int]
) -> None:
    H = explicit(functions)
    assert (int(vc_dimension(H)), int(littlestone_dimension(H)), int(threshold_dimension(H))) == expected


# ---- Known counts


def histogram(points: int, labels: int) -> list[int]:
    H = symbolic(points, labels)
    dimension = littlestone_dimension(H)
    return count([dimension.equals(d) for d in dimension.values], [truth.payload for _, truth in H.members()])


def test_the_vc_dimensions_of_all_classes_on_two_points() -> None:
    H = symbolic(2, 2)
    dimension = vc_dimension(H)
    assert dimension.values == [-1, 0, 1, 2]
    found = count([dimension.equals(d) for d in dimension.values], [truth.payload for _, truth in H.members()])
    assert found == [1, 4, 10, 1]


def test_the_littlestone_dimensions_of_all_classes_on_four_points() -> None:
    assert histogram(4, 2) == [1, 16, 872, 31140, 33506, 1]


def test_the_littlestone_dimensions_of_all_classes_with_three_labels_on_two_points() -> None:
    functions = list(all_functions(2, 3))
    found = [ldim(frozenset(chosen)) for n in range(10) for chosen in combinations(functions, n)]
    assert histogram(2, 3)[:4] == [found.count(d) for d in (-1, 0, 1, 2)]


# ---- Fixtures of section 4


def dimensions(*functions: Function, labels: int) -> dict[str, int]:
    H = explicit(functions, labels)
    bits = psi_bin(labels)
    numbers = {
        "D": largest_bit_dimension(H),
        "U": uniform_psi_littlestone_dimension(H, bits),
        "bin": psi_littlestone_dimension(H, bits),
        "N": psi_littlestone_dimension(H, psi_n(labels)),
        "B": psi_littlestone_dimension(H, psi_b(labels)),
        "MLD": littlestone_dimension(H),
    }
    return {name: int(number) for name, number in numbers.items()}


def test_claim_4_6_is_strict_on_both_sides() -> None:
    found = dimensions((0, 0), (0, 1), (0, 2), (1, 1), labels=3)
    assert found["U"] < found["bin"]
    found = dimensions((0,), (1,), (2,), (3,), labels=4)
    assert found["D"] < found["U"]


def test_claim_4_7_is_strict_on_both_sides() -> None:
    found = dimensions((0, 0), (0, 1), (0, 2), (1, 1), labels=3)
    assert (found["N"], found["bin"]) == (1, 2)
    found = dimensions((0, 0), (0, 1), (0, 2), (1, 0), labels=3)
    assert (found["bin"], found["B"]) == (1, 2)


def test_four_labels_on_one_point() -> None:
    found = dimensions((0,), (1,), (2,), (3,), labels=4)
    assert found == {"D": 1, "U": 2, "bin": 2, "N": 1, "B": 2, "MLD": 1}


def test_mld_and_the_bits_are_not_comparable() -> None:
    found = dimensions((0, 1), (1, 1), (1, 2), (2, 0), labels=3)
    assert (found["MLD"], found["D"]) == (1, 2)
    found = dimensions((0, 0), (0, 2), (1, 0), (1, 1), labels=3)
    assert (found["D"], found["MLD"]) == (1, 2)


# ---- Families and splits


@pytest.mark.parametrize("k", range(1, 6))
def test_sizes_of_the_families(k: int) -> None:
    sizes = [len(set(make(k + 1))) for make in FAMILIES]
    assert sizes == [k * (k + 1), max(1, k.bit_length()), 3 ** (k + 1)]


def test_the_maps_of_the_families() -> None:
    assert set(psi_n(3)) == {(0, 1, None), (1, 0, None), (0, None, 1), (1, None, 0), (None, 0, 1), (None, 1, 0)}
    assert psi_bin(4) == ((0, 0, 1, 1), (0, 1, 0, 1))
    assert split((0, None, 1, 0)) == (frozenset({0, 3}), frozenset({2}))


def test_distinct_splits_leave_out_mirror_images_and_empty_sides() -> None:
    assert distinct_splits(((0, 1), (1, 0), (0, 0), (None, 1), (None, None))) == ((frozenset({0}), frozenset({1})),)
    assert set(distinct_splits(psi_n(3))) == set(io_splits(3))


def test_floor_log2() -> None:
    assert [floor_log2(n) for n in range(10)] == [-1, 0, 1, 1, 2, 2, 2, 2, 3, 3]


def test_shattering_to_a_depth() -> None:
    cube: ConceptClass = explicit(all_functions(3, 2))
    assert [bool(shatters_depth(cube, io_splits(2), b)) for b in (-1, 0, 3, 4)] == [True, True, True, False]
    assert int(littlestone_dimension(binary_restriction(explicit([(0,), (1,), (2,)]), 1))) == 1
