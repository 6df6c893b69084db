"""The vocabulary in which papers and users state claims: ``from littlestone.spec.notation import *``.

Nothing else imports all of it. Each name has one meaning, the one that it has where it is defined.
"""

from fractions import Fraction
from typing import Annotated, Any

from littlestone.spec.algebra.circuit import FALSE, TRUE, Truth, all_of, any_of
from littlestone.spec.algebra.exact_numbers import Integer, Rational
from littlestone.spec.algebra.finite_sums import finite_sum
from littlestone.spec.algebra.naturals import Number
from littlestone.spec.algebra.reals import (
    EULER,
    Real,
    binomial,
    equals,
    erf,
    exp,
    ln,
    log2,
    symbol,
)
from littlestone.spec.algebra.rounding import ceiling, floor
from littlestone.spec.claim import (
    Constant,
    Statement,
    claim,
    correction,
    when,
)
from littlestone.spec.classes.concept_classes import (
    Bits,
    ConceptClass,
    Function,
    all_functions,
    binary_restriction,
    binary_restrictions,
    explicit,
    from_members,
)
from littlestone.spec.classes.constructions import disjoint_product
from littlestone.spec.classes.dimensions import (
    littlestone_dimension,
    multiclass_littlestone_dimension,
    threshold_dimension,
    vc_dimension,
)
from littlestone.spec.classes.operations import (
    complement,
    difference_with,
    dual,
    intersection,
    intersection_closure,
    pointwise,
    restriction_to,
    restrictions,
    symmetric_difference,
    union,
    union_closure,
)
from littlestone.spec.domains import (
    Algorithm,
    Binary,
    BinaryOrEmpty,
    ExplicitBinary,
    ExplicitClass,
    Multiclass,
    Natural,
    Naturals,
    PositiveInteger,
    PositiveReal,
    PositiveSize,
    Reals,
    Size,
    StructuredClass,
    StructuredLabels,
    Subclass,
    SubclassOrEmpty,
    TreeSet,
    VCOneClass,
    VCOneType,
)
from littlestone.spec.learning.laws import Law, point_mass, proportional, same_law, uniform_law
from littlestone.spec.learning.pac_learning import Learner, error, failure_probability
from littlestone.spec.learning.privacy import indistinguishable, is_private
from littlestone.spec.learning.randomness import Exact, Randomness, Run, is_true
from littlestone.spec.learning.samples import Distribution, Example, Sample, all_rows, labelled
from littlestone.spec.parameters.library import PARAMETERS
from littlestone.spec.proofs import Total, Use, adds_up, rests_on, uses
from littlestone.spec.terms import Terms, terms

# ---- Exact values, and the constants that many claims share

HALF = Fraction(1, 2)
QUARTER = Fraction(1, 4)

OFFSET = Constant(0, mutants=(1,))  # beside one side of an equation or bound: with 1 the claim should fail
TIGHT = Constant(0, mutants=(-1,))  # slack on the larger side: with one less the claim should fail
SHARE = Constant(1, mutants=(HALF,))  # a factor of the larger side: with half of it the claim should fail

# ---- Ranges of a real parameter

AnyReal = Annotated[Real, Reals()]
FromZero = Annotated[Real, Reals(low=0)]
AtLeastOne = Annotated[Real, Reals(low=1)]
AtLeastTwo = Annotated[Real, Reals(low=2)]
AtLeastFour = Annotated[Real, Reals(low=4)]
Unit = Annotated[Real, Reals(low=0, high=1)]
OpenUnit = Annotated[Real, Reals(low=0, high=1, low_open=True, high_open=True)]
PositiveUnit = Annotated[Real, Reals(low=0, high=1, low_open=True)]
BelowOne = Annotated[Real, Reals(low=0, high=1, high_open=True)]
UpToHalf = Annotated[Real, Reals(low=0, high=HALF, low_open=True)]
UpToQuarter = Annotated[Real, Reals(low=0, high=QUARTER, low_open=True)]
UpToEighth = Annotated[Real, Reals(low=0, high=Fraction(1, 8), low_open=True)]
HalfToOne = Annotated[Real, Reals(low=HALF, high=1)]

# ---- Algorithms that many claims run

LawOf = Annotated[Run, Algorithm("DP.law")]
Response = Annotated[Run, Algorithm("DP.randomized_response")]

__all__ = [
    "EULER",
    "FALSE",
    "HALF",
    "OFFSET",
    "PARAMETERS",
    "QUARTER",
    "SHARE",
    "TIGHT",
    "TRUE",
    "Algorithm",
    "Annotated",
    "Any",
    "AnyReal",
    "AtLeastFour",
    "AtLeastOne",
    "AtLeastTwo",
    "BelowOne",
    "Binary",
    "BinaryOrEmpty",
    "Bits",
    "ConceptClass",
    "Constant",
    "Distribution",
    "Exact",
    "Example",
    "ExplicitBinary",
    "ExplicitClass",
    "Fraction",
    "FromZero",
    "Function",
    "HalfToOne",
    "Integer",
    "Law",
    "LawOf",
    "Learner",
    "Multiclass",
    "Natural",
    "Naturals",
    "Number",
    "OpenUnit",
    "PositiveInteger",
    "PositiveReal",
    "PositiveSize",
    "PositiveUnit",
    "Randomness",
    "Rational",
    "Real",
    "Reals",
    "Response",
    "Run",
    "Sample",
    "Size",
    "Statement",
    "StructuredClass",
    "StructuredLabels",
    "Subclass",
    "SubclassOrEmpty",
    "Terms",
    "Total",
    "TreeSet",
    "Truth",
    "Unit",
    "UpToEighth",
    "UpToHalf",
    "UpToQuarter",
    "Use",
    "VCOneClass",
    "VCOneType",
    "adds_up",
    "all_functions",
    "all_of",
    "all_rows",
    "any_of",
    "binary_restriction",
    "binary_restrictions",
    "binomial",
    "ceiling",
    "claim",
    "complement",
    "correction",
    "difference_with",
    "disjoint_product",
    "dual",
    "equals",
    "erf",
    "error",
    "exp",
    "explicit",
    "failure_probability",
    "finite_sum",
    "floor",
    "from_members",
    "indistinguishable",
    "intersection",
    "intersection_closure",
    "is_private",
    "is_true",
    "labelled",
    "littlestone_dimension",
    "ln",
    "log2",
    "multiclass_littlestone_dimension",
    "point_mass",
    "pointwise",
    "proportional",
    "restriction_to",
    "restrictions",
    "rests_on",
    "same_law",
    "symbol",
    "symmetric_difference",
    "terms",
    "threshold_dimension",
    "uniform_law",
    "union",
    "union_closure",
    "uses",
    "vc_dimension",
    "when",
]
