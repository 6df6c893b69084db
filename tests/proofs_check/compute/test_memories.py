"""What the kit's functions remember is forgotten before each claim, so that calls are as many whatever ran before."""

from littlestone.impl.online.standard_optimal_algorithm import optimal_rule
from littlestone.proofs_check.compute.memories import forget_calls
from littlestone.proofs_check.provers.direct import calls_of_sample
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.proofs_check.verdicts.verification import Settings, verify
from littlestone.spec.claim import CLAIMS


def test_a_formula_takes_as_many_calls_when_it_is_asked_again(registry: None) -> None:
    claim = CLAIMS["ABLMM22.O24.consistent"]
    question = Question(claim, claim.printed, ClassUniverse(3, 2))
    first = calls_of_sample(question, 10**5)
    assert first > 0 and calls_of_sample(question, 10**5) == first


def test_caches_of_specifications_and_implementations_are_forgotten() -> None:
    optimal_rule(frozenset({(0,), (1,)}), 1, 0)
    forget_calls()
    assert optimal_rule.cache_info().currsize == 0


def test_they_are_before_each_claim(registry: None) -> None:
    optimal_rule(frozenset({(0,), (1,)}), 1, 0)
    verify(CLAIMS["DIM.vc"], Settings(QUICK, points=1, labels=2))
    assert optimal_rule.cache_info().currsize == 0
