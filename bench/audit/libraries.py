"""The tables of docs/audited_libraries.md: diffprivlib and OpenDP as they install, audited; run with ``--help``.

Every subject names what its authors claim, on which pairs of neighbours, and under which relation. One pair is spread
over the bounds, another at their ends, where a sensitivity that is computed from one bound alone is exceeded: on a
spread pair ``LinearRegression``, whose fault was reported in 2025, was called clean.

In an environment of its own: pip install littlestone diffprivlib opendp 'scikit-learn<1.7', as diffprivlib 0.6.6 needs.
A library that is not there is left out, and said to be.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click
import numpy as np

from littlestone.auditing import AuditResult, BadInput, Limits, audit

GRID = "1/8"  # public, and coarser than any low bits; finer than the noise of every subject
LIMITS = Limits(seconds=120)
REPLACE, ADD_REMOVE, METRIC = "replace one row", "add or remove one row", "inputs at distance 1"
DRAWS = 6_000

ROWS = (((0.0, 1.0), 0), ((1.0, 2.0), 1), ((4.0, 3.0), 0), ((5.0, 0.0), 1), ((2.0, 5.0), 0), ((3.0, 4.0), 1))
REPLACED = (*ROWS[:-1], ((0.0, 0.0), 1))
RELABELLED = (*ROWS[:-1], ((3.0, 4.0), 0))
REMOVED = ROWS[:-1]
BOUNDS = ([0.0, 0.0], [5.0, 5.0])
LOW = (((0.0, 0.0), 1), *(((0.0, 0.0), 0),) * 4)  # both labels: of one alone most classifiers cannot learn
HIGH = (*LOW, ((5.0, 5.0), 1))
AT_ENDS = (HIGH, (*LOW, LOW[-1]))
RELABELLED_AT_ENDS = (HIGH, (*LOW, ((5.0, 5.0), 0)))
# A fit on points that are all 0 does not end soon: the objective has no minimum
ONE_FEATURE = tuple((*(((0.1,), 0),) * 5, row) for row in (((5.0,), 1), ((0.1,), 0)))
FLOATS, IBM, OPENDP = ("IBM#19", "IBM#94"), "IBM/differential-privacy-library", "opendp/opendp"
KINDS = {"failures": "runs that fail", "support": "outputs that one input has never given"}
REPORTS = {  # what its users have said of a subject in public
    **dict.fromkeys(("Laplace", "LaplaceTruncated", "LaplaceFolded", "LaplaceBoundedDomain", "Staircase"), FLOATS),
    **dict.fromkeys(("LaplaceBoundedNoise", "Uniform", "Gaussian", "GaussianAnalytic"), FLOATS),
    "tools.mean": FLOATS,
    "tools.var": FLOATS,
    "tools.median": ("IBM#107",),
    "models.KMeans": ("IBM#104",),
    "models.LogisticRegression": ("IBM#104",),
    "models.LinearRegression": ("IBM#104", "IBM#105", "IBM#110"),
    "make_noisy_max": ("opendp#2911",),
    "make_laplace_threshold": ("opendp#2922",),
}


@dataclass(frozen=True)
class Subject:
    """A thing to audit; ``observe`` names the attributes of an estimator, ``draws`` are fewer where a draw is slow."""

    library: str
    name: str
    target: Any
    pairs: tuple[tuple[Any, Any], ...]
    relation: str
    claim: dict[str, Any] = field(default_factory=lambda: {"epsilon": 1})
    observe: str | None = None
    draws: int = DRAWS
    is_whole: bool = False  # its outputs are few integers, so a grid changes nothing


# ---- diffprivlib


def diffprivlib_subjects() -> Iterator[Subject]:
    """The mechanisms at epsilon 1, then tools and estimators; seeded, as ``random_state`` allows."""
    from diffprivlib import mechanisms as m

    one, apart = {"epsilon": 1, "sensitivity": 1}, ((0.0, 1.0),)
    within = (*apart, (4.0, 3.0))
    inside = {**one, "lower": 0, "upper": 4}
    normal = {"epsilon": 0.9, "delta": 0.01, "sensitivity": 1}
    claimed = {"epsilon": "0.9", "delta": "0.01"}
    for name, options, pairs, claim in (
        ("Laplace", one, apart, None),
        ("LaplaceTruncated", inside, within, None),
        ("LaplaceFolded", inside, within, None),
        ("LaplaceBoundedDomain", inside, within, None),
        ("LaplaceBoundedNoise", {**one, "delta": 0.1}, apart, {"epsilon": 1, "delta": "0.1"}),
        ("Staircase", one, apart, None),
        ("Snapping", inside, within, None),
        ("Uniform", {"delta": 0.1, "sensitivity": 1}, apart, {"epsilon": 0, "delta": "0.1"}),
        ("Gaussian", normal, apart, claimed),
        ("GaussianAnalytic", normal, apart, claimed),
        ("GaussianDiscrete", normal, ((0, 1),), claimed),
        ("Geometric", one, ((0, 1),), None),
        ("GeometricTruncated", inside, ((0, 1), (4, 3)), None),
        ("GeometricFolded", inside, ((0, 1), (4, 3)), None),
    ):
        target = _randomised(getattr(m, name), options)
        yield Subject("diffprivlib", name, target, pairs, METRIC, claim or {"epsilon": 1})
    yield Subject("diffprivlib", "Binary", _binary, (("0", "1"),), "any two inputs")
    for name in ("Exponential", "PermuteAndFlip"):
        pairs = ((1, 0, 0), (0, 1, 0)), ((1, 0, 0), (0, 1, 1))
        yield Subject("diffprivlib", name, _chosen(getattr(m, name)), pairs, "utilities at distance 1")
    yield from _tools()
    yield from _estimators()


def _randomised(kind: Any, options: dict[str, Any]) -> Callable[..., Any]:
    def mechanism(value: Any, n_draws: int, rng: np.random.Generator) -> Any:
        made = kind(**options, random_state=int(rng.integers(2**31)))
        return [made.randomise(value) for _ in range(n_draws)]

    return mechanism


def _binary(value: str, n_draws: int, rng: np.random.Generator) -> Any:
    from diffprivlib.mechanisms import Binary

    made = Binary(epsilon=1, value0="0", value1="1", random_state=int(rng.integers(2**31)))
    return [int(made.randomise(value)) for _ in range(n_draws)]


def _chosen(kind: Any) -> Callable[..., Any]:
    def mechanism(utilities: Any, n_draws: int, rng: np.random.Generator) -> Any:
        seed, listed = int(rng.integers(2**31)), list(utilities)
        made = kind(epsilon=1, sensitivity=1, utility=listed, candidates=[0, 1, 2], random_state=seed)
        return [made.randomise() for _ in range(n_draws)]

    return mechanism


def _tools() -> Iterator[Subject]:
    from diffprivlib import tools

    numbers, ends = (0.0, 1.0, 4.0, 5.0), (0.0, 0.0, 0.0, 5.0)
    replaced = (numbers, (0.0, 1.0, 4.0, 0.0)), (ends, (0.0, 0.0, 0.0, 0.0))
    bounds = {"bounds": (0, 5)}
    for name, function in (
        ("tools.mean", lambda x, seed: tools.mean(x, epsilon=1, random_state=seed, **bounds)),
        ("tools.var", lambda x, seed: tools.var(x, epsilon=1, random_state=seed, **bounds)),
        ("tools.median", lambda x, seed: tools.median(x, epsilon=1, random_state=seed, **bounds)),
    ):
        yield Subject("diffprivlib", name, _repeated(function), replaced, REPLACE)

    def histogram(x: Any, seed: int) -> Any:
        return tools.histogram(x, epsilon=1, bins=3, range=(0, 5), random_state=seed)[0]

    removed = (numbers, numbers[:-1]), (ends, ends[:-1])
    for pairs, relation in ((replaced, REPLACE), (removed, ADD_REMOVE)):
        yield Subject("diffprivlib", "tools.histogram", _repeated(histogram), pairs, relation)


def _repeated(function: Callable[[Any, int], Any]) -> Callable[..., Any]:
    def mechanism(values: Any, n_draws: int, rng: np.random.Generator) -> Any:
        array = np.array(values)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return np.array([function(array, int(rng.integers(2**31))) for _ in range(n_draws)])

    return mechanism


def _estimators() -> Iterator[Subject]:
    from diffprivlib import models

    scaler = models.StandardScaler(epsilon=1, bounds=BOUNDS)
    clusters = models.KMeans(2, epsilon=1, bounds=BOUNDS)
    bayes = models.GaussianNB(epsilon=1, bounds=BOUNDS)
    logistic = models.LogisticRegression(epsilon=1, data_norm=7.1)
    linear = models.LinearRegression(epsilon=1, bounds_X=([0.0], [5.0]), bounds_y=(0, 1), fit_intercept=False)
    tree = models.DecisionTreeClassifier(max_depth=1, epsilon=1, bounds=BOUNDS, classes=[0, 1])
    replaced, relabelled = ((ROWS, REPLACED), AT_ENDS), ((ROWS, RELABELLED), RELABELLED_AT_ENDS)
    removed = (ROWS, REMOVED), (HIGH, LOW)
    for name, made, pairs, relation, observe, draws in (
        ("StandardScaler", scaler, replaced, REPLACE, "mean_,var_", 4000),
        ("KMeans", clusters, replaced, REPLACE, "cluster_centers_", 2000),
        ("LogisticRegression", logistic, relabelled, REPLACE, "coef_,intercept_", 2000),
        ("LinearRegression", linear, (ONE_FEATURE,), REPLACE, "coef_", 2000),
        ("GaussianNB", bayes, replaced, REPLACE, "theta_,var_,class_count_", 2000),
        ("GaussianNB", bayes, relabelled, f"{REPLACE}, its label", "class_count_", 2000),
        ("GaussianNB", bayes, removed, ADD_REMOVE, "class_count_", 2000),
        ("DecisionTreeClassifier", tree, relabelled, REPLACE, None, 2000),
        ("DecisionTreeClassifier", tree, removed, ADD_REMOVE, None, 2000),
    ):
        yield Subject("diffprivlib", f"models.{name}", made, pairs, relation, observe=observe, draws=draws)


# ---- OpenDP


def opendp_subjects() -> Iterator[Subject]:
    """Measurements with the loss that their own map gives; OpenDP draws from a secure source, which has no seed."""
    import opendp.prelude as dp

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        dp.enable_features("contrib", "floating-point", "honest-but-curious")
    real, whole = dp.atom_domain(T=float, nan=False), dp.atom_domain(T=int)
    apart, steps = dp.absolute_distance(T=float), dp.absolute_distance(T=int)
    several = dp.vector_domain(whole)
    sized = dp.vector_domain(dp.atom_domain(bounds=(0.0, 5.0)), size=4), dp.symmetric_distance()
    bounded = dp.vector_domain(dp.atom_domain(bounds=(0.0, 5.0))), dp.symmetric_distance()
    unbounded = several, dp.symmetric_distance()
    numbers, ends = (0.0, 1.0, 4.0, 5.0), (0.0, 0.0, 0.0, 5.0)
    replaced = (numbers, (0.0, 1.0, 4.0, 0.0)), (ends, (0.0, 0.0, 0.0, 0.0))
    removed = (numbers, numbers[:3]), (ends, ends[:3])
    scores, curved = dp.linf_distance(T=int), dp.zero_concentrated_divergence()
    counted = dp.t.make_count_by(dp.vector_domain(dp.atom_domain(T=str)), dp.symmetric_distance())
    candidates = {"candidates": [0, 1, 2, 3, 4], "alpha": 0.5, "scale": 1.0}
    integers = ((0, 1, 4, 5), (0, 1, 4)), ((0, 5, 5), (0, 5))
    for name, made, pairs, distance, relation in (
        ("make_laplace, real", dp.m.make_laplace(real, apart, scale=1.0), ((0.0, 1.0),), 1.0, METRIC),
        ("make_laplace, integer", dp.m.make_laplace(whole, steps, scale=1.0), ((0, 1),), 1, METRIC),
        ("make_geometric, bounded", dp.m.make_geometric(whole, steps, 1.0, bounds=(0, 3)), ((0, 1), (3, 2)), 1, METRIC),
        ("make_gaussian, real", dp.m.make_gaussian(real, apart, scale=1.0), ((0.0, 1.0),), 1.0, METRIC),
        ("make_gaussian, integer", dp.m.make_gaussian(whole, steps, scale=1.0), ((0, 1),), 1, METRIC),
        ("make_randomized_response", dp.m.make_randomized_response([0, 1, 2], 0.5), ((0, 1),), 1, "any two inputs"),
        (
            "make_noisy_max",
            dp.m.make_noisy_max(several, scores, dp.max_divergence(), scale=2.0),
            (((1, 0, 0), (0, 1, 0)), ((0, 0), (1, -1))),
            1,
            "scores at distance 1",
        ),
        (
            "make_noisy_max, zCDP",
            dp.m.make_noisy_max(several, scores, curved, scale=1.0),
            (((0, 0), (1, -1)),),
            1,
            "scores at distance 1",
        ),
        ("count, laplace", dp.t.make_count(*unbounded) >> dp.m.then_laplace(1.0), integers, 1, ADD_REMOVE),
        (
            "bounded sum, laplace",
            dp.t.make_sum(*bounded) >> dp.m.then_laplace(5.0),
            removed,
            1,
            ADD_REMOVE,
        ),
        ("sized mean, laplace", dp.t.make_mean(*sized) >> dp.m.then_laplace(1.25), replaced, 2, REPLACE),
        (
            "make_private_quantile",
            dp.m.make_private_quantile(*unbounded, dp.max_divergence(), **candidates),
            integers,
            1,
            ADD_REMOVE,
        ),
    ):
        loss, is_curved = Fraction(made.map(distance)), "gaussian" in name or "zCDP" in name
        claim = {"rho": loss, "delta": "0.01"} if is_curved else {"epsilon": loss}
        yield Subject("OpenDP", name, _measured(made), pairs, relation, claim, draws=4000)
    held = counted >> dp.m.then_laplace_threshold(scale=1.0, threshold=5)
    epsilon, delta = map(Fraction, held.map(1))
    known, pairs = {"epsilon": epsilon, "delta": delta}, (((), ("a",)),)
    yield Subject(
        "OpenDP", "make_laplace_threshold", _released(held), pairs, ADD_REMOVE, known, draws=20_000, is_whole=True
    )


def _measured(made: Any) -> Callable[..., Any]:
    def mechanism(value: Any, n_draws: int, _rng: np.random.Generator) -> Any:
        given = list(value) if isinstance(value, tuple) else value
        return np.array([made(given) for _ in range(n_draws)], dtype=np.float64)

    return mechanism


def _released(made: Any) -> Callable[..., Any]:
    """How many values are released: an event of the release, which has them and their counts."""

    def mechanism(values: Any, n_draws: int, _rng: np.random.Generator) -> Any:
        return np.array([len(made(list(values))) for _ in range(n_draws)], dtype=np.float64)

    return mechanism


LISTS: dict[str, Callable[[], Iterator[Subject]]] = {"diffprivlib": diffprivlib_subjects, "opendp": opendp_subjects}


# ---- Audits of them


@dataclass(frozen=True)
class Row:
    """A subject with what was found: as it installs and, where that leaks, on a grid, once or twice."""

    subject: Subject
    found: AuditResult | None
    on_grid: AuditResult | None
    again: AuditResult | None
    failure: str

    @property
    def is_calibration(self) -> bool:
        """The loss stays on the grid, and was seen there twice."""
        return self.again is not None and self.again.leaks

    def cells(self, others: Sequence[Row] = ()) -> list[str]:
        """The entries of its row in the table; ``others`` may be the same thing under another relation."""
        name = f"`{self.subject.name}`"
        if self.found is None:
            return [name, _claim(self.subject), self.subject.relation, "could not be run", self.failure, "", "", ""]
        verdict = "LEAKS" if self.found.leaks else "no leak found" if self.found.verdict == "no_leak" else "undecided"
        measured = f"{verdict}: {_bound(self.found)}"
        kind = [name, _claim(self.subject), self.subject.relation, measured, self.kind(others), _reports(self.subject)]
        return [*kind, _seen(self.found), f"{self.subject.draws:,}"]

    def kind(self, others: Sequence[Row]) -> str:
        """Low bits where a public grid takes the leak away; else the relation, where the claim holds under another.

        What remains is calibration, which is in what the noise is.
        """
        if self.on_grid is None:
            return ""
        if self.again is None:
            return f"low bits of floats [1, 2]; on a grid no leak found: {_bound(self.on_grid)}"
        figures = f"{_bound(self.on_grid)} and {_bound(self.again)}"
        if not self.is_calibration:
            return f"low bits of floats [1, 2]; on a grid not confirmed: {figures}"
        kept = [
            one.subject.relation for one in others if one.subject.name == self.subject.name and not one.is_calibration
        ]
        if kept:
            return f"the relation, on a grid too: {figures}; not seen where neighbours {' or '.join(kept)}"
        words = KINDS.get(self.again.kinds[0].kind, "calibration")
        return f"{words}: on a grid too, {figures}"


def _claim(subject: Subject) -> str:
    return ", ".join(f"{name} {_short(value)}" for name, value in subject.claim.items())


def _reports(subject: Subject) -> str:
    """Links to what was reported of it."""
    listed = (one.split("#") for one in REPORTS.get(subject.name.partition(",")[0], ()))
    places = {"IBM": IBM, "opendp": OPENDP}
    return " ".join(f"[{number}](https://github.com/{places[where]}/issues/{number})" for where, number in listed)


def _short(value: Any) -> str:
    return f"{float(value):.4g}" if isinstance(value, Fraction) else str(value)


def _bound(found: AuditResult) -> str:
    if found.implied:
        return f"rho {float(found.measures[0].bound):.3f}"
    return "infinite" if found.bound.is_infinite else f"{found.bound:.3f}"


def _seen(found: AuditResult) -> str:
    if found.power is None:
        return ""
    return "none" if found.power.least is None else f"{found.power.of} {found.power.least:.3g}"


def audited(subject: Subject, **others: Any) -> AuditResult:
    """The answer with the subject's claim on its pair; a black box, from its number of draws unless said otherwise."""
    options: dict[str, Any] = {"budget": subject.draws, "mode": "blackbox", "limits": LIMITS}
    options["observe"] = subject.observe
    return audit(subject.target, neighbours=list(subject.pairs), **subject.claim, **(options | others))


