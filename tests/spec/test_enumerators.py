"""Helpers that list "all X" against the most literal listing: everything of the shape, and what is one of X."""

import ast
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import chain, combinations, product
from pathlib import Path
from typing import Any

import pytest

import littlestone.spec
from littlestone.spec.ablmm22.appendix_subtrees import BLUE, RED, coloured_full_trees
from littlestone.spec.boosting.halfspaces import weightings
from littlestone.spec.boosting.private_rounds import all_lists, grid_laws
from littlestone.spec.class_trees.listings import labelled_trees
from littlestone.spec.class_trees.orders import deterministic_path
from littlestone.spec.class_trees.realizable import determinable_sets, reachable_sets, realizable_samples
from littlestone.spec.classes.concept_classes import ConceptClass, explicit
from littlestone.spec.classes.covers import input_trees
from littlestone.spec.classes.literal import io_trees, psi_trees, uniform_psi_trees
from littlestone.spec.classes.literal_decompositions import decomposition_trees
from littlestone.spec.classes.online_games import mistake_trees
from littlestone.spec.families.vc_one_classes import vc_one_types
from littlestone.spec.learning.grid_laws import events, laws
from littlestone.spec.learning.mechanisms import short_lists
from littlestone.spec.learning.privacy import add_remove, replace_one
from littlestone.spec.learning.samples import all_rows, grid, ordered_draws, unordered_draws

ROOMS = ("class_trees", "classes", "learning")
HALVES = (Fraction(1, 2), Fraction(0), Fraction(1, 2))
ABC = ("a", "b", "c")
MAPS = ((0, 1, 1), (0, 0, 1))


def lists(items: Iterable[Any], most: int) -> list[tuple[Any, ...]]:
    """Every list of at most so many items, with repetitions, in every order."""
    kept = list(items)
    return [chosen for size in range(most + 1) for chosen in product(kept, repeat=size)]


def complete(labels: list[tuple[Any, ...]], depth: int) -> set[Any]:
    """The complete trees, as nested tuples, each node with one of the labels: made from their list in preorder."""

    def built(given: Any, height: int) -> Any:
        return (*next(given), built(given, height - 1), built(given, height - 1)) if height else None

    return {built(iter(chosen), depth) for chosen in product(labels, repeat=2**depth - 1)}


def is_rooted(parents: tuple[int, ...]) -> bool:
    """No point is its own ancestor: no set of points is closed under going up."""
    points = range(len(parents))
    some = chain.from_iterable(combinations(points, size) for size in range(1, len(parents) + 1))
    return not any(all(parents[x] in closed for x in closed) for closed in some)


def one_place(S: tuple[Any, ...], T: tuple[Any, ...]) -> bool:
    return len(S) == len(T) and sum(x != y for x, y in zip(S, T, strict=True)) == 1


def nested(tree: Any) -> Any:
    """A node as a tuple of what it holds."""
    if tree is None:
        return None
    held = {name: getattr(tree, name) for name in tree.__dataclass_fields__}
    return tuple(nested(value) if name in ("left", "right") else value for name, value in held.items())


def decomposed(points: int, depth: int) -> set[Any]:
    """Trees that are cut from complete ones: each set of nodes that holds with a node its parent."""
    places = [path for length in range(depth) for path in product((0, 1), repeat=length)]
    found = set()
    for inner in chain.from_iterable(combinations(places, size) for size in range(len(places) + 1)):
        if all(path[:-1] in inner for path in inner if path):
            for given in product(range(points), repeat=len(inner)):
                found.add(_cut(dict(zip(inner, given, strict=True)), ()))
    return found


def _cut(at: dict[Any, int], path: tuple[int, ...]) -> Any:
    return (at[path], 0, 1, _cut(at, (*path, 0)), _cut(at, (*path, 1))) if path in at else None


def coloured(height: int) -> set[Any]:
    """The coloured full trees of at most this height."""
    below = coloured(height - 1) if height else set()
    return {(), *((colour, left, right) for colour in (RED, BLUE) for left in below for right in below)}


def weights_of(outcomes: int, m: int) -> set[tuple[Fraction, ...]]:
    """The weights in multiples of 1/m that sum to 1."""
    return {D for D in product([Fraction(i, m) for i in range(m + 1)], repeat=outcomes) if sum(D) == 1}


