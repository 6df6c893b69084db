"""How an audit reads: the verdict line, the pair, the event, faults, and the report's page."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from helpers.html_pages import Page

from littlestone.proofs_check.audits.answers.audit_page import audit_page, claimed_deltas, write_audit_report
from littlestone.proofs_check.audits.answers.audit_text import audit_text
from littlestone.proofs_check.audits.answers.six_lines import verdict_line
from littlestone.proofs_check.audits.answers.words import difference, named_columns, pair_text
from littlestone.proofs_check.audits.subjects.instances import replaced
from littlestone.proofs_check.audits.subjects.number_text import Bound, as_fraction, compared
from littlestone.proofs_check.audits.subjects.results import (
    AuditResult,
    CurvePoint,
    Event,
    Fault,
    Power,
    TradeOffPoint,
)
from littlestone.spec.algebra.reals import ln

SAMPLE = ((0, 0), (3, 1), (5, 1))
LEAK = AuditResult(
    target="mine.py:learn",
    kind="learner",
    mode="blackbox",
    epsilon=Fraction(1),
    delta=Fraction(1, 100_000),
    verdict="leaks",
    bound=Bound(1.7345),
    confidence=0.95,
    pair=replaced(SAMPLE, 1, (4, 0), "a label flipped"),
    event=Event("h(3) >= 1", 2522, 871, 3354, 3246),
    draws=(("search", 4800), ("testing", 15200)),
    stopped="all draws were used",
    command="littlestone audit mine.py:learn --epsilon 1",
    seed=0,
    seconds=3.456,
    pairs_tried=2,
    pairs_listed=2,
    gaussian_mu=1.25,
    curve=(CurvePoint(0.0, 0.5, 0.4), CurvePoint(2.0, 0.1, 0.05)),
    trade_off=(TradeOffPoint(0.2, 0.3),),
    faults=(Fault("crash", "the process ended", SAMPLE, 17, 3),),
    notes=("a note",),
)


def test_the_whole_answer() -> None:
    assert (
        audit_text(LEAK)
        == """LEAK: epsilon >= 1.73 at 95% confidence, claimed 1 (replace one row)
cause: h(3) >= 1: 2,522 of 3,354 runs on one sample, 871 of 3,246 on the other; epsilon 1 allows 72.9%
pair: [(0, 0), (3, 1), (5, 1)], and the same with (4, 0) in place of row 1 (a label flipped)
tried: 2 of 2 pairs, 20,000 runs (4,800 search, 15,200 testing), 3.5 s; 1 kind of errors noted
do: add noise, or claim what it keeps
repeat: littlestone audit mine.py:learn --epsilon 1

mine.py:learn (learner), claimed epsilon 1 at delta 1e-05
mu of Gaussian privacy at least 1.25

the pair of samples: [(3, 1)] in one alone, [(4, 0)] in the other
the event: h(3) >= 1
  in 2,522 of 3,354 draws on one sample, in 871 of 3,246 on the other

stopped: all draws were used
fault: crashed, 3 times: the process ended
       first with seed 17, on [(0, 0), (3, 1), (5, 1)]
