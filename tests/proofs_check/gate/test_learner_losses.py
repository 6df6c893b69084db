"""What a learner is held to less, and what of it is looked at less, is a finding, however the table writes it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from helpers.gate_projects import LEARNER

from littlestone.impl.privacy.trade_offs import TradeOff, supported
from littlestone.proofs_check.audits.request import options_of
from littlestone.proofs_check.gate import remembered_learners
from littlestone.proofs_check.gate.configuration import NAMED, Learner
from littlestone.proofs_check.gate.entries import RememberedLearner
from littlestone.proofs_check.gate.learner_losses import WATCHED

Make = Callable[[str], Any]
HEAD = '[[tool.littlestone.learners]]\ntarget = "learner.py:learn"\n'
CLASS = 'class = "thresholds:2"\nrows = 1\nmode = "exact"\n'


def kept(made: Any, name: str) -> Any:
    """A field of the only learner of the baseline."""
    return json.loads(made.baseline.read_text(encoding="utf-8"))["learners"][0][name]


def first(project_at: Make, table: str, files: dict[str, str], learner: str = LEARNER) -> Any:
    """A project with one learner whose gate is green; ``files`` are written beside it."""
    made = project_at("learner")
    made.write(table=HEAD + table, claims="[]", learner=learner)
    write(made, files)
    result = made.gate("--update")
    assert result.exit_code == 0, result.output
    assert made.gate().exit_code == 0
    return made


def write(made: Any, files: dict[str, str]) -> None:
    for name, text in files.items():
        (made.root / name).write_text(text, encoding="utf-8")


# ---- The table


def test_every_field_is_compared_and_every_option_is_remembered_or_named() -> None:
    """An option that nobody compares is one by which a gate can be weakened without a word."""
    beside = {"name", "declares", "verdict", "line"}
    assert WATCHED.keys() == RememberedLearner.__annotations__.keys() - beside
    by_what_comes_of_them = {"steps": "mu", "sigma": "mu", "sampling": "mu", "user": "users", "label": "samples"}
    by_what_comes_of_them |= {"class": "samples", "data": "samples", "pair": "given", "neighbours": "given"}
    more_time_or_memory = {"time_limit", "memory_limit", "jobs"}  # a run that fails is an outcome
    options = {one.name for one in options_of(Learner)} - more_time_or_memory - {"observe"}  # which the name has
    assert options <= WATCHED.keys() | NAMED.keys() | by_what_comes_of_them.keys()
    assert set(by_what_comes_of_them.values()) <= WATCHED.keys()


CURVE = {"points": ["0 0.9", "0.5 0.2", "1 0"], "whole": True}


def curve(*points: str, whole: bool = True) -> dict[str, object]:
    return {"points": [*points], "whole": whole}


@pytest.mark.parametrize(
    ("name", "was", "as_good", "weaker"),
    [
        ("epsilon", "ln(3)", ["1.09", "ln(3)"], ["1.1", None]),
        ("mu", "2", ["1"], ["2.5", None]),
        ("renyi", "2,0.5", ["2,0.5", "2,0.4", "3,0.5"], ["2,0.6", "3/2,0.5", "3,0.51", None]),
        ("tradeoff", CURVE, [CURVE, curve("0 0.95", "0.5 0.2", "1 0")], [None]),
        ("tradeoff", curve("0 0.9", "1 0"), [curve("0 0.9", "1 0")], [curve("0 0.9", "0.5 0.1", "1 0")]),
        ("tradeoff", CURVE, [], [curve("0 0.8", "0.5 0.2", "1 0"), curve("0 0.9", "0.5 0.1999999999", "1 0")]),
        (
            "tradeoff",
            curve("0 0.9", "1/2 0.4", "1 0", whole=False),
            [],
            [curve("0 0.9", "1/2 0.3", "1 0", whole=False)],
        ),
        ("tradeoff", curve("0 0.9", "1/2 0.4", "1 0", whole=False), [curve("0 0.9", "1 0")], [CURVE]),
        ("users", "a", ["a"], ["b", None]),
        ("mode", "blackbox", ["blackbox", "exact"], ["onerun"]),
        ("pairs", 1620, [1620, 2000], [48, None]),
        ("given", ["a", "b"], [["a", "b", "c"]], [["a", "c", "d"], [], ["hash of many"]]),
        ("budget", "1000", ["1000", "2000"], ["999", "60s", None]),
        ("budget", "60s", ["61s"], ["59s", "1000000"]),
        ("confidence", "0.95", ["0.95", "0.9"], ["0.99"]),
        ("domain", "0,8", ["0,8"], ["0,1", None]),
        ("domain", "the ends of the data", ["the ends of the data"], ["0,1"]),
        ("seed", 0, [0], [1]),
    ],
)
def test_which_direction_is_weaker(name: str, was: object, as_good: list[object], weaker: list[object]) -> None:
    _, compare = WATCHED[name]
    assert [compare(was, now) for now in as_good] == [None] * len(as_good)
    assert None not in [compare(was, now) for now in weaker]


def test_a_function_is_remembered_at_the_same_places_and_a_list_by_its_corners() -> None:
    whole = remembered_learners._curve(TradeOff(((0, 1 / 2), (1, 0))))  # type: ignore[arg-type]
    assert whole["whole"] and whole["points"] == ["0 0.5", "1 0"]
    found = [remembered_learners._curve(supported(lambda a, e=e: max(0.0, e - a))) for e in (0.9, 0.8)]  # type: ignore[misc]
    places = [[point.split(" ")[0] for point in one["points"]] for one in found]
    assert places[0] == places[1] and not found[0]["whole"]
    _, compare = WATCHED["tradeoff"]
    assert compare(found[0], found[1]) is not None and compare(found[1], found[0]) is None


# ---- Gates


def test_steps_are_held_to_what_comes_of_them(project_at: Make) -> None:
    """steps = 1000 in place of 1 was green: mu exactly 1.35 <= 63.2."""
    steps = CLASS + 'sigma = 1\ndelta = "1/100000"\n'
    made = first(project_at, steps + "steps = 1\n", {})
    assert (kept(made, "mu"), kept(made, "epsilon")) == ("2", None)
    made.write(table=HEAD + steps + "steps = 1000\n", claims="[]")
    (found,) = made.errors()
    assert (found[0], found[2]) == ("guarantee-loosened", "its declared mu is 63.245554, it was 2")
    made.write(table=HEAD + CLASS + 'delta = "1/100000"\nmu = 2\n', claims="[]")
    assert made.errors() == []


def test_the_curve_that_was_read_is_remembered(project_at: Make) -> None:
    curve = CLASS + 'tradeoff = "{}"\n'
    made = first(project_at, curve.format("curve.csv"), {"curve.csv": "0,0.6\n0.25,0.25\n0.6,0\n1,0\n"})
    write(made, {"curve.csv": "0,0.7\n0.25,0.25\n0.7,0\n1,0\n"})
    assert made.errors("guarantee-loosened") == []
    write(made, {"curve.csv": "0,0.5\n0.25,0.25\n0.5,0\n1,0\n"})
    (found,) = made.errors()
    expected = "its declared trade-off curve has misses 0.5 at false alarms 0, it had 0.6"
    assert (found[0], found[2]) == ("guarantee-loosened", expected)


WHOSE = "def whose(row):\n    return {}\n"


def test_who_a_user_is_is_remembered(project_at: Make) -> None:
    table = (
        CLASS.replace("rows = 1", "rows = 2") + 'epsilon = "ln(3)"\nrelation = "user-level"\nuser = "users.py:whose"\n'
    )
    learner = LEARNER.replace("response(sample[-1][1], source)", "response(int(len(sample) > 0), source)")
    made = first(project_at, table, {"users.py": WHOSE.format("row[0]")}, learner)
    write(made, {"users.py": WHOSE.format("f'user {row[0]}'")})
    assert made.errors() == []
    write(made, {"users.py": WHOSE.format("row")})
    assert ("guarantee-loosened", "its rows, or which of them are one user's, are others") in {
        (rule, words) for rule, _, words in made.errors()
    }


ROWS = ["0.5,0", "1.5,1", "2.5,0"]


def test_a_row_of_the_data_that_is_gone_is_noticed(project_at: Make) -> None:
    """1,620 pairs became 48, and a leak green."""
    table = 'data = "rows.csv"\nrows = 2\nepsilon = "ln(3)"\nmode = "exact"\n'
    learner = LEARNER.replace("sample[0]", "sample[-1]")
    made = first(project_at, table, {"rows.csv": "\n".join(ROWS)}, learner)
    pairs = kept(made, "pairs")
    write(made, {"rows.csv": "\n".join(ROWS[:2])})
    (found,) = made.errors()
    assert found[0] == "reach-lost" and found[2].endswith(f"pairs of neighbours are looked at, {pairs} were")
    (warning,) = [one for one in made.data()["findings"] if one["level"] == "warning"]
    assert warning["rule"] == "other-samples"
    write(made, {"rows.csv": "\n".join([*ROWS, "3.5,1"])})
    assert made.errors() == []
    made.write(table=HEAD + table.replace('mode = "exact"', 'mode = "blackbox"\nbudget = 2000'), claims="[]")
    (warning,) = [one for one in made.data()["findings"] if one["level"] == "warning"]
    assert "its mode is blackbox, it was exact: what is looked at is not compared" in warning["message"]


def test_a_pair_that_was_given_is_missed_and_an_audit_from_draws_looked_at(project_at: Make) -> None:
    pair = {"first": [[0, 0]], "second": [[0, 1]]}
    other = {"first": [[1, 0]], "second": [[1, 1]]}
    table = 'class = "thresholds:2"\nepsilon = 2\nmode = "blackbox"\npair = "pairs.json"\n'
    made = first(project_at, f"{table}budget = 20000\n", {"pairs.json": json.dumps([pair, other])})
    write(made, {"pairs.json": json.dumps([{"first": pair["second"], "second": pair["first"]}, other])})
    assert made.errors() == []
    less = f'{table}budget = 10000\nconfidence = "0.99"\n'
    made.write(table=HEAD + less, claims="[]")
    assert [(rule, words) for rule, _, words in made.errors()] == [
        ("reach-lost", "its budget is 10000, it was 20000; its confidence is 0.99, it was 0.95")
    ]
    made.write(table=f"{HEAD}{table}budget = 20000\n", claims="[]")
    assert kept(made, "domain") == "the ends of the data"
    write(made, {"pairs.json": json.dumps([other])})
    ((rule, _, words),) = made.errors()
    assert rule == "reach-lost" and "some pairs that were given are gone" in words and "2 were" in words


DECLARING = (
    LEARNER
    + """
