"""What the sections of YAN25 share."""

from collections.abc import Callable
from itertools import combinations, combinations_with_replacement

from littlestone.spec.class_trees.orders import (
    ROOT,
    are_comparable,
    consistent,
    deterministic_path,
    deterministic_points,
    f_representation,
    has_no_constant_point,
    indicator,
    is_at_most,
    is_below,
    ones,
    represented,
    tells_points_apart,
)
from littlestone.spec.class_trees.realizable import ListedVCOne
from littlestone.spec.class_trees.reductions import reduction
from littlestone.spec.class_trees.selection_laws import improper_pairs
from littlestone.spec.class_trees.trees import (
    ClassTree,
    Subtree,
    class_tree,
    good_subtree,
    proper_nodes,
)
from littlestone.spec.classes.concept_classes import some_member
from littlestone.spec.domains import Classes
from littlestone.spec.families.vc_one_classes import VC_ONE
from littlestone.spec.learning.mechanisms import root
from littlestone.spec.notation import *

__all__ = ["ONE_BY_ONE", "ROOT", "BelowHalf", "BelowTwo", "ClassTree", "ListedVCOne", "Subtree"]
__all__ += ["UpToTwo", "VCOneTree", "are_comparable", "as_printed", "at_most_five_points", "at_most_four_points"]
__all__ += ["at_most_three_points", "at_most_two_points", "class_tree", "consistent", "deterministic_path"]
__all__ += ["deterministic_points", "f_representation", "good_subtree", "good_subtrees", "has_no_constant_point"]
__all__ += ["improper_pairs", "improper_subtrees", "in_every_representation", "indicator", "is_at_most", "is_below"]
__all__ += ["multisets", "ones", "proper_nodes"]
__all__ += ["reduction", "represented", "root", "sometimes_agree", "tells_points_apart", "thresholds"]

VCOneTree = Annotated[ConceptClass, Classes(labels=2, explicit=True, family=VC_ONE)]  # its functions listed
BelowTwo = Annotated[Real, Reals(low=0, high=2, low_open=True, high_open=True)]  # the epsilons of Lemma 1
UpToTwo = Annotated[Real, Reals(low=0, high=2, low_open=True)]
BelowHalf = Annotated[Real, Reals(low=0, high=HALF, low_open=True, high_open=True)]  # the deltas of the choice
ONE_BY_ONE = "the moment of all rounds is that of each given the answers before it, one by one"


# ---- What a formula can afford


def at_most_two_points(H: ConceptClass) -> bool:
    """at most 2 points"""
    return H.points <= 2


def at_most_three_points(H: ConceptClass) -> bool:
    """at most 3 points"""
    return H.points <= 3


def at_most_four_points(H: ConceptClass) -> bool:
    """at most 4 points"""
    return H.points <= 4


def at_most_five_points(H: ConceptClass) -> bool:
    """at most 5 points"""
    return H.points <= 5


# ---- Classes and what is made of them


def thresholds(points: int, functions: int) -> ConceptClass:
    """The first of f_0, f_1, ..., f_|X| with f_t(x) = 1 iff x >= t."""
    return explicit([indicator(range(t, points), points) for t in range(functions)], 2, points)


def multisets(top: Integer | int, n: Integer | int) -> list[tuple[int, ...]]:
    """All multisets of n numbers in 0..top, in rising order."""
    return list(combinations_with_replacement(range(int(top) + 1), int(n)))


def good_subtrees(H: ConceptClass) -> list[Subtree]:
    """T_good for every x_good, ROOT included."""
    tree, proper = class_tree(H), proper_nodes(H)
    return [good_subtree(tree, x, proper) for x in tree.nodes]


def improper_subtrees(H: ConceptClass) -> list[Subtree]:
    """T_good for every x_good that is not proper."""
    return list({good.root: good for _, good in improper_pairs(H)}.values())


# ---- The assumptions


def as_printed(H: ConceptClass) -> list[Truth]:
    """VC(X, C) = 1 and Assumptions 1 and 2, of C as printed."""
    return [vc_dimension(H) == 1, tells_points_apart(H), has_no_constant_point(H)]


def sometimes_agree(H: ConceptClass, alike: int) -> Truth:
    """Any two points have the same label in some concept."""
    pairs = combinations(range(H.points), 2)
    return all_of(some_member(H, lambda c, x=x, y=y: (c[x] == c[y]) == bool(alike)) for x, y in pairs)  # type: ignore[misc]


def in_every_representation(H: ConceptClass, holds: Callable[[ConceptClass], Truth]) -> Truth:
    """It holds of C_f for every f in C."""
    return all_of(H.contains(f).implies(holds(f_representation(H, f))) for f in all_functions(H.points, 2))
