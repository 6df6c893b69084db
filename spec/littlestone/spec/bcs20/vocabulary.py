"""What the sections of BCS20 share: the room of measures and of lazy projection, under the names of its modules."""

from littlestone.spec.boosting.lazy_bregman import (
    Losses,
    cumulative,
    eager_measure,
    learning_rate,
    loss,
    next_measure,
    unprojected,
    updated,
)
from littlestone.spec.boosting.measures import (
    Measure,
    MeasureError,
    capped_scaling,
    dense_grid,
    densities,
    density,
    divergence,
    grid,
    has_projection,
    induced,
    is_dense,
    is_dominated,
    is_projection,
    measure,
    projection,
    same_measure,
    scaling,
    size,
    statistical_distance,
    unordered_grid,
)
from littlestone.spec.notation import *

__all__ = [
    "ONE_LEARNER",
    "Losses",
    "Measure",
    "MeasureError",
    "capped_scaling",
    "cumulative",
    "dense_grid",
    "densities",
    "density",
    "divergence",
    "eager_measure",
    "grid",
    "has_projection",
    "induced",
    "is_dense",
    "is_dominated",
    "is_projection",
    "learning_rate",
    "loss",
    "measure",
    "next_measure",
    "projection",
    "same_measure",
    "scaling",
    "size",
    "statistical_distance",
    "unordered_grid",
    "unprojected",
    "updated",
]

ONE_LEARNER = (
    "LB-NxM with lambda = ln(9/4), and a weak learner that returns h with probability proportional to 1 + its advantage"
)
