"""Concept classes: a symbolic class, read at an assignment, is the explicit class of the functions that are true."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.spec.algebra.circuit import FALSE, TRUE, Truth, evaluate
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.classes.concept_classes import (
    Bits,
    ConceptClass,
    Function,
    all_functions,
    binary_restriction,
    binary_restrictions,
    every_member,
    explicit,
    from_members,
    memoised,
    some_member,
    symbolic,
)
from littlestone.spec.classes.dimensions import littlestone_dimension

SHAPES = [(1, 3), (2, 2), (2, 3), (3, 2)]
few = settings(deadline=None, max_examples=40)


@st.composite
def listed(draw: st.DrawFn) -> tuple[int, int, frozenset[Function]]:
    """Points, labels, and a set of functions, perhaps empty."""
    points, labels = draw(st.sampled_from(SHAPES))
    return points, labels, draw(st.frozensets(st.sampled_from(list(all_functions(points, labels))), max_size=7))


def read(truths: list[Truth], chosen: frozenset[Function]) -> list[bool]:
    """The values where exactly the chosen functions are in the symbolic class H."""
    return evaluate(truths, lambda name: name[1] in chosen)  # type: ignore[index]


def functions_at(H: ConceptClass, chosen: frozenset[Function]) -> set[Function]:
    members = list(H.members())
    kept = read([truth for _, truth in members], chosen)
    return {f for (f, _), true in zip(members, kept, strict=True) if true}


@few
@given(listed(), st.data())
def test_restriction_and_non_emptiness(case: tuple[int, int, frozenset[Function]], data: st.DataObject) -> None:
    points, labels, chosen = case
    x = data.draw(st.integers(0, points - 1))
    kept = data.draw(st.frozensets(st.integers(0, labels - 1)))
    expected = {f for f in chosen if f[x] in kept}
    plain = explicit(chosen, labels, points).restrict(x, kept)
    free = symbolic(points, labels).restrict(x, kept)
    assert set(plain.functions()) == functions_at(free, chosen) == expected
    assert bool(plain.nonempty()) == read([free.nonempty()], chosen)[0] == bool(expected)
    assert plain.most == len(expected) and int(plain.size()) == len(expected)


@few
@given(listed())
def test_size_and_membership(case: tuple[int, int, frozenset[Function]]) -> None:
    points, labels, chosen = case
    plain, free = explicit(chosen, labels, points), symbolic(points, labels)
    assert read([free.size().equals(len(chosen))], chosen) == [True] and int(plain.size()) == len(chosen)
    for f in all_functions(points, labels):
        assert bool(plain.contains(f)) == read([free.contains(f)], chosen)[0] == (f in chosen)
    assert free.contains((0,) * (points + 1)) is FALSE


@few
@given(listed(), st.data())
def test_image(case: tuple[int, int, frozenset[Function]], data: st.DataObject) -> None:
    points, labels, chosen = case
    relabel = data.draw(st.lists(st.integers(0, 1), min_size=labels, max_size=labels))
    expected = {tuple(relabel[y] for y in f) for f in chosen}
    assert set(explicit(chosen, labels, points).image(relabel.__getitem__, 2).functions()) == expected
    assert functions_at(symbolic(points, labels).image(relabel.__getitem__, 2), chosen) == expected


@few
@given(listed())
def test_binary_restrictions(case: tuple[int, int, frozenset[Function]]) -> None:
    points, labels, chosen = case
    length = max(1, (labels - 1).bit_length())
    plain, free = explicit(chosen, labels, points), symbolic(points, labels)
    assert len(binary_restrictions(plain)) == length
    for i in range(1, length + 1):
        expected = {tuple(int(f"{y:0{length}b}"[i - 1]) for y in f) for f in chosen}
        assert set(binary_restriction(plain, i).functions()) == expected
        assert functions_at(binary_restriction(free, i), chosen) == expected
        assert binary_restriction(free, i).labels == 2


@few
@given(listed(), listed())
def test_same_class_and_quantifiers(one: Any, two: Any) -> None:
    points, labels, chosen = one
    plain = explicit(chosen, labels, points)
    other = explicit(two[2], two[1], two[0])
    if two[:2] == (points, labels):
        assert bool(plain == other) == (chosen == two[2])
    first: Callable[[Function], bool] = lambda f: f[0] == 0  # noqa: E731
    assert bool(some_member(plain, first)) == any(map(first, chosen))
    assert bool(every_member(plain, first)) == all(map(first, chosen))
    assert read([symbolic(points, labels) == plain], chosen) == [True]


def test_what_a_restriction_excludes_is_no_member() -> None:
    H = explicit([(0, 0), (0, 1), (1, 1)]).restrict(0, frozenset({0}))
    assert [H.contains(f) for f in ((0, 0), (0, 1), (1, 1), (1, 0))] == [TRUE, TRUE, FALSE, FALSE]
    assert explicit([(0, 0), (0, 1)]) == H and explicit([(0, 0), (1, 1)]) != H


def test_a_class_is_compared_with_classes_alone() -> None:
    H = symbolic(1, 2)
    assert (H == "H") is False and (H != "H") is True
    assert (H.restrict(0, frozenset({0, 1})) == H) is TRUE
    assert read([H.restrict(0, frozenset({0})) == H], frozenset({(0,)})) == [True]
    assert read([H.restrict(0, frozenset({0})) == H], frozenset({(1,)})) == [False]


def test_functions_are_sorted_and_sizes_are_called_so() -> None:
    H = from_members(1, 3, dict.fromkeys([(2,), (0,), (1,)], TRUE))
    assert H.functions() == ((0,), (1,), (2,))
    assert repr(H.size()) == "size = 3"


def test_a_class_is_shown_as_the_expression_that_builds_it_unless_it_is_long_or_free() -> None:
    H = explicit([(0, 1), (1, 0)], labels=3)
    assert repr(H) == "explicit([(0, 1), (1, 0)], labels=3)"
    assert repr(H.restrict(0, frozenset({1}))) == "explicit([(1, 0)], labels=3)"
    assert eval(repr(explicit(all_functions(4, 2)))) == explicit(all_functions(4, 2))
    assert repr(explicit(list(all_functions(5, 2))[:17])) == "ConceptClass(5 points, 2 labels, at most 17 functions)"
    assert repr(symbolic(2, 3)) == "ConceptClass(2 points, 3 labels, at most 9 functions)"


def test_hypothesis_shows_a_class_in_the_same_words() -> None:
    printed: list[str] = []

    class Printer:
        text = printed.append

    explicit([(0,)])._repr_pretty_(Printer(), False)
    assert printed == ["explicit([(0,)], labels=2)"]


# ---- Bits


def test_bits_are_numbered_from_the_most_significant() -> None:
    bits = Bits(6)
    assert (bits.length, list(bits.indices())) == (3, [1, 2, 3])
    assert [[bits.bit(i, y) for i in bits.indices()] for y in (1, 4, 5)] == [[0, 0, 1], [1, 0, 0], [1, 0, 1]]


@pytest.mark.parametrize("labels", range(1, 18))
def test_bits_determine_the_label(labels: int) -> None:
    bits = Bits(labels)
    expansions = [tuple(bits.bit(i, y) for i in bits.indices()) for y in range(labels)]
    assert [bits.label(expansion) for expansion in expansions] == list(range(labels))
    assert len(set(expansions)) == labels <= 2**bits.length and (bits.length == 1 or labels > 2 ** (bits.length - 1))


def test_bits_may_spell_a_number_above_k() -> None:
    assert Bits(3).label((1, 1)) == 3


def test_the_first_restriction_is_that_of_the_most_significant_bit() -> None:
    H = explicit([(0, 3), (2, 1)], labels=4)
    assert binary_restriction(H, 1).functions() == ((0, 1), (1, 0))
    assert binary_restriction(H, 2).functions() == ((0, 1),)


# ---- Building


def test_duplicates_collapse_and_labels_are_at_least_two() -> None:
    H = explicit([(0, 0), (0, 0)])
    assert (H.functions(), H.labels, H.k, H.points) == (((0, 0),), 2, 1, 2)
    assert explicit([(0, 4)]).labels == 5
    assert explicit([(0, 1)], labels=4).labels == 4
    assert explicit([], points=3).labels == 2


def test_the_empty_class() -> None:
    empty = explicit([], points=2)
    assert (empty.functions(), empty.nonempty(), int(empty.size())) == ((), FALSE, 0)
    with pytest.raises(ValueError, match=r"^an empty class needs its number of points$"):
        explicit([])


@pytest.mark.parametrize("functions", [[(0, 0), (0, 0, 0)], [(0, -1)], [(0, 3)]])
def test_functions_that_do_not_fit_are_refused(functions: list[Function]) -> None:
    with pytest.raises(ValueError, match=r"^\(.*\) is not a function from 2 points to labels 0\.\.2$"):
        explicit(functions, labels=3, points=2)


def test_excluded_functions_are_dropped() -> None:
    H = from_members(1, 2, {(0,): TRUE, (1,): FALSE})
    assert (H.most, H.functions()) == (1, ((0,),))


def test_a_symbolic_class_does_not_list_its_functions() -> None:
    with pytest.raises(UndecidedTruth):
        symbolic(1, 2).functions()


def test_two_parameters_of_one_shape_are_independent() -> None:
    G, H = symbolic(1, 2, "G"), symbolic(1, 2, "H")
    assert {t.payload for _, t in G.members()}.isdisjoint(t.payload for _, t in H.members())
    assert symbolic(1, 2).contains((1,)) is H.contains((1,))


def test_equal_subclasses_are_equal_and_share_what_is_remembered() -> None:
    calls = []

    @memoised
    def counted(H: ConceptClass, n: int, *, twice: bool = False) -> int:
        """Counts."""
        calls.append(n)
        return 2 * n if twice else n

    H = explicit(all_functions(2, 2))
    left, right = (H.restrict(0, frozenset({0})).restrict(1, frozenset({y})) for y in (0, 1))
    again = H.restrict(1, frozenset({0})).restrict(0, frozenset({0}))
    assert left == again and hash(left) == hash(again) != hash(right)
    assert (left != again, left != right) == (FALSE, TRUE)
    assert [counted(left, 1), counted(again, 1), counted(left, 2), counted(right, 1)] == [1, 1, 2, 1]
    assert calls == [1, 2, 1]
    assert (counted(left, 1, twice=True), counted(left, 1)) == (2, 1)
    assert counted.__doc__ == "Counts."


def test_symbolic_and_explicit_dimension_agree_on_every_class_of_two_points() -> None:
    dimension = littlestone_dimension(symbolic(2, 2))
    functions = list(all_functions(2, 2))
    for n in range(len(functions) + 1):
        for chosen in combinations(functions, n):
            value = int(littlestone_dimension(explicit(chosen, points=2)))
            assert read([dimension.equals(value)], frozenset(chosen)) == [True]
