"""Universes that a package adds: every prover ranges over the classes of a family as over all classes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.questions import answer, ask_classes, claim_of, over

from littlestone.proofs_check.kit_faults import KitFault
from littlestone.proofs_check.provers.direct import DirectProver
from littlestone.proofs_check.provers.exhaustive import ExhaustiveProver
from littlestone.proofs_check.provers.random_classes import RandomProver
from littlestone.proofs_check.provers.structured import StructuredProver
from littlestone.proofs_check.provers.symbolic import SymbolicProver
from littlestone.proofs_check.questions.evidence import Budget, Evidence, Resources
from littlestone.proofs_check.questions.profiles import FULL, QUICK, Scope
from littlestone.proofs_check.questions.prover import Prover
from littlestone.proofs_check.questions.small_arguments import small_arguments
from littlestone.proofs_check.rechecking.relisting import check_cases
from littlestone.proofs_check.sources.vocabulary import domain_in_words
from littlestone.proofs_check.verdicts.probes import probe
from littlestone.proofs_check.verdicts.statements import why_not_symbolic
from littlestone.spec.algebra.circuit import FALSE, TRUE, Truth, is_true
from littlestone.spec.classes.concept_classes import Function, explicit
from littlestone.spec.domains import Classes
from littlestone.spec.families.class_families import ClassFamily, Draw, Listed
from littlestone.spec.families.structured_classes import STRUCTURED
from littlestone.spec.families.vc_one_classes import VC_ONE, vc_one_classes
from littlestone.spec.notation import (
    Annotated,
    Binary,
    ConceptClass,
    Size,
    StructuredClass,
    Subclass,
    TreeSet,
    VCOneClass,
    VCOneType,
    littlestone_dimension,
    vc_dimension,
    when,
)
from littlestone.spec.ranges import in_range

CIRCUITS: tuple[Prover, ...] = (ExhaustiveProver("numpy"), ExhaustiveProver("compiled"), SymbolicProver())
DRAWING: tuple[Prover, ...] = (RandomProver(), StructuredProver())
BUDGET = Budget(listed=100_000_000)


USUAL = {"H": VCOneClass, "G": Subclass}
one_more_function_than_points = over(lambda H: H.size() <= H.points + 1, USUAL)  # Sauer's bound at VC dimension 1
is_shallow = over(lambda H: littlestone_dimension(H) <= 1, USUAL)
types_are_shallow = over(lambda H: littlestone_dimension(H) <= 1, H=VCOneType)
has_dimension_one = over(lambda H: vc_dimension(H) == 1, H=VCOneType)
subclasses_shatter_less = over(lambda H, G: when(G.size() < H.size(), vc_dimension(G) < vc_dimension(H)), USUAL)
subclasses_are_no_deeper = over(lambda H, G: littlestone_dimension(G) <= littlestone_dimension(H), USUAL)


def beside_any_class(H: VCOneClass, G: Binary, n: Size) -> Truth:
    """Any class beside it, and an integer."""
    return ~(G.contains((0,) * H.points) & (H.size() <= G.size())) | (H.size() <= H.points + 1 + n)


def functions_of(evidence: Evidence, name: str = "H") -> Listed:
    """A class of the counterexample."""
    assert evidence.counterexample is not None
    found: Listed = evidence.counterexample.arguments[name]
    return found


@pytest.mark.parametrize("prover", [*CIRCUITS, DirectProver()])
@pytest.mark.parametrize(("points", "size"), [(1, 1), (4, 177)])
def test_what_enumerates_looks_at_the_classes_of_the_family_alone(prover: Prover, points: int, size: int) -> None:
    evidence = answer(prover, ask_classes(one_more_function_than_points, points), BUDGET)
    assert (evidence.outcome, evidence.cases, evidence.size) == ("checked", size, size)
    words = f"all {VC_ONE.name} on {points} point{'s' if points > 1 else ''}"
    assert evidence.universe == words


def test_more_points_are_listed() -> None:
    question = ask_classes(one_more_function_than_points, 5)
    reason = ExhaustiveProver().supports(question, Budget(), Resources())
    assert reason == "2211 classes are fewer than one in 2^16 assignments, so they are better listed"
    evidence = answer(DirectProver(), question, BUDGET)
    assert (evidence.outcome, evidence.cases) == ("checked", 2211)


@pytest.mark.parametrize("prover", [*CIRCUITS, DirectProver(), *DRAWING])
def test_a_false_claim_is_refuted_by_a_class_of_the_family(prover: Prover) -> None:
    evidence = answer(prover, ask_classes(is_shallow, 3), BUDGET)
    assert evidence.outcome == "refuted" and len(functions_of(evidence)) == 4
    assert functions_of(evidence) in vc_one_classes(3)
    if prover.name == "exhaustive":
        deep = [H for H in vc_one_classes(3) if int(littlestone_dimension(explicit(H))) > 1]
        assert evidence.violations == len(deep) == 12


@pytest.mark.parametrize("prover", DRAWING)
def test_what_is_drawn_on_more_points_is_of_the_family(prover: Prover) -> None:
    evidence = answer(prover, ask_classes(one_more_function_than_points, 7), Budget(cases=50))
    assert (evidence.outcome, evidence.cases, evidence.premise_cases) == ("tested", 50, 50)
    of_seven = 655_075
    assert evidence.size == (of_seven if prover.name == "random" else of_seven + 34_663 + 2211 + 177 + 19 + 3 + 1)


@pytest.mark.parametrize("prover", [*CIRCUITS, DirectProver(), *DRAWING])
def test_subclasses_of_a_class_of_the_family(prover: Prover) -> None:
    evidence = answer(prover, ask_classes(subclasses_shatter_less, 2), BUDGET)
    H, G = functions_of(evidence), functions_of(evidence, "G")
    assert H in vc_one_classes(2) and {*G} < {*H} and len(G) == 2
    assert prover.name == "hypothesis" or evidence.size == 3 * 7


@pytest.mark.parametrize("prover", [ExhaustiveProver(), DirectProver()])
def test_all_subclasses_of_the_classes_of_the_family_are_counted(prover: Prover) -> None:
    evidence = answer(prover, ask_classes(subclasses_are_no_deeper, 3), BUDGET)
    assert evidence.cases == evidence.size == sum(2 ** len(H) - 1 for H in vc_one_classes(3))


def test_beside_any_class_and_an_integer() -> None:
    evidence = answer(DirectProver(), ask_classes(beside_any_class, 2), BUDGET)
    assert (evidence.outcome, evidence.cases) == ("checked", 3 * 15 * 4)
    names = f"all {VC_ONE.name} on 2 points, all binary classes on 2 points"
    assert evidence.universe == f"{names}, for each of H, G, 0 <= n <= 3"


def test_a_claim_about_trees_alone_keeps_the_name_of_its_universe() -> None:
    trees_alone = over(lambda B: TRUE, B=TreeSet)
    evidence = answer(ExhaustiveProver(), ask_classes(trees_alone, 1))
    assert evidence.universe == "all binary classes on 1 point"


@pytest.mark.slow
def test_one_of_each_type_is_listed_and_no_circuit() -> None:
    question = ask_classes(has_dimension_one, 6)
    for prover in (*CIRCUITS, RandomProver()):
        assert "which are listed" in (prover.supports(question, Budget(), Resources()) or "")
    assert answer(DirectProver(), question, BUDGET).cases == 100
    assert why_not_symbolic(question.claim) is None
    found = functions_of(answer(StructuredProver(), ask_classes(types_are_shallow, 6)))
    assert len(found) == 4 and len(found[0]) == 3


def test_a_pass_is_probed_at_classes_of_the_family() -> None:
    question = ask_classes(one_more_function_than_points, 3)
    probe(question, answer(DirectProver(), question, BUDGET), Budget())


def test_claims_about_families_are_listed_on_more_points() -> None:
    about_all = over(lambda H: TRUE, H=Binary)
    claim, other = claim_of(one_more_function_than_points), claim_of(about_all)
    listed = [[wish.universe for wish in DirectProver().wishes(one, Scope(QUICK))] for one in (claim, other)]
    assert [universe.name for universe in listed[0]][-4:] == [f"all binary classes on {m} points" for m in (5, 6, 7, 8)]
    assert listed[1] == list(QUICK.exhaustive)
    drawn = [wish.universe for wish in StructuredProver().wishes(claim, Scope(FULL))]
    assert drawn == [*FULL.structured, FULL.families[-1]]


def test_a_selection_is_looked_at_where_it_was_made_and_its_words_say_how_many_it_is() -> None:
    claim = claim_of(has_more_functions_than_points)
    (universe,) = Scope(QUICK).listed(claim)
    assert (universe.points, universe.labels) == (30, 2) and not [*StructuredProver().wishes(claim, Scope(FULL))]
    evidence = answer(DirectProver(), ask_classes(has_more_functions_than_points, 30), Budget(listed=1))
    assert (
        evidence.universe
        == "117 structured binary classes of 16 to 200 functions (120 fixed seeds) on at most 30 points"
    )
    assert (evidence.outcome, evidence.size) == ("refuted", 117)
    assert functions_of(evidence) == next(H for H in STRUCTURED.listed(30) if len(H) <= len(H[0]))
    check_cases(claim_of(has_sixteen_functions), vars(answer(DirectProver(), ask_classes(has_sixteen_functions, 30))))
    few = answer(DirectProver(), ask_classes(has_sixteen_functions, 12))
    assert (few.outcome, few.cases) == ("checked", sum(len(H[0]) <= 12 for H in STRUCTURED.listed(30)))
    assert f"{few.cases} structured binary classes" in few.universe and "at most 12 points" in few.universe


def has_more_functions_than_points(H: StructuredClass) -> Truth:
    """Not so of some with many points."""
    return H.size() > H.points


def has_sixteen_functions(H: StructuredClass) -> Truth:
    """As every class of the selection."""
    return H.size() >= 16


def test_the_smallest_argument_and_the_words_are_of_the_family() -> None:
    claim = claim_of(subclasses_are_no_deeper)
    (smallest,) = small_arguments(claim)
    assert smallest["H"].functions() == smallest["G"].functions() == ((0,), (1,))
    assert domain_in_words(claim.domains["H"]) == f"the {VC_ONE.name}"


def test_arguments_outside_the_family_are_out_of_range() -> None:
    domains = claim_of(is_shallow).domains
    inside, outside = explicit([(0, 0), (0, 1), (1, 0)]), explicit([(0, 1), (1, 0)])
    assert is_true(in_range(domains, "H", {"H": inside})) and in_range(domains, "H", {"H": outside}) is FALSE
    typed = claim_of(has_dimension_one).domains
    assert [in_range(typed, "H", {"H": H}) for H in (inside, outside)] == [TRUE, FALSE]


# ---- A family that a test declares, with faults seeded into it


def singletons(points: int) -> list[Listed]:
    """The classes of one function."""
    return [(tuple(map(int, f"{number:0{points}b}")),) for number in range(2**points)]


def a_singleton(points: int, draw: Draw) -> tuple[Function]:
    """One of them."""
    return (tuple(draw(2) for _ in range(points)),)


is_singleton = over(lambda H: H.size() == 1, H=ConceptClass)


SINGLETONS = ClassFamily("singletons", singletons, lambda points: {1: 2**points}, a_singleton, is_singleton)
MISCOUNTED = replace(SINGLETONS, numbers=lambda points: {1: 2**points + 1})
SHORT = replace(SINGLETONS, listed=lambda points: singletons(points)[1:])


singletons_are_flat = over(
    lambda H: littlestone_dimension(H) == 0, H=Annotated[ConceptClass, Classes(labels=2, family=SINGLETONS)]
)
miscounted_are_flat = over(
    lambda H: littlestone_dimension(H) == 0, H=Annotated[ConceptClass, Classes(labels=2, family=MISCOUNTED)]
)
too_few_are_flat = over(
    lambda H: littlestone_dimension(H) == 0, H=Annotated[ConceptClass, Classes(labels=2, family=SHORT)]
)


@pytest.mark.parametrize("prover", [*CIRCUITS, DirectProver(), *DRAWING])
def test_any_family_can_be_declared(prover: Prover) -> None:
    evidence = answer(prover, ask_classes(singletons_are_flat, 3), BUDGET)
    assert evidence.outcome in ("checked", "tested") and evidence.violations == 0
    assert prover.name == "hypothesis" or evidence.size == 8


@pytest.mark.parametrize("prover", [ExhaustiveProver("numpy"), ExhaustiveProver("compiled"), DirectProver()])
def test_a_family_whose_numbers_are_wrong_is_found_out(prover: Prover) -> None:
    with pytest.raises(KitFault, match="8 of 9"):
        answer(prover, ask_classes(miscounted_are_flat, 3), BUDGET)


def test_a_family_that_does_not_list_all_its_classes_is_found_out() -> None:
    with pytest.raises(KitFault, match="7 of 8"):
        answer(DirectProver(), ask_classes(too_few_are_flat, 3), BUDGET)
