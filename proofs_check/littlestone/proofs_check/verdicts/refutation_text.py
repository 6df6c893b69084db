"""How a case reads: of a refutation Let ..., Then ..., but ..., of a claim that holds what it compares there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from itertools import islice

from littlestone.proofs_check.json_types import Json, JsonObject
from littlestone.proofs_check.questions.arguments import algorithms, judge, shown
from littlestone.proofs_check.questions.call_limit import CallLimitReached, call_limit
from littlestone.proofs_check.questions.evidence import Argument, Counterexample, Evidence
from littlestone.proofs_check.questions.small_arguments import drawn_arguments, small_arguments
from littlestone.proofs_check.questions.universes import ClassUniverse, Everything, Point, Question, set_text
from littlestone.proofs_check.reading.failing_parts import failing_parts, holding_parts
from littlestone.proofs_check.reading.functions import global_names, own_functions
from littlestone.proofs_check.sources.vocabulary import domain_in_words
from littlestone.spec.algebra.circuit import is_true
from littlestone.spec.claim import Claim
from littlestone.spec.classes.concept_classes import ConceptClass, binary_restrictions, explicit
from littlestone.spec.classes.dimensions import (
    largest_bit_dimension,
    littlestone_dimension,
    threshold_dimension,
    vc_dimension,
)
from littlestone.spec.classes.trees import IOTree
from littlestone.spec.classes.witnesses import shattered_io_tree
from littlestone.spec.domains import Classes, Naturals, Reals, TreeSets
from littlestone.spec.ranges import in_range

HOLDS_THERE = "it holds at the counterexample"
OUT_OF_RANGE = "the counterexample is out of its range"
NO_HYPOTHESIS = "its hypothesis fails at the counterexample"
FAILS_TOO = "it fails at the counterexample too"
OTHER_PARAMETERS = "it has other parameters, and is not asked at the counterexample"


def counterexample_text(question: Question, found: Counterexample, arguments: Mapping[str, Argument]) -> str:
    """The counterexample in words; ``arguments`` are the formula's own, with classes as classes."""
    lines = _lets({name: value for name, value in arguments.items() if name in found.arguments})
    classes = [name for name, domain in question.claim.domains.items() if isinstance(domain, Classes)]
    # What the formula and its helpers call by name, by identity
    functions = own_functions(question.claim.formula) if classes else []
    mentioned = {id(f.__globals__.get(name)) for f in functions for name in global_names(f.__code__)}
    facts = [fact for name, value in arguments.items() if name in classes for fact in _facts(name, value, mentioned)]
    if facts:
        lines.append(f"Then  {', '.join(facts)}")
    try:
        failures = [found.failure] if found.failure else failing_parts(question.claim, arguments, question.constants)
    except Exception as error:  # never replaces the verdict
        failures = [f"its conclusion to hold; which part fails cannot be shown ({type(error).__name__}: {error})"]
    return "\n".join([*lines, *(f"but   the claim needs {failure}" for failure in failures)])


def refutation_words(evidence: Evidence) -> str:
    """The counterexample of a refutation as text."""
    question, found = evidence.question, evidence.counterexample
    if question is None or found is None:
        return evidence.detail
    return counterexample_text(question, found, formula_arguments(question, found))


AFFORDED = 1_000_000  # Python calls; the dearest correction of the papers takes some 100,000 at its counterexample


def correction_there(refutation: Evidence, correction: Claim) -> str | None:
    """What the corrected claim says at the counterexample: that it holds, or does not speak of it, or fails.

    None where it cannot afford the case, or answers with what is not decided.
    """
    question, found = refutation.question, refutation.counterexample
    if question is None or found is None:
        return None
    given = formula_arguments(question, found)
    if not given.keys() >= correction.domains.keys():
        return OTHER_PARAMETERS
    arguments = {name: given[name] for name in correction.domains}
    try:
        with call_limit(AFFORDED):
            if not all(is_true(in_range(correction.domains, name, arguments)) for name in arguments):
                return OUT_OF_RANGE
            judgement = judge(Question(correction, correction.printed, question.universe), arguments)
    except (CallLimitReached, Exception):
        return None  # the verdict on the correction rests on other cases, and says what keeps it from being asked
    if judgement.beyond or judgement.violated is None:
        return None
    return FAILS_TOO if judgement.violated else HOLDS_THERE if judgement.could_fail else NO_HYPOTHESIS


FEWEST = 2  # cases of which it is said how many could fail
EXAMPLES = 60  # of the smallest cases; three points, or five values of one or two integers, are among them
SHORT = 140  # characters


