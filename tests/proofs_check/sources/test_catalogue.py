"""The catalogue: the claims that the project promises exist, and are found by id, paper, glob and file."""

import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from littlestone.proofs_check.questions.arguments import implementation
from littlestone.proofs_check.sources.catalogue import UnknownClaim, find, load_file, printed_claims
from littlestone.spec.claim import CLAIMS, Claim
from littlestone.spec.domains import Algorithm
from littlestone.spec.proofs import ARROW

pytestmark = pytest.mark.usefixtures("registry")
FALSE_AS_PRINTED = "D2.11 T3.1 S3.2 S3.2.reverse T6.1.F C6.2.announced C6.2.concat C6.2.path T7.1 T7.2 T7.2.determined"
NOT_CHECKABLE = "T1.3.tight T3.6"
ANNOTATED = """
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.claim import claim
from littlestone.spec.domains import Multiclass

@claim("{id}", "notebook", "conjecture")
def small(H: {domain}) -> Truth:
    \"\"\"A class has at most 9 functions.\"\"\"
    return H.size() <= 9
"""


def own_claims() -> list[Claim]:
    return [claim for claim in CLAIMS.values() if claim.formula.__module__.startswith("littlestone.spec")]


def file_with(tmp_path: Path, id: str, domain: str = "Multiclass") -> Path:
    path = tmp_path / "mine.py"
    path.write_text(ANNOTATED.format(id=id, domain=domain), encoding="utf-8")
    return path


# ---- What is promised


ORDER = """
import importlib, sys
for module in sys.argv[1:]:
    importlib.import_module(f"littlestone.spec.{module}")
from littlestone.proofs_check.sources.catalogue import load_papers, printed_claims
load_papers()
print(*[claim.id for claim in printed_claims()])
"""


@pytest.mark.slow
def test_a_papers_order_is_its_own_whatever_was_imported_before() -> None:
    orders = {
        subprocess.run([sys.executable, "-c", ORDER, *before], capture_output=True, text=True, check=True).stdout
        for before in ([], ["yan25.section6_1_proper_learner", "bgs21.section5_covers", "bgs21.section3_theorem"])
    }
    assert len(orders) == 1 and orders.pop().split() == [claim.id for claim in own_claims() if claim.corrects is None]


def test_the_statements_known_to_be_false_have_corrections() -> None:
    corrected = {id for id in FALSE_AS_PRINTED.split() if f"BGS21.{id}.corrected" in CLAIMS}
    assert corrected == set(FALSE_AS_PRINTED.split())


def test_what_cannot_be_checked_has_stand_ins_that_are_claims() -> None:
    vague = {claim.id: claim for claim in own_claims() if claim.not_checkable is not None}
    assert {f"BGS21.{id}" for id in NOT_CHECKABLE.split()} <= set(vague)
    for claim in (claim for claim in own_claims() if claim.kind != ARROW):
        assert bool(claim.stand_ins) == (claim.not_checkable is not None), claim.id
        assert all(id in CLAIMS and CLAIMS[id].not_checkable is None for id in claim.stand_ins), claim.id


def test_every_claim_has_an_id_a_sentence_a_source_and_readable_domains() -> None:
    assert len({claim.id.lower() for claim in own_claims()}) == len(own_claims())
    for claim in own_claims():
        assert CLAIMS[claim.id] is claim and "." in claim.id
        assert len(claim.statement) > 15 and claim.statement.endswith((".", ".)")), claim.id
        assert claim.source.strip() and claim.kind.strip(), claim.id
        assert all(domain is not None for domain in claim.domains.values()), claim.id


def test_every_correction_says_why_and_stands_beside_its_claim() -> None:
    repairs = [claim for claim in own_claims() if claim.corrects is not None]
    assert len(repairs) >= len(FALSE_AS_PRINTED.split())
    for claim in repairs:
        printed = CLAIMS[claim.id.removesuffix(".corrected")]
        assert claim.why and claim.id == f"{claim.corrects}.corrected" and claim.corrects == printed.id
        assert claim.statement != printed.statement, claim.id