def row(subject: Subject) -> Row:
    """The subject as it installs and, where that leaks, with its outputs rounded to a grid, twice if that leaks too."""
    try:
        found = audited(subject)
        on_grid = again = None
        if found.leaks:
            on_grid = found if subject.is_whole else audited(subject, grid=GRID)
            more = {"budget": 4 * subject.draws, "confidence": 0.999, "seed": 1}
            again = audited(subject, grid=GRID, **more) if on_grid.leaks else None
    except (BadInput, ImportError) as error:
        return Row(subject, None, None, None, " ".join(str(error).split())[:200].replace("|", "/"))
    return Row(subject, found, on_grid, again, "")


COLUMNS = ("what", "claim", "neighbours", "epsilon at least", "kind of leak", "reports", "would have seen", "draws")
TABLES, END = "## ", "\n1. I. Mironov"  # what stands in the page between these is made


def tables_text(tables: dict[str, list[Row]]) -> str:
    """The tables of the page, one for each library."""
    parts = []
    for library, rows in tables.items():
        lines = [COLUMNS, ("---",) * len(COLUMNS), *(one.cells(rows) for one in rows)]
        parts += [f"## {library} {version(library)}\n\n", *(f"| {' | '.join(line)} |\n" for line in lines), "\n"]
    return "".join(parts).rstrip() + "\n"


@click.command()
@click.option(
    "--write", type=click.Path(path_type=Path), help="The page whose tables to replace; without it, only the lines."
)
@click.option("--only", default="", help="Subjects whose names contain this text.")
def main(write: Path | None, only: str) -> None:
    """Audit every subject and print a line for each as it is done."""
    tables: dict[str, list[Row]] = {}
    for library, subjects in LISTS.items():
        try:
            listed = [subject for subject in subjects() if only in subject.name]
        except ImportError as error:
            click.echo(f"{library} is left out: {error}", err=True)
            continue
        tables[library] = []
        for subject in listed:
            tables[library].append(row(subject))
            click.echo("| " + " | ".join(tables[library][-1].cells()) + " |")
            sys.stdout.flush()
    if not tables:
        raise click.UsageError("none of the libraries is installed: pip install diffprivlib opendp")
    if write is not None:
        page = write.read_text(encoding="utf-8")
        made = page[: page.index(TABLES)] + tables_text(tables) + page[page.index(END) :]
        write.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
