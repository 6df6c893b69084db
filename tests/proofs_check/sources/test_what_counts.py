"""Of a user's modules everything counts that may change what a claim says, be it named or done on import."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile, ZipInfo

import pytest
from helpers.own_modules import forgotten

from littlestone.impl.registry import IMPLEMENTATIONS
from littlestone.proofs_check.sources.catalogue import load_file
from littlestone.proofs_check.sources.fingerprints import fingerprint, statement_digest
from littlestone.proofs_check.sources.module_sources import outdated, text_of
from littlestone.proofs_check.sources.own_code import own_code
from littlestone.proofs_check.sources.plain_modules import is_plain
from littlestone.spec.claim import _registry

FORMULA = '''
@claim("MINE.counts", "notebook", "lemma")
def counts(H: Binary):
    """It has at most so many functions."""
    return H.size() <= {}
'''
STAR = "from littlestone.claims import *\n"
Files = Mapping[str, str]


def stated(head: str, bound: str = "bound") -> str:
    return STAR + head + FORMULA.format(bound)


def digests(folder: Path, files: Files) -> tuple[str, str]:
    for name, text in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    with forgotten():
        claim, *others = load_file(folder / "stated.py")
        found = fingerprint(claim), statement_digest(claim)
        for each in (claim, *others):
            del _registry[each.id]
    return found


MAKER = '''
def few(most):
    def within(H):
        """Few functions."""
        return most
    return within
'''
CHANGES: dict[str, tuple[Files, str, str, str]] = {
    "a loop that fills a table": (
        {"stated.py": stated("T = {}\nfor k in range(9):\n    T[k] = k\n", "T[3]")}, "stated.py", "= k\n", "= 0\n"),
    "an assignment that calls": (
        {"stated.py": stated("T = {}\nx = T.update(n=3)\n", "T['n']")}, "stated.py", "n=3", "n=4"),
    "a condition around imports": (
        {
            "stated.py": stated("FAST = True\nif FAST:\n    from one import bound\nelse:\n    from two import bound\n"),
            "one.py": "bound = 1\n", "two.py": "bound = 2\n"},
        "stated.py", "True", "False"),
    "the order of two stars": (
        {
            "stated.py": stated("from one import *\nfrom two import *\n"),
            "one.py": "bound = 1\n", "two.py": "bound = 2\n"},
        "stated.py", "from one import *\nfrom two import *", "from two import *\nfrom one import *"),
    "a star that comes to shadow": (
        {
            "stated.py": stated("from one import bound\nfrom two import *\n"),
            "one.py": "bound = 1\n", "two.py": "other = 2\n"},
        "two.py", "other", "bound"),
    "a function named like its module": (
        {
            "stated.py": stated("from own import bound\n", "bound()"),
            "own/__init__.py": "from .bound import bound\n", "own/bound.py": "def bound():\n    return 1\n"},
        "own/bound.py", "return 1", "return 2"),
    "a function named like a file beside": (
        {
            "stated.py": stated("from besides import bound\n", "bound()"),
            "besides.py": "def bound():\n    return 1\n", "bound.py": "unrelated = 1\n"},
        "besides.py", "return 1", "return 2"),
    "a module's star": (
        {"stated.py": stated("import one\n", "one.bound"), "one.py": "from two import *\n", "two.py": "bound = 1\n"},
        "two.py", "1", "2"),
    "a module as a value": (
        {"stated.py": stated("import one as fast\nused = fast\n", "used.bound"), "one.py": "bound = 1\n"},
        "one.py", "1", "2"),
    "a module imported for its effects": (
        {
            "stated.py": stated("import patch\nfrom table import get\n", "get()"),
            "table.py": "T = [1]\n\ndef get():\n    return T[0]\n", "patch.py": "import table\ntable.T[0] = 3\n"},
        "patch.py", "3", "4"),
    "a registry": (
        {
            "stated.py": stated(
                "RULES = []\n\ndef rule(f):\n    RULES.append(f)\n    return f\n\n@rule\ndef first():\n    return 1\n",
                "RULES[0]()")},
        "stated.py", "return 1", "return 2"),
    "a formula in a wrapper that does not say so": (
        {
            "stated.py": STAR
            + 'def on(f):\n    def inner(H: Binary):\n        """Says it."""\n        return f(H)\n    return inner\n\n'
            + FORMULA.format("1").replace('lemma")\n', 'lemma")\n@on\n')},
        "stated.py", "<= 1", "<= 2"),
    "the argument of what makes a formula": (
        {
            "stated.py": STAR + "from maker import made\n\n" + 'claim("MINE.counts", "notebook", "lemma")(made(1))\n',
            "maker.py": STAR + 'def made(n):\n    def formula(H: Binary):\n        """At most n."""\n'
            "        return H.size() <= n\n    return formula\n"},
        "stated.py", "made(1)", "made(2)"),
    "a domain under a quoted name": (
        {"stated.py": STAR + "D = Binary\n" + FORMULA.format("1").replace("H: Binary", 'H: "D"')},
        "stated.py", "D = Binary", "D = Multiclass"),
    "a package's module that no import names": (
        {
            "stated.py": stated("import besides_b\n", "besides_b.bounds.N"),
            "besides_b/__init__.py": "from .bounds import helper\n", "besides_b/bounds.py": "N = 1\nhelper = 2\n"},
        "besides_b/bounds.py", "N = 1", "N = 2"),
    "what a package of an imported module says": (
        {
            "stated.py": stated("import besides_c.bounds\n", "besides_c.N"),
            "besides_c/__init__.py": "N = 1\n", "besides_c/bounds.py": "M = 2\n"},
        "besides_c/__init__.py", "N = 1", "N = 2"),
    "a module imported by a string": (
        {
            "stated.py": stated("from importlib import import_module\nm = import_module('besides_d')\n", "m.N"),
            "besides_d.py": "N = 1\n"},
        "besides_d.py", "1", "2"),
    "a package that imports when it is asked": (
        {
            "stated.py": stated("import besides_e\n", "besides_e.bounds.N"),
            "besides_e/__init__.py": "from importlib import import_module\n\ndef __getattr__(name):\n"
            "    return import_module('.' + name, __name__)\n\nfirst = __getattr__('bounds')\n",
            "besides_e/bounds.py": "N = 1\n"},
        "besides_e/bounds.py", "1", "2"),
    "the order of the kit's star and an own name": (
        {
            "stated.py": "from besides_f import log2\n" + stated("", "log2(4)"),
            "besides_f.py": "def log2(n):\n    return n\n"},
        "stated.py", "from besides_f import log2\nfrom littlestone.claims import *",
        "from littlestone.claims import *\nfrom besides_f import log2"),
    "a registry of the kit's that is asked by a string": (
        {
            "stated.py": stated(
                "from littlestone.spec.claim import CLAIMS\n\nx = CLAIMS\n\ndef own(H):\n    return 1\n\n"
                "T = dict(own=own)\n",
                'T["own"](H)')},
        "stated.py", "return 1", "return 2"),
    "a package beside a file of its name": (
        {
            "stated.py": stated("import besides_g\n", "besides_g.N"),
            "besides_g.py": "N = 3\n", "besides_g/__init__.py": "N = 1\n"},
        "besides_g/__init__.py", "1", "2"),
    "an operator of an own class": (
        {
            "stated.py": stated("from besides_h import R, f\n_ = R << f\n", "R.all[0]()"),
            "besides_h.py": "class Rules:\n    all = []\n    def __lshift__(self, f):\n        self.all.append(f)\n\n"
            "R = Rules()\n\ndef f():\n    return 1\n"},
        "besides_h.py", "return 1", "return 2"),
    "an import inside of a function": (
        {
            "stated.py": stated("def late():\n    import besides_i\n    return besides_i.N\n", "late()"),
            "besides_i.py": "N = 1\n"},
        "besides_i.py", "1", "2"),
    "a file that is run by its path": (
        {
            "stated.py": stated(
                "import runpy\nfrom pathlib import Path\n\n"
                "N = runpy.run_path(str(Path(__file__).with_name('bounds_j.py')))['N']\n", "N"),
            "bounds_j.py": "N = 1\n"},
        "bounds_j.py", "1", "2"),
    "a module that is thrown away": (
        {
            "stated.py": stated(
                "import sys\nfrom importlib import import_module\n\nN = import_module('bounds_k').N\n"
                "del sys.modules['bounds_k']\n", "N"),
            "bounds_k.py": "N = 1\n"},
        "bounds_k.py", "1", "2"),
    "a module that was never among the imported": (
        {
            "stated.py": stated(
                "from importlib.util import module_from_spec, spec_from_file_location\nfrom pathlib import Path\n\n"
                "spec = spec_from_file_location('l', Path(__file__).with_name('bounds_l.py'))\n"
                "found = module_from_spec(spec)\nspec.loader.exec_module(found)\n", "found.N"),
            "bounds_l.py": "N = 1\n"},
        "bounds_l.py", "1", "2"),
    "a value that changes the environment": (
        {"stated.py": stated("import os\n_ = os.environ.update(N_OF_TEST='1')\n", "int(os.environ['N_OF_TEST'])")},
        "stated.py", "'1'", "'2'"),
    "a class that is asked for an item": (
        {
            "stated.py": stated(
                "T = {}\n\nclass Slack:\n    def __class_getitem__(cls, n):\n        T['n'] = n\n\n"
                "Zero = Slack[1]\n", "T['n']")},
        "stated.py", "[1]", "[2]"),
    "a function that sets a name of the module": (
        {
            "stated.py": stated(
                "N = 0\n\ndef strict(n):\n    global N\n    N = n\n    return n\n\nT = dict(a=1)\n", "N")
            + '\n@claim("MINE.sets", "notebook", "lemma")\ndef sets(H: Binary):\n    """It is."""\n'
            "    return H.size() <= strict(1)\n"},
        "stated.py", "strict(1)", "strict(2)"),
    "a member that is made by own code": (
        {
            "stated.py": stated(
                "from enum import Enum\nBY = {}\n\nclass Rate(Enum):\n    LOW = 1\n\n"
                "    def __init__(self, n):\n        BY.update(low=n)\n", "BY['low']")},
        "stated.py", "LOW = 1", "LOW = 2"),
    "a function named like what is bound beside it": (
        {
            "stated.py": stated(
                "T = {}\n\ndef rows(n):\n    T.update(n=n)\n    return [n]\n\n"
                "ROWS = sorted(rows(1), key=lambda rows: rows)\n", "T['n']")},
        "stated.py", "rows(1)", "rows(2)"),
    "a function that sets an item of a table": (
        {
            "stated.py": stated("T = {'n': 0}\n\ndef strict(n):\n    T['n'] = n\n    return n\n", "T['n']")
            + '\n@claim("MINE.sets", "notebook", "lemma")\ndef sets(H: Binary):\n    """It is."""\n'
            "    return H.size() <= strict(1)\n"},
        "stated.py", "strict(1)", "strict(2)"),
    "a method that is called like a function of Python's": (
        {
            "stated.py": stated(
                "T = {}\n\nclass S:\n    def max(n):\n        T.update(n=n)\n\n    top = max(1)\n", "T['n']")},
        "stated.py", "max(1)", "max(2)"),
    "what is looked up by a string": (
        {"stated.py": stated("LIMIT = 1\n", 'globals()["LIMIT"]')}, "stated.py", "LIMIT = 1", "LIMIT = 2"),
}  # fmt: skip


BY_STRING = "import_module", "run_path", "spec_from_file_location"


@pytest.mark.slow
@pytest.mark.parametrize(("files", "name", "before", "after"), CHANGES.values(), ids=CHANGES)
def test_it_counts(files: Files, name: str, before: str, after: str, tmp_path: Path) -> None:
    assert before in files[name]
    changed = {**files, name: files[name].replace(before, after)}
    first, second = digests(tmp_path / "a", files), digests(tmp_path / "b", changed)
    assert first[0] != second[0]
    # What a certificate says of a formula it says by its text, which does not tell what a string imports
    assert (first[1] != second[1]) or any(
        word in "".join(files.values()) for word in ("import_module", "_path", "_spec")
    )
    assert digests(tmp_path / "c", files) == first


def test_what_a_predicate_of_reach_was_made_with_counts(tmp_path: Path) -> None:
    text = stated(MAKER, "1").replace('lemma")', 'lemma", reach=few(True))')
    assert (
        digests(tmp_path / "a", {"stated.py": text})[0]
        != digests(tmp_path / "b", {"stated.py": text.replace("few(True)", "few(False)")})[0]
    )


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (stated("from fractions import Fraction\nN = Fraction(1, 2)\n\ndef bound(n: int = 3):\n    return n\n"), True),
        ("class A:\n    x: int = 3\n\n    @property\n    def y(self):\n        return self.x\n", True),
        ("TABLE = {k: len(str(k)) for k in range(9)}\n", True),
        ("class A:\n    def __init__(self, x):\n        self.x = x\n", True),
        ("def f():\n    return 1\n\nX = f()\n", False),
        ("x = 1\nx = 2\n", False),
        ("import json\nfrom m import json\n", False),
        ("print(3)\n", False),
        ("class A(B):\n    pass\n\nclass B:\n    pass\n", False),
        ("x = (y := 3)\n", False),
        ("def f(g=print()):\n    return g\n", False),
        ("def f():\n    return eval('x')\n", False),
        ("from own import *\n", False),
    ],
)
def test_plain_modules(text: str, plain: bool, tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(text, encoding="utf-8")
    assert is_plain(str(tmp_path / "module.py")) is plain


IMPLEMENTED = """
from functools import partial
from operator import itemgetter
from typing import Annotated, Any

