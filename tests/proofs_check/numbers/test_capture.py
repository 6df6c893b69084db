"""Symbols that the engine makes, and indices of sums, never meet a parameter."""

from typing import Annotated, Any

import pytest
from helpers.questions import over

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.numbers.points import PointCheck
from littlestone.proofs_check.provers.algebra import AlgebraProver
from littlestone.proofs_check.provers.interval import IntervalProver
from littlestone.proofs_check.questions.arguments import judge
from littlestone.proofs_check.questions.evidence import Budget
from littlestone.proofs_check.questions.universes import Everything, Question
from littlestone.spec.algebra.finite_sums import finite_sum
from littlestone.spec.algebra.reals import ln, symbol
from littlestone.spec.claim import Claim, when
from littlestone.spec.domains import Natural, Reals

FromZero = Annotated[Any, Reals(low=0)]
i, k = symbol("i"), symbol("k")


loss_and_a_slack = over(
    lambda x, loss, loss_slack: when(loss >= x, loss_slack <= 10**18 + loss),
    x=FromZero,
    loss=FromZero,
    loss_slack=FromZero,
)
loss_and_a_share = over(
    lambda x, loss, loss_share: when(loss <= x, loss_share <= 10**18 + loss),
    x=FromZero,
    loss=FromZero,
    loss_share=FromZero,
)
an_inverse = over(lambda x, x_inverse: ln(1 + x) + x_inverse <= 10**18 + x, x=FromZero, x_inverse=FromZero)
index_of_the_form = over(lambda n, j: finite_sum(i * j, "i", 0, n) == j * n * (n + 1) / 2, n=Natural, j=Natural)
a_parameter_as_index = over(lambda i, n: finite_sum(i * symbol("i"), "i", 1, 3) == 14 + n - n, i=Natural, n=Natural)
a_wrong_index = over(lambda n: finite_sum(k, "i", 1, n) >= 0, n=Natural)


def asked(formula: Any) -> Question:
    return Question(Claim("TEST.capture", "test", "lemma", formula, {}), {}, Everything())


@pytest.mark.parametrize("formula", [loss_and_a_slack, loss_and_a_share, an_inverse])
@pytest.mark.parametrize("prover", [AlgebraProver(), IntervalProver()])
def test_engine_made_symbols_are_no_parameters(formula: Any, prover: Any) -> None:
    question = asked(formula)
    last = list(question.claim.domains)[-1]
    point = {name: 10**19 if name == last else 0 for name in question.claim.domains}
    assert PointCheck(question).is_violation(point)
    assert prover.run(question, Budget(cases=500)).outcome in ("open", "refuted")


def test_an_index_of_normal_forms_is_no_parameter() -> None:
    assert AlgebraProver().run(asked(index_of_the_form), Budget(cases=10_000)).outcome == "proved"


def test_an_index_is_no_parameter() -> None:
    with pytest.raises(ValueError, match="the index 'i' of a sum is a parameter of the claim too"):
        _ = asked(a_parameter_as_index).about_symbols


def test_a_symbol_without_a_sum_around_it_is_named() -> None:
    question = asked(a_wrong_index)
    for evaluate in (lambda asked: asked.about_symbols, lambda asked: judge(asked, {"n": 3})):
        with pytest.raises(FormulaFault, match="the statement holds the symbol 'k': it is no parameter, and no finite"):
            evaluate(question)
