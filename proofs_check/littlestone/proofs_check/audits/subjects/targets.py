"""What can be audited: scikit-learn style estimators, learners that take a source of randomness, plain mechanisms.

- an *estimator*: an object, or a class made without arguments, with ``fit(X, y)`` or ``fit(X)``, and ``predict(X)`` or
  fitted attributes to observe; its ``random_state`` parameters are set to the seed of the run;
- a *learner*: ``learn(sample, random_source) -> hypothesis``. The sample is a tuple of (point, label) rows, the source
  is a ``littlestone.spec.learning.randomness.Randomness``, and the hypothesis a tuple of labels, a function of a point
  or an object with ``predict``;
- a *mechanism*: ``m(dataset, n_draws, rng) -> array`` of shape (n_draws,) or (n_draws, columns), all draws at once.

A hypothesis becomes a row of numbers: its predictions on the probe and, where it offers ``parameters()`` or ``coef_``,
its parameters; where attributes are observed it is these alone. That is post-processing, which no bound on a privacy
loss minds.
"""

from __future__ import annotations

import copy
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from inspect import Parameter, isclass, signature
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any, Literal
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.randomness.sources import SeededSource
from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.audits.subjects.instances import MOST_COLUMNS, Dataset, Point, Probe
from littlestone.proofs_check.audits.subjects.results import FaultKind
from littlestone.proofs_check.bad_input import BadInput, UnusableTarget
from littlestone.proofs_check.sources.user_files import module_of_file

Brought = Any  # what a user brings; its kind says how it is called
Kind = Literal["estimator", "learner", "mechanism", "scores"]  # of scores nothing is called
Values = NDArray[np.float64]
FAILED = -32768.0  # the least of 16 bits, in which rows are kept where they fit; no label is that low
LARGEST = 1e300  # infinities are drawn in to it, so that the sum and difference of two entries stay finite
NOTHING: Values = np.zeros(0)
ADVICE = (
    "give an estimator with fit(X, y) or fit(X), a function learn(sample, random_source), "
    "or a mechanism m(dataset, n_draws, rng)"
)


class BadOutput(Exception):
    """A run of a target gave something that is no output."""

    def __init__(self, kind: FaultKind, detail: str) -> None:
        self.kind, self.detail = kind, detail
        super().__init__(detail)


@dataclass(frozen=True, eq=False)
class Target:
    """Something to audit: how the command line names it, the object itself and what kind of thing it is."""

    name: str
    value: Brought
    kind: Kind
    is_importable: bool = True


def load_target(target: object) -> Target:
    """The target that ``module:name`` or ``file.py:name`` names, or the object itself, recognised.

    Raises UnusableTarget where it cannot be imported or is of no known kind.
    """
    if isinstance(target, Target):
        return target
    if isinstance(target, str):
        return recognised(imported(target), target, True)
    name, importable = _name_of(target)
    return recognised(target, name, importable)


def recognised(value: object, name: str, is_importable: bool = True) -> Target:
    """The target that an object is, by its attributes and its signature; raises UnusableTarget where it is none."""
    if hasattr(value, "fit"):
        return Target(name, _made(value, name), "estimator", is_importable)
    if isclass(value):
        value = _made(value, name)
    if not callable(value):
        raise UnusableTarget(name, f"it is {_article(type(value).__name__)}, which is no target", ADVICE)
    return Target(name, value, _kind_of_function(value, name), is_importable)


def observed_attributes(target: Target, text: str | None) -> tuple[str, ...]:
    """The names of fitted attributes in a text such as "coef_,intercept_", none for None.

    Raises BadInput where they are no names, where a mechanism has none, and UnusableTarget where an estimator does not
    predict and nothing is named.
    """
    if text is None:
        if target.kind == "estimator" and not hasattr(target.value, "predict"):
            problem = "it has no predict(X)"
            raise UnusableTarget(target.name, problem, "name the attributes to compare, as in --observe mean_,var_")
        return ()
    names = tuple(name.strip() for name in text.split(","))
    if not all(part.isidentifier() for name in names for part in name.split(".")):
        raise BadInput("observe", f"{text!r} names no attributes", "write them as coef_,intercept_")
    if target.kind == "mechanism":
        raise BadInput("observe", f"{target.name} is a mechanism, whose output is compared itself", "leave it out")
    return names


