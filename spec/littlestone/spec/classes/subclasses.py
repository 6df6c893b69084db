"""Subclasses of binary classes: consistent parts, and which subsets have a property that grows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from littlestone.spec.algebra.circuit import AND, CONSTANT, NOT, OR, TRUE, Truth, all_of, any_of, nodes_of, spend
from littlestone.spec.classes.concept_classes import ConceptClass, Function, from_members, symbolic
from littlestone.spec.classes.irreducibility import irreducible, soa_is

Family = tuple[Function, ...]


def is_subclass(G: ConceptClass, H: ConceptClass) -> Truth:
    """Every function of G is in H."""
    return all_of(truth.implies(H.contains(f)) for f, truth in G.members())


def part(H: ConceptClass, holds: Callable[[Function], bool]) -> ConceptClass:
    """{h in H : holds(h)}, of the same universe as H."""
    kept = sum(1 << i for f, i in H.universe.index.items() if holds(f))
    return ConceptClass(H.universe, H.alive & kept)


def soas_of_irreducible(H: ConceptClass, k: int, least: int = 1) -> ConceptClass:
    """{SOA_G : G a k-irreducible subset of H with at least so many functions}, 0 or 1 (LYU25 L4.2).

    f is one of them where H has one of the minimal G with SOA f; the empty class is k-irreducible and has SOA 0.
    Raises CircuitTooLarge where a limit is in force below the table of all classes: from 5 points on that is 2^32 bits.
    """
    spend(1 << min(2**H.points, 64) >> 6)
    families, nothing = minimal_families(H.points, min(max(int(k), 0), H.points)), (0,) * H.points
    members = {f: any_of(all_of(map(H.contains, G)) for G in families[f]) for f in families}
    return from_members(H.points, 2, members if least else {**members, nothing: TRUE})


@cache
def minimal_families(points: int, k: int) -> dict[Function, list[Family]]:
    """For each f the non-empty k-irreducible sets of functions with SOA f that contain no other such set."""
    H = symbolic(points, 2)
    functions, inputs = zip(*H.members(), strict=True)
    good = table(irreducible(H, k) & H.nonempty(), inputs)
    soas = {f: table(soa_is(H, f), inputs) for f in functions}
    return {f: [_chosen(functions, G) for G in minimal_sets(good & soas[f], len(functions))] for f in functions}


def _chosen(functions: Family, bits: int) -> Family:
    return tuple(f for i, f in enumerate(functions) if bits >> i & 1)


def table(truth: Truth, inputs: Sequence[Truth]) -> int:
    """The values at all assignments of the inputs, as bits: bit a is the value where input i is bit i of a."""
    everything = (1 << (1 << len(inputs))) - 1
    values = {node: everything ^ _without(i, len(inputs)) for i, node in enumerate(inputs)}
    for node in nodes_of([truth]):
        if node not in values:
            values[node] = _value(node, [values[arg] for arg in node.args], everything)
    return values[truth]


def _value(node: Truth, given: list[int], everything: int) -> int:
    if node.op is CONSTANT:
        return everything if node.payload else 0
    if node.op is NOT:
        return everything ^ given[0]
    a, b = given
    return a & b if node.op is AND else a | b if node.op is OR else a ^ b


def _without(i: int, inputs: int) -> int:
    """The assignments, as bits, in which input i is 0: by doubling, as numbers of so many digits divide slowly."""
    found = (1 << (1 << i)) - 1
    for j in range(i + 1, inputs):
        found |= found << (1 << j)
    return found


def minimal_sets(members: int, elements: int) -> Iterator[int]:
    """The sets of a family, each as bits, none of whose proper subsets is in it; ``members`` has bit a for set a."""
    above = members
    for i in range(elements):
        above |= (above & _without(i, elements)) << (1 << i)
    larger = 0
    for i in range(elements):
        larger |= (above & _without(i, elements)) << (1 << i)
    yield from _set_bits(members & ~larger)


def _set_bits(bits: int) -> Iterator[int]:
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1
