"""Searches against all classes on few points, against the definitions, and on proofs that were tampered with."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result
from helpers.commands import command
from pysat.solvers import Cadical195

from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.provers import box
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.questions.universes import Point, Question
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.searches import NoClass, check_search, searches_in
from littlestone.proofs_check.search.clauses.matrix import ClassMatrix
from littlestone.proofs_check.search.clauses.quantities import CLOSURES, QUANTITIES
from littlestone.proofs_check.search.clauses.questions import ClassQuestion, class_question
from littlestone.proofs_check.search.searching import decide, values_of
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.proofs_check.storage.writing import checksum
from littlestone.spec.claim import CLAIMS
from littlestone.spec.parameters.library import PARAMETERS

Rows = tuple[tuple[int, ...], ...]
NAMES = [*QUANTITIES]
EVERY = class_question([*(f"{name} >= 0" for name in NAMES), *CLOSURES])
TEXTS = """VC <= 1; Ldim >= 2 | VC >= 2; Thr <= 2 | RTD > VC | NCTD >= 2; VC <= 2 | dual_VC >= 2; Ldim <= 2 |
    TS_min >= 2; union_closed | 2*VC = Ldim + 1; ample | maximum; TD != 2 | intersection_closed; Thr >= 3 or TD = 1 |
    size < 2^dual_VC; points <= 4; RTD <= 1 | VC <= 2; TS_min >= 2 | Ldim >= 3 and VC <= 2 | Ldim > VC |
    USC < VC | LSC < VC"""
SIZES = [(n, m) for m in (1, 2, 3) for n in range(1, 2**m + 1)]
QUESTIONS = [class_question(texts.split(";")) for texts in TEXTS.split("|")]


@cache
def classes(n: int, m: int) -> list[tuple[Rows, dict[str, int]]]:
    every = combinations(list(product((0, 1), repeat=m)), n)
    return [(rows, {**values_of(EVERY, rows), **by_definition(rows)}) for rows in every]


def by_definition(rows: Rows) -> dict[str, int]:
    return {q.name: int(PARAMETERS[q.name].literal(frozenset(rows))) for q in QUANTITIES.values()}  # type: ignore[arg-type]


def is_possible(m: ClassMatrix, *literals: int) -> bool:
    return bool(Cadical195(bootstrap_with=m.clauses).solve(assumptions=literals))


@pytest.mark.parametrize("name", [*NAMES, *CLOSURES])
def test_each_value_is_found_exactly_where_a_class_on_three_points_has_it(name: str) -> None:
    from_above = name in QUANTITIES and QUANTITIES[name].at_least is None
    sign = "<=" if from_above else "="
    texts = {1: name} if name in CLOSURES else {value: f"{name} {sign} {value}" for value in range(4)}
    key = name if name in CLOSURES else QUANTITIES[name].name
    for (n, m), (value, text) in product(SIZES, texts.items()):
        taken = any(values[key] == value or (from_above and values[key] < value) for _, values in classes(n, m))
        assert (decide(class_question([text]), n, m, 10**5).outcome == "class") == taken, (n, m, text)


@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_answers_are_those_of_all_classes_on_three_points(question: ClassQuestion) -> None:
    for n, m in SIZES:
        expected = any(question.is_fulfilled(values, n, m) for _, values in classes(n, m))
        assert (decide(question, n, m, 10**5).outcome == "class") == expected, (n, m)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "nctd"])
def test_bounds_of_drawn_classes_are_their_values(name: str) -> None:
    source, quantity = Random(name), QUANTITIES[name]
    for _ in range(12):
        m = source.randint(2, 5)
        rows = tuple(source.sample(list(product((0, 1), repeat=m)), source.randint(2, min(7, 2**m))))
        value = by_definition(rows)[quantity.name]
        assert value <= quantity.most(len(rows), m)
        matrix = ClassMatrix(len(rows), m)
        matrix.fix(rows)
        for bound in range(1, 4):
            assert is_possible(matrix, quantity.at_most(matrix, bound)) == (value <= bound)
            if quantity.at_least is not None:
                assert is_possible(matrix, quantity.at_least(matrix, bound)) == (value >= bound)


@pytest.mark.slow
def test_symmetry_changes_no_answer() -> None:
    answers = set()
    for question, n, m in product([q for q in QUESTIONS if "NCTD" not in str(q)], (2, 3, 4, 5, 6), (2, 3, 4, 5)):
        with_it, without = (question.encoded(n, m, symmetry) for symmetry in (True, False))
        assert (with_it is None) == (without is None)
        if with_it is not None and without is not None:
            found = is_possible(with_it)
            answers.add(found)
            assert is_possible(without) == found, (question, n, m)
    assert answers == {True, False}


def test_enough_functions_decide_all_larger_classes() -> None:
    asked = [class_question(texts) for texts in (("VC <= 1", "Ldim >= 1"), ("dual_VC >= 1", "Thr = 2"), ("VC = 1",))]
    for question, m in product(asked, (2, 3)):
        enough = question.enough(m)
        fulfilled = [any(question.is_fulfilled(v, n, m) for _, v in classes(n, m)) for n in range(1, 2**m + 1)]
        assert enough is not None and (fulfilled[enough - 1] or not any(fulfilled[enough:]))
    assert class_question(["TS_min <= 1"]).enough(3) is class_question(["RTD >= 2"]).enough(3) is None
    assert class_question(["VC <= 1", "Ldim >= 3"]).enough(9) == 8


def call(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["search", *map(str, words)])


@pytest.mark.slow
def test_the_least_class_and_the_proofs_below_it(tmp_path: Path) -> None:
    found = call("VC <= 1", "Ldim >= 3", "--certificates", tmp_path)
    assert found.exit_code == 0, found.output
    assert found.output.startswith("VC <= 1, Ldim >= 3: a class of 8 functions on 7 points, the least: none of")
    assert "Ldim = 3, VC = 1" in found.output and "littlestone dims CLASS --svg FILE" in found.output
    again = CliRunner().invoke(main, ["recheck", str(tmp_path)])
    assert again.exit_code == 0 and "4 certificates" in again.output, again.output


def test_few_functions_on_many_points_and_what_is_not_decided() -> None:
    found = call("dual_VC > 2^VC", "--least", "functions").output
    assert "3 functions on 8 points, the least: none of 1 and 2 functions on 1 to 8 points, nor of 3" in found
    stopped = call("VC <= 2", "TS_min >= 3", "--functions", "9", "--points", "6", "--conflicts", "1")
    assert stopped.exit_code == 4 and "9 functions on 6 points not decided" in stopped.output
    counted = call("VC <= 1", "Ldim >= 3", "--functions", "8", "--points", "6", "--conflicts", "1")
    assert "none, by counting: VC <= 1 holds of fewer functions, by Sauer's bound" in counted.output
    assert "nor on fewer points" in call("VC <= 1", "Ldim >= 3", "--points", "6").output


def test_a_class_with_a_small_scheme_is_shown_with_it() -> None:
    found = call("USC <= 1", "Ldim >= 2").output
    assert "a class of 4 functions on 3 points, the least" in found and "USC = 1" in found
    assert re.search(
        r"witness of USC = 1, .*: \{\} -> [01]{3}, \{x0\} -> [01]{3}, .*; none of size 0, by a proof", found
    )


FEW_ON_MANY = """from littlestone.claims import *
from littlestone.spec.classes.dimensions import psi_n, uniform_psi_littlestone_dimension
@claim("MINE.dual", "Lemma 1, my notebook: duals", "conjecture")
def bounded_dual(H: Binary):
    \"\"\"A bound on the dual.\"\"\"
    return PARAMETERS["dual_VC"](H) <= 2 ** PARAMETERS["VC"](H)
