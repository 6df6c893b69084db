"""A fingerprint changes exactly where something that a claim rests on changes."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import FunctionType

import pytest
from helpers.own_modules import forgotten
from helpers.stated import forget_claims
from numba import njit

from littlestone.impl.registry import IMPLEMENTATIONS
from littlestone.proofs_check.questions.arguments import implementation
from littlestone.proofs_check.sources import fingerprints
from littlestone.proofs_check.sources.catalogue import load_file
from littlestone.proofs_check.sources.fingerprints import definitions_of, fingerprint
from littlestone.proofs_check.sources.held_values import held
from littlestone.spec.claim import CLAIMS, Claim, _registry
from littlestone.spec.domains import Algorithm

pytestmark = pytest.mark.usefixtures("registry")
TEXT = '''
from littlestone.spec.claim import claim
from littlestone.spec.domains import Binary
from littlestone.spec.classes.dimensions import vc_dimension

BOUND = 3

def bounded(H):
    """Has a bounded dimension."""
    return vc_dimension(H) <= BOUND

def unrelated():
    return 1

@claim("MINE.fp", "notebook", "conjecture")
def small(H: Binary):
    """A class has VC dimension at most 3."""
    return bounded(H)
'''
RELEVANT = [
    ("BOUND = 3", "BOUND = 4"),
    ("vc_dimension(H) <= BOUND", "vc_dimension(H) < BOUND"),
    ("return bounded(H)", "return bounded(H) | False"),
    ("at most 3.", "at most three."),
    ('"notebook"', '"lecture notes"'),
    ("import Binary", "import BinaryOrEmpty as Binary"),
    ("import vc_dimension", "import littlestone_dimension as vc_dimension"),
    ('"conjecture")', '"conjecture", narrows="to small classes")'),
]
IRRELEVANT = [
    ("Has a bounded dimension.", "Its dimension is bounded."),
    ("BOUND = 3", "BOUND  =  3  # a bound"),
    ("return 1", "return 2"),
]


def print_of(folder: Path, name: str, text: str) -> str:
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    with forgotten():
        (stated,) = load_file(path)
        found = fingerprint(stated)
        del _registry[stated.id]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("before", "after"), RELEVANT)
def test_what_a_claim_rests_on_changes_it(before: str, after: str, tmp_path: Path) -> None:
    assert print_of(tmp_path, "one", TEXT) != print_of(tmp_path, "two", TEXT.replace(before, after, 1))


@pytest.mark.parametrize(("before", "after"), IRRELEVANT)
def test_nothing_else_changes_it(before: str, after: str, tmp_path: Path) -> None:
    assert print_of(tmp_path, "one", TEXT) == print_of(tmp_path, "two", TEXT.replace(before, after, 1))


def test_implementations_and_methods_of_used_classes_are_reached() -> None:
    names = {d.name for d in definitions_of(CLAIMS["BGS21.ALG.EXPLEARN"])}
    assert {"exponential_learner", "ConceptClass", "EnumeratingSource", "proportional"} <= names


def test_a_cache_around_an_implementation_brings_nothing_of_pythons_own() -> None:
    """All of functools was read for it, and whatever that uses: as much as all of the kit."""
    claim = CLAIMS["ABLMM22.T23"]
    assert any(isinstance(one, type) and one.__module__ == "functools" for run in runs_of(claim) for one in held(run))
    assert {d.module.partition(".")[0] for d in definitions_of(claim)} == {"littlestone"}


def runs_of(claim: Claim) -> list[Callable[..., object]]:
    return [implementation(domain.id) for domain in claim.domains.values() if isinstance(domain, Algorithm)]


@pytest.fixture
def environment() -> Iterator[Callable[[], None]]:
    """Forgets what the kit is, for which it is asked once."""
    yield fingerprints._environment.cache_clear
    fingerprints._environment.cache_clear()


def test_the_kit_and_what_it_trusts_are_part_of_every_fingerprint(
    environment: Callable[[], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def prints() -> tuple[str, ...]:
        environment()
        kits = [fingerprint(CLAIMS[id]) for id in ("DIM.vc", "BGS21.T7.1", "BGS21.ALG.SOA")]
        return (*kits, print_of(tmp_path, "one", TEXT))

    before = prints()
    assert len(set(before)) == 4 and prints() == before
    monkeypatch.setattr(fingerprints, "sources_digest", lambda: "another kit")
    after = prints()
    monkeypatch.setattr(fingerprints, "version_of", lambda library: "99")
    assert all(len({*three}) == 3 for three in zip(before, after, prints(), strict=True))


def test_a_users_implementation_is_part_of_the_kits_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = CLAIMS["ABLMM22.A.SOA"]
    (run,) = (domain.id for domain in claim.domains.values() if isinstance(domain, Algorithm))
    before, others = fingerprint(claim), fingerprint(CLAIMS["DIM.vc"])
    for kept in (1, 2):
        monkeypatch.setitem(IMPLEMENTATIONS, run, partial(max, kept))
        assert fingerprint(claim) != before and fingerprint(CLAIMS["DIM.vc"]) == others
        before = fingerprint(claim)


# ---- Claims that are made from arrows

PROOFS = '''
from littlestone.claims import *

@claim("MINE.l", "notebook", "lemma", factor=Constant(1, mutants=(2,)))
def lemma(x: AtLeastOne, factor: int):
    """ln x <= x - 1."""
    return factor * ln(x) <= x - 1

@claim("MINE.other", "notebook", "lemma")
def other(x: AtLeastOne):
    """ln x <= x."""
    return ln(x) <= x

@claim("MINE.t", "notebook", "theorem")
def theorem(p: PositiveUnit):
    """ln(1/p) <= 1/p - 1."""
    return ln(1 / p) <= 1 / p - 1

@uses("MINE.t", "MINE.l", "line 1")
def first(p: PositiveUnit):
    """At 1/p."""
    return Use({"x": 1 / p}, gives=ln(1 / p) <= 1 / p - 1, fails=p / 2)

@uses("MINE.t", "MINE.other", "line 2")
def second(p: PositiveUnit):
    """At 1/p once more."""
    return Use({"x": 1 / p}, gives=ln(1 / p) <= 1 / p, fails=p / 4)

@adds_up("MINE.t", "line 3")
def total(p: PositiveUnit):
    """With probability 1 - p."""
    return Total(fails=p)
'''
OF_FIRST = {"MINE.t.from.l.premise", "MINE.t.from.l.conclusion"}
OF_SECOND = {"MINE.t.from.other.premise", "MINE.t.from.other.conclusion"}


def prints_of(folder: Path, name: str, text: str) -> dict[str, str]:
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    with forgotten():
        found = {stated.id: fingerprint(stated) for stated in load_file(path)}
        forget_claims(found)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "after", "touched"),
    [
        ("return factor * ln(x) <= x - 1", "return factor * ln(x) < x - 1", {"MINE.l"} | OF_FIRST),
        ("lemma(x: AtLeastOne", "lemma(x: AtLeastTwo", {"MINE.l"} | OF_FIRST),
        ("Constant(1, ", "Constant(3, ", {"MINE.l"} | OF_FIRST),
        ("fails=p / 2", "fails=p", OF_FIRST | {"MINE.t.sums"}),
        ('"MINE.l", "line 1"', '"MINE.l", "line 1", repair="MINE.other"', OF_FIRST | {"MINE.t.sums"}),
        ("Total(fails=p)", "Total(fails=2 * p)", {"MINE.t.sums"}),
        ("return ln(1 / p) <= 1 / p - 1", "return ln(1 / p) < 1 / p - 1", {"MINE.t"}),
    ],
)
def test_what_an_arrow_cites_is_part_of_what_its_claims_rest_on(
    before: str, after: str, touched: set[str], tmp_path: Path
) -> None:
    assert PROOFS.count(before) == 1
    one, two = prints_of(tmp_path, "one", PROOFS), prints_of(tmp_path, "two", PROOFS.replace(before, after))
    assert one.keys() == two.keys() == {"MINE.l", "MINE.other", "MINE.t", "MINE.t.sums"} | OF_FIRST | OF_SECOND
    assert {id for id in one if one[id] != two[id]} == touched


def test_what_a_use_costs_that_is_no_claim_is_part_of_the_sum(tmp_path: Path) -> None:
    plain = PROOFS.replace('"line 2")', '"line 2", draws="a line")').replace(
        'Use({"x": 1 / p}, gives=ln(1 / p) <= 1 / p, fails', "Use(fails"
    )
    one, two = prints_of(tmp_path, "one", plain), prints_of(tmp_path, "two", plain.replace("p / 4", "p / 8"))
    assert one.keys() == {"MINE.l", "MINE.other", "MINE.t", "MINE.t.sums"} | OF_FIRST
    assert {id for id in one if one[id] != two[id]} == {"MINE.t.sums"}


# ---- What names stand for

STATED = """
from littlestone.claims import Binary, claim
from littlestone.claims import littlestone_dimension as large, vc_dimension as small
from math import ceil as up, floor as down
from one import bound as upper
from two import bound as lower
import one as first
import two as second

