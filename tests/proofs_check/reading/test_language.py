"""The language of claims: what is not refused, what is read of other files, and that all papers keep to it.

What is refused is in ``tests/hostile``, a claim for each rule.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from helpers.stated import forget_claims

from littlestone.proofs_check.reading.language import outside_of_the_language
from littlestone.proofs_check.reading.second_lines import insist_on_exactness, insist_on_repeating, readings
from littlestone.proofs_check.sources.catalogue import load_file, load_papers
from littlestone.proofs_check.verdicts.probes import probe_beyond_reach
from littlestone.spec.claim import CLAIMS, corrected

HEAD = "from littlestone.claims import *\n"
CLAIM = '@claim("LANGUAGE.a", "a notebook", "lemma")\ndef stated(H: Binary, x: FromZero, n: Size):\n    """Text."""\n'


def findings(folder: Path, body: str, before: str = "") -> list[str]:
    """What is outside in a formula with this body."""
    forget_claims([id for id in CLAIMS if id.startswith("LANGUAGE.")])
    text = HEAD + before + CLAIM + "".join(f"    {line}\n" for line in body.splitlines())
    (folder / f"mine{abs(hash(text))}.py").write_text(text, encoding="utf-8")
    return [str(one) for one in outside_of_the_language(load_file(folder / f"mine{abs(hash(text))}.py")[0])]


ALLOWED = {
    "a list made here": "found = []\nfound.append(n)\nreturn x >= 0 * len(found)",
    "a table made here, of lists": "found = {}\nfound.setdefault(1, []).append(n)\nreturn x >= 0 * len(found)",
    "a sum in place": "count = 0\nfor i in range(n):\n    count += i\nreturn x >= 0 * count",
    "members with whether": "return all_of(has.implies(f[0] >= 0) for f, has in H.members())",
    "pairs of members": "return all_of(~(a & b) | TRUE for (f, a), (g, b) in combinations(H.members(), 2))",
    "an iterator walked once": "bounds = (x >= b for b in (0, -1))\nreturn all_of(bounds)",
    "words of Python": "return all_of(comb(n, k) >= 0 * x for k in range(n + 1))",
    "a helper, a record and a constant": "return x >= LEAST * Pair(0, helped(n)).a",
    "a match and a lambda": "f = lambda k: k + 1\nmatch n:\n    case 0:\n        return x >= 0\nreturn x >= -f(n)",
}
HELPED = """from itertools import combinations
from math import comb
from typing import NamedTuple
LEAST = Fraction(0)
class Pair(NamedTuple):
    a: int
    b: int
def helped(n: int) -> int:
    return sum(range(n))
