"""Hypothesis strategies for concept classes, functions, io-labelled trees and samples.

``concept_classes`` mixes random classes with the structured ones of the field (thresholds, intervals, d-point
functions, Hamming balls, subcubes, disjoint products, restrictions and unions of these). All of them shrink to few
points, few functions and small labels, whatever they were drawn as:

>>> from hypothesis import find
>>> from littlestone.spec.classes.dimensions import littlestone_dimension
>>> find(concept_classes(points=4), lambda H: int(littlestone_dimension(H)) >= 2).functions()
((0, 0), (0, 1), (1, 0), (1, 1))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import combinations, count, islice, product
from math import isqrt
from types import MappingProxyType
from typing import TypeVar

from hypothesis import strategies as st

from littlestone.spec.classes.concept_classes import ConceptClass, Function, explicit
from littlestone.spec.classes.trees import IONode, IOTree
from littlestone.spec.learning.samples import Example

MOST_POINTS = 12  # beyond what is enumerated or drawn as circuits, 5 and 7; definitions take exponential time in it
cached = lru_cache(maxsize=4096)
Shape = frozenset[Function]
Value = TypeVar("Value")
Family = Callable[[int, int, int], st.SearchStrategy[Shape]]


def most_functions(points: int) -> int:
    """The most functions in a drawn class: 32 on up to 6 points, 24 on more, so that definitions stay quick."""
    return 32 if points <= 6 else 24


# ---- Functions, trees and samples


@cached
def functions(points: int, labels: int = 2) -> st.SearchStrategy[Function]:
    """Functions from ``points`` points to labels 0..labels-1, uniformly; shrinks to the zero function."""
    width = _word_points(labels)
    sizes = [labels ** min(width, points - start) for start in range(0, points, width)]
    return st.tuples(*(st.integers(0, size - 1) for size in sizes)).map(lambda words: _decode(words, points, labels))


@cached
def _precisely(f: Function, labels: int) -> st.SearchStrategy[Function]:
    """The one function, each of its words drawn from a range of one."""
    return st.tuples(*map(_exactly, _encode(f, labels))).map(lambda words: f)


def _word_points(labels: int) -> int:
    """The points that share a word: as many as keep it up to 256 values, which Hypothesis draws uniformly."""
    return next(width for width in count(1) if labels ** (width + 1) > 256)


def _encode(f: Function, labels: int) -> list[int]:
    number = reduce(lambda high, y: high * labels + y, f, 0)
    width = _word_points(labels)
    return [number // labels**start % labels**width for start in range(0, len(f), width)]


def _decode(words: Iterable[int], points: int, labels: int) -> Function:
    number = reduce(lambda high, word: high * labels ** _word_points(labels) + word, reversed([*words]), 0)
    return tuple(number // labels**x % labels for x in reversed(range(points)))


def io_trees(points: int, labels: int = 2, depth: int = 3) -> st.SearchStrategy[IOTree]:
    """Complete io-labelled trees of depth 0..``depth`` over the points; shrinks to shallow trees (BGS21 D2.10).

    Raises ValueError for less than one point or two labels.
    """
    _check_class_size(points, labels)
    return st.integers(0, depth).flatmap(lambda b: _complete_io_trees(points, labels, b))


@st.composite
def _complete_io_trees(draw: st.DrawFn, points: int, labels: int, depth: int) -> IOTree:
    if depth == 0:
        return None
    left, right = draw(_ordered_pairs(labels))
    subtrees = _complete_io_trees(points, labels, depth - 1)
    return IONode(draw(st.integers(0, points - 1)), left, right, draw(subtrees), draw(subtrees))


@cached
def _ordered_pairs(labels: int) -> st.SearchStrategy[tuple[int, int]]:
    return st.sampled_from([*combinations(range(labels), 2), *((b, a) for a, b in combinations(range(labels), 2))])


@st.composite
def samples(draw: st.DrawFn, H: ConceptClass, realizable: bool = True, most: int = 8) -> list[Example]:
    """Sequences of up to ``most`` examples (point, label): labelled by one function of H, or by anything.

    Shrinks to the empty sample. Raises ValueError where a realizable sample is asked of an empty class.
    """
    points = draw(st.lists(st.integers(0, H.points - 1), max_size=most if H.points else 0))
    if not realizable:
        return [(x, draw(st.integers(0, H.k))) for x in points]
    if not H.functions():
        raise ValueError("no sample is realizable by the empty class; give a class with at least one function")
    f = draw(st.sampled_from(H.functions()))
    return [(x, f[x]) for x in points]


# ---- Structured classes on exactly n points with at most ``most`` functions, as sets of functions


@cached
def _thresholds(n: int, labels: int, most: int) -> st.SearchStrategy[Shape]:
    steps = range(min(n, most))
    return _ordered_pairs(labels).map(lambda pair: frozenset(_block(n, i, n, *pair) for i in steps))


@cached
def _intervals(n: int, labels: int, most: int) -> st.SearchStrategy[Shape]:
    sizes = {widest: sum(n - width + 1 for width in range(1, widest + 1)) for widest in range(1, n + 1)}
    widest = _one_of_values([w for w, size in sizes.items() if size <= most] or [1])
    return st.tuples(widest, _ordered_pairs(labels)).map(lambda drawn: _intervals_up_to(n, drawn[0], drawn[1], most))


def _intervals_up_to(n: int, widest: int, labels: tuple[int, int], most: int) -> Shape:
    ends = ((start, start + width) for width in range(1, widest + 1) for start in range(n - width + 1))
    return frozenset(_block(n, start, stop, *labels) for start, stop in islice(ends, most))


def _block(n: int, start: int, stop: int, outside: int, inside: int) -> Function:
    return tuple(inside if start <= x < stop else outside for x in range(n))


def _one_of_values(values: Sequence[Value]) -> st.SearchStrategy[Value]:
    """As ``sampled_from``, but one value is drawn too, so that more values can take its place in shrinking."""
    return st.integers(0, len(values) - 1).map(lambda i: values[i])


@cached
def _d_point_functions(n: int, labels: int, most: int) -> st.SearchStrategy[Shape]:
    """At most d points, or exactly d, for each d that leaves at most ``most`` functions."""
    sizes = [range(least, d + 1) for d in range(1, n + 1) for least in (0, d)]
    fitting = [each for each in sizes if len(_with_support(n, labels, each, most)) <= most]
    return _one_of_values(fitting or [range(1)]).map(lambda each: _with_support(n, labels, each, most))


@cached
def _with_support(n: int, labels: int, sizes: range, most: int) -> Shape:
    """The functions that are not 0 on so many points, cut off after ``most`` + 1 of them."""
    supports = (support for size in sizes for support in combinations(range(n), size))
    nonzero = (
        dict(zip(support, values, strict=True))
        for support in supports
        for values in product(range(1, labels), repeat=len(support))
    )
    return frozenset(tuple(places.get(x, 0) for x in range(n)) for places in islice(nonzero, most + 1))


@cached
def _hamming_balls(n: int, labels: int, most: int) -> st.SearchStrategy[Shape]:
    radii = [r for r in range(1, n + 1) if len(_with_support(n, labels, range(r + 1), most)) <= most]
    balls = _one_of_values(radii or [0]).map(lambda r: _with_support(n, labels, range(r + 1), most))
    return st.tuples(balls, functions(n, labels)).map(lambda drawn: _shifted(*drawn, labels))


def _shifted(shape: Shape, by: Function, labels: int) -> Shape:
    return frozenset(tuple((y + b) % labels for y, b in zip(f, by, strict=True)) for f in shape)


@cached
def _subcubes(n: int, labels: int, most: int) -> st.SearchStrategy[Shape]:
    dimension = _one_of_values([d for d in range(1, n + 1) if labels**d <= most] or [0])
    return st.tuples(dimension, st.permutations(range(n)), functions(n, labels)).map(
        lambda drawn: _subcube(set(drawn[1][: drawn[0]]), drawn[2], labels)
    )


def _subcube(free: set[int], base: Function, labels: int) -> Shape:
    return frozenset(product(*(range(labels) if x in free else (y,) for x, y in enumerate(base))))


@cached
def _simple(n: int, labels: int, most: int) -> st.SearchStrategy[Shape]:
    # The easiest to read first, towards which Hypothesis shrinks
    families = (_thresholds, _intervals, _d_point_functions, _hamming_balls, _subcubes)
    return st.one_of(*(family(n, labels, most) for family in families))


@cached
def _disjoint_products(n: int, labels: int, most: int) -> st.SearchStrategy[Shape]:
    """All pairs of functions on the points before a cut and after it; one class where there is one point."""
    if n == 1:
        return _simple(n, labels, most)
    left = isqrt(most)
    return st.integers(1, n - 1).flatmap(lambda cut: _products(cut, n - cut, labels, left, most // left))


@cached
def _products(cut: int, rest: int, labels: int, left: int, right: int) -> st.SearchStrategy[Shape]:
    pairs = st.tuples(_simple(cut, labels, left), _simple(rest, labels, right))
    return pairs.map(lambda drawn: frozenset(f + g for f in drawn[0] for g in drawn[1]))


@cached
def _unions(n: int, labels: int, most: int) -> st.SearchStrategy[Shape]:
    half = _simple(n, labels, most // 2)
    return st.tuples(half, half).map(lambda drawn: drawn[0] | drawn[1])


@cached
def _restrictions(n: int, labels: int, most: int) -> st.SearchStrategy[Shape]:
    points = st.lists(st.integers(0, n - 1), max_size=2)
    return st.tuples(_simple(n, labels, most), functions(n, labels), points).map(lambda drawn: _restriction(*drawn))


def _restriction(whole: Shape, f: Function, at: Iterable[int]) -> Shape:
    """The functions that agree with f at the points, or at fewer of them where no function would be left."""
    for x in at:
        whole = frozenset(g for g in whole if g[x] == f[x]) or whole
    return whole


# Hypothesis shrinks towards the first: those that combine others come last
FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        "thresholds": _thresholds,
        "intervals": _intervals,
        "d-point functions": _d_point_functions,
        "Hamming balls": _hamming_balls,
        "subcubes": _subcubes,
        "disjoint products": _disjoint_products,
        "restrictions": _restrictions,
        "unions": _unions,
    }
)


# ---- Classes


def thresholds(points: int = MOST_POINTS, labels: int = 2) -> st.SearchStrategy[ConceptClass]:
    """The thresholds h_i(x_j) = b iff i <= j, else a, for two labels a and b, on 1..``points`` points.

    Source: ABLMM22, section 3.2.
    """
    return _family("thresholds", points, labels)


def intervals(points: int = MOST_POINTS, labels: int = 2) -> st.SearchStrategy[ConceptClass]:
    """The non-empty intervals of at most w points, one label inside and another outside, on 1..``points`` points."""
    return _family("intervals", points, labels)


def d_point_functions(points: int = MOST_POINTS, labels: int = 2) -> st.SearchStrategy[ConceptClass]:
    """The functions that are not 0 on exactly d points, or on at most d, on 1..``points`` points (BGS21 N7.pt)."""
    return _family("d-point functions", points, labels)


def hamming_balls(points: int = MOST_POINTS, labels: int = 2) -> st.SearchStrategy[ConceptClass]:
    """The functions that differ from a centre on at most r points, on 1..``points`` points."""
    return _family("Hamming balls", points, labels)


def subcubes(points: int = MOST_POINTS, labels: int = 2) -> st.SearchStrategy[ConceptClass]:
    """The functions that agree with one of them off some free points, on 1..``points`` points."""
    return _family("subcubes", points, labels)


def disjoint_products(points: int = MOST_POINTS, labels: int = 2) -> st.SearchStrategy[ConceptClass]:
    """All pairs of a function of one structured class and one of another, on 1..``points`` points side by side."""
    return _family("disjoint products", points, labels)


def restrictions(points: int = MOST_POINTS, labels: int = 2) -> st.SearchStrategy[ConceptClass]:
    """The functions of a structured class that take given labels on up to two points, on 1..``points`` points."""
    return _family("restrictions", points, labels)


def unions(points: int = MOST_POINTS, labels: int = 2) -> st.SearchStrategy[ConceptClass]:
    """The functions of either of two structured classes on 1..``points`` points."""
    return _family("unions", points, labels)


def _family(name: str, points: int, labels: int) -> st.SearchStrategy[ConceptClass]:
    """The classes of one family; every one is non-empty and has at most ``most_functions(points)`` functions."""
    _check_class_size(points, labels)
    sized = st.integers(1, points).flatmap(
        lambda n: st.tuples(st.just(n), FAMILIES[name](n, labels, most_functions(points)))
    )
    return sized.map(lambda drawn: explicit(drawn[1], labels, drawn[0]))


def explicit_classes(points: int = MOST_POINTS, labels: int = 2) -> st.SearchStrategy[ConceptClass]:
    """Random non-empty classes on 1..``points`` points, each of the functions drawn by itself."""
    return concept_classes(points, labels, families=())


def concept_classes(
    points: int = MOST_POINTS, labels: int = 2, families: Sequence[str] = tuple(FAMILIES)
) -> st.SearchStrategy[ConceptClass]:
    """Non-empty classes on 1..``points`` points with labels 0..labels-1: random ones, and those of the families.

    ``families`` are names among ``FAMILIES``. A class has at most ``most_functions(points)`` functions. Raises
    ValueError for less than one point or two labels, and for an unknown family.

    >>> from hypothesis import find
    >>> find(concept_classes(points=4, labels=3), lambda H: len(H.functions()) >= 3).functions()
    ((0,), (1,), (2,))
    """
    return joint_classes([labels], points, families).map(lambda classes: classes[0])


def joint_classes(
    labels: Sequence[int],
    points: int = MOST_POINTS,
    families: Sequence[str] = tuple(FAMILIES),
    least: Sequence[int] | None = None,
) -> st.SearchStrategy[tuple[ConceptClass, ...]]:
    """Tuples of classes as in ``concept_classes``, one for each number of labels, all on the same points.

    ``least`` are the fewest functions of each, 1 unless given.
    """
    for each in labels:
        _check_class_size(points, each)
    unknown = [name for name in families if name not in FAMILIES]
    if unknown:
        raise ValueError(f"unknown families {unknown}; choose among {list(FAMILIES)}")
    return _joint_classes(tuple(labels), points, tuple(families), tuple(least or (1 for _ in labels)))


def function_sets(points: int, labels: int, most: int = 8) -> st.SearchStrategy[ConceptClass]:
    """Sets of at most ``most`` functions on exactly so many points, the empty set included."""
    return _listing(points, labels, most, least=0).map(lambda listed: explicit(listed, labels, points))


def _check_class_size(points: int, labels: int) -> None:
    if points < 1 or labels < 2:
        raise ValueError(f"a class needs at least 1 point and 2 labels, not {points} points and {labels} labels")


@cached
@st.composite
def _joint_classes(
    draw: st.DrawFn, labels: tuple[int, ...], points: int, families: tuple[str, ...], least: tuple[int, ...]
) -> tuple[ConceptClass, ...]:
    """Draw shapes, list their functions, leave out points where all are 0, or do not.

    A structured class is listed by drawing each of its values from a range of that one value. So when Hypothesis
    shrinks the shape to None, the same values come up as free ones, and it goes on to shrink those.
    """
    # Each n with weight n: on few points enumeration has seen all
    n = draw(_one_of_values([n for n in range(1, points + 1) for _ in range(n)]))
    most = most_functions(points)
    shapes = [draw(_shape_or_none(n, each, most, families)) for each in labels]
    wanted = zip(labels, shapes, least, strict=True)
    listings = [draw(_listing(n, each, most, shape, fewest)) for each, shape, fewest in wanted]
    keep_all = draw(_exactly(1) if any(shapes) else st.integers(0, 1))
    kept = [x for x in range(n) if keep_all or any(f[x] for listed in listings for f in listed)] or [0]
    return tuple(_on_points(listed, kept, each) for listed, each in zip(listings, labels, strict=True))


@cached
def _shape_or_none(n: int, labels: int, most: int, families: tuple[str, ...]) -> st.SearchStrategy[Shape | None]:
    """None half of the time, where there are families; ``map`` keeps Hypothesis from merging the two choices."""
    shapes = st.one_of(*(FAMILIES[name](n, labels, most) for name in families))
    # None first: shrinking ends in a free class, whose functions can go one by one
    return st.one_of(st.none(), shapes.map(lambda shape: shape)) if families else st.none()


def _on_points(listed: Iterable[Function], points: Sequence[int], labels: int) -> ConceptClass:
    return explicit([tuple(f[x] for x in points) for f in listed], labels, len(points))


@st.composite
def _listing(
    draw: st.DrawFn, n: int, labels: int, most: int, shape: Shape | None = None, least: int = 1
) -> list[Function]:
    """The functions of the shape, or free ones until a 0 says stop: ``least`` to ``most`` of them."""
    listed: list[Function] = []
    known = None if shape is None else sorted(shape)
    while len(listed) < most and draw(_go_on(len(listed), least, known, n)):
        listed.append(draw(functions(n, labels) if known is None else _precisely(known[len(listed)], labels)))
    return listed


def _go_on(listed: int, least: int, known: Sequence[Function] | None, n: int) -> st.SearchStrategy[int]:
    """What is drawn before each function: 0, to which it shrinks, stops the list."""
    if known is not None:
        return _exactly(int(listed < len(known)))
    # 15 in 16 go on, for 16 functions in the mean; on few points as many as there are
    return _exactly(1) if listed < least else st.integers(0, min(15, 2**n))


@cached
def _exactly(v: int) -> st.SearchStrategy[int]:
    return st.integers(v, v)