@claim("MINE.thresholds", "Lemma 2, my notebook: thresholds", "conjecture")
def bounded_thresholds(H: Binary):
    \"\"\"A bound on thresholds.\"\"\"
    return PARAMETERS["Thr"](H) <= PARAMETERS["Ldim"](H) + 2
@claim("MINE.uniform", "Lemma 3, my notebook: uniform trees", "conjecture")
def bounded_trees(H: Multiclass):
    \"\"\"A bound on uniform trees.\"\"\"
    return uniform_psi_littlestone_dimension(H, psi_n(H.labels)) <= 2 * PARAMETERS["Natarajan"](H)"""
WEAKER = {"<= 2 ** ": "<= 2 * 2 ** ", '["Ldim"](H) + 2': '["Ldim"](H) + 5', "<= 2 * PARA": "<= 3 * PARA"}


@pytest.mark.slow
def test_claims_about_few_functions_on_many_points_are_tried_there(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(FEW_ON_MANY, "utf-8")
    refuted = command(tmp_path, "verify", "mine.py", "--jobs", "1")
    assert refuted.exit_code == 1
    for class_ in ("{00001111, 00110011, 01010101} on x0", "{1000000, 1100000,", "{0000000, 1000000,"):
        assert f"Let   H = {class_}" in refuted.output
    text = FEW_ON_MANY
    for bound, weaker in WEAKER.items():
        text = text.replace(bound, weaker)
    (tmp_path / "mine.py").write_text(text, "utf-8")
    held = command(tmp_path, "verify", "mine.py", "--jobs", "1").output
    assert held.count("<= 5 points (4,294,967,295 classes), and at H = {") == 3


def test_what_takes_long_on_many_points_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box, "MOST_CALLS", 10)
    monkeypatch.setattr(box, "few_on_many", lambda claim: [point])
    load_papers()
    claim, point = CLAIMS["DIM.vc"], Point({"H": ((0, 0), (0, 1))})
    evidence = box.PointProver().run(Question(claim, claim.printed, point), QUICK.budget)
    assert (evidence.cases, evidence.beyond_reach, evidence.outcome) == (1, 1, "checked")


UNASKED = """from itertools import product
from littlestone.claims import *
@claim("MINE.long", "Lemma 1, my notebook: long chains", "conjecture")
def long_chains(H: Binary):
    \"\"\"A false line on long chains.\"\"\"
    return when(threshold_dimension(H) >= 6, vc_dimension(H) == 1)