def _article(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def _made(value: object, name: str) -> Brought:
    """An instance of a class, made without arguments; instances as they are."""
    if not isclass(value):
        return value
    try:
        return value()
    except Exception as error:
        problem = f"the class cannot be made without arguments ({type(error).__name__}: {error})"
        raise UnusableTarget(name, problem, "name an instance, or a subclass with defaults") from error


def _kind_of_function(value: Callable[..., object], name: str) -> Kind:
    try:
        parameters = [p for p in signature(value).parameters.values() if p.kind in POSITIONAL]
    except (TypeError, ValueError) as error:
        raise UnusableTarget(name, f"its signature cannot be read ({error})", ADVICE) from error
    names = [p.name for p in parameters]
    required = sum(p.default is Parameter.empty for p in parameters)
    if required == 3 or (required <= 3 <= len(names) and names[2] in ("rng", "generator")):
        return "mechanism"
    if required == 2:
        return "learner"
    raise UnusableTarget(name, f"it takes ({', '.join(names)}), {required} of them required", ADVICE)


POSITIONAL = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


# ---- Importing


def _name_of(value: object) -> tuple[str, bool]:
    """How the command line would name an object, and whether importing that name gives the same object."""
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", type(value).__qualname__)
    found: object = sys.modules.get(module) if module else None
    for part in name.split("."):
        found = getattr(found, part, None)
    return f"{module}:{name}", found is value and module != "__main__"


def imported(name: str) -> Brought:
    """What ``module:name`` or ``file.py:name`` names; raises UnusableTarget where there is no such thing."""
    module, colon, attribute = name.rpartition(":")
    if not (module and colon and attribute):
        raise UnusableTarget(name, "it is not of the form module:name or file.py:name", "name a module and what in it")
    found: object = _module(module, name)
    for part in attribute.split("."):
        if not hasattr(found, part):
            public = ", ".join(known for known in dir(found) if not known.startswith("_")) or "nothing"
            raise UnusableTarget(name, f"{module} has no {part!r}", f"name one of: {public[:300]}")
        found = getattr(found, part)
    return found


def _module(module: str, name: str) -> ModuleType:
    try:
        if module.endswith(".py"):
            return _module_of_file(Path(module), name)
        if "" not in sys.path:
            sys.path.insert(0, "")
        return import_module(module)
    except UnusableTarget:
        raise
    except (Exception, SystemExit) as error:
        problem = f"{module} cannot be imported ({type(error).__name__}: {error})"
        raise UnusableTarget(name, problem, "check the name, and that it imports in this environment") from error


def _module_of_file(file: Path, name: str) -> ModuleType:
    if not file.is_file():
        raise UnusableTarget(name, f"there is no file {file}", "check the path")
    return module_of_file(file)


# ---- Running


def trained(target: Target, sample: Dataset) -> Callable[[int], object]:
    """A function that trains an estimator or a learner on the sample with a seed and returns its hypothesis.

    Of a mechanism it makes one draw.
    """
    if target.kind == "mechanism":
        return lambda seed: Draw(drawn(target, sample, 1, seed)[0])
    if target.kind == "estimator":
        X, y = features([x for x, _ in sample]), np.array([label for _, label in sample])
        return lambda seed: _fitted(target.value, seed, X.copy(), y.copy())
    return lambda seed: target.value(sample, _source(seed))


@dataclass(frozen=True)
class Draw:
    """One draw of a mechanism, in a call of its own."""

    values: Values

    def row(self) -> Values:
        """The draw; raises BadOutput where it is nan."""
        if np.isnan(self.values).any():
            raise BadOutput("nan", "a draw is nan")
        return self.values


def _source(seed: int) -> SeededSource:
    _seed_globally(seed)
    return SeededSource(seed)


def _seed_globally(seed: int) -> None:
    """For targets that use the generators of ``random`` and ``numpy.random``."""
    random.seed(seed)
    np.random.seed(seed)


def _fitted(estimator: Brought, seed: int, X: Values, y: Array) -> Brought:
    _seed_globally(seed)
    fresh = copy.deepcopy(estimator)
    if hasattr(fresh, "get_params") and hasattr(fresh, "set_params"):
        known = fresh.get_params()
        fresh.set_params(**{p: seed for p in known if p == "random_state" or p.endswith("__random_state")})
    elif hasattr(fresh, "random_state"):
        fresh.random_state = seed
    fitted = fresh.fit(X, y) if _takes_labels(fresh.fit) else fresh.fit(X)
    return fresh if fitted is None else fitted


def _takes_labels(fit: Callable[..., object]) -> bool:
    try:
        signature(fit).bind(None, None)
    except TypeError:
        return False
    except ValueError:  # a function in C without a signature
        return True
    return True


def features(points: Sequence[Point]) -> Values:
    """Points as a table of features, shape (points, features); a point that is a number has one feature."""
    return np.array([x if isinstance(x, tuple) else (x,) for x in points], dtype=np.float64)


def drawn(target: Target, dataset: Dataset, n: int, seed: int) -> Values:
    """n draws of a mechanism as an array of shape (n, columns); raises BadOutput on another shape or no numbers."""
    _seed_globally(seed % 2**32)
    output = target.value(dataset, n, np.random.default_rng(seed))
    if output is None:
        raise BadOutput("none", "it returned None")
    values = _numbers(output)
    if n == 1 and values.ndim == 0:
        values = values.reshape(1)
    if values.ndim not in (1, 2) or len(values) != n:
        raise BadOutput("shape", f"it returned an array of shape {values.shape} for {n} draws")
    return np.clip(values.reshape(n, -1), -LARGEST, LARGEST)


def _numbers(output: Any) -> Values:
    try:
        if np.iscomplexobj(output):
            raise BadOutput("shape", "its output is complex; give its real and its imaginary parts")
        return np.asarray(output, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise BadOutput("shape", f"its output is not an array of numbers ({error})") from error


# ---- Hypotheses as rows of numbers


def row_of(hypothesis: object, probe: Probe, domain: int | None) -> Values:
    """The hypothesis as a row of numbers: what is observed, or predictions on the probe, then parameters if it has any.

    ``domain`` is the number of points where hypotheses may be tuples of labels. Raises BadOutput where the hypothesis
    is None, lacks an attribute, does not predict one number for each point, or has nan in the row.
    """
    if hypothesis is None:
        raise BadOutput("none", "it returned None")
    if probe.observe:
        row = _shortened(_attributes(hypothesis, probe.observe), probe.most)
    else:
        row = _compact(_predictions(hypothesis, probe, domain), probe)
        row = np.concatenate([row, _shortened(_parameters(hypothesis), MOST_COLUMNS)])
    if (row != row).any():
        raise BadOutput("nan", f"{int(np.isnan(row).sum())} of its {len(row)} predictions and parameters are nan")
    return row


def _predictions(hypothesis: object, probe: Probe, domain: int | None) -> Values:
    if hasattr(hypothesis, "predict") or callable(hypothesis):
        return predictions_of(hypothesis, probe.points)[1]
    return _listed(_numbers(hypothesis), probe, domain)


def predictions_of(hypothesis: Brought, points: Sequence[Point]) -> tuple[object, Values]:
    """What it predicts on the points, as it says it and as floats; raises BadOutput unless a number for each."""
    told = hypothesis.predict(features(points)) if hasattr(hypothesis, "predict") else [hypothesis(x) for x in points]
    values = _numbers(told)
    if values.shape != (len(points),):
        raise BadOutput("shape", f"its predictions on {len(points)} points have shape {values.shape}")
    return told, values


def _listed(values: Values, probe: Probe, domain: int | None) -> Values:
    """A hypothesis given as its labels on the domain; where there is none, an array of any fixed shape."""
    values = values.reshape(-1) if values.ndim == 0 or domain is None else values
    if values.ndim != 1 or (domain is not None and len(values) not in (1, domain)):
        raise BadOutput("shape", f"its hypothesis has shape {values.shape}, but the domain has {domain} points")
    if domain is None or len(values) != domain or probe.is_domain(domain):
        return values
    chosen: Values = values[np.array(probe.points, dtype=np.int64)]
    return chosen


def _compact(values: Values, probe: Probe) -> Values:
    """The columns of the probe; of a longer hypothesis also its sum, its first change, how many, and a fingerprint."""
    if probe.is_whole or len(values) != len(probe.points):
        return _shortened(values, probe.most)
    changes = np.flatnonzero(np.diff(values))
    summary = [values.sum(), changes[0] if len(changes) else -1, len(changes), *_fingerprint(values)]
    return np.concatenate([values[list(probe.columns)], summary])


def _shortened(values: Values, most: int) -> Values:
    if len(values) <= most:
        return values
    return np.concatenate([values[:most], _fingerprint(values)])


def _fingerprint(values: Values) -> tuple[int, int]:
    code = crc32(np.ascontiguousarray(values).tobytes())
    return code & 0x7FFF, code >> 15 & 0x7FFF


def parameters_of(hypothesis: object) -> list[object]:
    """What it says of its parameters, as it says it."""
    own = getattr(hypothesis, "parameters", None)
    if callable(own):
        return [own()]
    return [getattr(hypothesis, name) for name in ("coef_", "intercept_") if hasattr(hypothesis, name)]


def _parameters(hypothesis: object) -> Values:
    parts = parameters_of(hypothesis)
    return np.concatenate([np.ravel(_numbers(part)) for part in parts]) if parts else NOTHING


def _attributes(hypothesis: object, names: tuple[str, ...]) -> Values:
    """The attributes laid end to end; raises BadOutput where one is missing or no array of numbers."""
    try:
        return np.concatenate([np.ravel(_numbers(attrgetter(name)(hypothesis))) for name in names])
    except AttributeError as error:
        fitted = ", ".join(name for name in dir(hypothesis) if name.endswith("_") and not name.startswith("_"))
        raise BadOutput("shape", f"{error}; it has {fitted or 'no fitted attributes'}") from error


def column_names(target: Target, probe: Probe, width: int) -> tuple[str, ...]:
    """What the columns of an output stand for: predictions h(x), summaries of h, parameters, or entries of an array."""
    if target.kind == "mechanism":
        return _entries("output", width)
    if probe.observe:
        joined = ", ".join(probe.observe)
        return _entries(f"({joined})" if len(probe.observe) > 1 else joined, width)
    names = [f"h({_plain(probe.points[i])})" for i in probe.columns]
    if not probe.is_whole:
        names += ["sum of h", "first change of h", "number of changes of h", "fingerprint of h", "fingerprint 2 of h"]
    return (*names, *(f"parameter {i}" for i in range(width - len(names))))[:width]


def _entries(name: str, width: int) -> tuple[str, ...]:
    return tuple(f"{name}[{i}]" for i in range(width)) if width > 1 else (name,)


def _plain(x: Point) -> str:
    return str(x) if isinstance(x, int) else ", ".join(f"{value:.4g}" for value in x)


def is_hashable(hypothesis: object) -> bool:
    """The hypothesis can be a key, as the enumeration of all branches needs."""
    try:
        hash(hypothesis)
    except TypeError:
        return False
    return True
