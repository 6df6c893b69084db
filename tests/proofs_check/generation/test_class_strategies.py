import doctest
from collections.abc import Callable, Iterable
from itertools import combinations, permutations, product

import pytest
from helpers.drawing import consistent, drawn, smallest
from helpers.nightly import nightly
from hypothesis import strategies as st

from littlestone.proofs_check.generation import class_strategies as strategies
from littlestone.proofs_check.generation.class_strategies import (
    FAMILIES,
    concept_classes,
    d_point_functions,
    disjoint_products,
    explicit_classes,
    function_sets,
    functions,
    hamming_balls,
    intervals,
    io_trees,
    joint_classes,
    most_functions,
    restrictions,
    samples,
    subcubes,
    thresholds,
    unions,
)
from littlestone.spec.classes.concept_classes import ConceptClass, Function, explicit
from littlestone.spec.classes.dimensions import littlestone_dimension, vc_dimension
from littlestone.spec.classes.trees import depth, io_paths, is_complete

Classes = st.SearchStrategy[ConceptClass]


def ldim(H: ConceptClass) -> int:
    return int(littlestone_dimension(H))


def beats_vc(H: ConceptClass) -> bool:
    return int(vc_dimension(H)) < ldim(H)


def smallest_by_brute_force(condition: Callable[[ConceptClass], bool], most_points: int) -> tuple[int, int]:
    """The fewest functions of a binary class with the property, and the fewest points for so many functions."""
    for size in range(1, 2**most_points + 1):
        for points in range(1, most_points + 1):
            for chosen in combinations(product((0, 1), repeat=points), size):
                if condition(explicit(chosen, 2, points)):
                    return size, points
    raise AssertionError("no class has the property")


@pytest.mark.slow
def test_shrinks_to_the_smallest_class_that_separates_vc_from_littlestone() -> None:
    H = smallest(concept_classes(8), beats_vc, most=1000)
    assert (len(H.functions()), H.points) == smallest_by_brute_force(beats_vc, 3) == (4, 3)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*FAMILIES][:2] + nightly([*FAMILIES][2:]))
def test_every_family_shrinks_out_of_its_structure(name: str) -> None:
    H = smallest(concept_classes(8, families=[name]), lambda H: len(H.functions()) >= 3, 0)
    assert H.functions() == ((0, 0), (0, 1), (1, 0))


@pytest.mark.slow
@pytest.mark.parametrize("draw", [0, *nightly([1, 2])])
def test_a_family_of_few_choices_on_many_points_shrinks(draw: int) -> None:
    H = smallest(d_point_functions(12, 3), lambda H: len(H.functions()) >= 3, draw)
    assert H.functions() == ((0,), (1,), (2,))


EVERY = [
    thresholds, intervals, d_point_functions, hamming_balls, subcubes, disjoint_products, restrictions, unions,
    explicit_classes, concept_classes,
]  # fmt: skip


@pytest.mark.parametrize("family", EVERY)
@pytest.mark.parametrize(("points", "labels"), [(5, 2), (12, 3)])
def test_points_labels_and_number_of_functions_are_within_bounds(
    family: Callable[[int, int], Classes], points: int, labels: int
) -> None:
    for H in drawn(family(points, labels), 20):
        assert 1 <= H.points <= points
        assert labels == H.labels
        assert 1 <= len(H.functions()) <= most_functions(points)


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("most", [4, 9])
def test_families_keep_to_few_functions_on_many_points(name: str, most: int) -> None:
    assert all(1 <= len(shape) <= most for shape in drawn(FAMILIES[name](12, 3, most), 25))


def distance(f: Function, g: Function) -> int:
    return sum(a != b for a, b in zip(f, g, strict=True))


def thresholds_of(n: int, pair: tuple[int, int]) -> frozenset[Function]:
    return frozenset(tuple(pair[x >= i] for x in range(n)) for i in range(n))


def intervals_of(n: int, widest: int, pair: tuple[int, int]) -> frozenset[Function]:
    spans = [range(i, j) for i in range(n) for j in range(i + 1, min(n, i + widest) + 1)]
    return frozenset(tuple(pair[x in span] for x in range(n)) for span in spans)


def with_support_sizes(n: int, labels: int, sizes: range) -> frozenset[Function]:
    return frozenset(f for f in product(range(labels), repeat=n) if sum(map(bool, f)) in sizes)


def ball(labels: int, centre: Function, radius: int) -> frozenset[Function]:
    return frozenset(f for f in product(range(labels), repeat=len(centre)) if distance(f, centre) <= radius)


def cube(labels: int, base: Function, held: Iterable[int]) -> frozenset[Function]:
    held = set(held)
    return frozenset(product(*([y] if x in held else range(labels) for x, y in enumerate(base))))


