"""The request: every option of an audit, once, with all that its faces need to offer it.

Each field carries its default, its words of help, and what is typed for it: the name, the kind of value and the range.
The command's options, a gate's table, ``audit`` with its signature and documentation, pytest's lines and the command
that repeats an audit are made from these, so that an option that is added here is in all of them. They were written by
hand in nine places before, and the gate had lost ten of them. Nothing heavy is imported: the command line lists its
options before it knows what is to be done.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from functools import wraps
from inspect import cleandoc, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, Self, TypeVar, cast

from littlestone.proofs_check.audits.subjects.scope import KINDS
from littlestone.proofs_check.bad_input import MOST_JOBS, BadInput, BadInstance

if TYPE_CHECKING:
    import numpy.typing as npt

    from littlestone.proofs_check.audits.auditing import Samples
    from littlestone.proofs_check.audits.measured import Watch
    from littlestone.proofs_check.audits.runs.requests import Limits
    from littlestone.proofs_check.audits.subjects.given_curves import TradeOffClaim
    from littlestone.proofs_check.audits.subjects.instances import Instance, Pair
    from littlestone.proofs_check.audits.subjects.number_text import Number
    from littlestone.proofs_check.audits.subjects.relations import Named, Users

MOST_SEED = 2**32 - 1  # what numpy.random.seed takes
MODES = ("auto", "exact", "blackbox", "onerun")
RELATIONS = ("replace-one", "add-remove", "user-level")
RenyiClaim = str | Sequence[Any]  # an order and a divergence
Kind = Literal["text", "number", "integer", "float", "flag", "file"]
P = ParamSpec("P")
Asked = TypeVar("Asked", bound="Claim")
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Option:
    """What is typed for a field: ``--name`` on the command line, ``name = ...`` in a gate's table.

    A "number" is exact, and typed as text where it is no decimal: "1/2", "ln(3)". ``least`` and ``most`` are checked
    where it is typed, of a "float" beyond ``least``; without them the audit checks, whose message says more.
    ``names_code``: it may be file.py:name. ``not_in_gate``: why a gate has no such key.
    """

    name: str
    help: str
    kind: Kind = "text"
    default: Any = None
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    metavar: str | None = None
    names_code: bool = False
    not_in_gate: str = ""

    @property
    def flag(self) -> str:
        """How the command line spells it."""
        return f"--{self.name.replace('_', '-')}"

    def words(self, value: object) -> list[str]:
        """What is typed for the value, shortest: a whole float without its decimals."""
        text = repr(value).removesuffix(".0") if isinstance(value, float) else str(value)
        return [self.flag] if value is True else [self.flag, text]


@dataclass(frozen=True)
class Typing:
    """How a field is typed: by which options, what they make of it together, and what to type for a value."""

    about: str
    options: tuple[Option, ...]
    joined: Callable[..., Any] = lambda value: value
    parts: Callable[[Any], tuple[Any, ...]] = lambda value: (value,)


def option(help: str, kind: Kind = "text", *, name: str = "", default: Any = None, **more: Any) -> Any:
    """A field that one option of its own name says."""
    one = Option(name, help, kind, default, **more)
    known = f" One of {', '.join(one.choices)}." if one.choices else ""
    words = help.replace("TARGET", "the target").replace("--", "") + known
    return field(default=default, metadata={"typing": Typing(words, (one,))})


def untyped(about: str) -> dict[str, Typing]:
    """What a field of Python alone carries: nothing that is typed makes it."""
    return {"typing": Typing(about, ())}


def _class_or_data(named: str | None, data: Path | None) -> str | Path | None:
    if named is not None and data is not None:
        raise BadInstance("--class and --data", "both are given", "give one of them")
    return named if data is None else data


def _limits(seconds: float, mebibytes: int) -> Limits:
    from littlestone.proofs_check.audits.runs.requests import Limits

    return Limits(seconds, mebibytes * 2**20)


INSTANCE = Typing(
    'What samples are made of: an instance, its name such as "thresholds:64", or the Path of a table of rows.',
    (
        Option("class", "thresholds:N, singletons:N, intervals:N, points:N,d or a matrix file.", metavar="CLASS"),
        Option("data", "A .csv or .npy file: a row per example, features and an integer label.", "file"),
    ),
    _class_or_data,
    lambda value: (None, value) if isinstance(value, Path) else (value, None),
)
LIMITS = Typing(
    "What a run may take: Limits(seconds, bytes of memory), 10 s and 2 GiB by default.",
    (
        Option("time_limit", "Seconds for one run.", "float", 10.0, least=0),
        Option("memory_limit", "MiB for the target.", "integer", 2048, least=1),
    ),
    _limits,
    lambda value: (None, None) if value is None else (value.seconds, value.memory // 2**20),
)


CONFIDENCE = option("Of a bound from draws.", "float", default=0.95)
SEED = option("Seed of everything random.", "integer", default=0, least=0, most=MOST_SEED)


@dataclass(frozen=True, kw_only=True)
class Claim:
    """What is claimed: epsilon and delta, other notions beside them or alone, or steps for an accountant."""

    epsilon: Number | None = option(
        "The claimed epsilon: 0.5, 1/2, ln(3); without a claim, all that TARGET declares.", "number"
    )
    delta: Number | None = option("The claimed delta, in [0, 1); 0 beside an epsilon, else 1e-5.", "number")
    rho: Number | None = option("The claimed rho of zero-concentrated privacy, beside an epsilon or alone.", "number")
    mu: Number | None = option("The claimed mu of Gaussian privacy, beside an epsilon or alone.", "number")
    renyi: RenyiClaim | None = option("The claimed Renyi divergence of an order, as 2,0.5.", metavar="ORDER,EPS")
    tradeoff: TradeOffClaim | None = option(
        "The claimed trade-off curve: a .csv or .json file of points, or file.py:name of these or of a function.",
        metavar="CURVE",
        names_code=True,
    )
    steps: int | None = option(
        "Steps of normal noise, whose total an accountant gives: --sigma, --sampling.", "integer"
    )
    sigma: Number | None = option("The deviation of a step's noise, where a row adds at most 1.", "number")
    sampling: Number | None = option("The probability of a row to be in a step; 1 by default.", "number")

    @property
    def claims_nothing(self) -> bool:
        """It is for the target to declare what it is held to."""
        return all(getattr(self, name) is None for name in CLAIMS)

    @classmethod
    def typed(cls, words: Mapping[str, Any], **given: Any) -> Self:
        """The request that is typed, by the names of options; what is not there has its default.

        Raises BadInstance where two options exclude each other.
        """
        for name, how in typings(cls).items():
            if how.options:
                given[name] = how.joined(*(words.get(one.name, one.default) for one in how.options))
        return cls(**given)

    def words(self, always: Collection[str] = ()) -> list[str]:
        """What to type for what is not as by default, and for the fields that are said ``always``."""
        said: list[str] = []
        for f, how, parts in self._keywords():
            for one, part in zip(how.options, parts, strict=False):
                if part is not None and (f.name in always or part != one.default):
                    said += one.words(part)
        return said

    def repeated(self, name: Sequence[str] | None, function: str, first: str, always: Collection[str]) -> str:
        """The line that asks for the same: a command where all can be typed and the target has a name, else a call.

        What cannot be written in Python goes by the name of its field.
        """
        if name is not None and all(_is_plain(part) for _, _, parts in self._keywords() for part in parts):
            return shlex.join(["littlestone", "audit", *name, *self.words(always)])
        said = [first]
        for f, _, parts in self._keywords():
            value, is_plain = getattr(self, f.name), all(map(_is_plain, parts))
            if not is_plain or f.name in always or value != f.default:
                said.append(f"{f.name}={value!r}" if is_plain else f"{f.name}={f.name}")
        return f"{function}({', '.join(said)})"

    def _keywords(self) -> Iterator[tuple[Field[Any], Typing, tuple[Any, ...]]]:
        known = typings(type(self))
        for f in fields(self):
            if f.kw_only:
                yield f, known[f.name], known[f.name].parts(getattr(self, f.name))


CLAIMS = {f.name for f in fields(Claim)} - {"delta"}  # what says something alone


def _is_plain(part: object) -> bool:
    return part is None or isinstance(part, str | int | float | Path) or (isinstance(part, tuple) and not part)


@dataclass(frozen=True, kw_only=True)
class AuditRequest(Claim):
    """An audit as it is asked for, before anything is checked."""

    target: object = field(kw_only=False, metadata=untyped('"module:name", "file.py:name" or the object itself.'))
    instance: Instance | str | Path | None = field(default=None, metadata={"typing": INSTANCE})
    label: str | None = option(
        "The column of --data that holds the labels, or none; the last one by default.", metavar="COLUMN|none"
    )
    rows: int | None = option("Rows of a sample.", "integer")
    domain: str | None = option(
        "The least and the greatest value of a feature: 0,8; else those of the class or data.", metavar="LOW,HIGH"
    )
    pairs: Sequence[Pair | Samples] = field(default=(), metadata=untyped("Neighbouring samples; else the kit's."))
    pair_file: str | Path | None = option(
        'A JSON file: {"first": [[point, label], ...], "second": [...]}, or a list of such.', "file", name="pair"
    )
    neighbours: Named | str | None = option(
        "Your own neighbours: file.py:name of a list of pairs of any inputs, or a function of rows and their number.",
        metavar="NAME",
        names_code=True,
    )
    relation: str | None = option(
        "What the claim is about; else what TARGET declares, or replace-one.", choices=RELATIONS
    )
    user: Users | None = option(
        "Whose a row is: a column of --data, no feature then, or file.py:name of a function of a row or its two parts.",
        metavar="COLUMN|NAME",
        names_code=True,
    )
    probe: str | None = option("Where hypotheses are compared: a file of points, or x,y,... .", metavar="POINTS")
    observe: str | None = option(
        "Fitted attributes to compare instead: coef_,intercept_ and the like.", metavar="NAMES"
    )
    budget: int | float | str = option("Draws in all, or seconds as in 60s, a forecast.", "number", default="1e6")
    confidence: float = CONFIDENCE
    mode: str = option("How to find out.", default="auto", choices=MODES)
    jobs: int = option(
        "Worker processes here.", "integer", default=1, least=1, most=MOST_JOBS, not_in_gate="a gate has --jobs for all"
    )
    seed: int = SEED
    limits: Limits | None = field(default=None, metadata={"typing": LIMITS})
    grid: Number | None = option(
        "Look at outputs rounded to multiples of STEP, so at no low bits.", "number", metavar="STEP"
    )
    ignore_failures: bool = option(
        "Set runs that fail aside, instead of taking them for outcomes.", "flag", default=False
    )
    only: str | None = option("The one kind of leak to look for; without it, all are told apart.", choices=KINDS)
    progress: Watch | None = field(default=None, metadata=untyped("Called with the draws that are done, and all."))


@dataclass(frozen=True, kw_only=True)
class ScoresRequest(Claim):
    """An audit of scores as it is asked for."""

    scores: str | Path | npt.ArrayLike = field(
        kw_only=False, metadata=untyped("A CSV file, or numbers by canary, run and canary, or run, step and canary.")
    )
    included: npt.ArrayLike | None = field(
        default=None, kw_only=False, metadata=untyped("By canary, or run and canary, 1 where it was in.")
    )
    confidence: float = CONFIDENCE
    seed: int = SEED


def typings(request: type[Claim]) -> dict[str, Typing]:
    """How each field of a request is typed; an option without a name has its field's."""
    found = {f.name: f.metadata["typing"] for f in fields(request)}
    return {
        name: replace(how, options=tuple(replace(one, name=one.name or name) for one in how.options))
        for name, how in found.items()
    }