note: a note"""
    )


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({}, "LEAK: epsilon >= 1.73 at 95% confidence, claimed 1"),
        ({"bound": 1.00045}, "LEAK: epsilon >= 1.0004 at 95% confidence, claimed 1"),
        ({"verdict": "no_leak", "bound": 0.919}, "NO LEAK FOUND: epsilon >= 0.91, claimed 1"),
        ({"mode": "exact", "verdict": "exact_ok", "bound": Fraction(98, 100)}, "exactly 0.98 <= 1"),
        (
            {"mode": "exact", "verdict": "exact_ok", "bound": ln(2), "epsilon": ln(2)},
            "exactly ln(2) = 0.69... <= ln(2)",
        ),
        ({"mode": "exact", "verdict": "exact_leak", "bound": ln(3)}, "LEAK: exactly ln(3) = 1.09... > 1 claimed"),
        ({"mode": "exact", "verdict": "exact_leak", "bound": None}, "LEAK: exactly infinite > 1 claimed"),
        ({"bound": float("inf"), "confidence": 0.999}, "LEAK: epsilon >= infinite at 99.9% confidence, claimed 1"),
        ({"verdict": "open", "bound": 0.0, "stopped": "it hung"}, "UNDECIDED: it hung; epsilon >= 0.00, claimed 1"),
    ],
)
def test_the_verdict_in_one_line(changes: dict[str, Any], line: str) -> None:
    assert verdict_line(replace(LEAK, **changes)) == f"{line} (replace one row)"


def test_rounding_keeps_a_bound_on_its_side() -> None:
    assert compared(0.9999999, Fraction(1)) == "0.99"
    assert Fraction(compared(1 + 2**-40, Fraction(1))) > 1
    assert abs(as_fraction(ln(3)) - Fraction("1.0986122886681098")) < Fraction(1, 10**15)


def test_of_a_huge_sample_the_row_that_differs_is_shown() -> None:
    sample = tuple(((i / 7, 2.0, 1e9), i % 2) for i in range(100_000))
    pair = replaced(sample, 50_000, ((9.0,) * 30, 1), "moved")
    assert difference(pair)[0].startswith("the pair of samples: [((7143, 2, 1e+09), 0)] in one alone, [((9, 9")
    assert "in place of row 50000 (moved)" in pair_text(pair) and len(pair_text(pair)) < 500


def test_columns_have_names() -> None:
    assert named_columns("x1 - x0 >= 2 and x7 < 1", ("h(3)", "h(5)")) == "h(5) - h(3) >= 2 and x7 < 1"
    assert named_columns("output = -32768", ()) == "output = -32768"
    assert named_columns("output in {1.1, 1.2}", ("mean_",)) == "mean_ in {1.1, 1.2}"
    assert named_columns("output = (1, 2)", ("(mean_, var_)[0]", "(mean_, var_)[1]")) == "(mean_, var_) = (1, 2)"
    assert named_columns("output = (1, 2)", ("h(0)", "h(1)")) == "output = (1, 2)"


def test_long_events_are_cut() -> None:
    event = Event(f"output = ({', '.join(['1'] * 1000)})", 1, 0, 2, 2)
    assert max(map(len, audit_text(replace(LEAK, event=event)).splitlines())) < 200


def test_exact_probabilities_are_shown() -> None:
    text = audit_text(replace(LEAK, event=Event("h", Fraction(1, 3), 1 / ln(3))))
    assert "probability 1/3 on one, 1/ln(3) = 0.9102... on the other" in text
    text = audit_text(replace(LEAK, event=Event("h", Fraction(10**30, 3**64), Fraction(1, 4))))
    assert "probability about 0.291" in text and "0.25 on the other" in text


# ---- The page


@pytest.mark.slow
def test_the_page_is_whole_and_self_contained(tmp_path: Path) -> None:
    path = write_audit_report(LEAK, tmp_path / "new")
    text = path.read_text(encoding="utf-8")
    attributes = [element["attrs"] for element in Page(text).elements]
    fetched = {each.get(name) for each in attributes for name in ("src", "href", "data")} - {None}
    ids = [each["id"] for each in attributes if "id" in each]
    assert all(place.startswith("#") for place in fetched) and len(ids) == len(set(ids))
    assert "http" not in text.replace('http-equiv="Content-Security-Policy"', "") and "@import" not in text
    assert text.count("<svg") == 2 and "prefers-color-scheme: dark" in text
    assert not re.search(r"#0101[0-9a-f]{2}", text) and "var(--ink)" in text
    assert list(tmp_path.glob("new/*")) == [path]


@pytest.mark.slow
def test_the_page_tells_everything() -> None:
    text = audit_page(LEAK)
    for words in ("LEAK: epsilon &gt;= 1.73", "a label flipped", "h(3) &gt;= 1", "crashed, 3 times", LEAK.command):
        assert words.lower() in text.lower()
    assert text == audit_page(LEAK)
    assert "<script>" not in audit_page(replace(LEAK, target="<script>alert(1)</script>"))


def test_an_answer_without_figures_is_a_page_too() -> None:
    bare = replace(LEAK, pair=None, event=None, curve=(), trade_off=(), faults=(), gaussian_mu=None)
    assert Page(audit_page(bare)).all("svg") == []


def test_the_claimed_curve_is_that_of_the_canonical_mechanism() -> None:
    claim = replace(LEAK, epsilon=ln(3), delta=Fraction(1, 10))
    assert claimed_deltas(claim, [0.0, 5.0]) == pytest.approx([0.1 + 0.9 * 0.5, 0.1])
    assert claimed_deltas(replace(LEAK, epsilon=Fraction(5000)), [1.0]) == pytest.approx([1.0])


def test_what_would_have_been_seen_is_said_and_rounded_up() -> None:
    calm = replace(LEAK, verdict="no_leak", bound=Bound(0.5), power=Power("epsilon", 1.23401, 0.8))
    line = "power: on the 2 pairs tried an epsilon of 1.24 would show in 80% of audits"
    assert audit_text(calm).splitlines()[1].startswith(line) and line in audit_page(calm)
    blind = replace(calm, power=Power("rho", None, 0.8))
    assert "no rho, however large, would show in 80% of audits" in audit_text(blind)
    assert "power" not in audit_text(LEAK)