from littlestone.claims import *
from littlestone.spec.domains import Algorithm
from littlestone.impl.registry import implements

def size_of(more: int, functions: Any) -> int:
    return len(functions) + more

{}

@claim("MINE.counts", "notebook", "lemma")
def counts(H: Binary, size: Annotated[Any, Algorithm("MINE.size")]):
    \"\"\"It is the size.\"\"\"
    return size(H) <= H.size()
"""


@pytest.mark.parametrize(
    ("run", "before", "after"),
    [
        ('run = implements("MINE.size")(lambda functions: len(functions) + 0)', "0", "1"),
        ('run = implements("MINE.size")(partial(size_of, 0))', "0", "1"),
        ('run = implements("MINE.size")(itemgetter(0))', "0", "1"),
        ('run = implements("MINE.size")(itemgetter(slice(0, 1)))', "1", "2"),
    ],
)
def test_implementations_without_a_name_count(run: str, before: str, after: str, tmp_path: Path) -> None:
    def printed(folder: str, text: str) -> str:
        found = digests(tmp_path / folder, {"stated.py": IMPLEMENTED.format(text)})[0]
        del IMPLEMENTATIONS["MINE.size"]
        return found

    assert printed("a", run) == printed("b", run) != printed("c", run.replace(before, after))


@pytest.mark.parametrize(
    "imported", ["N = __import__('importlib').import_module('zipped_m').N", "from zipped_n import N"]
)
def test_code_in_an_archive_counts(imported: str, tmp_path: Path) -> None:
    head = f"import sys\nsys.path.insert(0, __file__.replace('stated.py', 'lib.zip'))\n{imported}\n"

    def printed(folder: Path, bound: int) -> tuple[str, str]:
        folder.mkdir()
        with ZipFile(folder / "lib.zip", "w") as archive:
            for name in ("zipped_m.py", "zipped_n.py"):
                archive.writestr(ZipInfo(name), f"N = {bound}\n")
        path = sys.path.copy()
        try:
            return digests(folder, {"stated.py": stated(head, "N")})
        finally:
            sys.path[:] = path

    first, second = printed(tmp_path / "a", 1), printed(tmp_path / "b", 2)
    assert first[0] != second[0]


def test_what_is_saved_after_it_ran_is_not_taken_for_what_ran(tmp_path: Path) -> None:
    saving = "import saved_n\nwith open(saved_n.__file__, 'w') as file:\n    file.write('N = 2')\n"
    (tmp_path / "saved_n.py").write_text("N = 1\n", encoding="utf-8")
    digests(tmp_path, {"stated.py": stated(saving, "1")})
    path = tmp_path / "saved_n.py"
    assert (path.read_text(encoding="utf-8"), text_of(path)) == ("N = 2", "N = 1\n") and path in outdated()


OTHER = """
from littlestone.claims import Binary, claim
import shared