def options_of(request: type[Claim]) -> list[Option]:
    """All that can be typed of a request, in order."""
    return [one for how in typings(request).values() for one in how.options]


def check_typed(request: Claim) -> None:
    """Raise BadInput where a field has a value of another type than it takes, or is none of its choices or its range.

    What is claimed, and what may be code, says by itself what is wrong with it.
    """
    from littlestone.proofs_check.audits.runs.requests import Limits
    from littlestone.proofs_check.audits.subjects.instances import Instance

    taken: dict[str, tuple[Any, ...]] = {"text": (str,), "file": (str, Path), "flag": (bool,), "limits": (Limits,)}
    taken |= {"instance": (Instance, str, Path), "pairs": (list, tuple), "progress": (Callable,)}
    for name, how in typings(type(request)).items():
        value, kinds = getattr(request, name), [one.kind for one in how.options if not one.names_code]
        known = taken.get(kinds[0] if len(kinds) == 1 else name, ())
        if known and value is not None and not hasattr(Claim, name) and not isinstance(value, known):
            problem = f"{value!r:.80} is of type {type(value).__name__}"
            raise BadInput(name, problem, f"give {' or '.join(one.__name__ for one in known)}. {how.about}")
    for option in options_of(type(request)):
        if option.choices and (value := getattr(request, option.name)) not in (option.default, *option.choices):
            raise BadInput(option.name, f"there is no {value!r}", f"choose one of {', '.join(option.choices)}")
        if option.most is not None:
            value, least = getattr(request, option.name), option.least
            if isinstance(value, bool) or not isinstance(value, int) or not (least or 0) <= value <= option.most:
                raise BadInput(option.name, f"{value!r} is no integer from {least} to {option.most}", "give one")


def called_with(request: Callable[P, Asked], answer: Callable[[Asked], Answer], name: str) -> Callable[P, Answer]:
    """The function of this name that takes a request's fields: its signature and its documentation are made of them."""

    @wraps(answer)
    def function(*args: P.args, **kwargs: P.kwargs) -> Answer:
        return answer(request(*args, **kwargs))

    first, _, rest = cleandoc(answer.__doc__ or "").partition("\n\n")
    known, shown = typings(cast(type[Claim], request)), signature(request)
    listed = "\n".join(f"- ``{one}``: {known[one].about}" for one in shown.parameters)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = "\n\n".join(filter(None, (first, listed, rest)))
    function.__dict__["__signature__"] = shown.replace(return_annotation=signature(answer).return_annotation)
    return function
