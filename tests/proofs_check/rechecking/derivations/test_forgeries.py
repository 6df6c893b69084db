"""Derivations of what is false that a checker once took, and small ones that it did not end with."""

from __future__ import annotations

import json
from hashlib import sha256
from math import comb
from pathlib import Path
from typing import Annotated, Any

import pytest
from helpers.questions import claim_of, over

from littlestone.proofs_check.rechecking import rechecks
from littlestone.proofs_check.rechecking.derivations.clauses import check_clauses, clauses_of
from littlestone.proofs_check.rechecking.derivations.forms import Forms
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.derivations.steps import Replay
from littlestone.proofs_check.rechecking.derivations.texts import parsed
from littlestone.proofs_check.rechecking.replays import check_derivation
from littlestone.spec.algebra.circuit import Truth, all_of
from littlestone.spec.algebra.finite_sums import finite_sum
from littlestone.spec.algebra.reals import Comparison, Real, decide, symbol
from littlestone.spec.claim import Conditional, Constant, when
from littlestone.spec.domains import Natural, PositiveReal, Reals

PRIMES = (10**60 + 7, 10**61 + 9)  # of 200 bits, near enough: their product is not factored


def step(shows: str, rule: str, *parts: int | None, strict: bool = False, **rest: Any) -> dict[str, Any]:
    return {"shows": shows, "strict": strict, "rule": rule, "from": list(parts), "defined": [], "on": {}, **rest}


def replayed(*steps: dict[str, Any]) -> Replay:
    replay = Replay()
    for one in steps:
        replay.add(one)
    return replay


def by(claim: Any, way: str, **rest: Any) -> dict[str, Any]:
    (clause,) = clauses_of(claim, {})
    texts = sorted(map(str, clause))
    base = {"clause": texts, "way": way, "shows": texts[0], "changes": [], "lemmas": []}
    return {**base, "hypothesis": "", "factor": "", **rest}


def test_a_symbol_that_is_called_as_a_moved_one_is_not_taken_for_it() -> None:
    """x - 1 >= 0 on [0, oo) was shown by the range of x.moved; which came first followed from the hashes of names."""
    names = ["x" + ".moved" * i for i in range(6)]
    for name in names:
        ranges = {**dict.fromkeys(names, "[5, oo)"), name: "[0, oo)"}
        rest = "".join(f" + {other} - {other}" for other in names)
        with pytest.raises(Refused, match="negative"):
            replayed(step(f"{name} - 1{rest}", "shift", on=ranges, moves=dict.fromkeys(names, "low")))


def test_a_range_ends_where_its_end_has_a_value() -> None:
    """0 * ln(1 - 4 pi) has none, and was 0 in one place and compared as it stands in another: x <= x^2 was taken."""
    given = step("x*x - x", "shift", on={"x": "[2*pi() + 0*ln(1 - 4*pi()), oo)"}, moves={"x": "low"})
    with pytest.raises(Refused, match="an end that has no value"):
        replayed(given)


def test_a_product_with_0_is_0_where_an_end_is_open() -> None:
    """-y x > 0 for y = 0 followed from -y > 0 on [0, 0)."""
    below = step("-y", "shift", strict=True, on={"y": "[0, 0)"}, moves={"y": "high"})
    ranges = {"x": "(0, 5)", "y": "[0, 0]"}
    with pytest.raises(Refused, match="does not show that -y > 0"):
        replayed(below, step("-y*x", "scaling", 0, strict=True, on=ranges, symbol="x", weights={"x": 1, "y": -1}))


def test_bernoullis_inequality_is_of_what_is_defined() -> None:
    """ln(1 - x) has no value on [2, 3], so that anything was shown of it there, and then of -1."""
    root, ranges = "(1 - x)**(1/2)", {"x": "[2, 3]"}
    steps = [
        step("x - 1", "shift", on=ranges, strict=True, moves={"x": "low"}),
        step("-1 + 0*ln(1 - x)", "product", None, None, 0, on=ranges, factors=[root, root, "(x - 1)**(-1)"]),
        step("1 + 0*ln(1 - x)", "product", None, None, strict=True, on=ranges, factors=[root, "(1 - x)**(-1/2)"]),
        step("1", "closed", strict=True, on=ranges),
        step("0", "closed", on=ranges),
    ]
    forged = step("-1", "bernoulli", 1, 2, 3, 4, on=ranges, powers=[["1", "1 + 0*ln(1 - x)", "1"]])
    with pytest.raises(Refused, match="may be defined where"):
        replayed(*steps, forged)


def false_sum(n: Natural) -> Truth:
    """It is (n - 1) n (n + 1)(n + 2)/4 in truth."""
    i = symbol("i")
    term = (n - 1) * n * (n + 2) / 4 + 3 * (2 * i - n) - 1
    return finite_sum(term, "i", 0, n) + n + 1 == 0


def test_the_index_that_sums_have_in_common_is_no_symbol_of_a_certificate() -> None:
    """It was a factor of one step for all terms, and another one for each of them."""
    claim, index = claim_of(false_sum), "common.index"
    rest = "i*(16*i**2 + i*n**3 + i*n**2 - 26*i*n - 24*i - n**4 - 2*n**3 + 10*n**2 + 21*n + 24)/4"
    given = by(claim, "identity", by=[["n", f"1 + 2*{index} - n", f"i*(1 + 2*{index} - n) - {rest}"]])
    with pytest.raises(Refused, match="do not grow as is said"):
        check_clauses(claim, {}, [given], replayed())


