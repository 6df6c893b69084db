"""Where formulas of a user's own file could remember what they were asked, and what they may name."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from helpers.questions import claim_of

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.reading.repeatability import first_reading, insist_on_repeating
from littlestone.proofs_check.verdicts.verification import Settings, verify

Stated = Callable[..., ModuleType]
STATEMENT = """
from littlestone.claims import *
{setup}

def stated(H: Binary):
    '''Littlestone's dimension is at least that of Vapnik and Chervonenkis.'''
    {line}
    return vc_dimension(H) <= littlestone_dimension(H)

def also_stated(H: Binary):
    '''It is no larger.'''
    {line}
    return littlestone_dimension(H) <= vc_dimension(H)
"""
ELSEWHERE = """
def __getattr__(name):
    globals()["LATE"] = 0
    return 0
from time import perf_counter
TIMES, KNOWN = 0, []
def asked(): KNOWN.append(1)
def slack(): return 0
def main(): return perf_counter()
"""
MEMO = """
from functools import wraps
def remembered(function):
    known = {}
    @wraps(function)
    def asked(value):
        return known.setdefault(value // 2, function(value))
    return asked
@remembered
def cached(value):
    return value
"""
ORDERLESS = """
class Meta(type):
    @property
    def __mro__(cls): raise RuntimeError
class Orderless(metaclass=Meta):
    x = 1
ORDERLESS = Orderless()
"""
LAZY = """
from functools import cached_property
class Lazy:
    @cached_property
    def one(self):
        return [1]
LAZY = Lazy()
"""
WRAPPED = """
from functools import wraps
KNOWN = {}
def remembered(function):
    @wraps(function)
    def asked(value):
        return KNOWN.setdefault(value // 2, function(value))
    return asked
@remembered
def cached(value):
    return value
"""
SLOTS = """
class Slots:
    __slots__ = ("last", "never")
SLOTS = Slots()
"""
METHOD = """
KNOWN = []
class Method:
    def asked(self): KNOWN.append(1)
METHOD = Method()
"""
PROPERTY = METHOD.replace("def asked", "@property\n    def asked")
LARGE = """
class Node:
    def __init__(self): self.known = []
LARGE = [Node() for _ in range(20_000)]
KNOWN = []
def asked(): KNOWN.append(1)
"""
KNOWN = "KNOWN = []\ndef known(): KNOWN.append(1)\n"
CALLED = f"{KNOWN}class Memo:\n    def __call__(self): known()\nMEMO = Memo()"
META = "class Meta(type):\n    known = []\nclass Memo(metaclass=Meta): pass"
TABLE = "TABLE = [(i, -i) for i in range(20_000)]"
CACHED = f"{KNOWN}{TABLE}\nfrom functools import lru_cache\n@lru_cache(maxsize=0)\ndef asked(): known()"
FIELDS = f"{KNOWN}class Memo:\n    def __init__(self): known()"
PARTLY = "class Asked(partial): pass\nASKED = Asked(len)\nASKED.known = []"
DISPATCHED = f"""
from functools import singledispatch
{KNOWN}
@singledispatch
def asked(value): return None
@asked.register
def of_integers(value: int): known()
"""
REMEMBERING = {
    "a call of an object": (CALLED, "MEMO()"),
    "the making of an object": (FIELDS, "Memo()"),
    "what its class is derived from": ("class Base:\n    known = []\nclass Memo(Base): pass", "Memo.known.append(1)"),
    "a metaclass": (META, "Memo.known.append(1)"),
    "a method beside a table": (f"{TABLE}\n{METHOD}", "len(TABLE), METHOD.asked()"),
    "a cached function beside a table": (CACHED, "len(TABLE), asked()"),
    "a module by another name": ("import remembers_elsewhere as other", "same = other; same.asked()"),
    "a module in a table": ("import remembers_elsewhere as other\nTABLE = [other]", "TABLE[0].asked()"),
    "a module imported by itself": ("import remembers_elsewhere", "import remembers_elsewhere as o; o.asked()"),
    "far in a long list": ("LONG = [None] * 20_000", "LONG.__setitem__(15_000, object())"),
    "a part of an array": ("import numpy as np\nCOUNTS = np.zeros((6, 4)).T", "COUNTS[1, 1] += 1"),
    "an array of objects": ("import numpy as np\nCELLS = np.array([[], None], dtype=object)", "CELLS[0].append(1)"),
    "an array of dates": ("import numpy as np\nDAYS = np.zeros(3, dtype='datetime64[D]')", "DAYS[0] += 1"),
    "a value of an enumeration": ("from enum import Enum\nclass Kind(Enum):\n    ONE = []", "Kind.ONE.value.append(1)"),
    "a dictionary of Python's own": ("from collections import UserDict\nMEMO = UserDict()", "MEMO[0] = object()"),
    "what a partial call has": (f"from functools import partial\n{PARTLY}", "ASKED.known.append(1)"),
    "what is in a set": (f"{FIELDS}\nMEMOS = frozenset([known])", "[each() for each in MEMOS]"),
    "an implementation for a type": (DISPATCHED, "asked(1)"),
    "itself": ("class Memo:\n    def __init__(self): self.known = []\nMEMO = Memo()", "MEMO.known.append(1)"),
    "its class": ("class Memo:\n    known = []", "Memo.known.append(1)"),
    "a function": ("def asked(): asked.times = object()", "asked()"),
    "a closure": (MEMO, "cached(5)"),
    "a default": ("def told(*, known=[]): known.append(1)", "told()"),
    "an array": ("import numpy as np\nCOUNTS = np.zeros(3)", "COUNTS[0] += 1"),
    "a partial call": ("from functools import partial\nAPPEND = partial([].append, 1)", "APPEND()"),
    "a long list": ("LONG = list(range(20_000))", "LONG.append(1)"),
    "another file": ("import remembers_elsewhere as other", "other.asked()"),
    "a function of another file": ("from remembers_elsewhere import asked", "asked()"),
    "a table around a function": (WRAPPED, "cached(5)"),
    "a table around a function of the kit": (f"{WRAPPED}\nremembering = remembered(floor)", "remembering(5)"),
    "slots": (SLOTS, "SLOTS.last = object()"),
    "a method": (METHOD, "METHOD.asked()"),
    "a property": (PROPERTY, "METHOD.asked"),
    "a namespace": ("from types import SimpleNamespace\nSPACE = SimpleNamespace()", "SPACE.last = object()"),
    "its class by itself": ("class Memo:\n    known = []\nMEMO = Memo()", "MEMO.known.append(1)"),
    "a function beside a large table": (LARGE, "len(LARGE), asked()"),
    "another file's new name": ("import remembers_elsewhere as other", "other.TIMES = object()"),
    "another file's name": ("import remembers_elsewhere as other", "other.TIMES += 1"),
}
FLAG = """
from enum import Flag, auto
class Colour(Flag):
    RED, BLUE = auto(), auto()
"""
DICTLESS = """
class Dictless:
    @property
    def __dict__(self): raise ValueError
DICTLESS = Dictless()
"""
TIMER = """
import time
class Timer:
    LEAST = 3
    def started(self): return time.time_ns()
    def slack(self): return 0
TIMER = Timer()
"""
KEPT_BY_THE_KIT = """
from littlestone.spec.classes.concept_classes import memoised
@memoised
def kept(H):
    return vc_dimension(H)
"""
SLOTS_OF_PYTHON = """
from pathlib import Path
class Here(type(Path())): pass
HERE = Here("a")
"""
HASHLESS = """
class Meta(type):
    def __eq__(cls, other): return True
class Odd(metaclass=Meta): pass
ODD = [Odd()]
"""
BY_KEYS = """
class Config(dict):
    __getattr__ = dict.__getitem__
CONFIG = Config(slack=0)
"""
HONEST = {
    "slots of Python's own": (SLOTS_OF_PYTHON, "str(HERE)"),
    "a class without a hash": (HASHLESS, "ODD"),
    "attributes by keys": (BY_KEYS, "CONFIG.slack"),
    "a function of a part that is imported": ("import a_package", "__import__('a_package.two'), a_package.two.asked()"),
    "a name that a module makes when asked": ("import remembers_elsewhere as other", "other.LATE"),
    "a module by itself that makes names": ("import remembers_elsewhere as other", "same = other; same.LATE"),
    "annotations": ("class Plain: pass", "Plain.__annotations__"),
    "a cached property's class": (f"{LAZY}\nKIND = Lazy", "KIND().one"),
    "a method beside a clock": (TIMER, "TIMER.slack()"),
    "a class beside a clock": (TIMER, "Timer.LEAST"),
    "a part that is imported": ("import a_package", "__import__('a_package.two'), a_package.two"),
    "what the kit remembers": (KEPT_BY_THE_KIT, "kept(H)"),
    "a function beside a clock": ("import remembers_elsewhere as other", "other.slack()"),
    "a module that imports": ("import a_package.one", "a_package.one.asked()"),
    "flags": (FLAG, "(Colour.RED | Colour.BLUE).value"),
    "no attributes": (DICTLESS, "DICTLESS"),
    "a fixed second": ("import time", "time.gmtime(0), time.strptime('1970', '%Y')"),
    "an attribute": ("import time\ndef points(): return time.time()", "H.points"),
    "no order": (ORDERLESS, "ORDERLESS.x"),
    "an array": ("import numpy as np\nCOUNTS = np.zeros((300, 3))[::2]", "COUNTS.sum()"),
    "a cached property": (LAZY, "LAZY.one"),
    "many names": ("\n".join(f"N{i} = {i}" for i in range(300)), "[" + ", ".join(f"N{i}" for i in range(300)) + "]"),
}


@pytest.fixture
def stated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Stated:
    """A module of a user's own with two formulas, and one beside it."""
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "remembers_elsewhere.py").write_text(ELSEWHERE)
    (tmp_path / "a_package").mkdir()
    for file, text in (
        ("__init__", ""),
        ("one", "def asked():\n    from . import two\n    return two\n"),
        ("two", "def asked(): pass\n"),
    ):
        (tmp_path / "a_package" / f"{file}.py").write_text(text)
    name = f"stated_{abs(hash(request.node.nodeid))}"

    def made(setup: str, line: str) -> ModuleType:
        file = tmp_path / f"{name}.py"
        file.write_text(STATEMENT.format(setup=setup, line=line))
        spec = spec_from_file_location(name, file)
        assert spec is not None and spec.loader is not None
        module = module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        for other in ("remembers_elsewhere", "a_package", "a_package.one", "a_package.two"):
            monkeypatch.delitem(sys.modules, other, raising=False)
        spec.loader.exec_module(module)
        return module

    return made


def read_again(formula: Callable[..., object]) -> None:
    claim = claim_of(formula)
    insist_on_repeating(claim, first_reading(claim))


@pytest.mark.slow
@pytest.mark.parametrize("place", REMEMBERING)
def test_what_a_formula_remembers_is_found(stated: Stated, place: str) -> None:
    with pytest.raises(FormulaFault, match=r"changes `.*` while it answers"):
        read_again(stated(*REMEMBERING[place]).stated)


@pytest.mark.parametrize("name", HONEST)
def test_a_formula_may_name_what_stays(stated: Stated, name: str) -> None:
    read_again(stated(*HONEST[name]).stated)


@pytest.mark.parametrize("clock", ["time.time_ns()", "TABLE[0]()", "then()", "early()"])
def test_a_clock_is_found_wherever_it_is_named(stated: Stated, clock: str) -> None:
    names = "\n".join(f"N{i} = {i}" for i in range(300))
    setup = f"import time\n{names}\nTABLE = [time.time_ns]\nfrom functools import partial\nthen = partial(time.time_ns)"
    many = ", ".join(f"N{i}" for i in range(300))
    module = stated(f"{setup}\ndef early(clock=time.time_ns): return clock()", f"[{many}, {clock}]")
    with pytest.raises(FormulaFault, match=r"uses `time\.time_ns`"):
        read_again(module.stated)


MADE = """
KNOWN = None
def made():
    global KNOWN
    if KNOWN is None:
        KNOWN = [9]
    return KNOWN
"""


@pytest.mark.parametrize(
    ("setup", "line"), [("KNOWN = {}", "KNOWN.setdefault(len(H.functions()), 1)"), (MADE, "made()")]
)
def test_no_statement_is_told_what_another_left(stated: Stated, setup: str, line: str) -> None:
    """The second would find the table filled, and change nothing: what it says would be false and look true."""
    module = stated(setup, line)
    for formula in (module.stated, module.also_stated):
        with pytest.raises(FormulaFault, match="changes `KNOWN` while it answers"):
            read_again(formula)


@pytest.mark.parametrize("fails", ["0.5 * vc_dimension(H)", "bool(vc_dimension(H) >= 1)", "missing"])
def test_what_a_formula_left_before_it_failed_is_known(stated: Stated, fails: str) -> None:
    module = stated("KNOWN = {}", f"KNOWN.setdefault(1, len(H.functions())), {fails}")
    with pytest.raises(FormulaFault, match="changes `KNOWN` while it answers"):
        verify(claim_of(module.stated), Settings(QUICK))


ALIASES = """
import remembers_elsewhere as other
from remembers_elsewhere import KNOWN
ALIAS = KNOWN
class Memo:
    known = KNOWN
MEMO = Memo()
"""


@pytest.mark.parametrize("alias", ["other.KNOWN", "ALIAS", "MEMO.known"])
def test_what_another_left_is_found_by_any_of_its_names(stated: Stated, alias: str) -> None:
    module = stated(f"{ALIASES}\ndef reads(H: Binary):\n    return vc_dimension(H) <= len({alias})", "KNOWN.append(1)")
    read_again(module.reads)
    with pytest.raises(FormulaFault, match="the formula changes `KNOWN`"):
        read_again(module.stated)
    with pytest.raises(
        FormulaFault, match=r"the formula of TEST\.stated changes `.*` while .*, and this one names it too"
    ):
        read_again(module.reads)


def test_what_is_installed_is_not_walked_but_for_a_file_of_claims(stated: Stated, tmp_path: Path) -> None:
    folder = tmp_path / "site-packages"
    folder.mkdir()
    (folder / "installed_here.py").write_text("KNOWN = []\ndef asked(): KNOWN.append(1)\n")
    sys.path.insert(0, str(folder))
    try:
        read_again(stated("import installed_here", "installed_here.asked()").stated)
        import installed_here  # type: ignore[import-not-found]

        exec(f"from littlestone.claims import *\n{INSTALLED_CLAIM}", vars(installed_here))
        with pytest.raises(FormulaFault, match="changes `KNOWN`"):
            read_again(installed_here.stated)
    finally:
        sys.path.remove(str(folder))
        sys.modules.pop("installed_here", None)


INSTALLED_CLAIM = """
def stated(H: Binary):
    '''Something.'''
    asked()
    return vc_dimension(H) <= littlestone_dimension(H)
"""
