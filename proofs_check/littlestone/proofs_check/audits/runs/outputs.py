"""What a run of a target gives, as rows of numbers.

A hypothesis becomes a row of numbers: its predictions on the probe and, where it offers ``parameters()`` or ``coef_``,
its parameters; where attributes are observed it is these alone. That is post-processing, which no bound on a privacy
loss minds.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence
from functools import cache
from numbers import Integral
from operator import attrgetter
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.randomness.sources import SeededSource
from littlestone.impl.wrapped_estimators import Published, Stream, Wrapper, takes_labels
from littlestone.proofs_check.audits.runs.probes import MOST_COLUMNS, Probe
from littlestone.proofs_check.audits.subjects.instances import Dataset, Point
from littlestone.proofs_check.audits.subjects.number_text import WHOLE_FLOATS
from littlestone.proofs_check.audits.subjects.results import FaultKind
from littlestone.proofs_check.audits.subjects.targets import Brought, Target

Values = NDArray[np.float64]
UNSEEN = "not compared: attributes beside coef_ and intercept_"  # which publishing a model publishes
FAILED = -32768.0  # no label is that low
LARGEST = 1e300  # infinities are drawn in to it, so that the sum and difference of two entries stay finite
NOTHING: Values = np.zeros(0)


class BadOutput(Exception):
    """A run of a target gave something that is no output."""

    def __init__(self, kind: FaultKind, detail: str) -> None:
        self.kind, self.detail = kind, detail
        super().__init__(detail)


class Watched(np.random.Generator):
    """A generator that also knows whether it was copied, had children, or was asked for its state."""

    taken = False

    @property
    def bit_generator(self) -> np.random.BitGenerator:
        """What its numbers come from."""
        self.taken = True
        return super().bit_generator

    def spawn(self, n_children: int) -> list[np.random.Generator]:
        """Its children."""
        self.taken = True
        return super().spawn(n_children)

    def __reduce__(self) -> Any:
        self.taken = True
        return super().__reduce__()

    @property
    def state(self) -> object:
        """What changes when it is used."""
        return self.taken, super().bit_generator.state


Asking = Callable[[Watched | None, Callable[[], Any]], Any]  # makes a call, whose generator it may watch


def states(generator: Watched | None = None) -> tuple[object, ...]:
    """The states of the global generators of random and of numpy, and of this one."""
    kind, keys, *rest = np.random.get_state(legacy=True)
    return random.getstate(), kind, rest, np.asarray(keys).tobytes(), generator and generator.state


def trained(
    target: Target, sample: Dataset, asking: Asking, read: Callable[[object], Values]
) -> Callable[[int], object]:
    """A function that trains an estimator or a learner on the sample with a seed and returns its hypothesis.

    ``read`` gives the row of each model of a stream when that is published.
    """
    if target.kind == "estimator":
        X, y = features([x for x, _ in sample]), np.array([label for _, label in sample])
        labelled = cache(lambda: takes_labels(target.value.fit))  # a signature takes as long as a small fit

        def fitted(seed: int) -> Brought:
            fresh = _seeded(target.value, seed)
            if isinstance(fresh, Stream):
                fresh.read = read
            rows = (X.copy(), y.copy()) if labelled() else (X.copy(),)
            found = asking(None, lambda: fresh.fit(*rows))
            return fresh if found is None else found

        return fitted

    def learned(seed: int) -> object:
        _seed_globally(seed)
        source = SeededSource(seed)
        source.generator = watched = Watched(np.random.PCG64(seed))
        return asking(watched, lambda: target.value(sample, source))

    return learned


def _seed_globally(seed: int) -> None:
    """For targets that use the generators of ``random`` and ``numpy.random``."""
    random.seed(seed)
    np.random.seed(seed)


def _seeded(estimator: Brought, seed: int) -> Brought:
    """A copy of the estimator; it, or what it wraps, has the seed."""
    _seed_globally(seed)
    fresh = inner = copy.deepcopy(estimator)
    while isinstance(inner, Wrapper):
        inner = inner.model
    if hasattr(inner, "get_params") and hasattr(inner, "set_params"):
        known = inner.get_params()
        inner.set_params(**{p: seed for p in known if p == "random_state" or p.endswith("__random_state")})
    elif hasattr(inner, "random_state"):
        inner.random_state = seed
    return fresh


def features(points: Sequence[Point]) -> Values:
    """Points as a table of features, shape (points, features); a point that is a number has one feature."""
    return np.array([x if isinstance(x, tuple) else (x,) for x in points], dtype=np.float64)


def drawn(target: Target, dataset: Dataset, n: int, seed: int, asking: Asking) -> Values:
    """n draws of a mechanism as an array of shape (n, columns); raises BadOutput on another shape or no numbers."""
    _seed_globally(seed % 2**32)
    rng = Watched(np.random.PCG64(seed))
    output = asking(rng, lambda: target.value(dataset, n, rng))
    if output is None:
        raise BadOutput("none", "it returned None")
    values = _numbers(output)
    if n == 1 and values.ndim == 0:
        values = values.reshape(1)
    if values.ndim not in (1, 2) or len(values) != n:
        raise BadOutput("shape", f"it returned an array of shape {values.shape} for {n} draws")
    return values.reshape(n, -1).copy() if are_plain(values) else np.clip(values.reshape(n, -1), -LARGEST, LARGEST)


def are_plain(values: Values) -> bool:
    """Whether the squares add up to less than 2^106: then no value is nan, infinite or as large as 2^53."""
    return bool(np.vdot(values, values) < WHOLE_FLOATS**2)


def _numbers(output: Any) -> Values:
    return _told_apart(output, _floats(output))


def _floats(output: Any) -> Values:
    try:
        if np.iscomplexobj(output):
            raise BadOutput("shape", "its output is complex; give its real and its imaginary parts")
        if isinstance(output, np.ma.MaskedArray):
            raise BadOutput("shape", "its output is masked; fill it, for what is masked is an output too")
        if getattr(getattr(output, "dtype", None), "char", "") == "g":
            raise BadOutput("shape", "its output is of long doubles, of which floats keep a part; release float64")
        return np.asarray(output, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise BadOutput("shape", f"its output is not an array of numbers ({error})") from error


def _told_apart(output: Any, values: Values) -> Values:
    """The output's values; raises BadOutput where one would be taken for another."""
    if are_plain(values):
        return values
    large = np.flatnonzero(np.isfinite(values) & (np.abs(values) >= WHOLE_FLOATS))
    if len(large):
        given = np.asarray(output, dtype=None if hasattr(output, "__array__") else object).reshape(-1)
        for value in given[large].tolist():
            if isinstance(value, Integral) and abs(int(value)) > WHOLE_FLOATS:
                problem = f"its output has {str(value)[:30]}, and floats do not tell integers beyond 2^53 apart"
                raise BadOutput("shape", f"{problem}; give value // 2**32 and value % 2**32 as two numbers")
            if abs(float(value)) > LARGEST:
                raise BadOutput("shape", f"its output has {float(value):g}, beyond {LARGEST:g}; scale it down")
    return values