from littlestone.impl.privacy.guarantees import Guarantee

learn.guarantee = Guarantee(Fraction("{}"), rho=Fraction("{}"))
"""
)


def test_a_learner_that_declares_less_than_is_claimed_of_it(project_at: Make) -> None:
    """A kit's guarantee grew, and a gate stayed green on the number that its project had copied."""
    table = CLASS + 'epsilon = 2\nrho = "0.6"\n'
    made = first(project_at, table, {}, DECLARING.format("1.5", "0.6"))
    assert kept(made, "declares") is None
    made.write(table=HEAD + table, claims="[]", learner=DECLARING.format("1.5", "0.7"))
    ((rule, _, words),) = made.errors()
    assert (rule, words) == ("guarantee-loosened", "the learner itself declares rho 0.7, where 0.6 is claimed")
    made.write(table=HEAD + table, claims="[]", learner=DECLARING.format("2.5", "0.5"))
    ((_, _, words),) = made.errors()
    assert words.endswith("declares epsilon 2.5, delta 0, where epsilon 2, delta 0 is claimed")
    assert made.gate("--update").exit_code == 0 and made.errors() == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("epsilon", "x"),
        ("mode", "auto"),
        ("pairs", "6"),
        ("tradeoff", {"points": ["0 1"], "whole": True}),
        ("line", None),
    ],
)
def test_a_damaged_learner_is_refused(name: str, value: object, project_at: Make) -> None:
    made = first(project_at, CLASS + 'epsilon = "ln(3)"\n', {})
    data = json.loads(made.baseline.read_text(encoding="utf-8"))
    data["learners"][0][name] = value
    made.baseline.write_text(json.dumps(data), encoding="utf-8")
    result = made.gate()
    assert result.exit_code == 2 and "it is damaged" in result.stderr
