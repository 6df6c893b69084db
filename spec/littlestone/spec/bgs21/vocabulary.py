"""BGS21: the words that several sections share, those of other rooms and the paper's own."""

from collections.abc import Callable
from functools import cache
from itertools import combinations

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.algebra.naturals import largest, smallest, total
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.classes import literal
from littlestone.spec.classes.concept_classes import largest_size
from littlestone.spec.classes.constructions import amplified, disjoint_point_functions, gap_class
from littlestone.spec.classes.covers import (
    all_depths,
    cover_function,
    input_trees,
    is_cover,
    set_covers,
    smallest_cover,
)
from littlestone.spec.classes.dimensions import largest_bit_dimension, psi_b, psi_bin, psi_littlestone_dimension, psi_n
from littlestone.spec.classes.online_games import most_mistakes, optimal_mistakes
from littlestone.spec.classes.sauer import sauer_sum
from littlestone.spec.classes.trees import (
    CoverNode,
    CoverTree,
    IONode,
    IOTree,
    PsiNode,
    concatenation,
    cover_paths,
    depth,
    io_paths,
    is_complete,
    is_psi_shattered,
    is_shattered,
    printed_concatenation,
)
from littlestone.spec.classes.witnesses import shattered_io_tree
from littlestone.spec.learning.grid_laws import laws, leaked
from littlestone.spec.learning.laws import law_of
from littlestone.spec.learning.leaky_mechanisms import BITS
from littlestone.spec.learning.pac_learning import Family, has_close_member, is_accurate, is_proper
from littlestone.spec.learning.privacy import replace_one
from littlestone.spec.learning.randomness import exact
from littlestone.spec.learning.sample_sizes import Goal, exponential_sample_bound
from littlestone.spec.learning.samples import corners_and_centre, grid, ordered_draws, unordered_draws
from littlestone.spec.notation import *
from littlestone.spec.unknowns.notions import notion

__all__ = ["all_depths", "among_five_functions", "among_nine_functions", "as_representation", "as_truth"]
__all__ += ["BITS", "BITS_PER_LOG", "at_littlestone_dimension", "base_learner", "binary_learners", "concatenation"]
__all__ += ["CoverNode", "CoverTree", "corners_and_centre", "cover_function", "cover_paths", "depth"]
__all__ += ["EIGHTH", "EPSILON", "ExpLearn", "disjoint_point_functions", "exact", "exponential_learner"]
__all__ += ["Goal", "exponential_sample_bound", "few_samples", "from_members", "grid", "input_trees", "io_paths"]
__all__ += ["IONode", "IOTree", "is_accurate", "is_complete", "is_cover", "is_enumerable", "is_proper"]
__all__ += ["is_psi_shattered", "is_shattered", "largest", "largest_bit_dimension", "largest_size", "law_of"]
__all__ += ["laws", "leaked", "literal", "map_dimension", "missing_probability", "mistakes", "most_mistakes"]
__all__ += ["multiclass_learner", "optimal_mistakes", "ordered_draws", "parts_at", "printed_concatenation"]
__all__ += ["PsiNode", "Reduction", "psi_b", "psi_bin", "psi_littlestone_dimension", "psi_n", "replace_one"]
__all__ += ["SIX", "representation_size", "sauer_sum", "serves_average", "set_covers", "shattered_io_tree"]
__all__ += ["THIRD", "six_d_ln", "smallest", "smallest_cover", "table", "tight_class", "total", "uniform_subsets"]
__all__ += ["UP_TO_FOUR_POINTS", "unordered_draws", "up_to_two_points"]


ExpLearn = Annotated[Run, Algorithm("BGS21.ALG.EXPLEARN")]
Representation = tuple[tuple[Exact, tuple[Function, ...]], ...]
EPSILON = ln(4)
THIRD = Fraction(1, 3)
EIGHTH = Fraction(1, 8)
BITS_PER_LOG = Fraction(35, 27)  # ceil(log2(k+1)) is at most 1.292 log2(k+1), at k = 4 (BGS21.F1.bits)
MOST_FUNCTIONS = 9
SIX = Constant(6, mutants=(4, 2, 1))
UP_TO_FOUR_POINTS = (
    "on up to 4 points $6 d ln(k+1)$ exceeds their number as soon as $d > 0$, so that only $d = 0$ is "
    "tested: what carries the theorem is in its steps"
)


def table(M: tuple[Law[int], ...]) -> Run:
    """The mechanism with these laws on the bits, as an algorithm."""
    return lambda row, source: M[row].support[source.choice([weight for _, weight in M[row].items])]


def is_enumerable(H: ConceptClass, most: int = MOST_FUNCTIONS) -> bool:
    """There are at most ``most`` functions from the points to the labels, so that exact laws cost little."""
    return bool(H.labels**H.points <= most)


