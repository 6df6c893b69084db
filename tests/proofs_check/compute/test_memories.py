"""What functions remember is forgotten before each claim, so that calls are as many whatever ran before."""

from functools import cache

from helpers.questions import claim_of

from littlestone.impl.online.extended_soa import optimal_rule
from littlestone.proofs_check.compute.memories import forget_calls
from littlestone.proofs_check.provers.direct import calls_of_sample
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.claim import CLAIMS
from littlestone.spec.classes.dimensions import littlestone_dimension
from littlestone.spec.domains import Binary


@cache
def counted_up_to(n: int) -> int:
    """As many calls as the number says."""
    return 1 + counted_up_to(n - 1) if n else 0


def needs_a_count(H: Binary) -> Truth:
    """The dimension is at most a hundred."""
    return littlestone_dimension(H) <= counted_up_to(100)


def test_a_formula_takes_as_many_calls_when_it_is_asked_again() -> None:
    claim = claim_of(needs_a_count)
    question = Question(claim, claim.printed, ClassUniverse(2, 2))
    first = calls_of_sample(question, 10**6)
    assert first.whole and first.spent > 100
    assert calls_of_sample(question, 10**6) == first


def test_a_claim_of_the_papers_does_so_too(registry: None) -> None:
    claim = CLAIMS["ABLMM22.O24.consistent"]
    question = Question(claim, claim.printed, ClassUniverse(3, 2))
    first = calls_of_sample(question, 10**5)
    assert first.spent > 0 and calls_of_sample(question, 10**5) == first


def test_caches_of_specifications_and_implementations_are_forgotten() -> None:
    optimal_rule(frozenset({(0,), (1,)}), 1, 0)
    forget_calls(needs_a_count)
    assert optimal_rule.cache_info().currsize == 0
