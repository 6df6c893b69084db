"""Dimensions of a concept class given as a matrix, exactly or as proved bounds, each with a verified witness.

>>> import numpy as np
>>> thresholds = np.array([[0, 0, 0], [0, 0, 1], [0, 1, 1], [1, 1, 1]])
>>> for dimension in all_dimensions(as_matrix(thresholds)):
...     print(dimension.name, dimension.lower)
Littlestone 2
VC 1
thresholds 3
"""

from littlestone.impl.classes.matrices import BadMatrix, Matrix, ShatteredTree, as_matrix
from littlestone.impl.classes.written_classes import matrix_of_text, read_matrix
from littlestone.impl.decompositions.decompositions import decomposition_dimension, essential_hypotheses
from littlestone.impl.dimension_checks.certificates import check_certificate
from littlestone.impl.dimensions.all import all_dimensions, certificate
from littlestone.impl.dimensions.binary import threshold_dimension, vc_dimension
from littlestone.impl.dimensions.littlestone import littlestone_dimension
from littlestone.impl.dimensions.proved_bounds import Dimension, Reason
from littlestone.impl.pictures.trees import leaf_names, tree_svg, tree_text

__all__ = [
    "BadMatrix",
    "Dimension",
    "Matrix",
    "Reason",
    "ShatteredTree",
    "all_dimensions",
    "as_matrix",
    "certificate",
    "check_certificate",
    "decomposition_dimension",
    "essential_hypotheses",
    "leaf_names",
    "littlestone_dimension",
    "matrix_of_text",
    "read_matrix",
    "threshold_dimension",
    "tree_svg",
    "tree_text",
    "vc_dimension",
]
