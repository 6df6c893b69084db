"""The order of asking that comes of the provers' wishes."""

from collections.abc import Iterable
from dataclasses import dataclass

from littlestone.proofs_check.questions.evidence import Budget, Evidence, Resources
from littlestone.proofs_check.questions.profiles import QUICK, Scope
from littlestone.proofs_check.questions.prover import Way, Wish, plan
from littlestone.proofs_check.questions.universes import Box, ClassUniverse, Everything, Question, Universe
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.claim import Claim
from littlestone.spec.domains import Binary

ONE, TWO, THREE = (ClassUniverse(points, 2) for points in (1, 2, 3))
BOX = Box({"n": 3}, {"n": 0})


@dataclass(frozen=True)
class Wishful:
    """A prover that wishes for some universes and answers nothing."""

    name: str
    rank: int
    universes: tuple[Universe, ...]
    instead_of: str | None = None

    def wishes(self, claim: Claim, scope: Scope) -> Iterable[Wish]:
        return [Wish(universe, self.instead_of) for universe in self.universes]

    def supports(self, question: Question, budget: Budget, resources: Resources) -> str:
        return "it answers nothing"

    def run(self, question: Question, budget: Budget, resources: Resources) -> Evidence:
        raise NotImplementedError


def nonempty(H: Binary) -> Truth:
    """A class is non-empty."""
    return H.nonempty()


def planned(*provers: Wishful) -> list[tuple[Way, ...]]:
    return list(plan(Claim("TEST.plan", "-", "claim", nonempty, {}), Scope(QUICK), provers))


def test_the_lowest_rank_is_asked_first_on_all_its_universes() -> None:
    assert planned(Wishful("b", 2, (ONE, TWO)), Wishful("a", 1, (TWO,))) == [
        (("a", TWO),),
        (("b", ONE),),
        (("b", TWO),),
    ]


def test_of_one_rank_the_first_listed_is_asked_first() -> None:
    assert planned(Wishful("b", 1, (ONE,)), Wishful("a", 1, (ONE,))) == [(("b", ONE),), (("a", ONE),)]


def test_a_stand_in_joins_the_group_of_the_other_by_rank() -> None:
    late, early = Wishful("late", 9, (ONE, TWO), "main"), Wishful("early", 8, (TWO,), "main")
    assert planned(late, Wishful("between", 5, (ONE,)), early, Wishful("main", 1, (ONE, TWO))) == [
        (("main", ONE), ("late", ONE)),
        (("main", TWO), ("early", TWO), ("late", TWO)),
        (("between", ONE),),
    ]


def test_a_stand_in_has_the_other_ones_place_where_that_one_is_not_asked() -> None:
    stand_in, between = Wishful("stand-in", 9, (ONE,), "main"), Wishful("between", 5, (ONE,))
    assert planned(stand_in, between, Wishful("main", 1, ())) == [(("stand-in", ONE),), (("between", ONE),)]
    assert planned(stand_in, between) == [(("between", ONE),), (("stand-in", ONE),)]


def test_smaller_universes_of_a_stand_in_come_before_larger_ones() -> None:
    main, stand_in = Wishful("main", 1, (TWO, Everything())), Wishful("stand-in", 2, (ONE, THREE, BOX), "main")
    assert [ways[0][1] for ways in planned(main, stand_in)] == [ONE, TWO, THREE, BOX, Everything()]


def test_the_order_in_which_a_prover_wishes_stays() -> None:
    main, stand_in = Wishful("main", 1, (THREE, ONE)), Wishful("stand-in", 2, (ONE, TWO), "main")
    assert planned(main, stand_in) == [
        (("stand-in", TWO),),
        (("main", THREE),),
        (("main", ONE), ("stand-in", ONE)),
    ]


def test_a_universe_too_large_to_write_its_size_down_is_planned() -> None:
    huge = ClassUniverse(64, 2)
    assert planned(Wishful("main", 1, (huge,)), Wishful("stand-in", 2, (THREE,), "main")) == [
        (("stand-in", THREE),),
        (("main", huge),),
    ]
