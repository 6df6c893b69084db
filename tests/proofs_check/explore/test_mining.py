"""Relations that are mined: what follows is left out, and each of the others says what it is."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from littlestone.proofs_check.explore.known import Relation, how_many_compared
from littlestone.proofs_check.explore.mining import by_ends, follows, mine, relations, without_what_follows
from littlestone.proofs_check.explore.words import mined_data, mined_text
from littlestone.proofs_check.sources.catalogue import load_file

pytestmark = pytest.mark.usefixtures("registry")


def relation(a: str, b: str, factor: object = 1, summand: int = 0) -> Relation:
    return Relation(a, b, Fraction(str(factor)), Fraction(summand))


def test_the_strongest_relations_of_two_parameters_are_mined() -> None:
    assert list(relations("size", "Ldim")) == [relation("size", "Ldim", 1, 1), relation("size", "Ldim", 2)]
    assert list(relations("VC", "Ldim")) == [relation("VC", "Ldim", "1/2")]
    assert list(relations("VC", "size")) == []


def test_what_follows_is_found_and_left_out() -> None:
    chain = [relation("A", "B"), relation("B", "C", 2), relation("C", "D", 1, 1)]
    assert follows(relation("A", "C", 2), by_ends(chain)) and follows(relation("B", "D", 2, 2), by_ends(chain))
    assert not follows(relation("A", "C", 3), by_ends(chain)) and not follows(relation("B", "A"), by_ends(chain))
    closed = [*chain, relation("A", "C", 2), relation("B", "D", 2, 2), relation("A", "D", 2, 2)]
    assert without_what_follows(closed) == chain
    equal = [relation("A", "B"), relation("B", "A"), relation("A", "C"), relation("B", "C")]
    kept = without_what_follows(equal)
    assert len(kept) == 3 and {relation("A", "B"), relation("B", "A")} < set(kept)


@pytest.mark.slow
def test_mining_says_what_is_known_what_is_refuted_and_what_is_new(tmp_path: Path) -> None:
    mined = mine(["VC", "Ldim", "size", "Thr", "TS_min"], jobs=1)
    said, data = mined_text(mined), mined_data(mined)
    statuses = {one["question"]: one["status"] for one in data["relations"]}  # type: ignore[union-attr,index,call-overload]
    assert statuses == {
        "Ldim >= TS_min": "follows from the database",
        "Ldim >= VC": "theorem",
        "TS_min >= 1/3 * Ldim": "refuted",
        "TS_min >= 1/3 * VC": "refuted",
        "VC >= 1/2 * Ldim": "new",
        "VC >= TS_min": "refuted",
        "size >= Ldim + 1": "theorem",
        "size >= 2 * Ldim": "theorem",
    }
    assert "  size >= 2 * Ldim holds for every class on 1 to 5 points; DIM.log\n" in said
    assert "  TS_min >= 1/3 * Ldim fails" in said and "TS_min >= 1/3 * VC fails" not in said  # which follows
    assert "  VC >= TS_min fails on 5 points, and on no fewer\n    VC = 2, TS_min = 3 at\n      {0" in said
    assert [name for name, _ in mined.left_out] == ["Thr"] and "flipping" in mined.left_out[0][1]
    assert f"new: they do not follow from {how_many_compared()} statements of CPM, LIT and DIM" in said
    (tmp_path / "new.py").write_text(str(data["claims"]), encoding="utf-8")
    assert [claim.statement for claim in load_file(tmp_path / "new.py")] == ["VC >= 1/2 * Ldim."]