def example_text(claim: Claim) -> str | None:
    """What a claim that holds compares in one case, with the values of both sides, and how many small ones could fail:
    whoever meant something else sees it there. None where none is affordable.

    Neither the first case nor the last: at the ends two numbers are equal, sets whole, and sides that differ alike. Of
    one integer the last, 4: 3 is odd and a prime, and says as much of too many claims.
    """
    found, tried, could_fail = list[str](), 0, 0
    is_of_some = any(isinstance(one, Classes) and (one.within or one.family) for one in claim.domains.values())
    cases = small_arguments(claim) if is_of_some else drawn_arguments(claim)
    with suppress(CallLimitReached), call_limit(AFFORDED):
        for arguments in islice(cases, EXAMPLES):
            with suppress(Exception):
                counts = judge(Question(claim, claim.printed, Everything()), arguments).could_fail
                tried, could_fail = tried + 1, could_fail + counts
                compared = "; ".join(holding_parts(claim, arguments)) if counts else ""
                found += [f"for example, {shown(arguments)}: {compared}"] if compared else []
    if tried == 0:
        return None
    few = f"could fail in {could_fail or 'none'} of {tried} small cases" if could_fail < tried >= FEWEST else ""
    short = [one for one in found if len(one) <= SHORT] or sorted(found, key=len)[:1] or [""]
    numbers = ((name, domain) for name, domain in claim.domains.items() if isinstance(domain, Naturals | Reals))
    ranges = ", ".join(
        f"{name} of {domain_in_words(domain)}" for name, domain in numbers
    )  # it may be less than is meant
    is_integer = [isinstance(domain, Naturals) for domain in claim.domains.values()] == [True]
    return "; ".join(filter(None, [ranges, short[-1 if is_integer else 2 * len(short) // 3], few])) or None


def _lets(arguments: Mapping[str, Argument]) -> list[str]:
    """A line for each class and one for all numbers."""
    classes = {name: value for name, value in arguments.items() if isinstance(value, ConceptClass)}
    numbers = ", ".join(f"{name} = {value}" for name, value in arguments.items() if name not in classes)
    on = {name: ", ".join(f"x{i}" for i in range(H.points)) for name, H in classes.items()}
    of = [f"Let   {name} = {set_text(H.functions())} on {on[name]} with labels 0..{H.k}" for name, H in classes.items()]
    return of + ([f"Let   {numbers}"] if numbers else [])


def _facts(name: str, H: ConceptClass, mentioned: Collection[int]) -> list[str]:
    """The dimensions of a counterexample that the formula mentions."""
    known = DIMENSIONS if H.labels == 2 else (littlestone_dimension,)
    numbers = [dimension(H) for dimension in known if id(dimension) in mentioned]
    whole = [f"{number.name}({name}) = {int(number)}" for number in numbers]
    if H.labels == 2 or not any(id(bits) in mentioned for bits in (binary_restrictions, largest_bit_dimension)):
        return whole
    bits = enumerate(binary_restrictions(H), 1)
    return whole + [f"Ldim({name}|_{i}) = {int(littlestone_dimension(B))}" for i, B in bits]


DIMENSIONS = (vc_dimension, littlestone_dimension, threshold_dimension)


def counterexample_data(arguments: Mapping[str, Argument], found: Counterexample) -> JsonObject:
    """The counterexample for machines: classes as lists of functions with a tree that the first one shatters."""
    data: JsonObject = {name: _plain(arguments[name]) for name in found.arguments}
    for name in found.arguments:
        if isinstance(arguments[name], ConceptClass):
            H: ConceptClass = arguments[name]
            return {**data, "class": data[name], "tree": tree_data(shattered_io_tree(H, int(littlestone_dimension(H))))}
    return data


def _plain(value: object) -> Json:
    if isinstance(value, ConceptClass):
        return {"points": value.points, "labels": value.labels, "functions": [list(f) for f in value.functions()]}
    return value if isinstance(value, int | str) else str(value)


def tree_data(tree: IOTree) -> JsonObject | None:
    """An io-labelled tree as nested dictionaries, None for a leaf."""
    if tree is None:
        return None
    sides = {"left": tree_data(tree.left), "right": tree_data(tree.right)}
    return {"kind": "io", "point": tree.point, "labels": [tree.left_label, tree.right_label], **sides}


def formula_arguments(question: Question, found: Counterexample) -> dict[str, Argument]:
    """The counterexample's arguments as the formula takes them: classes as classes, algorithms as implementations."""
    classes = [name for name, domain in question.claim.domains.items() if isinstance(domain, Classes)]
    # How many points the classes are on; None where all are empty
    points = next((len(f) for name in classes for f in found.arguments.get(name, ())), None)
    own = {name: _argument(question, name, value, points) for name, value in found.arguments.items()}
    return own | algorithms(question.claim)


def _argument(question: Question, name: str, value: Argument, points: int | None) -> Argument:
    domain, universe = question.claim.domains.get(name), question.universe
    if isinstance(universe, Point) and isinstance(domain, Classes):
        return explicit(value, domain.labels or 1 + max(map(max, value)))
    if not isinstance(domain, Classes | TreeSets) or not isinstance(universe, ClassUniverse):
        return value
    functions = tuple(tuple(f) for f in value)
    if isinstance(domain, TreeSets):
        return explicit(functions, labels=universe.labels, points=2**universe.depth - 1)
    return explicit(functions, labels=universe.labels, points=universe.points if points is None else points)
