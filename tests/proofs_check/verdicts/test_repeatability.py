"""A statement is asked twice: chances, which are objects of their own, do not count as another answer."""

from fractions import Fraction

import pytest
from helpers.coins import coin
from helpers.questions import claim_of

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.verdicts.repeatability import first_answers, insist_on_repeating
from littlestone.spec.algebra.circuit import Truth


def test_the_same_words_about_a_chance_are_the_same_answer() -> None:
    def seldom() -> Truth:
        """A coin seldom falls on its side."""
        return coin(Fraction(1, 10)) <= Fraction(1, 2)

    claim = claim_of(seldom)
    insist_on_repeating(claim, first_answers(claim))


def test_other_words_about_a_chance_are_another_answer() -> None:
    seen: list[int] = []

    def ever_likelier() -> Truth:
        """A coin counts how often it was asked for."""
        seen.append(1)
        return coin(Fraction(1, 9 + len(seen))) <= Fraction(1, 2)

    claim = claim_of(ever_likelier)
    with pytest.raises(FormulaFault, match="another when asked again"):
        insist_on_repeating(claim, first_answers(claim))