PAIRS = [*permutations(range(3), 2)]
SUPPORT_SIZES = [range(least, d + 1) for d in (1, 2, 3) for least in (0, d)]
HELD = [held for size in range(3) for held in combinations(range(3), size)]
WHOLE: list[tuple[str, int, int, set[frozenset[Function]]]] = [
    ("thresholds", 4, 3, {thresholds_of(4, pair) for pair in PAIRS}),
    ("intervals", 3, 3, {intervals_of(3, widest, pair) for widest in (1, 2, 3) for pair in PAIRS}),
    ("d-point functions", 3, 3, {with_support_sizes(3, 3, sizes) for sizes in SUPPORT_SIZES}),
    ("Hamming balls", 2, 3, {ball(3, centre, r) for centre in product(range(3), repeat=2) for r in (1, 2)}),
    ("subcubes", 3, 2, {cube(2, base, held) for base in product((0, 1), repeat=3) for held in HELD}),
]


@pytest.mark.parametrize(("name", "points", "labels", "shapes"), WHOLE)
def test_all_classes_of_a_family_are_drawn_and_no_others(
    name: str, points: int, labels: int, shapes: set[frozenset[Function]]
) -> None:
    assert set(drawn(FAMILIES[name](points, labels, 32), 250)) == shapes


def test_where_no_class_of_a_family_fits_its_smallest_is_cut_off() -> None:
    singletons = {tuple(int(x == i) for x in range(12)) for i in range(12)}
    shapes = drawn(FAMILIES["intervals"](12, 2, 4), 10)
    assert all(len(shape) == 4 for shape in shapes)
    assert any(shape < singletons for shape in shapes)


def test_the_most_functions_go_down_after_six_points() -> None:
    assert [most_functions(points) for points in (1, 6, 7, 12)] == [32, 32, 24, 24]
    assert max(len(H.functions()) for H in drawn(subcubes(6), 60)) == 32


@pytest.mark.parametrize("family", EVERY)
def test_classes_have_two_labels_unless_told_and_may_have_one_point(family: Callable[..., Classes]) -> None:
    assert {H.labels for H in drawn(family(), 3)} == {2}
    assert {H.points for H in drawn(family(2), 25)} == {1, 2}


def test_joint_classes_share_their_points() -> None:
    pairs = drawn(joint_classes([2, 3], points=6))
    assert all(G.points == H.points and (G.labels, H.labels) == (2, 3) for G, H in pairs)
    assert any(G.functions() != H.functions() for G, H in pairs)


def test_function_sets_include_the_empty_one() -> None:
    sets = drawn(function_sets(3, 2, most=4), 150)
    assert {len(H.functions()) for H in sets} == {0, 1, 2, 3, 4}
    assert {(H.points, H.labels) for H in sets} == {(3, 2)}
    assert max(len(H.functions()) for H in drawn(function_sets(5, 3), 80)) == 8


@pytest.mark.parametrize(("points", "labels"), [(0, 2), (3, 2), (12, 2), (7, 3), (2, 300)])
def test_functions_are_coded_one_to_one(points: int, labels: int) -> None:
    for f in drawn(functions(points, labels), 20):
        assert len(f) == points
        assert all(0 <= y < labels for y in f)
        words = strategies._encode(f, labels)
        assert strategies._decode(words, points, labels) == f
        assert all(0 <= word < max(256, labels) for word in words)
    assert strategies._encode((0,) * points, labels) == [0] * len(strategies._encode((1,) * points, labels))


def test_io_trees_are_complete_and_up_to_the_depth() -> None:
    trees = drawn(io_trees(3, 3, depth=2), 100)
    assert {depth(tree) for tree in trees} == {0, 1, 2}
    assert all(is_complete(tree) for tree in trees)
    assert all(0 <= x < 3 and 0 <= y < 3 for tree in trees for path in io_paths(tree) for x, y in path)
    assert smallest(io_trees(3, 3), lambda tree: depth(tree) >= 1, 0) is not None


def test_io_trees_have_two_labels_and_depth_three_unless_told() -> None:
    trees = drawn(io_trees(1), 60)
    assert {depth(tree) for tree in trees} == {0, 1, 2, 3}
    assert {y for tree in trees for path in io_paths(tree) for x, y in path} == {0, 1}


def test_samples_are_realizable_where_asked() -> None:
    H = explicit([(0, 0, 1), (1, 0, 0)], 2)
    assert all(consistent(H, sample) for sample in drawn(samples(H)))
    assert not all(consistent(H, sample) for sample in drawn(samples(H, realizable=False)))
    assert len(smallest(samples(H, realizable=False), lambda sample: not consistent(H, sample), 0)) <= 2


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: concept_classes(0), "at least 1 point"),
        (lambda: thresholds(3, 1), "^a class needs at least 1 point and 2 labels, not 3 points and 1 labels$"),
        (lambda: io_trees(0), "at least 1 point"),
        (lambda: io_trees(3, 1), "not 3 points and 1 labels"),
        (lambda: concept_classes(3, families=["circles"]), "circles.*thresholds"),
        (lambda: drawn(samples(explicit([], 2, 2))), "empty class"),
    ],
)
def test_bad_input_is_said(build: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        build()


@pytest.mark.slow
def test_examples_in_the_documentation() -> None:
    results = doctest.testmod(strategies)
    assert results.attempted >= 4
    assert results.failed == 0
