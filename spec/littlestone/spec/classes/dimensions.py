"""The dimensions of a concept class, as numbers in the circuit; the empty class has dimension -1, a singleton 0."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product

from littlestone.spec.algebra.circuit import FALSE, TRUE, Truth, all_of, any_of
from littlestone.spec.algebra.naturals import Number, largest
from littlestone.spec.classes.concept_classes import Bits, ConceptClass, Labels, binary_restrictions, halved, memoised
from littlestone.spec.classes.trees import CollapsingMap
from littlestone.spec.unknowns.notions import notion

Split = tuple[Labels, Labels]
Family = tuple[CollapsingMap, ...]


def floor_log2(n: int) -> int:
    """floor(log2 n) for n >= 1, and -1 for n = 0."""
    return n.bit_length() - 1


# ---- Littlestone dimensions: the depth of the deepest shattered tree


@notion
def littlestone_dimension(H: ConceptClass) -> Number:
    """Ldim: the depth of the deepest mistake tree shattered by H; with more labels this is MLD (BGS21 D2.13)."""
    name = "Ldim" if H.labels == 2 else "MLD"
    return Number(range(-1, floor_log2(H.most) + 1), lambda b: shatters_depth(H, io_splits(H.labels), b), name)


multiclass_littlestone_dimension = littlestone_dimension


@notion
def largest_bit_dimension(H: ConceptClass) -> Number:
    """max_i d_i, where d_i = Ldim(H|_i), i = 1..L (BGS21 T3.4)."""
    return largest([littlestone_dimension(bit) for bit in binary_restrictions(H)]).named("max_i Ldim(H|_i)")


@notion
def psi_littlestone_dimension(H: ConceptClass, family: Family) -> Number:
    """Psi_LD: the depth of the deepest Psi-labelled tree that H Psi-shatters (BGS21 D4.4)."""
    splits = distinct_splits(family)
    return Number(range(-1, floor_log2(H.most) + 1), lambda b: shatters_depth(H, splits, b), "Psi_LD")


@notion
def uniform_psi_littlestone_dimension(H: ConceptClass, family: Family) -> Number:
    """Psi_LD U: as Psi_LD, over the trees in which all nodes of one depth carry the same map (BGS21 D4.4)."""
    splits = distinct_splits(family)

    def at_least(b: int) -> Truth:
        return any_of(shatters_sequence(H, sequence) for sequence in product(splits, repeat=max(b, 0)))

    return Number(range(-1, floor_log2(H.most) + 1), at_least, "Psi_LD U")


@memoised
def shatters_depth(H: ConceptClass, splits: tuple[Split, ...], b: int) -> Truth:
    """H shatters a complete tree of depth b whose nodes split the labels of a point by one of ``splits`` (ALG.DIM)."""
    if b <= 0:
        return H.nonempty() if b == 0 else TRUE
    return any_of(
        shatters_depth(H0, splits, b - 1) & shatters_depth(H1, splits, b - 1) for H0, H1 in _halves(H, splits, b)
    )


@memoised
def shatters_sequence(H: ConceptClass, sequence: tuple[Split, ...]) -> Truth:
    """H shatters a complete tree whose nodes at depth i split labels by sequence[i], with any points."""
    if not sequence:
        return H.nonempty()
    halves = _halves(H, sequence[:1], len(sequence))
    return any_of(shatters_sequence(H0, sequence[1:]) & shatters_sequence(H1, sequence[1:]) for H0, H1 in halves)


def _halves(H: ConceptClass, splits: Iterable[Split], b: int) -> Iterator[tuple[ConceptClass, ConceptClass]]:
    """The two subclasses of every split at every point, unless one has too few functions for depth b - 1."""
    least = 1 << (b - 1)
    for x in range(H.points):
        for left, right in splits:
            if len(left) == len(right) == 1:
                if halves := halved(H, x, (left, right), least):
                    yield halves[0], halves[1]
                continue
            H0, H1 = H.restrict(x, left), H.restrict(x, right)
            if min(H0.most, H1.most) >= least:
                yield H0, H1


def io_splits(labels: int) -> tuple[Split, ...]:
    """The splits of io-labelled trees: two different labels (BGS21 D2.10)."""
    return tuple((frozenset({a}), frozenset({c})) for a, c in combinations(range(labels), 2))


def split(phi: CollapsingMap) -> Split:
    """The labels that a collapsing map sends to 0 and to 1."""
    zero, one = (frozenset(y for y, value in enumerate(phi) if value == side) for side in (0, 1))
    return zero, one


def distinct_splits(family: Family) -> tuple[Split, ...]:
    """The splits of a family, each once: without empty sides, and with the sides in one order."""
    pairs = (sorted(map(sorted, split(phi))) for phi in family)
    found = {(frozenset(a), frozenset(b)): None for a, b in pairs if a and b}
    return tuple(found)


# ---- Families of collapsing maps (BGS21 N4.fam)


def psi_n(labels: int) -> Family:
    """Psi^N: phi_{w,w'} sends w to 0, w' to 1 and the rest to *, for all w != w'; k(k+1) maps (BGS21 N4.fam)."""
    return tuple(
        tuple(0 if y == w else 1 if y == v else None for y in range(labels))
        for w, v in product(range(labels), repeat=2)
        if w != v
    )


def psi_bin(labels: int) -> Family:
    """Psi^bin: phi_i sends a label to its i-th bit; L maps (BGS21 N4.fam)."""
    bits = Bits(labels)
    return tuple(tuple(bits.bit(i, y) for y in range(labels)) for i in bits.indices())


def psi_b(labels: int) -> Family:
    """Psi^B: all 3^(k+1) maps to {0, 1, *} (BGS21 N4.fam)."""
    return tuple(product((0, 1, None), repeat=labels))


# ---- Dimensions of binary classes


@notion
def vc_dimension(H: ConceptClass) -> Number:
    """VC: the size of the largest set of points on which the binary class H takes all patterns."""
    return Number(range(-1, min(H.points, floor_log2(H.most)) + 1), lambda d: _shatters_a_set(H, d), "VC")


def _shatters_a_set(H: ConceptClass, d: int) -> Truth:
    return any_of(shatters_set(H, points) for points in combinations(range(H.points), d))


@memoised
def shatters_set(H: ConceptClass, points: tuple[int, ...]) -> Truth:
    """Every one of the 2^d binary patterns on the d points is taken by a function of H."""
    if not points:
        return H.nonempty()
    return all_of(shatters_set(H.restrict(points[0], frozenset({y})), points[1:]) for y in (0, 1))


@notion
def threshold_dimension(H: ConceptClass) -> Number:
    """The largest t with points x_1..x_t and h_1..h_t in H such that h_i(x_j) = 1 iff i <= j (ABLMM22 D.thr)."""
    return Number(range(-1, min(H.points, H.most) + 1), lambda t: _has_thresholds(H, t), "Thr")


def _has_thresholds(H: ConceptClass, t: int) -> Truth:
    if t == 0:
        return H.nonempty()
    return any_of(_thresholds_on(H, points) for points in permutations(range(H.points), t))


def _thresholds_on(H: ConceptClass, points: tuple[int, ...]) -> Truth:
    """For each i some function is 0 on the points before the i-th and 1 from it on."""
    return all_of(_takes(H, points, tuple(int(i <= j) for j in range(len(points)))) for i in range(len(points)))


@memoised
def _takes(H: ConceptClass, points: tuple[int, ...], pattern: tuple[int, ...]) -> Truth:
    for x, y in zip(points, pattern, strict=True):
        H = H.restrict(x, frozenset({y}))
    return H.nonempty()


# ---- Online learning


@notion
def standard_optimal_mistakes(H: ConceptClass) -> Number:
    """The most mistakes the standard optimal algorithm makes on a sequence realizable by H (BGS21 ALG.SOA).

    It predicts the label whose subclass has the largest dimension, the smallest such label on ties. -1 for empty H.
    """
    return Number(range(-1, H.most), lambda t: _soa_errs(H, t), "mistakes of SOA")


@memoised
def _soa_errs(H: ConceptClass, t: int) -> Truth:
    """Some realizable sequence makes the standard optimal algorithm err at least t times."""
    if t <= 0 or H.most <= 1:
        return H.nonempty() if t <= 0 else FALSE
    return any_of(_soa_errs_first_on(H, t, x, y) for x in range(H.points) for y in range(H.labels))


def _soa_errs_first_on(H: ConceptClass, t: int, x: int, y: int) -> Truth:
    rest = H.restrict(x, frozenset({y}))
    if rest.alive in (0, H.alive):
        return FALSE
    right = soa_predicts(H, x, y)
    return (~right & _soa_errs(rest, t - 1)) | (right & _soa_errs(rest, t))


@memoised
def soa_predicts(H: ConceptClass, x: int, y: int) -> Truth:
    """The standard optimal algorithm with version space H predicts y on x: largest dimension, then smallest label."""
    dimension = [littlestone_dimension(H.restrict(x, frozenset({c}))) for c in range(H.labels)]
    return all_of(dimension[c] < dimension[y] if c < y else dimension[c] <= dimension[y] for c in range(H.labels))