# ---- Derivations that took for ever


def least(x: Annotated[Real, Reals(low=0)]) -> Truth:
    """1 <= x, which is false."""
    return x >= 1


LONG = {
    "factors of a large number": f"x*ln({PRIMES[0] * PRIMES[1]})",
    "a root of a large number": f"x*({PRIMES[0] * PRIMES[1]})**(1/2)",
    "a power of a sum of many": "(x + y + z + w + 1)**300",
    "a power of a power": "((x + 1)**300)**300",
    "a power with a half": "(x + 1)**(2000000001/2)",
    "a power by a logarithm": "exp(1000000000*ln(x))",
    "a power of 2": "exp(1000000000000*ln(2) + x)",
    "a quotient of many terms": "exp((((x**300)**300)**300)/(x - 1))",
    "a dense quotient": "exp(x**40*y**40*z**30/((x - 1)*(y - 1)*(z - 1)))",
    "roots within roots": "(y + (" * 30 + "x" + ")**(1/3))**5" * 30,
    "long coefficients": f"(({'9' * 4000}*x + 1)**300)**300",
    "a power of many terms": "(x**7 + x**5 + x**3 + x + 1)**90",
    "many digits": "x*" + "*".join(["3**300000"] * 40),
    "a large binomial": "x*binomial(100000000, 50000000)",
}


@pytest.mark.parametrize("name", LONG)
def test_what_is_too_long_is_refused(name: str) -> None:
    """Each ran for hours, or until the memory was full."""
    ranges = dict.fromkeys("xyzw", "[1, 2]")
    with pytest.raises(Refused):
        replayed(step(LONG[name], "product", None, on=ranges, factors=[f"({LONG[name]})**2"]))


@pytest.mark.parametrize(
    "text",
    [
        f"ln({PRIMES[0] * PRIMES[1]}) - ln({PRIMES[0]}) - ln({PRIMES[1]})",
        "(1 + 2**(1/2))**1000000000 - (1 + 2**(1/2))**1000000000*(3*ln(3)/ln(3) - 2)",
        "exp(1000000000000*ln(2) + 1) - exp(1 + 1000000000000*ln(2))",
    ],
)
def test_equal_numbers_that_are_too_long_are_not_decided(text: str) -> None:
    assert decide(Comparison(parsed(text), "==", parsed("0"))) is None


def test_numbers_are_factored_as_far_as_it_is_cheap() -> None:
    forms = Forms({})
    for one, other in [("ln(10**300)", "300*ln(2) + 300*ln(5)"), ("(2**301)**(1/2)", "2**150*2**(1/2)")]:
        assert forms.equal(forms.of(parsed(one)), forms.of(parsed(other)))


def test_powers_within_powers_are_asked_once_each() -> None:
    above = over(lambda x, y: when(y >= 1, x >= 1), x=PositiveReal, y=Annotated[Real, Reals(low=0)])
    claim, tower = claim_of(above), "x"
    for _ in range(40):
        tower = f"({tower})**y"
    given = by(claim, "implication", shows="1 <= x", hypothesis="1 <= y", factor=tower)
    with pytest.raises(Refused, match="is not"):
        check_clauses(claim, {}, [given], replayed())


def over_sums(x: Annotated[Real, Reals()], y: Annotated[Real, Reals()]) -> Conditional:
    """What doubles in each change: x by y, y by x."""
    return when((x + y >= 1) & (x + 2 * y >= 1) & (2 * x + y >= 1), x + y >= 2)


def test_symbols_are_changed_a_few_times() -> None:
    claim = claim_of(over_sums)
    changes = [["1 <= x + y", "x" + ".slack" * i] for i in range(1, 30)]
    with pytest.raises(Refused, match="more than"):
        check_clauses(claim, {}, [by(claim, "sign", shows="2 <= x + y", changes=changes)], replayed())


@pytest.mark.parametrize(("most", "why"), [("3", "nothing is said"), ("9" * 4000, "far from those")])
def test_a_formula_counts_up_to_no_large_constant_that_a_certificate_chose(most: str, why: str, tmp_path: Path) -> None:
    counted = over(lambda x, most: all_of(x >= 0 for _ in range(most)), x=PositiveReal)
    claim = claim_of(counted, most=Constant(2))
    parts: dict[str, Any] = {"schema": 3, "claim": claim.address, "constants": {"most": most}, "prover": "algebra"}
    rest = {**parts, "clauses": [], "steps": []}
    digest = sha256(json.dumps([rest], sort_keys=True).encode()).hexdigest()
    (tmp_path / "derivation.json").write_text(json.dumps({**rest, "digest": digest}), encoding="utf-8")
    with pytest.raises(Refused, match=why):
        check_derivation(tmp_path, lambda address: claim)


def test_what_does_not_end_is_ended_and_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rechecks, "SECONDS", 1)
    monkeypatch.setattr(rechecks, "check_derivation", lambda place, find: comb(10**8, 10**7))
    found = rechecks.recheck([tmp_path], [])
    assert "CPU seconds" in found.refused[str(tmp_path)]
