"""What the sections of YAN25 share."""

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
    is_constant_at,
    is_covered,
    is_deterministic,
    ones,
    relabelled,
    represented,
    tells_points_apart,
)
from littlestone.spec.class_trees.realizable import ListedVCOne
from littlestone.spec.class_trees.reductions import Reduction, merged, reduction, without
from littlestone.spec.class_trees.trees import (
    ClassTree,
    Subtree,
    class_tree,
    good_subtree,
    is_between,
    proper_nodes,
    proper_nodes_as_printed,
)
from littlestone.spec.domains import Classes
from littlestone.spec.families.vc_one_classes import VC_ONE
from littlestone.spec.notation import *

# ---- The order and the tree of a class
VCOneTree = Annotated[ConceptClass, Classes(labels=2, explicit=True, family=VC_ONE)]  # its functions listed
__all__ = ["ROOT", "ClassTree", "Reduction", "Subtree", "are_comparable", "class_tree", "consistent"]
__all__ += ["deterministic_path"]
__all__ += ["deterministic_points", "f_representation", "good_subtree", "has_no_constant_point", "indicator"]
__all__ += [
    "is_at_most",
    "is_below",
    "is_between",
    "is_constant_at",
    "is_covered",
    "is_deterministic",
    "merged",
    "ones",
]
__all__ += ["proper_nodes", "proper_nodes_as_printed", "reduction", "relabelled", "represented", "tells_points_apart"]
__all__ += ["without"]

# ---- Where Lemma 1 is used
BelowTwo = Annotated[Real, Reals(low=0, high=2, low_open=True, high_open=True)]  # its epsilons
__all__ += ["BelowTwo"]

# ---- The deltas of the improper learner's choice
BelowHalf = Annotated[Real, Reals(low=0, high=HALF, low_open=True, high_open=True)]
__all__ += ["BelowHalf"]

# ---- The classes on which the improper learner is run
__all__ += ["ListedVCOne", "VCOneTree"]