Listings = tuple[Iterable[Any], Iterable[Any]]
TABLE: dict[str, Callable[[], Listings]] = {
    "labelled_trees": lambda: (
        (tree.parents for n in range(5) for tree in labelled_trees(n)),
        (p for n in range(5) for p in product(range(-1, n), repeat=n) if is_rooted(p)),
    ),
    "io_trees": lambda: (
        map(nested, io_trees(2, 3, 2)),
        complete([(x, y, z) for x in (0, 1) for y in range(3) for z in range(3) if y != z], 2),
    ),
    "psi_trees": lambda: (map(nested, psi_trees(2, MAPS, 2)), complete([(x, m) for x in (0, 1) for m in MAPS], 2)),
    "uniform_psi_trees": lambda: (
        map(nested, uniform_psi_trees(2, MAPS, 2)),
        (t for t in complete([(x, m) for x in (0, 1) for m in MAPS], 2) if t[2][1] == t[3][1]),
    ),
    "mistake_trees": lambda: (map(nested, mistake_trees(2, 3)), complete([(x, 0, 1) for x in (0, 1)], 3)),
    "input_trees": lambda: (map(nested, input_trees(2, 3)), complete([(0,), (1,)], 3)),
    "decomposition_trees": lambda: (map(nested, decomposition_trees(2, 2)), decomposed(2, 2)),
    "realizable_samples": lambda: (
        realizable_samples(3, (0, 1, 1)),
        (
            S
            for n in range(4)
            for S in combinations([(x, y) for x in range(3) for y in (0, 1)], n)
            if all(y == (0, 1, 1)[x] for x, y in S)
        ),
    ),
    "all_rows": lambda: (all_rows(explicit([(0, 0)], 3)), [(x, y) for x in (0, 1) for y in (0, 1, 2)]),
    "grid": lambda: (grid(3, 4), weights_of(3, 4)),
    "ordered_draws": lambda: (
        ordered_draws(HALVES, 3),
        ((S, Fraction(1, 8)) for S in product(range(3), repeat=3) if 1 not in S),
    ),
    "unordered_draws": lambda: (
        unordered_draws(HALVES, 3),
        {(tuple(sorted(S)), Fraction([3, 1][len(set(S)) == 1], 8)) for S in product((0, 2), repeat=3)},
    ),
    "replace_one": lambda: (
        map(frozenset, replace_one(ABC, 2)),
        {frozenset((S, T)) for S in product(ABC, repeat=2) for T in product(ABC, repeat=2) if one_place(S, T)},
    ),
    "add_remove": lambda: (
        add_remove(ABC, 3),
        ((S, T) for S in lists(ABC, 3) for T in lists(ABC, 3) if any(S[:i] + S[i + 1 :] == T for i in range(len(S)))),
    ),
    "laws": lambda: (
        (tuple(P.probability({x}) for x in range(3)) for P in laws(3, 4)),
        weights_of(3, 4),
    ),
    "coloured_full_trees": lambda: (coloured_full_trees(3), coloured(3) - coloured(2)),
    "weightings": lambda: (weightings(3, 4), weights_of(3, 4)),
    "grid_laws": lambda: (grid_laws(3, 4), weights_of(3, 4)),
    "all_lists": lambda: (all_lists([(1,), (-1,)], 4), lists([(1,), (-1,)], 3)),
    "events": lambda: (events(3), {frozenset(S) for S in product(range(3), repeat=3)} | {frozenset()}),
    "short_lists": lambda: (short_lists((5, 7, 9), 2), (S for S in lists((5, 7, 9), 2) if list(S) == sorted(set(S)))),
}
# In the papers' rooms; the others there are one product, or one combinations, of itertools, as literal as any check
OF_PAPERS = {"coloured_full_trees", "weightings", "grid_laws", "all_lists"}
# Plain loops over what others list
ELSEWHERE = {"rounds", "improper_pairs"}


@pytest.mark.parametrize("name", TABLE)
def test_all_are_listed_and_each_once(name: str) -> None:
    listed, brute = (list(each) for each in TABLE[name]())
    assert len(listed) == len(set(listed)) > 1
    assert set(listed) == set(brute)


@pytest.mark.parametrize("points", [1, 2, 3, 4])
def test_every_set_that_a_sample_determines_is_listed(points: int) -> None:
    for functions in vc_one_types(points):
        H: ConceptClass = explicit(functions, 2, points)
        samples = lists(product(range(points), (0, 1)), max(points, 3))  # more rows than points, where these are few
        assert set(determinable_sets(H)) == {deterministic_path(H, S) for S in samples}
        for c in H.functions():
            agreeing = [S for S in samples if all(y == c[x] for x, y in S)]
            assert set(reachable_sets(H, c)) == {deterministic_path(H, S) for S in agreeing}


def enumerators(text: str) -> set[str]:
    """The public functions of a module that say of what they return that it is all there is."""
    return {
        node.name
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef) and node.returns is not None and not node.name.startswith("_")
        if ast.unparse(node.returns).startswith(
            ("Iterator", "Iterable", "tuple", "list", "set", "frozenset", "Sequence")
        )
        if (ast.get_docstring(node) or "").startswith(("All ", "Every ", "Each set"))
    }


def test_every_enumerator_is_in_the_table() -> None:
    rooms = [Path(place) / room for place in littlestone.spec.__path__ for room in ROOMS]
    found = set[str]().union(*(enumerators(f.read_text(encoding="utf-8")) for room in rooms for f in room.glob("*.py")))
    assert found == (TABLE.keys() | ELSEWHERE) - OF_PAPERS
    assert enumerators('def new() -> list[int]:\n    """All of them."""') == {"new"}
