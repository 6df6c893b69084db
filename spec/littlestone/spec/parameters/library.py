"""All parameters, by name: importing this module states them."""

from littlestone.spec.parameters import (
    chains_and_stars,
    compression,
    dual_dimensions,
    graphs,
    labelled_dimensions,
    queries,
    shattering,
    sizes,
    teaching,
)
from littlestone.spec.parameters.registry import PARAMETERS, Parameter

__all__ = [
    "PARAMETERS",
    "Parameter",
    "chains_and_stars",
    "compression",
    "dual_dimensions",
    "graphs",
    "labelled_dimensions",
    "queries",
    "shattering",
    "sizes",
    "teaching",
]
