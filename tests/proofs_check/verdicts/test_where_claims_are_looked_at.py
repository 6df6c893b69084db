"""Where the provers look at a claim: on the universes of the profile, or on the one asked for."""

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

import pytest
from helpers.questions import claim_of, over
from helpers.tiny_runs import SHAPES, TINY, logarithm_is_negative, logarithm_is_small, squares_are_sums, vc_is_ldim

from littlestone.proofs_check.questions.profiles import QUICK, Profile, Scope, class_universes
from littlestone.proofs_check.questions.universes import ClassUniverse
from littlestone.proofs_check.verdicts import asking, bite
from littlestone.proofs_check.verdicts.verification import Settings
from littlestone.spec.algebra.reals import Real
from littlestone.spec.claim import Constant
from littlestone.spec.domains import Algorithm, Binary, PositiveInteger, PositiveReal, Size


@pytest.fixture(autouse=True)
def small_mutation_runs(registry: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bite, "MUTATION", TINY)


TWO, THREE = ClassUniverse(2, 2), ClassUniverse(2, 3)


def plan(formula: Callable[..., Any], settings: Settings, **constants: Constant) -> list[list[tuple[str, str]]]:
    groups = asking.ways_asked(claim_of(formula, **constants), settings)
    return [[(name, universe.name) for name, universe in ways] for ways in groups]


EVERYWHERE = Profile(
    "everywhere",
    QUICK.budget,
    exhaustive=class_universes((1, 2), (2, 2)),
    random=(TWO,),
    symbolic=(THREE,),
    structured=(ClassUniverse(3, 2), THREE),
)
ON_ONE, ON_TWO = "all binary classes on 1 point", "all binary classes on 2 points"


def test_claims_about_classes_are_looked_at_where_the_profile_says() -> None:
    assert plan(vc_is_ldim, Settings(EVERYWHERE)) == [
        [("exhaustive", ON_ONE), ("cadical", ON_ONE), ("symbolic", ON_ONE), ("direct", ON_ONE)],
        [("exhaustive", ON_TWO), ("cadical", ON_TWO), ("symbolic", ON_TWO), ("direct", ON_TWO)],
        [("random", ON_TWO)],
        [("hypothesis", "all binary classes on 3 points")],
        [(prover, "all classes with 3 labels on 2 points") for prover in ("cadical", "symbolic", "hypothesis")],
    ]
    assert plan(vc_is_ldim, Settings(EVERYWHERE, provers=("direct",))) == [[("direct", ON_ONE)], [("direct", ON_TWO)]]


@pytest.mark.parametrize(
    ("points", "labels", "universes"),
    [
        (1, None, [(1, 2), (1, 3)]),
        (None, 2, [(1, 2), (2, 2)]),
        (2, 2, [(2, 2)]),
        (5, None, [(5, 2)]),
        (None, 7, [(2, 7)]),
        (1, 7, [(1, 7)]),
        (None, None, SHAPES),
    ],
)
def test_a_universe_of_the_profile_or_the_one_asked_for(
    points: int | None, labels: int | None, universes: list[tuple[int, int]]
) -> None:
    settings = Settings(TINY, points=points, labels=labels)
    assert settings.scope.of_classes(claim_of(vc_is_ldim), TINY.exhaustive) == class_universes(*universes)
    assert settings.scope.of_classes(claim_of(squares_are_sums, shift=Constant(0)), TINY.exhaustive) == ()


mixed = over(lambda n, x: Real.of(n) * x <= Real.of(x), n=PositiveInteger, x=PositiveReal)
# The oracle knows n
sampled = over(lambda n, oracle: bool(oracle(n)), n=Size, oracle=Annotated[Any, Algorithm("TEST.none")])
class_and_size = over(lambda H, n: H.size() <= n, H=Binary, n=Size)


def test_claims_about_numbers_are_looked_at_in_a_box_or_everywhere() -> None:
    everywhere = [("algebra", "all values of the parameters"), ("interval", "all values of the parameters")]
    from_zero, from_one = "0 <= n <= 4", "1 <= n <= 5"
    in_a_box = [("box", from_zero), ("estimate", from_zero)]
    assert plan(squares_are_sums, Settings(TINY), shift=Constant(0)) == [in_a_box, everywhere]
    assert plan(sampled, Settings(TINY)) == [in_a_box]
    assert plan(logarithm_is_small, Settings(TINY), factor=Constant(1)) == [everywhere]
    assert plan(mixed, Settings(TINY)) == [everywhere]
    assert plan(logarithm_is_negative, Settings(TINY)) == [[("box", from_one), ("estimate", from_one)], everywhere]
    assert plan(class_and_size, Settings(TINY))[0][0] == ("exhaustive", ON_ONE)


def test_a_box_has_the_steps_stated_for_the_claim_else_the_default() -> None:
    def pairs(a: Size, b: PositiveInteger) -> bool:
        """a and b are numbers."""
        return True

    claim = claim_of(pairs)
    for id in (claim.id, f"{claim.id}.corrected"):
        profile = replace(TINY, boxes={claim.id: {"a": 2}, "": {"": 5}})
        assert Scope(profile).box(replace(claim, id=id)).name == "0 <= a <= 2, 1 <= b <= 6"
    assert Scope(replace(TINY, boxes={})).box(claim).name == "0 <= a <= 8, 1 <= b <= 9"
