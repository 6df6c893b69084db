"""Relations that are called known hold, their claims exist, and what follows from them is found."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from littlestone.proofs_check.explore import known as known_relations
from littlestone.proofs_check.explore.known import DEF, Relation, known, why_known
from littlestone.proofs_check.explore.mining import attacked
from littlestone.proofs_check.explore.words import mined_data, mined_text
from littlestone.spec.claim import CLAIMS, corrected
from littlestone.spec.cpm.relations import EXPRESSIBLE
from littlestone.spec.dim import dimension_theory
from littlestone.spec.lit import duality, multiclass, shattering, teaching
from littlestone.spec.parameters.library import PARAMETERS

STATED_IN = (dimension_theory, duality, multiclass, shattering, teaching)


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
    assert {"CPM.R54", "CPM.R62", "CPM.R80", "CPM.R92", "CPM.R125", "CPM.R137", "CPM.R142", "CPM.R150"} <= refuted


def test_what_follows_is_found_along_the_shortest_chain() -> None:
    assert why_known(Relation("Ldim", "VC")) in [("DIM.vc",), ("CPM.R105",)]
    assert why_known(Relation("Q_m", "Maj")) == ("CPM.R144", "CPM.R122")  # through log2 |H|, which is not mined
    assert why_known(Relation("VC", "Ldim")) == () == why_known(Relation("size", "Ldim", Fraction(3)))
    assert why_known(Relation("size", "VC", Fraction(2)))[0] == "DIM.log"


def test_a_list_without_a_relation_calls_it_new(monkeypatch: pytest.MonkeyPatch) -> None:
    fate = attacked(Relation("sh", "size"))
    assert (fate.status, fate.known, fate.points) == ("theorem", ("LIT.pajor",), 5)
    monkeypatch.setattr(known_relations, "known", dict)
    assert attacked(Relation("sh", "size")).status == "new"


@pytest.mark.slow
def test_each_relation_that_is_mined_says_what_it_is() -> None:
    from littlestone.proofs_check.explore.mining import mine

    mined = mine(["VC", "size", "graph"])
    said, data = mined_text(mined), mined_data(mined)
    assert "  graph >= VC: the definitions" in said and "DIM.log" in said
    assert "new, which only says that they do not follow from the kit's lists" in said
    statuses = {entry["status"] for entry in data["relations"]}  # type: ignore[union-attr,index,call-overload]
    assert statuses <= {"new", "theorem", "in the database", "refuted"}
    assert all(fate.killed_by is None for fate in mined.fates if fate.known)