# ---- Hypotheses as rows of numbers


def row_of(hypothesis: object, probe: Probe, domain: int | None) -> Values:
    """The hypothesis as a row of numbers: what is observed, or predictions on the probe, then parameters if it has any.

    ``domain`` is the number of points where hypotheses may be tuples of labels. Raises BadOutput where the hypothesis
    is None, lacks an attribute, does not predict one number for each point, or has nan in the row.
    """
    if hypothesis is None:
        raise BadOutput("none", "it returned None")
    if isinstance(hypothesis, Published):
        rows = [one if isinstance(one, np.ndarray) else row_of(one, probe, domain) for one in hypothesis.models]
        most = max(1, MOST_COLUMNS // len(rows))
        return np.concatenate([_thinned(row, most, i / len(rows)) for i, row in enumerate(rows)])
    if probe.observe:
        row = _shortened(_attributes(hypothesis, probe.observe), probe.most)
    else:
        if hasattr(hypothesis, "predict") or callable(hypothesis):
            row = _told_apart(*predictions_of(hypothesis, probe.points))
        else:
            row = _listed(_numbers(hypothesis), probe, domain)
        row = np.concatenate([_compact(row, probe), _shortened(_parameters(hypothesis), MOST_COLUMNS)])
    if not are_plain(row) and (row != row).any():
        raise BadOutput("nan", f"{int(np.isnan(row).sum())} of its {len(row)} predictions and parameters are nan")
    return row


def predictions_of(hypothesis: Brought, points: Sequence[Point]) -> tuple[object, Values]:
    """What it predicts on the points, as it says it and as floats; raises BadOutput unless a number for each."""
    told = hypothesis.predict(features(points)) if hasattr(hypothesis, "predict") else [hypothesis(x) for x in points]
    values = _floats(told)
    if values.shape != (len(points),):
        raise BadOutput("shape", f"its predictions on {len(points)} points have shape {values.shape}")
    return told, values


def _listed(values: Values, probe: Probe, domain: int | None) -> Values:
    """A hypothesis given as its labels on the domain; where there is none, an array of any fixed shape."""
    values = values.reshape(-1) if values.ndim == 0 or domain is None else values
    if values.ndim != 1 or (domain is not None and len(values) not in (1, domain)):
        raise BadOutput("shape", f"its hypothesis has shape {values.shape}, but the domain has {domain} points")
    if domain is None or len(values) != domain or (len(probe.points) == domain and probe.is_range):
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


def _thinned(values: Values, most: int, turn: float) -> Values:
    """As many values as that: half where all models of a stream are looked at, half at places of this one's turn.

    ``turn`` is in [0, 1). By the same place of each model alone, no leak at another one was seen.
    """
    if len(values) <= most:
        return values
    own = -(-most // 2)
    places = *np.linspace(0, len(values) - 1, most - own), *((np.arange(own) + turn) * len(values) / own)
    return np.concatenate([values[np.array(places, dtype=np.int64)], _fingerprint(values)])


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
    if target.kind == "mechanism" or isinstance(target.value, Stream):
        return _entries("output" if target.kind == "mechanism" else "published", width)
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
    return ", ".join(f"{value:.4g}" for value in x) if isinstance(x, tuple) else str(x)


def is_hashable(hypothesis: object) -> bool:
    """The hypothesis can be a key, as the enumeration of all branches needs."""
    try:
        hash(hypothesis)
    except TypeError:
        return False
    return True
