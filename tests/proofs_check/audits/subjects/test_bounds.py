"""A bound as a user of Python takes it: a float to round and format, compared as the exact number that it is."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction
from typing import Any

import pytest

from littlestone import audit
from littlestone.proofs_check.audits.subjects.number_text import Bound
from littlestone.spec.algebra.reals import Real, ln

THIRD, LOG, NONE, DRAWN = Bound(Fraction(1, 3)), Bound(ln(3)), Bound(None), Bound(0.1)


def response(sample: Any, source: Any) -> Any:
    return sample[0][1] ^ source.bernoulli(Fraction(1, 4))


def shown(sample: Any, source: Any) -> Any:
    return sample[0][1]


def test_it_is_formatted_and_rounded_as_a_float() -> None:
    assert [f"{one:.2f}" for one in (THIRD, LOG, NONE, DRAWN)] == ["0.33", "1.10", "inf", "0.10"]
    assert (round(LOG, 3), round(THIRD), float(LOG) / 2 < 0.55) == (1.099, 0, True)
    assert list(map(str, (THIRD, LOG, NONE, DRAWN))) == ["1/3", "ln(3)", "infinite", "0.1"]


def test_it_is_compared_as_the_number_that_it_is() -> None:
    third, log, none = THIRD, LOG, NONE
    assert third == Fraction(1, 3) and Fraction(1, 3) == third != 1 / 3 and not Fraction(1, 3) < third
    assert (
        log == ln(3)
        and ln(3) == log
        and {log: 1}[Bound(ln(3))]
        and not log > ln(3)
        and ln(3) >= log
        and not ln(3) < log
    )
    assert Real.of(Fraction(11, 10)) > log > Fraction(1098612288668109, 10**15)
    assert sorted([none, log, 1, third, DRAWN]) == [DRAWN, third, 1, log, none]
    assert none > 1e300 and ln(3) < none and none == math.inf and not none < math.inf
    assert log != "ln(3)"
    with pytest.raises(TypeError):
        assert log < "2"


def test_it_is_pickled_with_its_number() -> None:
    assert pickle.loads(pickle.dumps(THIRD)).number == Fraction(1, 3) and Bound(LOG) == LOG


def test_an_answer_has_one() -> None:
    settings: dict[str, Any] = {"epsilon": 1, "instance": "thresholds:2", "rows": 1, "mode": "exact"}
    found, leak = audit(response, **settings), audit(shown, **settings)
    assert found.bound.number == ln(3) and f"{found.bound:.4f}" == "1.0986" and found.bound > found.epsilon
    assert str(found).startswith("LEAK: exactly ln(3) = 1.09... > 1 claimed (replace one row)\ncause: ")
    assert float(leak.bound) == math.inf and "LEAK: exactly infinite > 1" in str(leak)