@claim("MINE.names", "notebook", "lemma")
def names(H: Binary):
    \"\"\"Says something with all of these names.\"\"\"
    sides = upper(H), lower(H), first.other(H), second.other(H)
    return (small(H) <= large(H)) & (H.size() <= up(2) + down(3)) & all_of(side >= 0 for side in sides)
"""
BESIDE = {
    "one.py": "def bound(H):\n    return 1\n\ndef other(H):\n    return helper(H)\n\ndef helper(H):\n    return 3\n",
    "two.py": "def bound(H):\n    return 2\n\ndef other(H):\n    return helper(H)\n\ndef helper(H):\n    return 4\n",
}
EXCHANGED = [
    ("littlestone_dimension as large, vc_dimension as small", "littlestone_dimension as small, vc_dimension as large"),
    ("ceil as up, floor as down", "ceil as down, floor as up"),
    (
        "from one import bound as upper\nfrom two import bound as lower",
        "from two import bound as upper\nfrom one import bound as lower",
    ),
    ("import one as first\nimport two as second", "import two as first\nimport one as second"),
]


def print_in(folder: Path, text: str = STATED, beside: Mapping[str, str] = BESIDE) -> str:
    folder.mkdir()
    for name, code in beside.items():
        (folder / name).write_text(code, encoding="utf-8")
    return print_of(folder, "stated", text)


@pytest.mark.parametrize(("before", "after"), EXCHANGED)
def test_the_same_words_with_their_imports_exchanged_say_something_else(
    before: str, after: str, tmp_path: Path
) -> None:
    assert before in STATED
    assert print_in(tmp_path / "a") != print_in(tmp_path / "b", STATED.replace(before, after))


def test_two_modules_with_their_contents_exchanged_say_something_else(tmp_path: Path) -> None:
    exchanged = {"one.py": BESIDE["two.py"], "two.py": BESIDE["one.py"]}
    assert print_in(tmp_path / "a") != print_in(tmp_path / "b", beside=exchanged)


def test_where_a_folder_lies_says_nothing(tmp_path: Path) -> None:
    assert print_in(tmp_path / "a") == print_in(tmp_path / "b")


def test_a_compiled_function_holds_what_it_was_made_of() -> None:
    @njit
    def compiled(n: int) -> int:
        return n + bound

    bound = 1
    before = [one for one in held(compiled) if isinstance(one, FunctionType | int)]
    assert compiled.py_func in before and 1 in before
    compiled(1)
    assert [one for one in held(compiled) if isinstance(one, FunctionType | int)] == before


def test_what_answers_to_any_name_holds_nothing_by_it() -> None:
    class Anything:
        __slots__ = ()

        def __getattr__(self, name: str) -> object:
            return len

    assert held(Anything())[1:] == [Anything]