"""


@pytest.mark.parametrize("body", ALLOWED.values(), ids=ALLOWED)
def test_what_is_inside_is_not_refused(tmp_path: Path, body: str) -> None:
    assert findings(tmp_path, body, HELPED) == []


def test_helpers_in_the_users_other_files_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "elsewhere_of_mine.py").write_text("SEEN = []\ndef helped(n):\n    SEEN.append(n)\n    return 0\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    (found,) = findings(tmp_path, "return x >= helped(n)", "from elsewhere_of_mine import helped\n")
    assert found.startswith("`SEEN.append` changes")


def test_nothing_of_the_users_is_run_when_it_is_read(tmp_path: Path) -> None:
    before = "SEEN = []\nclass Counts:\n    def __get__(self, one, of):\n        SEEN.append(1)\n        return 1\n"
    findings(tmp_path, "return x >= 0 * C.count", f"{before}class C:\n    count = Counts()\n")
    assert CLAIMS["LANGUAGE.a"].formula.__globals__["SEEN"] == []


def test_a_file_is_no_clock_for_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "timetable.py").write_text("def later(n):\n    return n + 1\n", encoding="utf-8")
    before = "from timetable import later\nSTART = later(1)\n"
    assert findings(tmp_path, "return later(n) + START >= n", before) == []


@pytest.mark.parametrize("setting", ["notes_of_mine.BOUND_OF_NOTES = 9", "setattr(notes_of_mine, 'BOUND_OF_NOTES', 9)"])
@pytest.mark.parametrize("asked", ["notes_of_mine.BOUND_OF_NOTES", "notes_of_mine.bound()"])
def test_what_another_file_sets_is_refused(
    setting: str, asked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "notes_of_mine.py").write_text("BOUND_OF_NOTES = 0\ndef bound():\n    return BOUND_OF_NOTES\n")
    (tmp_path / "setting_of_mine.py").write_text(f"import notes_of_mine\n{setting}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("notes_of_mine", "setting_of_mine"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    found = findings(tmp_path, f"return x <= {asked}", "import notes_of_mine\nimport setting_of_mine\n")
    assert any("is set from outside" in one for one in found)


def test_a_formula_that_is_a_class_cannot_be_read(tmp_path: Path) -> None:
    forget_claims([id for id in CLAIMS if id.startswith("LANGUAGE.")])
    stated = 'class Stated:\n    """Text."""\n    n: Natural\n    def __new__(cls, n):\n        return n <= 3\n'
    (tmp_path / "a_class.py").write_text(f'{HEAD}{stated}claim("LANGUAGE.a", "a notebook", "lemma")(Stated)\n')
    with pytest.raises(ValueError, match="its formula is no function"):
        load_file(tmp_path / "a_class.py")


def test_a_file_that_is_called_like_one_of_pythons_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "colorsys.py").write_text("def middle(n):\n    return n\n", encoding="utf-8")
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    (found,) = findings(tmp_path, "return x >= 0 * middle(n)", "from colorsys import middle\n")
    assert "the file of `middle` is called like `colorsys`" in found


@pytest.mark.parametrize(
    ("imports", "asked"),
    [("import bounds_of_mine", "bounds_of_mine.TIGHT"), ("from bounds_of_mine import TIGHT as T", "T")],
)
def test_what_another_file_binds_twice_is_refused(
    imports: str, asked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bounds_of_mine.py").write_text("TIGHT = 2\nfor TIGHT in (2, 1):\n    pass\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "bounds_of_mine", raising=False)
    (found,) = findings(tmp_path, f"return x <= {asked}", f"{imports}\n")
    assert "is bound more than once" in found


def test_a_range_that_another_file_calls_as_the_kit_does_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "from littlestone.claims import Unit as Shares\nFromZero = Shares\n"
    (tmp_path / "ranges_of_mine.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "ranges_of_mine", raising=False)
    found = findings(tmp_path, "return x <= 1", "from ranges_of_mine import FromZero\n")
    assert any("`FromZero` is a word of littlestone.claims, and here another one" in one for one in found)


@pytest.mark.nightly
def test_all_papers_are_exact_and_say_the_same_twice() -> None:
    """What a run asks of users' claims alone, since the papers' change with a commit."""
    load_papers()
    stated = [claim for claim in CLAIMS.values() if claim.not_checkable is None]
    for claim in stated:
        first = readings(claim)
        insist_on_exactness(claim)
        insist_on_repeating(claim, first)
    assert len(stated) > 2000


@pytest.mark.nightly
def test_claims_of_papers_that_are_not_refuted_hold_beyond_their_reach() -> None:
    load_papers()
    found = [claim for claim in CLAIMS.values() if claim.reach is not None and corrected(claim.id) is None]
    for claim in found:
        probe_beyond_reach(claim)
    assert len(found) > 100


@pytest.mark.slow
def test_all_papers_keep_to_the_language() -> None:
    load_papers()
    stated = [claim for claim in CLAIMS.values() if claim.formula.__module__.startswith("littlestone.")]
    outside = {f"{claim.id}, line {one.line}: {one}" for claim in stated for one in outside_of_the_language(claim)}
    assert outside == set() and len(stated) > 2000