@claim("MINE.table", "Lemma 2, my notebook: a table to 4 points", "conjecture")
def table(H: Binary):
    \"\"\"What a table says.\"\"\"
    return threshold_dimension(H) <= (0, 1, 2, 4, 4)[H.points]
@claim("MINE.large", "Lemma 3, my notebook: what is too large at 7 points", "conjecture")
def large(H: Binary):
    \"\"\"What is built of all functions.\"\"\"
    return threshold_dimension(H) <= len(tuple(product((0, 1), repeat=2**H.points)))"""


@pytest.mark.slow
def test_a_case_that_nobody_asked_for_may_refute_and_decides_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(UNASKED, "utf-8")
    said = command(tmp_path, "verify", "mine.py", "--jobs", "1", "--strict")
    verdicts = [line.split()[:2] for line in said.output.splitlines() if re.match(r"\w+ +MINE\.", line)]
    assert verdicts == [["undecided", "MINE.long"], ["checked", "MINE.table"], ["checked", "MINE.large"]]
    assert "its hypotheses hold in single cases alone, which decide nothing" in said.output
    assert said.exit_code == 4 and "and at H" not in said.output


def test_each_question_has_a_folder_of_its_own(tmp_path: Path) -> None:
    for text in ("VC + size >= 9", "VC - size >= 9"):
        NoClass((text,), 1, 1, (), "p cnf 1 2\n1 0\n-1 0\n", "0\n").write(tmp_path)
    assert len(searches_in(tmp_path)) == 2
    assert decide(class_question(["VC >= 0"]), 3, 1, 1).reason == "there are 2 functions on 1 point"


def test_a_proof_that_was_tampered_with_is_refused(tmp_path: Path) -> None:
    for texts, n, m in ((("VC <= 1", "Ldim >= 3", "size <= 9"), 8, 5), (("NCTD >= 2",), 5, 3)):
        proof = decide(class_question(texts), n, m, 10**5).proof
        assert proof is not None
        proof.write(tmp_path)
    for file in list(tmp_path.rglob("search.json")):
        place, details = file.parent, json.loads(file.read_text("utf-8"))
        kept = {name: (place / name).read_text("utf-8") for name in ("formula.cnf", "proof.drat", "proof.lrat")}
        formula, steps = kept["formula.cnf"], kept["proof.drat"]
        assert check_search(place).steps == len(steps.splitlines())
        wrong = {"proof.drat": "0\n", "formula.cnf": formula + "1 0\n", "proof.lrat": ""}
        for name, text in [("proof.drat", ""), *wrong.items()]:
            (place / name).write_text(text, "utf-8")
            with pytest.raises(Refused):
                check_search(place)
            (place / name).write_text(kept[name], "utf-8")
        for changed in ({"points": 4}, {"question": ["VC <= 1"]}, {"choices": [[2, [[0, 1]] * 5]]}, {"functions": 0}):
            altered = {key: value for key, value in (details | changed).items() if key != "digest"}
            file.write_text(json.dumps({**altered, "digest": checksum(altered)}), "utf-8")
            with pytest.raises(Refused):
                check_search(place)


WRONG = {
    "VCC <= 1": "no parameter of a search",
    "thresholds <= 1": "did you mean Thr?",
    "VC^(1/2) >= 1 or VC = 1": "at VC = 0 it has a power",
    "VC": "no condition",
    "VC <= 2^100": "it has a power beyond all bounds",
    "TD = 1 or size/VC >= 2": "at TD = 0, size = 4, VC = 0 it has a quotient by zero",
    "VC^(1/2) >= 1": "say first where it has a value",
    "VC <= 1 VC >= 1": "quotes of its own",
    "VC + TD <= RTD": "compare two",
    "USC > VC": "USC is searched from above alone",
    "ample --points 8..2": "write 8 or 2..10",
    "ample --certificates /dev/null/x": "--certificates",
}


@pytest.mark.parametrize("words", WRONG)
def test_bad_input_is_named(words: str) -> None:
    refused = call(*(words.split() if "--" in words else [words]))
    assert refused.exit_code == 2 and WRONG[words] in refused.stderr, refused.output