shared.N = {}

@claim("MINE.other", "notebook", "lemma")
def other(H: Binary):
    \"\"\"It has a function.\"\"\"
    return H.size() >= 1
"""


def test_what_another_file_of_claims_does_counts(tmp_path: Path) -> None:
    """It may change what a module holds that both import."""
    texts = {"stated.py": stated("import shared\n", "shared.N"), "shared.py": "N = 3\n"}

    def with_other(folder: Path, text: str) -> str:
        folder.mkdir()
        for name, code in {**texts, "other.py": text}.items():
            (folder / name).write_text(code, encoding="utf-8")
        with forgotten():
            (other,) = load_file(folder / "other.py")
            del _registry[other.id]
            (claim,) = load_file(folder / "stated.py")
            found = fingerprint(claim)
            del _registry[claim.id]
        return found

    one, two = (with_other(tmp_path / n, OTHER.format(n)) for n in "12")
    assert one != two


@pytest.mark.parametrize(
    "files",
    [
        {
            "stated.py": stated("from one import *\n", "1"),
            "one.py": "from two import *\n",
            "two.py": "from one import *\n",
        },
        {"stated.py": stated("try:\n    import broken\nexcept SyntaxError:\n    pass\n", "1"), "broken.py": "1 +\n"},
        {
            "stated.py": stated(
                "def late():\n    try:\n        import broken_o\n    except SyntaxError:\n        return 1\n", "late()"
            ),
            "broken_o.py": "print 1\n",
        },
        {"stated.py": stated("import small\n", "small.N"), "small.py": "\ufeffN = 1\n"},
        {"stated.py": "\ufeff" + stated("", "1")},
        {"stated.py": stated("RULE = '1' + ' + 0' * 100\nN = eval(compile(RULE, RULE, 'eval'))\n", "N")},
        {"stated.py": stated("N = " + "1 + " * 2500 + "0\n", "N")},
        {
            "stated.py": STAR
            + "from functools import partial\n\ndef few(H, most):\n    return H.size() <= most\n"
            + FORMULA.format("3").replace('lemma")', 'lemma", reach=partial(few, most=1))')
        },
    ],
    ids=[
        "stars in a ring",
        "no Python",
        "no Python, named in a function",
        "a mark in front",
        "a mark in front of claims",
        "code named by a long text",
        "a long sum",
        "a partial reach",
    ],
)
def test_what_is_odd_has_a_digest_too(files: Files, tmp_path: Path) -> None:
    assert digests(tmp_path / "a", files) == digests(tmp_path / "b", files)


@pytest.mark.parametrize("order", [("stated", "other"), ("other", "stated")])
def test_a_file_of_claims_may_import_another(order: tuple[str, str], tmp_path: Path) -> None:
    run = 'from littlestone.impl.registry import implements\n\n@implements("MINE.run")\ndef run():\n    return 1\n'
    texts = {"stated": stated(run, "3"), "other": OTHER.replace("import shared\n\nshared.N = {}", "import stated")}
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    with forgotten():
        found = {name: [claim.id for claim in load_file(tmp_path / f"{name}.py")] for name in order}
        del _registry["MINE.counts"], _registry["MINE.other"], IMPLEMENTATIONS["MINE.run"]
    assert "MINE.counts" in found["stated"] and "MINE.other" in found["other"]


def test_a_file_that_has_changed_is_not_taken_for_the_same(tmp_path: Path) -> None:
    path = tmp_path / "stated.py"
    path.write_text(stated("", "3"), encoding="utf-8")
    with forgotten():
        load_file(path)
        path.write_text(stated("", "4"), encoding="utf-8")
        spec = spec_from_file_location("stated_again", path)
        assert spec is not None and spec.loader is not None
        with pytest.raises(ValueError, match="stated twice"):
            spec.loader.exec_module(module_from_spec(spec))
        del _registry["MINE.counts"]


def test_a_module_that_is_named_counts_alike_before_and_after_its_import(tmp_path: Path) -> None:
    late = stated("def late():\n    import besides_p\n    return besides_p.N\n", "late()")
    (tmp_path / "stated.py").write_text(late, encoding="utf-8")
    (tmp_path / "besides_p.py").write_text("N = 1\n", encoding="utf-8")
    with forgotten():
        (claim,) = load_file(tmp_path / "stated.py")
        before = own_code()
        spec = spec_from_file_location("besides_p", tmp_path / "besides_p.py")
        assert spec is not None and spec.loader is not None
        module = sys.modules["besides_p"] = module_from_spec(spec)
        spec.loader.exec_module(module)
        assert own_code() == before
        del _registry[claim.id]


class Late(ModuleType):
    """A module that is loaded when it is asked, and cannot be."""

    def __getattr__(self, name: str) -> object:
        raise RuntimeError(name)


def test_a_module_that_tells_nothing_counts_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    before = own_code()
    with monkeypatch.context() as patched:
        patched.setitem(sys.modules, "late_q", Late("late_q"))
        assert own_code() == before
