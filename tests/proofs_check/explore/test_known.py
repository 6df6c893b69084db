"""Relations that are called known hold, their claims exist, and what follows from them is found."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.explore import known as known_relations
from littlestone.proofs_check.explore.exploring import explore
from littlestone.proofs_check.explore.findings import shown_at
from littlestone.proofs_check.explore.formulas import Undefined
from littlestone.proofs_check.explore.known import (
    DEF,
    FORMULAS,
    REFUTED,
    Known,
    Relation,
    known,
    what_is_known,
    why_known,
)
from littlestone.proofs_check.explore.questions import asked
from littlestone.proofs_check.explore.words import answer_text, claims_file, trend
from littlestone.proofs_check.kit_faults import KitFault
from littlestone.spec.claim import CLAIMS, Conditional, corrected
from littlestone.spec.classes.concept_classes import explicit
from littlestone.spec.cpm.relations import EXPRESSIBLE
from littlestone.spec.dim import dimension_theory
from littlestone.spec.lit import compression, duality, folklore, multiclass, one_inclusion, shattering, teaching
from littlestone.spec.parameters.library import PARAMETERS

STATED_IN = (compression, dimension_theory, duality, folklore, multiclass, one_inclusion, shattering, teaching)


def failing(relations: list[Relation], points: int) -> set[Relation]:
    """Those that fail at a class on 1 to so many points, by the literal definitions."""
    found = set()
    for m in range(1, points + 1):
        functions = list(product((0, 1), repeat=m))
        for bits in range(1, 2 ** len(functions)):
            H = frozenset(f for i, f in enumerate(functions) if bits >> i & 1)
            values = {name: PARAMETERS[name].literal(H) for r in relations for name in (r.greater, r.lesser)}
            found |= {r for r in relations if bool(values[r.greater] < values[r.lesser] * r.factor + r.summand)}
    return found


def test_what_is_called_known_holds_on_few_points() -> None:
    listed = [relation for relations in known().values() for relation, _ in relations]
    assert len(listed) > 100 and failing(listed, 2) == set()
    false = Relation("VC", "Ldim", summand=Fraction(1))
    assert failing([*listed, false], 2) == {false}


def test_ids_are_those_of_claims_that_are_not_refuted() -> None:
    ids = {id for relations in known().values() for _, id in relations} - {DEF}
    assert ids <= CLAIMS.keys() and {id for id in ids if corrected(id) is not None} == set()
    refuted = {f"CPM.R{entry['id']}" for entry in EXPRESSIBLE} - ids
    for said, is_refuted in zip(known_relations.statements(), (False, True, False), strict=True):
        assert {corrected(id) is not None for id, _ in said} == {is_refuted}
    assert {"CPM.R54", "CPM.R62", "CPM.R80", "CPM.R92", "CPM.R125", "CPM.R137", "CPM.R142", "CPM.R150"} <= refuted


def test_what_follows_is_found_along_the_shortest_chain() -> None:
    assert why_known(Relation("Ldim", "VC")) in [("DIM.vc",), ("CPM.R105",)]
    assert why_known(Relation("Q_m", "Maj")) == ("CPM.R144", "CPM.R122")  # through log2 |H|, which is no integer
    assert why_known(Relation("VC", "Ldim")) == () == why_known(Relation("size", "Ldim", Fraction(3)))
    assert why_known(Relation("size", "VC", Fraction(2)))[0] == "DIM.log"


def test_a_list_without_a_relation_calls_it_new(monkeypatch: pytest.MonkeyPatch) -> None:
    question = asked("sh >= size", PARAMETERS)
    assert what_is_known(question) == Known("theorem", ("LIT.pajor",))
    monkeypatch.setattr(known_relations, "known", dict)
    assert what_is_known(question) == Known("new")


def holds_at(id: str, members: list[tuple[int, ...]]) -> bool:
    """A claim holds at a class."""
    said = CLAIMS[id].formula(explicit(members, 2), **CLAIMS[id].printed)
    return bool(~said.premise | said.conclusion if isinstance(said, Conditional) else said)


@pytest.mark.parametrize(("id", "text"), [*FORMULAS, *REFUTED])
def test_a_formula_says_what_its_claim_says(id: str, text: str) -> None:
    cube = list(product((0, 1), repeat=3))
    classes = [[f for i, f in enumerate(cube) if bits >> i & 1] for bits in range(1, 256, 5)]
    question, agreed = asked(text, PARAMETERS), []
    warmuth = "00011 00110 01011 01100 01101 10001 10101 10110 11000 11010"  # RTD = 3, VC = 2
    for members in [*classes, [tuple(map(int, f)) for f in warmuth.split()]]:
        try:
            fails = shown_at(question, tuple(members)) is not None
        except Undefined:
            continue
        agreed.append(fails != holds_at(id, members))
    assert len(agreed) > 20 and all(agreed)


COMPARED = {
    ("theorem", "DIM.vc"): ["2 * VC <= 2 * Ldim", "VC < Ldim + 1"],
    ("theorem", "LIT.teaching.goldman"): ["TD + 2 * 2^VC <= size + VC + 2^VC + 1 given VC = 1"],
    ("theorem", "LIT.density"): ["edges <= size * VC * 2"],
    ("theorem", "LIT.teaching.vc.corrected"): ["RTD <= VC given VC = 1"],
    ("in the database", "CPM.R80.corrected"): ["VC >= 1/2 * dens_max"],
    ("in the database for some c", "CPM.R56"): ["3 * d_max_positive >= ST"],
    ("refuted here", "LIT.teaching.vc"): ["VC - 1 >= RTD", "RTD < VC + 1", "RTD <= VC + 0.5", "2*RTD < 2*VC + 1"],
    ("refuted here", "CPM.R125"): ["TD = hitting_relative"],
    ("follows from the database", "CPM.R144", "CPM.R122"): ["Q_m >= Maj"],
    ("new", "DIM.vc"): ["VC <= Ldim and VC >= Ldim"],
    ("new", ""): ["VC < Ldim", "2 * edges <= size * VC", "RTD <= VC given VC <= 2", "VC <= 2^(Ldim + 10^60)",
                  "RTD < VC + 1.5", "Q_m_p < VC + 1"],
    ("not compared", ""): ["Ldim <= VC or VC <= Ldim", "VC <= VC + 1", "VC <= TD and 1 > 2", "VC >= 0", "VC^-1 < size"],
}  # fmt: skip


@pytest.mark.parametrize(("expected", "text"), [(known, text) for known, texts in COMPARED.items() for text in texts])
def test_what_is_asked_is_compared_with_what_is_known(expected: tuple[str, ...], text: str) -> None:
    found = known_relations.what_is_known(asked(text, PARAMETERS))
    assert (found.status, *(found.ids or ("",))) == expected


def test_an_answer_says_what_is_known_and_with_what_it_was_compared() -> None:
    assert "\ntheorem: DIM.vc\n" in answer_text(explore("VC <= Ldim", 2))
    refuted = answer_text(explore("RTD <= VC", 2))
    assert "refuted here: LIT.teaching.vc (Let H = {00011, 00110," in refuted and "from the release" in refuted
    count = f"not recognised among {known_relations.how_many_compared()} statements of CPM, LIT and DIM"
    assert f"\nthat it fails is {count} and of the definitions\n" in answer_text(explore("Ldim <= VC", 3))
    assert f"\n{count} and of the definitions; may be a theorem in" in answer_text(explore("2^VC <= size", 2))
    assert "\nnot compared: it has no value at some classes\n" in answer_text(explore("size / VC >= Ldim", 2))
    assert "littlestone.claims" not in answer_text(explore("VC <= TD given VC > 5", 2))


def test_a_theorem_that_fails_is_a_fault_of_the_kit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_relations, "why_known", lambda relation, strict: ("DIM.vc",))
    with pytest.raises(KitFault, match="and follows from"):
        answer_text(explore("Ldim <= VC", 3))


@pytest.mark.usefixtures("registry")
def test_what_is_new_and_survives_is_a_claim_that_verify_takes(tmp_path: Path) -> None:
    texts = ["Ldim <= VC", "TS_min <= VC + 1", "(2^VC + 1/2) * size >= 3/2 * Ldim given VC >= 1 and size <= 5"]
    text = claims_file([asked(text, PARAMETERS) for text in texts])
    assert text is not None and claims_file([asked("log2(size) <= VC", PARAMETERS)]) is None
    (file := tmp_path / "found.py").write_text(text, encoding="utf-8")
    done = CliRunner().invoke(main, ["verify", str(file), "--points", "3", "--jobs", "1"])
    lines = {id: line for line in done.output.splitlines() for id in ("1", "2", "3") if f" EXPLORED.{id} " in line}
    assert [lines[id].split()[0] for id in "123"] == ["refuted", "checked", "checked"], done.output
    assert text.split("@claim")[2].partition("relation_2")[2].strip() in answer_text(explore(texts[1], 2))
    assert "littlestone.claims" not in answer_text(explore(texts[0], 3))


def test_a_best_constant_is_said_of_each_number_of_points_and_of_no_more() -> None:
    best = explore("Ldim <= c * VC", 4)
    said = "the least c is 1 on 1, 1 on 2, 2 on 3, 2 on 4 points, and none is shown for all classes"
    assert trend(best.question, best.findings) == said and "\nLdim <= (2) * VC: not recognised" in answer_text(best)
    known = explore("c * VC <= Ldim", 2)
    assert "the largest c is 1 on 1, 1 on 2 points, and none" in answer_text(known)
    assert "\n(1) * VC <= Ldim: theorem: DIM.vc\n" in answer_text(known)
