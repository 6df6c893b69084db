"""Hypothesis strategies for concept classes, samples, neighbouring pairs, distributions and trees.

>>> from hypothesis import find
>>> find(concept_classes(), lambda H: len(H.functions()) >= 2).functions()
((0,), (1,))
"""

from littlestone.proofs_check.generation.strategies import (
    ArbitrarySample,
    Distribution,
    NeighbouringPair,
    RealizableSample,
    concept_classes,
    cover_trees,
    d_point_functions,
    disjoint_products,
    distributions,
    explicit_classes,
    hamming_balls,
    intervals,
    io_trees,
    joint_classes,
    neighbouring_pairs,
    psi_trees,
    realizable_samples,
    restrictions,
    samples,
    subcubes,
    thresholds,
    unions,
)
from littlestone.proofs_check.generation.structured_strategies import structured_classes
from littlestone.spec.classes.concept_classes import ConceptClass

__all__ = [
    "ArbitrarySample",
    "ConceptClass",
    "Distribution",
    "NeighbouringPair",
    "RealizableSample",
    "concept_classes",
    "cover_trees",
    "d_point_functions",
    "disjoint_products",
    "distributions",
    "explicit_classes",
    "hamming_balls",
    "intervals",
    "io_trees",
    "joint_classes",
    "neighbouring_pairs",
    "psi_trees",
    "realizable_samples",
    "restrictions",
    "samples",
    "structured_classes",
    "subcubes",
    "thresholds",
    "unions",
]
