"""Parameters that range over the subclasses of another: every prover ranges over just those, and counts them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import Any

import pytest
from helpers.questions import answer, ask_classes, claim_of, over

from littlestone.proofs_check.circuits.class_programs import class_program, input_bits
from littlestone.proofs_check.provers.direct import DirectProver
from littlestone.proofs_check.provers.exhaustive import ExhaustiveProver
from littlestone.proofs_check.provers.random_classes import RandomProver
from littlestone.proofs_check.provers.structured import StructuredProver
from littlestone.proofs_check.provers.symbolic import SymbolicProver
from littlestone.proofs_check.questions.evidence import Budget, Evidence, Resources
from littlestone.proofs_check.questions.prover import Prover
from littlestone.proofs_check.sources.vocabulary import domain_in_words
from littlestone.proofs_check.verdicts.probes import probe
from littlestone.proofs_check.verdicts.refutation_text import formula_arguments
from littlestone.spec.algebra.circuit import FALSE, TRUE, Truth, is_true
from littlestone.spec.claim import Conditional, Statement
from littlestone.spec.classes.concept_classes import Function, all_functions, explicit
from littlestone.spec.domains import Classes
from littlestone.spec.notation import (
    Annotated,
    Binary,
    BinaryOrEmpty,
    ConceptClass,
    Subclass,
    SubclassOrEmpty,
    littlestone_dimension,
    vc_dimension,
    when,
)
from littlestone.spec.ranges import in_range

LISTED = frozenset[Function]
Pair = tuple[LISTED, LISTED]
COUNTING: tuple[Prover, ...] = (ExhaustiveProver("numpy"), ExhaustiveProver("compiled"), DirectProver())
ALL: tuple[Prover, ...] = (*COUNTING, SymbolicProver(), RandomProver(), StructuredProver())
# As many Python calls as listing them takes
BUDGET = Budget(listed=100_000_000)
Innermost = Annotated[ConceptClass, Classes(labels=2, within="G")]


USUAL = {"H": Binary, "G": Subclass}
deeper_than_none = over(lambda H, G: littlestone_dimension(G) <= littlestone_dimension(H), USUAL)
proper_ones_are_shallower = over(
    lambda H, G: when(G.size() < H.size(), littlestone_dimension(G) < littlestone_dimension(H)), USUAL
)
as_deep_shatters_as_much = over(
    lambda H, G: when(littlestone_dimension(G) >= littlestone_dimension(H), vc_dimension(G) >= vc_dimension(H)), USUAL
)
nothing_among_subclasses = over(lambda H, G: FALSE, USUAL)
nothing_with_an_empty_one_inside = over(lambda H, G: FALSE, USUAL, G=SubclassOrEmpty)
nothing_inside_what_may_be_empty = over(lambda H, G: FALSE, USUAL, H=BinaryOrEmpty)
nothing_where_both_may_be_empty = over(lambda H, G: FALSE, H=BinaryOrEmpty, G=SubclassOrEmpty)
nothing_stated_inside_out = over(lambda G, H: FALSE, USUAL)


def subsets(functions: LISTED) -> Iterator[LISTED]:
    """All subsets, the empty one included."""
    for size in range(len(functions) + 1):
        yield from map(frozenset, combinations(sorted(functions), size))


def all_pairs(points: int, labels: int = 2) -> list[Pair]:
    """All sets of functions with all their subsets."""
    return [(H, G) for H in subsets(frozenset(all_functions(points, labels))) for G in subsets(H)]


def pair_of(question_evidence: Evidence) -> Pair:
    """The two classes of a counterexample."""
    assert question_evidence.counterexample is not None
    found = question_evidence.counterexample.arguments
    return frozenset(found["H"]), frozenset(found["G"])


@pytest.mark.parametrize("prover", COUNTING)
@pytest.mark.parametrize("points", [1, 3])
def test_the_pairs_are_counted_as_they_are_listed(prover: Prover, points: int) -> None:
    pairs = [pair for pair in all_pairs(points) if all(pair)]
    evidence = answer(prover, ask_classes(deeper_than_none, points), BUDGET)
    assert evidence.outcome == "checked"
    assert evidence.cases == evidence.size == evidence.premise_cases == len(pairs) == 3**2**points - 2**2**points


@pytest.mark.parametrize("prover", ALL)
@pytest.mark.parametrize(
    ("formula", "least", "size"),
    [
        (nothing_among_subclasses, 2, 65),
        (nothing_stated_inside_out, 2, 65),
        (nothing_with_an_empty_one_inside, 1, 80),
        (nothing_inside_what_may_be_empty, 2, 65),
        (nothing_where_both_may_be_empty, 0, 81),
    ],
)
def test_the_smallest_pair_is_found_with_the_empty_classes_that_are_let_in(
    prover: Prover, formula: Callable[..., Statement], least: int, size: int
) -> None:
    evidence = answer(prover, ask_classes(formula, 2), BUDGET)
    H, G = pair_of(evidence)
    assert G <= H and len(H) + len(G) == least
    assert prover.name == "hypothesis" or evidence.size == size


def is_violated(formula: Callable[..., Conditional], H: LISTED, G: LISTED, points: int) -> bool:
    """The formula fails at the two classes, called on them."""
    stated = claim_of(formula).state({"H": explicit(H, 2, points), "G": explicit(G, 2, points)})
    return bool(stated.premise) and not bool(stated.conclusion)


@pytest.mark.parametrize("method", ["numpy", "compiled"])
@pytest.mark.parametrize("formula", [proper_ones_are_shallower, as_deep_shatters_as_much])
def test_violations_are_counted_as_the_formula_says_of_listed_pairs(method: str, formula: Callable[..., Any]) -> None:
    for points in (1, 2):
        failing = [pair for pair in all_pairs(points) if all(pair) and is_violated(formula, *pair, points)]
        evidence = answer(ExhaustiveProver(method), ask_classes(formula, points))  # type: ignore[arg-type]
        assert evidence.violations == len(failing)
        assert not failing or pair_of(evidence) in failing


@pytest.mark.parametrize("prover", [ExhaustiveProver(), RandomProver()])
def test_a_refutation_may_take_most_of_the_class(prover: Prover) -> None:
    shatters = answer(prover, ask_classes(as_deep_shatters_as_much, 3), BUDGET)
    assert list(map(len, pair_of(shatters))) == [5, 4]


def test_43_million_pairs_on_four_points_are_decided() -> None:
    true = answer(ExhaustiveProver(), ask_classes(deeper_than_none, 4), Budget())
    assert true.outcome == "checked" and true.cases == true.size == 3**16 - 2**16 == 42_981_185
    false = answer(ExhaustiveProver(), ask_classes(proper_ones_are_shallower, 4), Budget())
    H, G = pair_of(false)
    assert (len(H), len(G), G < H) == (3, 2, True)


def test_pairs_take_as_many_words_as_there_are_of_them_and_not_of_their_bits() -> None:
    question = ask_classes(deeper_than_none, 4)
    assert input_bits(question) == 32 and class_program(question, 10_000).words == -(-(3**16) // 64)
    reason = ExhaustiveProver().supports(ask_classes(deeper_than_none, 5), Budget(), Resources())
    assert reason == "2^64 classes are too many to enumerate"
    labels = ExhaustiveProver().supports(ask_classes(any_inside_any, 2, 5), Budget(), Resources())
    assert labels == "2^40 classes are too many to enumerate"  # 3^25 pairs


def any_inside_any(H: Annotated[ConceptClass, Classes()], G: Annotated[ConceptClass, Classes(within="H")]) -> Truth:
    """A subclass with any labels is no deeper."""
    return littlestone_dimension(G) <= littlestone_dimension(H)


@pytest.mark.parametrize("prover", COUNTING)
def test_subclasses_have_the_labels_of_the_class(prover: Prover) -> None:
    evidence = answer(prover, ask_classes(any_inside_any, 1, 3), BUDGET)
    assert (evidence.outcome, evidence.cases) == ("checked", 3**3 - 2**3)


def chains_and_siblings(H: Binary, G: Subclass, F: Innermost, E: SubclassOrEmpty, D: Binary) -> Truth:
    """Four nested classes, one of them twice, beside a free one."""
    return ~(F.contains((0,)) & E.contains((1,)) & D.contains((1,)))


@pytest.mark.parametrize("prover", COUNTING)
def test_chains_siblings_and_free_classes_beside_them(prover: Prover) -> None:
    two = list(all_functions(1, 2))
    listed = [
        (H, G, F, E, D)
        for H, G, F, E, D in product(list(subsets(frozenset(two))), repeat=5)
        if F <= G <= H and E <= H and F and D
    ]
    failing = [1 for _, _, F, E, D in listed if (0,) in F and (1,) in E and (1,) in D]
    evidence = answer(prover, ask_classes(chains_and_siblings, 1), BUDGET)
    assert evidence.size == len(listed)
    if prover.name == "exhaustive":
        assert (evidence.cases, evidence.violations) == (len(listed), len(failing))
    assert evidence.counterexample is not None and evidence.counterexample.size == 2 + 1 + 1 + 1 + 1


@pytest.mark.parametrize("prover", [RandomProver(), pytest.param(StructuredProver(), marks=pytest.mark.nightly)])
def test_drawn_chains_are_nested(prover: Prover) -> None:
    evidence = answer(prover, ask_classes(chains_and_siblings, 1), BUDGET)
    assert evidence.counterexample is not None and evidence.counterexample.size == 6


def test_probes_are_pairs_too() -> None:
    seen = list[Pair]()

    def record(H: Binary, G: Subclass) -> Truth:
        """A subclass is no deeper."""
        if H.is_listed:
            seen.append((frozenset(H.functions()), frozenset(G.functions())))
        return TRUE

    question = ask_classes(record, 3)
    probe(question, answer(ExhaustiveProver(), question), Budget())
    assert all(G <= H for H, G in seen) and len({G < H for H, G in seen}) == 2


def test_an_empty_class_of_a_counterexample_is_on_the_points_of_the_others() -> None:
    question = ask_classes(nothing_with_an_empty_one_inside, 4)
    found = answer(StructuredProver(), question).counterexample
    assert found is not None
    arguments = formula_arguments(question, found)
    assert {H.points for H in arguments.values()} == {1}


def test_an_argument_is_in_range_within_the_class_beside_it() -> None:
    domains = claim_of(deeper_than_none).domains
    H, inside, outside = explicit([(0,)]), explicit([(0,)]), explicit([(1,)])
    empty = explicit([], 2, 1)
    for G, expected in ((inside, TRUE), (outside, FALSE), (empty, FALSE)):
        assert in_range(domains, "G", {"H": H, "G": G}) is expected
    let_in = claim_of(nothing_with_an_empty_one_inside).domains
    assert is_true(in_range(let_in, "G", {"H": H, "G": empty}))


def test_what_subclasses_range_over_in_words() -> None:
    words = [domain_in_words(domain) for domain in claim_of(chains_and_siblings).domains.values()]
    assert words[1:4] == [
        "the non-empty subclasses of H",
        "the non-empty subclasses of G",
        "the subclasses of H",
    ]
    both = claim_of(nothing_where_both_may_be_empty).domains
    assert domain_in_words(both["H"]) == "the binary concept classes, the empty one included"


inside_nothing = over(lambda G: TRUE, USUAL)  # No class H is there
inside_itself = over(lambda H: TRUE, H=Annotated[ConceptClass, Classes(labels=2, within="H")])
inside_each_other = over(lambda H, G: TRUE, USUAL, H=Annotated[ConceptClass, Classes(labels=2, within="G")])


@pytest.mark.parametrize("formula", [inside_nothing, inside_itself, inside_each_other])
def test_a_subclass_is_within_another_class_parameter(formula: Callable[..., Truth]) -> None:
    with pytest.raises(TypeError, match="must be another class parameter"):
        claim_of(formula).domains  # noqa: B018