def among_nine_functions(H: ConceptClass) -> bool:
    """Classes among at most nine functions from the points to the labels."""
    return is_enumerable(H)


def among_five_functions(H: ConceptClass) -> bool:
    """Classes among at most five functions from the points to the labels."""
    return is_enumerable(H, 5)


def up_to_two_points(H: ConceptClass) -> bool:
    """Classes on at most two points."""
    return H.points <= 2


def exponential_learner(law: Run, explearn: Run, functions: tuple[Function, ...]) -> Learner:
    """The exact law of EXPLEARN over these functions, as a map from samples."""
    return cache(lambda sample: law(explearn, functions, sample, EPSILON))


def base_learner(
    explearn: Run, functions: tuple[Function, ...], epsilon: Expression = EPSILON
) -> Callable[..., Function]:
    """EXPLEARN over these functions, as an algorithm that takes a sample and a source of randomness."""
    return lambda sample, source: explearn(functions, sample, epsilon, source)


def six_d_ln(H: ConceptClass, factor: int) -> Number:
    """factor * MLD(H) * ln(k+1)."""
    return factor * multiclass_littlestone_dimension(H) * ln(H.labels)


def parts_at(H: ConceptClass, x: int) -> list[ConceptClass]:
    """H^0, ..., H^k at the root x, where H^y = {f in H : f(x) = y}."""
    return [H.restrict(x, frozenset({y})) for y in range(H.labels)]


@notion
def map_dimension(H: ConceptClass) -> Number:
    """d_B = Psi^B_LD(H)."""
    return psi_littlestone_dimension(H, psi_b(H.labels))


def tight_class(k: int, d: int) -> ConceptClass:
    """The class of Theorem 6.1: a singleton, d independent bits with labels 0 and 1, or d copies of F."""
    if int(d) == 0:
        return explicit([(0,)], labels=k + 1)
    single = gap_class(int(k)) if int(k) >= 5 else explicit([(0,), (1,)], labels=k + 1)
    return amplified(single, int(d))


def uniform_subsets(H: ConceptClass, size: int) -> Law[Family]:
    """The uniform law on the subsets of the explicit class H with so many functions (at most all of them)."""
    functions = H.functions()
    return uniform_law(frozenset(G) for G in combinations(functions, min(size, len(functions))))


def as_representation(P: Law[Family]) -> Representation:
    """A law of families as pairs of a weight and the functions."""
    return tuple((p, tuple(sorted(G))) for G, p in P.items)


def representation_size(functions: int) -> int:
    """The least size of classes that (1/4, 1/8)-represent so many functions on at most 3 points: ceil(7 functions /
    8)."""
    return -(-7 * functions // 8)


def at_littlestone_dimension(H: ConceptClass, bound: Callable[[int], int]) -> Number:
    """The bound at Ldim(H) for a binary class H; at 0 for the empty one."""
    return littlestone_dimension(H).map(lambda d: bound(max(d, 0)))


def missing_probability(families: Law[Family], f: Function) -> Exact:
    """The probability that f is in no drawn class."""
    return families.probability(lambda G: f not in G)


def serves_average(H: ConceptClass, size: int, confidence: Fraction) -> Truth:
    """Some class of so many functions has, for a uniform f in H and uniform D, a close member with this probability."""
    D = corners_and_centre(H.points)[-1]
    everything, functions = list(all_functions(H.points, H.labels)), H.functions()
    return any_of(
        sum(has_close_member(frozenset(G), f, D, QUARTER) for f in functions) >= confidence * len(functions)
        for G in combinations(everything, size)
    )


def mistakes(predictions: tuple[int, ...], labels: tuple[int, ...]) -> int:
    """How many predictions differ from the labels."""
    return sum(a != b for a, b in zip(predictions, labels, strict=True))


# ---- The learner of figure 1

Reduction = Annotated[Run, Algorithm("BGS21.ALG.A")]
BinaryLearners = tuple[tuple[Callable[..., Function], int], ...]
MOST_SAMPLES = 36


def few_samples(H: ConceptClass) -> bool:
    """Classes among at most nine functions, with at most 36 samples of one row for each bit of the labels."""
    return is_enumerable(H) and len(all_rows(H)) ** Bits(H.labels).length <= MOST_SAMPLES


def binary_learners(H: ConceptClass, explearn: Run, rows: int) -> BinaryLearners:
    """EXPLEARN for each binary restriction of H, on so many rows each."""
    return tuple((base_learner(explearn, bit.functions()), rows) for bit in binary_restrictions(H))


def multiclass_learner(law: Run, reduction: Run, H: ConceptClass, learners: BinaryLearners) -> Learner:
    """The exact law of the multiclass learner of figure 1, as a map from samples."""
    return cache(lambda sample: law(reduction, sample, H.k, learners))


# ---- Bounds on samples, and the primes of a class of polynomials