def test_every_mutant_differs_from_the_print() -> None:
    for claim in own_claims():
        assert all(mutant != claim.printed for mutant in claim.mutants()), claim.id


def test_every_claim_bites_or_is_corrected_or_not_checkable() -> None:
    aimless = (c for c in own_claims() if not any(constant.directions for constant in c.constants.values()))
    idle = [c.id for c in aimless if not c.not_checkable and c.kind != ARROW]
    assert [id for id in idle if f"{id}.corrected" not in CLAIMS] == []


def test_every_algorithm_that_a_claim_runs_is_implemented() -> None:
    asked = {d.id for c in own_claims() for d in c.domains.values() if isinstance(d, Algorithm)}
    assert {"BGS21.ALG.SOA", "BGS21.ALG.TRANS.io_to_psi"} <= asked
    assert all(callable(implementation(id)) for id in asked)


# ---- Finding


def ids(*names: str) -> list[str]:
    return [claim.id for claim in find(names)]


def test_claims_are_found_by_id_paper_and_glob() -> None:
    assert ids("DIM.vc") == ["DIM.vc"]
    assert set(ids("DIM")) == {claim.id for claim in printed_claims() if claim.paper == "DIM"}
    globbed = ids("BGS21.C4.*")
    assert set(globbed) >= {"BGS21.C4.6", "BGS21.C4.7"} and all(fnmatchcase(id, "BGS21.C4.*") for id in globbed)
    assert ids("DIM.vc", "BGS21.C4.6", "DIM.vc") == [c.id for c in printed_claims() if c.id in ("DIM.vc", "BGS21.C4.6")]


def test_no_name_stands_for_all_printed_claims_but_those_of_collections() -> None:
    assert find([]) == [claim for claim in printed_claims() if claim.paper not in ("CPM", "LIT")]
    assert {claim.paper for claim in find(["CPM", "LIT"])} == {"CPM", "LIT"}
    assert not any(claim.corrects for claim in find([]))


def test_a_corrected_claim_is_found_by_its_own_id_alone() -> None:
    assert ids("BGS21.T7.1.corrected") == ["BGS21.T7.1.corrected"]
    assert "BGS21.T7.1.corrected" not in ids("BGS21.T7.1*")


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("BGS21.T3.4.lnieq", "BGS21.T3.4.lnineq"),
        ("dim.vc", "DIM.vc"),
        ("ALG.SOA", "BGS21.ALG.SOA"),
        ("BGS12", "did you mean BGS21?"),
        ("bgs21", "did you mean BGS21?"),
        ("BSG21.T3.4", "did you mean BGS21.T3.4?"),
        ("BSG21.nothing", "did you mean BGS21?"),
        ("qqqq", "`littlestone find qqqq` looks for it in titles"),
        ("BGS21.Z*", "no claim, paper or glob is called 'BGS21.Z*'"),
    ],
)
def test_an_unknown_name_is_answered_with_near_ones(name: str, advice: str) -> None:
    with pytest.raises(UnknownClaim) as error:
        find([name])
    assert advice in str(error.value) and repr(name) in str(error.value)


# ---- Files


