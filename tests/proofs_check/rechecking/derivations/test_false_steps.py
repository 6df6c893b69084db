"""Steps and clauses of what is not so: each rule refuses them, whatever a certificate says."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

import pytest
from helpers.questions import claim_of, over

from littlestone.proofs_check.numbers.inquiry import Inquiry
from littlestone.proofs_check.provers.clause_proofs import settled
from littlestone.proofs_check.questions.evidence import Budget
from littlestone.proofs_check.questions.universes import Everything, Question
from littlestone.proofs_check.rechecking.derivations.clauses import check_clauses, clauses_of
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.derivations.steps import Replay
from littlestone.spec.algebra.reals import Real, equals, exp, ln
from littlestone.spec.claim import Conditional, when
from littlestone.spec.classes.sauer import sauer_sum
from littlestone.spec.domains import Natural, PositiveInteger, PositiveReal, Reals
from littlestone.spec.notation import FromZero, OpenUnit, Unit


def step(shows: str, rule: str, *parts: int | None, strict: bool = False, **rest: Any) -> dict[str, Any]:
    """A step; its ranges are named by its symbols, as x="(0, oo)"."""
    on = {name: rest.pop(name) for name in list(rest) if len(name) == 1}
    base = {"shows": shows, "strict": strict, "on": on, "rule": rule, "from": list(parts), "defined": []}
    return {**base, **rest}


def replayed(*steps: dict[str, Any]) -> Replay:
    replay = Replay()
    for one in steps:
        replay.add(one)
    return replay


SLOPE = "2/pi()**(1/2)*exp(-x**2)"
LOW = {"moves": {"x": "low"}}
UP = step("x", "shift", strict=True, x="(0, oo)", **LOW)
ONE = step("1", "closed", strict=True)
ZERO = step("0", "closed")

TRUE: dict[str, list[dict[str, Any]]] = {
    "closed": [step("ln(2) - 2/3", "closed", strict=True)],
    "log": [step("x - 1", "shift", x="[1, oo)", **LOW), step("ln(x)", "log", 0, x="[1, oo)")],
    "shift": [step("x**2 - 2*x + 1", "shift", x="[1, oo)", **LOW)],
    "shift from above": [step("1 - x", "shift", strict=True, x="[0, 1)", moves={"x": "high"})],
    "product": [UP, step("x*exp(-x)", "product", 0, None, strict=True, x="(0, oo)", factors=["x", "exp(-x)"])],
    "quotients": [
        step(
            "exp(x**2/(1 + x))", "product", None, None, strict=True, x="(0, oo)", factors=["exp(x)", "exp(-x/(1 + x))"]
        )
    ],
    "negative factors": [
        step("1 - x", "shift", x="[0, 1]", moves={"x": "high"}),
        step("2 - x", "shift", strict=True, x="[0, 1]", moves={"x": "high"}),
        step("(x - 1)*(x - 2)", "product", 0, 1, x="[0, 1]", factors=["x - 1", "x - 2"]),
    ],
    "monotone": [
        ZERO,
        step("exp(x)", "product", None, strict=True, x="(0, 1]", factors=["exp(x)"]),
        step("exp(x) - 1", "monotone", 0, 1, strict=True, x="(0, 1]", symbol="x", side=1),
    ],
    "turn": [
        step("2*x - 2", "shift", x="(1, oo)", **LOW),
        step("2 - 2*x", "shift", x="(0, 1)", moves={"x": "high"}),
        ZERO,
        step("x**2 - 2*x + 1", "turn", 2, 0, 1, x="(0, oo)", symbol="x", point="1"),
    ],
    "boxes": [step("x**2 - x + 1/2", "boxes", strict=True, x="[0, 1]", split="110100100")],
    "inversion": [
        step("u**2 - u + 1", "boxes", strict=True, u="(0, 1]", split="100"),
        step("1/x**2 - 1/x + 1", "inversion", 0, strict=True, x="[1, oo)", symbol="x", base="0", inverse="u"),
    ],
    "pieces": [
        step("x + 1", "shift", strict=True, x="[0, 1]", **LOW),
        step("x + 1", "shift", strict=True, x="(1, 2]", **LOW),
        step("x + 1", "pieces", 0, 1, strict=True, x="[0, 2]", symbol="x", pieces=["[0, 1]", "(1, 2]"]),
    ],
    "sides": [
        step("x + y", "shift", x="[0, 1]", y="[0, oo)", moves={"x": "low", "y": "low"}),
        step("x + y", "shift", x="[1, 2]", y="[0, oo)", moves={"x": "low", "y": "low"}),
        step("x + y", "pieces", 0, 1, x="[0, 2]", y="[0, oo)", symbol="x", pieces=["[0, 1]", "[1, 2]"]),
    ],
    "scaling": [
        step("1 + y**2", "shift", strict=True, y="(0, oo)", moves={"y": "low"}),
        step("x + y**2/x", "scaling", 0, strict=True, x="(0, oo)", y="(0, oo)", symbol="x", weights={"x": 1, "y": 1}),
    ],
    "limit": [
        UP,
        step("x**(-2)", "product", 0, strict=True, x="(0, oo)", factors=["x**(-2)"]),
        step("1/x", "limit", 1, strict=True, x="(0, oo)", side=1, defined=[0]),
    ],
    "bernoulli": [
        UP,
        step("b", "shift", b="[0, 1]", moves={"b": "low"}),
        step("1 - b", "shift", b="[0, 1]", moves={"b": "high"}),
        step("x**b + x - x/(x + b - x*b)", "bernoulli", 0, 0, 1, 2, x="(0, oo)", b="[0, 1]", powers=[["1", "x", "b"]]),
    ],
    "erf": [
        ZERO,
        step("2/pi()**(1/2)", "closed", strict=True),
        step(SLOPE, "product", 1, None, strict=True, x="(0, oo)", factors=["2/pi()**(1/2)", "exp(-x**2)"]),
        step("erf(x)", "monotone", 0, 2, strict=True, x="(0, oo)", symbol="x", side=1),
    ],
}
# In the last step of a true one: what is said instead, and why it is refused
FALSE: list[tuple[str, dict[str, Any], str]] = [
    ("closed", {"shows": "ln(2) - 7/10"}, "not shown to be positive"),
    ("closed", {"shows": "ln(2)/ln(2) - 1"}, "not shown to be positive"),
    ("closed", {"shows": "ln(0)"}, "not shown|no expression"),
    ("log", {"shows": "ln(x) + 1"}, "no logarithm"),
    ("log", {"shows": "ln(x/2)"}, "does not show"),
    ("log", {"strict": True}, "does not show"),
    ("log", {"on": {"x": "(1/2, oo)"}}, "does not show"),
    ("shift", {"shows": "x**2 - 3*x + 1"}, "negative"),
    ("shift", {"strict": True}, "no term is positive"),
    ("shift", {"on": {"x": "[1/2, oo)"}}, "negative"),
    ("shift", {"on": {"x": "(-oo, oo)"}}, "infinity"),
    ("shift", {"shows": "x + 1/x"}, "no polynomial"),
    ("shift", {"shows": "ln(x)"}, "no polynomial"),
    ("shift", {"shows": "x**(1/2)"}, "no polynomial"),
    ("shift", {"moves": {}}, "from which end"),
    ("shift", {"on": {}}, "no range"),
    ("shift from above", {"on": {"x": "[0, 1]"}}, "no term is positive"),
    ("shift from above", {"shows": "1 - 2*x"}, "negative"),
    ("product", {"shows": "2*x*exp(-x) - x"}, "not the product"),
    ("product", {"shows": "x*exp(x)"}, "not the product"),
    ("product", {"factors": ["-x", "exp(-x)"]}, "make it negative"),
    ("product", {"factors": ["x", "-exp(-x)"]}, "rests on step None"),
    ("product", {"factors": ["x", "x"], "shows": "x*x"}, "rests on step None"),
    ("product", {"factors": ["x"]}, "1 parts"),
    ("product", {"from": [1, None]}, "none before it"),
    ("product", {"from": [True, None]}, "none before it"),
    ("product", {"on": {"x": "[0, oo)"}}, "does not show"),
    ("product", {"shows": "exp(-x)", "factors": ["exp(-x)", "x**(-1)"]}, "rests on step None|not the product"),
    ("quotients", {"factors": ["exp(x)", "exp(-1/(1 + x))"]}, "not the product"),
    ("quotients", {"factors": ["exp(x)", "exp(x/(1 + x))"]}, "not the product"),
    ("quotients", {"shows": "exp(x**2/(1 + x)) - exp(-x)"}, "not the product"),
    ("negative factors", {"shows": "(x - 1)*(x - 2)**2", "factors": ["x - 1", "(x - 2)**2"]}, "negative"),
    ("negative factors", {"strict": True}, "does not show"),
    ("monotone", {"shows": "1 - exp(x)"}, "does not show"),
    ("monotone", {"side": -1}, "may be 0"),
    ("monotone", {"side": -1, "strict": False}, "does not show"),
    ("monotone", {"on": {"x": "[0, 1]"}}, "may be 0"),
    ("monotone", {"on": {"x": "(-oo, 1]"}}, "infinity"),
    ("monotone", {"shows": "exp(x) - 1 - x/2"}, "does not show"),
    ("monotone", {"shows": "exp(x) - 1 + 1/x - 1/x"}, "no step shows"),
    ("turn", {"point": "2"}, "does not show"),
    ("turn", {"point": "-1"}, "not in the range"),
    ("turn", {"strict": True}, "does not show"),
    ("turn", {"shows": "x**2 - 2*x + 1/2"}, "does not show"),
    ("turn", {"shows": "x**2 - 2*x + ln(x) - ln(x) + 1"}, "no step shows"),
    ("boxes", {"split": "11010010"}, "what becomes of box"),
    ("boxes", {"split": "1101001000"}, "there are"),
    ("boxes", {"split": "0"}, "too wide"),
    ("boxes", {"split": "100"}, "too wide"),
    ("boxes", {"split": ""}, "what becomes of box 1"),
    ("boxes", {"split": "1101x0100"}, "what becomes of box"),
    ("boxes", {"shows": "x**2 - x + 1/4"}, "too wide, or"),
    ("boxes", {"shows": "1/x - 1"}, "too wide, or"),
    ("boxes", {"on": {"x": "[0, oo)"}}, "no end"),
    ("inversion", {"base": "2"}, "in its range"),
    ("inversion", {"base": "1/2"}, "does not show"),
    ("inversion", {"shows": "1/x**2 - 3/x + 1"}, "does not show"),
    ("inversion", {"on": {"x": "[1/2, oo)"}}, "does not show"),
    ("inversion", {"on": {"x": "[1, 2]"}}, "no ray"),
    ("pieces", {"pieces": ["[0, 1)", "(1, 2]"]}, "in no piece"),
    ("pieces", {"pieces": ["[0, 1]", "(3/2, 2]"]}, "piece is missing"),
    ("pieces", {"on": {"x": "[0, 3]"}}, "do not reach"),
    ("pieces", {"on": {"x": "[-1, 2]"}}, "do not reach"),
    ("pieces", {"pieces": [], "from": []}, "no pieces"),
    ("pieces", {"symbol": "y"}, "none of its symbols"),
    ("sides", {"symbol": "y"}, "do not reach"),
    ("sides", {"on": {"x": "[0, 2]", "y": "[-1, oo)"}}, "does not show"),
    ("sides", {"strict": True}, "does not show"),
    ("scaling", {"shows": "x + y**2"}, "not kept"),
    ("scaling", {"shows": "x - y**2/x"}, "does not show"),
    ("scaling", {"weights": {"x": 1, "y": 0}}, "not kept"),
    ("scaling", {"weights": {"x": 1}}, "weights"),
    ("scaling", {"on": {"x": "[0, oo)", "y": "(0, oo)"}}, "not positive"),
    ("scaling", {"on": {"x": "(0, oo)", "y": "(-oo, oo)"}}, "may be negative"),
    ("limit", {"shows": "-1/x"}, "does not show"),
    ("limit", {"shows": "1/x - 1"}, "its limit -1 is not"),
    ("limit", {"shows": "1/x + x"}, "its limit oo is not"),
    ("limit", {"shows": "x - x**2 + 1/x"}, "oo - oo"),
    ("limit", {"shows": "(1/x)*x + 1/x"}, r"0 \* oo|oo \* 0"),
    ("limit", {"shows": "1/y", "on": {"y": "(0, oo)"}}, "no step shows"),
    ("limit", {"shows": "2/x"}, "does not show"),
    ("limit", {"shows": "1/x + y", "on": {"x": "(0, oo)", "y": "(0, oo)"}}, "1 parts"),
    ("limit", {"on": {"x": "(0, 1]"}}, "to infinity"),
    ("limit", {"on": {"x": "(-oo, 0)"}, "side": -1}, "no step shows"),
    ("limit", {"side": -1}, "to infinity"),
    ("limit", {"side": 0}, "to infinity"),
    ("limit", {"defined": []}, "no step shows"),
    ("limit", {"from": [0]}, "does not show"),
    ("bernoulli", {"shows": "x**b - x - x/(x + b - x*b)"}, "does not show"),
    ("bernoulli", {"shows": "x - x**b - x/(x + b - x*b)"}, "does not show"),
    ("bernoulli", {"strict": True, "shows": "x**b - x/(x + b - x*b)"}, "does not show"),
    ("bernoulli", {"shows": "x - x**b + x/(x + b - x*b)", "powers": [["-1", "x", "b"]]}, "at least 0"),
    ("bernoulli", {"powers": [["1", "b", "x"]]}, "does not show"),
    ("bernoulli", {"powers": [["1", "x", "1 - b"]]}, "does not show"),
    ("bernoulli", {"powers": []}, "1 parts"),
    ("bernoulli", {"on": {"x": "(0, oo)", "b": "[0, 2]"}}, "does not show"),
    ("bernoulli", {"on": {"x": "[0, oo)", "b": "[0, 1]"}}, "does not show"),
    ("bernoulli", {"from": [0, 0, 1, 1]}, "does not show"),
    ("erf", {"shows": "-erf(x)"}, "does not show"),
    ("erf", {"shows": "erf(x) - 1/100"}, "does not show"),
    ("erf", {"shows": "erf(x) - x"}, "does not show"),
    ("erf", {"shows": "erf(2*x)"}, "does not show"),
    ("closed", {"shows": "pi() - 22/7"}, "not shown to be positive"),
    ("closed", {"shows": "pi - 3"}, "no range"),
    ("scaling", {"rule": "magic"}, "no rule"),
    ("scaling", {"shows": "x**2 + y**2 +"}, "no expression"),
    ("scaling", {"shows": "__import__('os')"}, "no expression"),
    ("scaling", {"shows": "1.5*x"}, "no expression"),
    ("scaling", {"on": {"x": "(0; oo)", "y": "(0, oo)"}}, "no two ends"),
    ("scaling", {"on": {"x": "0, oo", "y": "(0, oo)"}}, "no interval"),
    ("scaling", {"on": {"x": "(0, z)", "y": "(0, oo)"}}, "not closed"),
]


@pytest.mark.parametrize("name", TRUE)
def test_a_true_step_is_taken(name: str) -> None:
    assert len(replayed(*TRUE[name]).shown) == len(TRUE[name])


@pytest.mark.parametrize(("name", "said", "why"), FALSE)
def test_a_false_step_is_refused(name: str, said: dict[str, Any], why: str) -> None:
    *before, last = TRUE[name]
    replay = replayed(*before)
    with pytest.raises(Refused, match=why):
        replay.add({**last, **said})


# ---- Clauses


def clause_of(claim: Any, way: str, shows: str, *lemmas: tuple[bool, int], **rest: Any) -> dict[str, Any]:
    texts = rest.pop("clause", [shows])
    base = {"clause": texts, "way": way, "shows": shows, "changes": [], "hypothesis": "", "factor": ""}
    return {**base, "lemmas": [list(lemma) for lemma in lemmas], **rest}


def taken_unless(why: str, claim: Any, given: list[Any], replay: Replay) -> None:
    """All that is said of the clauses is taken, or it is refused, for this reason."""
    if not why:
        assert check_clauses(claim, {}, given, replay) == 1
        return
    with pytest.raises(Refused, match=why):
        check_clauses(claim, {}, given, replay)


USUAL = {"x": PositiveReal, "n": Natural, "y": PositiveReal, "z": PositiveReal}
square = over(lambda x: Real.of(2) * x <= x**2 + 1, USUAL)
# 0 <= (1 - 2x)^n, which is false for odd n and x > 1/2
powers = over(lambda x, n: Real.of(0) <= (1 - 2 * x) ** n, USUAL)
logarithm = over(lambda x: ln(x) <= x, USUAL)
larger = over(lambda x, y: when(y >= 2 * x + 1, y >= x), USUAL)


SQUARE = "2 * x <= x**2 + 1"
TURN = [*TRUE["turn"][:3], {**TRUE["turn"][3], "shows": "x**2 + 1 - 2*x"}]


def test_a_clause_follows_from_its_lemmas_alone() -> None:
    claim, replay = claim_of(square), replayed(*TURN)
    assert check_clauses(claim, {}, [clause_of(claim, "sign", SQUARE, (False, 3))], replay) == 1
    for given, why in [
        ([], "nothing is said of the clause"),
        ([clause_of(claim, "sign", SQUARE)], "no step shows"),
        ([clause_of(claim, "sign", SQUARE, (False, 2))], "no step shows"),
        ([clause_of(claim, "sign", SQUARE, (False, 9))], "none before it"),
        ([clause_of(claim, "sign", "x <= x**2 + 1", (False, 3), clause=[SQUARE])], "no comparison of the clause"),
        ([clause_of(claim, "guess", SQUARE, (False, 3))], "no way"),
        ([clause_of(claim, "implication", SQUARE, (False, 3), hypothesis="x <= 1", factor="1")], "no hypothesis"),
        ([clause_of(claim, "boxes", SQUARE, split="0")], "too wide"),
        ([clause_of(claim, "sign", SQUARE, (True, 3), changes=[["x <= 1", "x.share"]])], "no linear hypothesis"),
    ]:
        taken_unless(why, claim, given, replay)


def test_a_power_of_a_negative_number_is_not_positive() -> None:
    claim = claim_of(powers)
    steps = [
        step("n", "shift", n="[0, oo)", moves={"n": "low"}),
        step("(1 - 2*x)**n", "product", None, strict=True, x="(0, oo)", n="[0, oo)", factors=["(1 - 2*x)**n"]),
    ]
    given = clause_of(claim, "sign", "0 <= (1 - 2 * x)**n", (False, 0), (False, 1))
    taken_unless("no step shows", claim, [given], replayed(*steps))


# (x^2)^(1/2) <= x, which is false below 0
root_of_a_square = over(lambda x: (x**2) ** Fraction(1, 2) <= x, x=Annotated[Real, Reals(low=-2, high=-1)])
# (ln(x)^2)^(3/2) = ln(x)^3, which is false below 1
root_of_a_squared_logarithm = over(lambda x: (ln(x) ** 2) ** Fraction(3, 2) == ln(x) ** 3, USUAL)


def test_the_root_of_a_square_has_no_sign_of_its_own() -> None:
    square = step("x**2", "boxes", strict=True, x="[-2, -1]", split="0")
    for formula in (root_of_a_square, root_of_a_squared_logarithm):
        claim = claim_of(formula)
        given = clause_of(claim, "sign", str(next(iter(_clause(claim)))), (False, 0), (False, 1))
        taken_unless("no step shows", claim, [given], replayed(square, ZERO))


def test_a_side_must_be_defined() -> None:
    claim = claim_of(logarithm)
    given = clause_of(claim, "sign", "ln(x) <= x")
    taken_unless(r"no step shows ln\(x\) <= x", claim, [given], replayed())

    shifted = over(lambda x: ln(x - 1) - x == ln(x - 1) - x * 1, USUAL)  # which has no value at 1, as the next
    trivial = over(lambda x: 1 / (x - 1) + x == x + 1 / (x - 1), USUAL)
    for formula in (shifted, trivial):
        wrong = claim_of(formula)
        statement = str(next(iter(_clause(wrong))))
        taken_unless("is defined", wrong, [clause_of(wrong, "sign", statement)], replayed())


def _clause(claim: Any) -> Any:
    (clause,) = clauses_of(claim, {})
    return clause


def test_an_implication_needs_its_factor_and_its_rest() -> None:
    claim = claim_of(larger)
    texts = sorted(map(str, _clause(claim)))
    shows, other = "x <= y", "2 * x + 1 <= y"
    assert shows in texts
    rest = step("x + 1", "shift", strict=True, x="(0, oo)", **LOW)
    good = clause_of(claim, "implication", shows, (False, 0), clause=texts, hypothesis=other, factor="1")
    assert check_clauses(claim, {}, [good], replayed(rest)) == 1
    for said, why in [
        ({"factor": "2"}, "is not 2 times"),
        ({"factor": "-1"}, "is nonnegative"),
        ({"factor": "1/(y - x)"}, "is defined"),
        ({"hypothesis": "x <= y"}, "no hypothesis"),
    ]:
        taken_unless(why, claim, [{**good, **said}], replayed(rest))


def in_two_steps(a: FromZero, b: FromZero, p: Unit, q: Unit, r: Unit) -> Conditional:
    """p <= a q and q <= b r imply p <= a b r."""
    return when((p <= a * q) & (q <= b * r), p <= a * b * r)


def test_an_implication_by_two_needs_both() -> None:
    claim, shows = claim_of(in_two_steps), "p <= a * b * r"
    said = {"clause": sorted(map(str, _clause(claim))), "hypothesis": "p <= a * q", "factor": "1"}
    good = clause_of(claim, "implication", shows, **said, also=[["q <= b * r", "a"]])
    assert check_clauses(claim, {}, [good], replayed()) == 1
    for also, why in [
        ([], "is not 1 times p <= a"),
        ([["q <= b * r", "b"]], "is not 1 times p <= a .* and b times q <= b"),
        ([["q <= b * r", "-a"]], "is nonnegative"),
        ([["q <= a * r", "a"]], "no hypothesis"),
        ([["q <= b * r", "a/b"]], "is defined"),
        ([["q <= b * r", "a"]] * 2, "more than two"),
    ]:
        taken_unless(why, claim, [{**good, "also": also}], replayed())


between = over(lambda x, y, z: when((x <= y) & (y < z), x < z), USUAL)
# The same where 2^n < x too, as a sum, which is no polynomial
beside_a_sum = over(lambda x, y, z, n: when((sauer_sum(n, n, 1) < x) & (x <= y) & (y < z), x < z), USUAL)
loosely = over(lambda x, y, z: when((x <= y) & (y <= z), x <= z), USUAL)


@pytest.mark.parametrize(
    ("formula", "shows", "hypothesis", "why"),
    [
        (between, "x < z", "y < z", ""),
        (beside_a_sum, "x < z", "y < z", ""),
        (between, "x < z", "x <= y", "the factor .* is defined"),
        (loosely, "x <= z", "y <= z", "the factor .* is defined"),
    ],
)
def test_a_hypothesis_says_that_what_is_divided_by_is_not_0(
    formula: Any, shows: str, hypothesis: str, why: str
) -> None:
    """The factor is 1/(1 - share) in other symbols, in which z - y may be 0."""
    claim = claim_of(formula)
    texts = sorted(map(str, _clause(claim)))
    share, relation = "y.slack.share", shows[2:-2]
    lemmas = [
        step(f"1 - {share}", "shift", strict=True, moves={share: "high"}),
        step(f"1/(1 - {share})", "product", 0, strict=True, factors=[f"(1 - {share})**(-1)"]),
    ]
    for lemma in lemmas:
        lemma["on"] = {share: "[0, 1)"}
    changes = [["x <= y", "y.slack"], [f"y {relation} z", share]]
    factor = "(z - x)/(y - x)" if hypothesis == "x <= y" else "(z - x)/(z - y)"
    said = {"changes": changes, "hypothesis": hypothesis, "factor": factor, "clause": texts}
    given = clause_of(claim, "implication", shows, (True, 1), **said)
    taken_unless(why, claim, [given], replayed(*lemmas))


equal = over(lambda x, y: when(equals(x, 1 - y), 1 - x / 2 <= (1 + y) / 2), x=Unit, y=Unit)
# x <= 1 - y implies the same, which is false at 0
below = over(lambda x, y: when(x <= 1 - y, 1 - x / 2 <= (1 + y) / 2), x=Unit, y=Unit)


@pytest.mark.parametrize(
    ("formula", "hypothesis", "factor", "why"),
    [
        (equal, "1 - y <= x", "1/2", ""),
        (equal, "x <= 1 - y", "-1/2", "the factor"),
        (equal, "x == 1 - y", "1/2", "no hypothesis"),
        (below, "1 - y <= x", "1/2", "no hypothesis"),
    ],
)
def test_an_equation_that_is_given_is_two_bounds(formula: Any, hypothesis: str, factor: str, why: str) -> None:
    claim = claim_of(formula)
    texts = sorted(map(str, _clause(claim)))
    (shows,) = (text for text in texts if "<=" in text)
    said = {"hypothesis": hypothesis, "factor": factor, "clause": texts}
    given = clause_of(claim, "implication", shows, (False, 0), **said)
    taken_unless(why, claim, [given], replayed(step("1/2", "closed")))


PLACED = ["(1 - y) * y <= 1/2", "1 - y < 0", "1 < 1 - y"]


@pytest.mark.parametrize(
    ("split", "placed", "why"),
    [
        ("x := 1 - y", PLACED, ""),
        ("x := 1 - y", PLACED[:1], "nothing is said of the clause"),  # its range is left out
        ("x := y", PLACED, "no equation"),
        ("x := 1 - y + x * (x - x)", PLACED, "no equation"),
        ("x := 1 - y + 0 * ln(y)", PLACED, "no equation"),
        ("z := 1 - y", PLACED, "no equation"),
        ("y := 1 - y", PLACED, "no equation"),
    ],
)
def test_a_symbol_is_replaced_by_what_an_equation_says_that_it_is(split: str, placed: list[str], why: str) -> None:
    half = over(lambda x, y: when(equals(x + y, 1), x * y <= Fraction(1, 2)), x=Unit, y=Unit)
    claim = claim_of(half)
    whole = clause_of(claim, "cases", "", clause=sorted(map(str, _clause(claim))), split=split)
    part = clause_of(claim, "sign", PLACED[0], (False, 0), clause=sorted(placed))
    replay = replayed(step("y**2 - y + 1/2", "boxes", strict=True, y="[0, 1]", split="110100100"))
    taken_unless(why, claim, [whole, part], replay)


# Half of e^x - 1 is at most that, the half being a quotient with a logarithm on both sides
cancelled = over(lambda x, y: y * ln(1 + y) / (2 * y * ln(1 + y)) * (exp(x) - 1) <= exp(x) - 1, USUAL)
# Twice e^x - 1 is at most that, which is false
doubled = over(lambda x, y: 2 * y * ln(1 + y) / (y * ln(1 + y)) * (exp(x) - 1) <= exp(x) - 1, USUAL)


def test_common_factors_of_a_quotient_are_cancelled_before_logarithms_are_taken() -> None:
    steps = [
        step("y", "shift", strict=True, y="(0, oo)", moves={"y": "low"}),
        step("ln(1 + y)", "log", 0, strict=True, y="(0, oo)"),
        step("y*ln(1 + y)", "product", 0, 1, strict=True, y="(0, oo)", factors=["y", "ln(1 + y)"]),
        step("2", "closed", strict=True),
        step("2*y*ln(1 + y)", "product", 3, 2, strict=True, y="(0, oo)", factors=["2", "y*ln(1 + y)"]),
        ZERO,
        step("exp(x)", "product", None, strict=True, x="(0, oo)", factors=["exp(x)"]),
        step("exp(x) - 1", "monotone", 5, 6, strict=True, x="(0, oo)", symbol="x", side=1),
    ]
    claim, wrong, lemmas = claim_of(cancelled), claim_of(doubled), [(False, place) for place in (2, 4, 7)]
    statement = str(next(iter(_clause(claim))))
    assert check_clauses(claim, {}, [clause_of(claim, "sign", statement, *lemmas)], replayed(*steps)) == 1
    false = clause_of(wrong, "sign", str(next(iter(_clause(wrong)))), *lemmas)
    for of, given, why in [
        (claim, clause_of(claim, "sign", statement, *lemmas[:2]), "no step shows"),
        (claim, clause_of(claim, "sign", statement, lemmas[0], lemmas[2]), "is defined"),
        (wrong, false, "no step shows"),
    ]:
        taken_unless(why, of, [given], replayed(*steps))


strictly = over(lambda x, y, z: when(x < z, y * x < y * z), USUAL, y=FromZero)  # x < z implies y x < y z, but for y = 0


def test_a_strict_implication_needs_a_positive_factor() -> None:
    claim = claim_of(strictly)
    texts = sorted(map(str, _clause(claim)))
    shows = next(text for text in texts if "<= x" not in text)
    good = clause_of(claim, "implication", shows, clause=texts, hypothesis="x < z", factor="y")
    taken_unless("the factor y is positive", claim, [good], replayed())


def test_changes_of_symbols_are_those_that_hypotheses_allow() -> None:
    claim = claim_of(larger)
    texts = sorted(map(str, _clause(claim)))
    lemma = step("y.slack + x + 1", "shift", strict=True, x="(0, oo)", moves={"x": "low", "y.slack": "low"})
    lemma["on"]["y.slack"] = "[0, oo)"
    good = clause_of(claim, "sign", "x <= y", (True, 0), clause=texts, changes=[["2 * x + 1 <= y", "y.slack"]])
    assert check_clauses(claim, {}, [good], replayed(lemma)) == 1
    for change in ("x.slack", "y.share", "z.slack", "y.other"):
        taken_unless(
            r"gives no|does not bound", claim, [{**good, "changes": [["2 * x + 1 <= y", change]]}], replayed(lemma)
        )
    wide = {**lemma, "shows": "y.slack + x - 1", "on": {"x": "(1, oo)", "y.slack": "[0, oo)"}}
    taken_unless("no step shows", claim, [good], replayed(wide))


# ---- Cases by the ends of ranges


power = over(lambda x, n: Real.of(x) ** n <= 1, USUAL, x=Unit)
strict_power = over(lambda x, n: Real.of(x) ** n < 1, USUAL, x=Unit)  # x^n < 1, which is false for n = 0 and for x = 1
# (x/y)^n <= (x/y)^n + 1, which has no value at y = 0, where x/y is 0 * (1/0)
quotient = over(lambda x, y, n: Real.of(x / y) ** n <= Real.of(x / y) ** n + 1, x=Unit, y=Unit, n=PositiveInteger)


def test_cases_are_those_of_ends_of_the_ranges() -> None:
    claim = claim_of(power)
    evidence = Inquiry("interval", Question(claim, {}, Everything()), Budget(), wanted=True).answer(settled)
    assert evidence.derivation is not None
    shown: list[dict[str, Any]] = evidence.derivation["clauses"]

    def taken(given: list[dict[str, Any]]) -> int:
        return check_clauses(claim, {}, given, replayed(*evidence.derivation["steps"]))  # type: ignore[index]

    assert taken(shown) == 1 and [one["split"] for one in shown if one["way"] == "cases"] == ["x = 0", "n = 0"]
    for one in shown:
        with pytest.raises(Refused, match="nothing is said of the clause"):
            taken([other for other in shown if other is not one])
    beyond_n = next(one for one in shown if one.get("split") == "x = 0")
    for instead, why in [("x = 1/2", "1/2 is no end"), ("n = 0", "is one already"), ("y = 0", "y is no symbol")]:
        with pytest.raises(Refused, match=why):
            taken([*shown, {**beyond_n, "split": instead}])


tower = over(lambda x, n, m: (x**n) ** m <= 1, x=Unit, n=PositiveInteger, m=PositiveInteger)
at_one_point = over(lambda x, n: x**n <= 1, USUAL, x=Annotated[Real, Reals(low=0, high=0)])
the_same = over(lambda x, n: (x * (1 - x)) ** (n - 1) <= (x * (1 - x)) ** (n - 1), x=Unit, n=PositiveInteger)


@pytest.mark.parametrize("formula", [tower, at_one_point, the_same])
def test_what_the_prover_writes_of_cases_is_taken(formula: Any) -> None:
    claim = claim_of(formula)
    evidence = Inquiry("interval", Question(claim, {}, Everything()), Budget(), wanted=True).answer(settled)
    assert evidence.derivation is not None
    clauses, steps = evidence.derivation["clauses"], evidence.derivation["steps"]
    assert check_clauses(claim, {}, clauses, replayed(*steps)) == 1


def test_an_order_is_one_of_two_symbols() -> None:
    gibbs = over(lambda x, y: x * ln(x / y) + (1 - x) * ln((1 - x) / (1 - y)) >= 0, x=OpenUnit, y=OpenUnit)
    claim = claim_of(gibbs)
    evidence = Inquiry("interval", Question(claim, {}, Everything()), Budget(), wanted=True).answer(settled)
    assert evidence.derivation is not None
    first, second, whole = evidence.derivation["clauses"]
    replay = replayed(*evidence.derivation["steps"])
    assert whole["split"] == "x <= y" and check_clauses(claim, {}, [first, second, whole], replay) == 1
    for given, why in [
        ([second, whole], "nothing is said of the clause"),
        ([first, whole], "nothing is said of the clause"),
        ([first, second, {**whole, "split": "ln(-1) <= y"}], "no two symbols"),
        ([first, second, {**whole, "split": "x <= 1"}], "no two symbols"),
        ([{**first, "way": "cases", "split": "x <= y"}, second, whole], "is a case already"),
    ]:
        taken_unless(why, claim, given, replay)


def test_a_case_is_shown_as_it_is() -> None:
    """0 for 0^n where n is above 0 alone, and of a base that has a value everywhere."""
    strict = claim_of(strict_power)
    in_cases = {"clause": ["x**n < 1"], "way": "cases", "split": "x = 0"}
    taken_unless(
        r"nothing is said of the clause 0\*\*n < 1", strict, [in_cases, clause_of(strict, "sign", "0 < 1")], replayed()
    )
    undefined = claim_of(quotient)
    (shows,) = map(str, _clause(undefined))
    zero = clause_of(undefined, "sign", "0 <= 0 + 1")
    taken_unless(
        "nothing is said of the clause",
        undefined,
        [{"clause": [shows], "way": "cases", "split": "x = 0"}, zero],
        replayed(),
    )