def test_the_claims_of_a_file_are_found(tmp_path: Path) -> None:
    path = file_with(tmp_path, "MINE.small")
    assert ids(str(path)) == ["MINE.small"] == ids(f"{path}::MINE.small") == ids(str(path), str(path))
    assert CLAIMS["MINE.small"].address == f"{path}::MINE.small"
    with pytest.raises(UnknownClaim):
        find([f"{path}::MINE.other"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\n", "states no claim"),
        ("x = 1\ny = x / 0\n", r"mine\.py, line 2, cannot be run: ZeroDivisionError: division by zero"),
        ("def f(:\n", r"cannot be run: SyntaxError: .*line 1"),
        ("raise KeyError('k')\n", r"line 1, cannot be run: KeyError: 'k'"),
        ('@claim("A.1", "notes", "lemma")\ndef f(): ...\n', r"write `from littlestone.claims import \*` at the top"),
        ("x = Positive\n", "name 'Positive' is not defined; littlestone.claims has Positive"),
        ("from littlestone.claims import *\n\n@claim\ndef f(): ...\n", r'write @claim\("MINE.1", '),
        (
            ANNOTATED.format(id="DIM.vc", domain="Multiclass"),
            r"cannot be run: ValueError: the claim DIM\.vc is stated twice",
        ),
    ],
)
def test_a_file_that_fails_is_named_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        load_file(path)


@pytest.mark.parametrize(
    ("domain", "message"),
    [
        ("int", r"annotate the parameter 'H' .*; a constant is given to @claim"),
        ("'Bnary'", "name 'Bnary' is not defined"),
        ("'claim.nothing'", "AttributeError: 'function' object has no attribute 'nothing'"),
    ],
)
def test_a_parameter_that_ranges_over_nothing_is_named(domain: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=rf"mine\.py, line \d+, MINE\.bare: {message}"):
        load_file(file_with(tmp_path, "MINE.bare", domain))


WRAPPED = """
from functools import wraps
from littlestone.claims import *


def scaled(formula):
    @wraps(formula)
    def inner(H, factor):
        return formula(H) & (littlestone_dimension(H) <= factor * vc_dimension(H) + 10)
    return inner


@claim("MINE.wrapped", "own", "lemma", factor=Constant(2))
@scaled
def wrapped(H: Binary):
    'Something.'
    return vc_dimension(H) <= littlestone_dimension(H)
"""


def test_a_constant_may_be_taken_by_a_wrapper_alone(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(WRAPPED, encoding="utf-8")
    assert [claim.id for claim in load_file(path)] == ["MINE.wrapped"]


def test_a_claim_of_a_file_that_is_imported_is_named_by_its_own_file(tmp_path: Path) -> None:
    inner = file_with(tmp_path, "MINE.inner", domain="int").rename(tmp_path / "inner_claims.py")
    outer = tmp_path / "outer.py"
    outer.write_text("import inner_claims\n", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(ValueError, match=rf"{inner.name}, line \d+, MINE\.inner: annotate"):
            load_file(outer if "MINE.inner" not in CLAIMS else inner)


def test_a_constant_that_is_no_parameter_is_named(tmp_path: Path) -> None:
    path = file_with(tmp_path, "MINE.slack")
    text = path.read_text(encoding="utf-8").replace('"conjecture")', '"conjecture", slack=Constant(1))')
    path.write_text(text.replace("import claim", "import Constant, claim"), encoding="utf-8")
    with pytest.raises(ValueError, match=r"line \d+, MINE\.slack: the constant slack is no parameter of its formula"):
        load_file(path)


def test_files_of_one_name_are_two_and_may_import_what_lies_beside_them(tmp_path: Path) -> None:
    for folder, limit in (("one", 8), ("two", 9)):
        (tmp_path / folder).mkdir()
        path = file_with(tmp_path / folder, f"MINE.{folder}")
        (tmp_path / folder / f"beside_{folder}.py").write_text(f"LIMIT = {limit}\n", encoding="utf-8")
        text = path.read_text(encoding="utf-8").replace("<= 9", "<= LIMIT")
        path.write_text(f"from beside_{folder} import LIMIT\n{text}", encoding="utf-8")
        (claim,) = load_file(path)
        assert claim.formula.__globals__["LIMIT"] == limit
    assert not any(str(tmp_path) in entry for entry in sys.path)


def test_a_file_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"there is no file .*none\.py"):
        find([str(tmp_path / "none.py")])
