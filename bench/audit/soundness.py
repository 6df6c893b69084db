"""How often bounds exceed the truth: at fixed events, and of whole audits on mechanisms of known epsilon.

A stated 5% may be exceeded by chance only: the limit is the 99.9% quantile of Bin(runs, 0.05). At a fixed event
P1 = e^epsilon P2 + delta (or the Gaussian curve), so a bound above the truth is an error; there the test's median bound
stands next to the one from two Clopper-Pearson bounds at half the error each. ``known_epsilon.py`` has the audits.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import resource
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import exp, log
from pathlib import Path
from statistics import median
from typing import Any

import click
import numpy as np
from scipy.special import ndtr, ndtri
from scipy.stats import binom

from littlestone.proofs_check.statistics.binomials import lower_bound, upper_bound
from littlestone.proofs_check.statistics.two_sample import (
    Counts,
    combined_epsilon_lower_bound,
    delta_lower_bound,
    epsilon_lower_bound,
    gaussian_mu_lower_bound,
)

ERROR = 0.05
TOLERANCE = 1e-9
ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER of Linux: copies of a worker that was killed count as this one's children
Bound = Callable[[Counts], float]


@dataclass(frozen=True)
class Setting:
    """A fixed event with probabilities p1 and p2, the draws of each input, and the true value of what is bounded."""

    name: str
    p1: float
    p2: float
    draws: int
    truth: float
    bound: Bound


def epsilon_setting(p2: float, delta: float, draws: int, epsilon: float) -> Setting:
    name = f"epsilon={epsilon:g} at p2={p2:g}, delta={delta:g}"
    p1 = exp(epsilon) * p2 + delta
    return Setting(name, p1, p2, draws, epsilon, lambda counts: epsilon_lower_bound(counts, delta, ERROR))


def delta_setting(p2: float, delta: float, draws: int, epsilon: float) -> Setting:
    name = f"delta={delta:g} at p2={p2:g}, epsilon={epsilon:g}"
    p1 = exp(epsilon) * p2 + delta
    return Setting(name, p1, p2, draws, delta, lambda counts: delta_lower_bound(counts, epsilon, ERROR))


def gaussian_setting(p2: float, draws: int, mu: float) -> Setting:
    p1 = float(ndtr(ndtri(p2) + mu))
    return Setting(f"mu={mu:g} at p2={p2:g}", p1, p2, draws, mu, lambda c: gaussian_mu_lower_bound(c, ERROR))


SETTINGS = (
    epsilon_setting(0.0005, 0.0, 10_000, 1.0),
    epsilon_setting(0.001, 0.0, 50_000, 1.0),
    epsilon_setting(0.3, 0.0, 1_000, 1.0),
    epsilon_setting(0.3, 0.0, 500, 0.0),
    epsilon_setting(0.001, 0.01, 10_000, 1.0),
    epsilon_setting(0.2, 0.01, 1_000, 1.0),
    epsilon_setting(0.001, 1e-5, 25_000, 1.0),
    epsilon_setting(0.0, 0.001, 10_000, 1.0),
    delta_setting(0.01, 0.01, 1_000, 1.0),
    gaussian_setting(0.02, 300, 1.0),
)


def limit(runs: int) -> int:
    """How many of the runs may err at a rate of 5%, with 99.9% confidence."""
    return int(binom.ppf(0.999, runs, ERROR))


def outcomes(setting: Setting, runs: int, seed: int) -> list[Counts]:
    """Independent counts of the setting's event."""
    draws, rng = setting.draws, np.random.default_rng(seed)
    pairs = zip(rng.binomial(draws, setting.p1, runs), rng.binomial(draws, setting.p2, runs), strict=True)
    return [Counts(int(x), draws, int(y), draws) for x, y in pairs]


def errors(setting: Setting, runs: int, seed: int) -> int:
    """In how many runs the bound exceeds the truth; the same counts are tested once."""
    tested = lru_cache(maxsize=None)(setting.bound)
    return sum(tested(counts) > setting.truth + 1e-12 for counts in outcomes(setting, runs, seed))


def shrinking_blocks(runs: int, seed: int) -> int:
    """Errors of the combination where a good first block is followed by a rare event and a bad one by a common one."""
    rng, n = np.random.default_rng(seed), 10_000
    combined = lru_cache(maxsize=None)(lambda blocks: combined_epsilon_lower_bound(blocks, 0.0, ERROR))
    wrong = 0
    for _ in range(runs):
        first = Counts(int(rng.binomial(n, 0.002)), n, int(rng.binomial(n, 0.002)), n)
        p = 0.0002 if first.hits_first > first.hits_second + 8 else 0.004
        second = Counts(int(rng.binomial(n, p)), n, int(rng.binomial(n, p)), n)
        wrong += combined((first, second)) > 0
    return wrong


def separate_bounds(counts: Counts) -> float:
    """Epsilon at delta 0 from two Clopper-Pearson bounds at half the error each."""
    half = Fraction(ERROR) / 2
    low = lower_bound(counts.hits_first, counts.draws_first, half)
    return max(0.0, log(low / upper_bound(counts.hits_second, counts.draws_second, half))) if low else 0.0


def power(setting: Setting, bound: Bound, runs: int, seed: int) -> float:
    """The median bound."""
    return float(np.median([bound(counts) for counts in outcomes(setting, runs, seed)]))


def events(runs: int) -> None:
    """A line for each fixed event."""
    click.echo(f"{'setting':45} {'draws':>9} {'errors':>7} {'rate':>7}")
    for seed, setting in enumerate(SETTINGS):
        wrong = errors(setting, runs, seed)
        verdict = "" if wrong <= limit(runs) else "  UNSOUND"
        click.echo(f"{setting.name:45} {setting.draws:>9} {wrong:>7} {wrong / runs:>7.2%}{verdict}")
    wrong = shrinking_blocks(runs // 4, 0)
    click.echo(f"{'two blocks, the second chosen by the first':45} {'':>9} {wrong:>7} {wrong / (runs // 4):>7.2%}")
    rare = epsilon_setting(0.001, 0.0, 50_000, 1.0)
    joint, separate = (power(rare, bound, 200, 9) for bound in (rare.bound, separate_bounds))
    click.echo(f"median bound at p2=0.001, 50000 draws of each input: {joint:.3f}; two Clopper-Pearson {separate:.3f}")


# ---- Whole audits


def processor_seconds() -> float:
    """Of this process and of all that it started and that ended."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    spent = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return sum(each.ru_utime + each.ru_stime for each in spent)


def measured(each: Any, seed: int) -> dict[str, Any]:
    """One audit: its bound, none where it is undecided, and its processor seconds."""
    start = processor_seconds()
    bound = each.bound(seed)
    return {"mechanism": each.name, "seed": seed, "bound": bound, "seconds": round(processor_seconds() - start, 2)}


def line(each: Any, audits: list[dict[str, Any]]) -> str:
    """One row of a table in docs/audit_benchmark.md."""
    bounds = [one["bound"] for one in audits if one["bound"] is not None]
    wrong, most = sum(bound > each.truth + TOLERANCE for bound in bounds), limit(len(audits))
    seconds = sum(one["seconds"] for one in audits) / len(audits)
    figures = f"{each.truth:.4f} | {median(bounds or [0.0]):.4f} | {len(audits)} | {len(audits) - len(bounds)}"
    return f"| {each.name} | {figures} | {wrong}{'' if wrong <= most else ' UNSOUND'} | {most} | {seconds:.1f} |"


def audit_all(chosen: list[Any], seeds: range, results: Path) -> None:
    """Append each audit that the file lacks to it, all mechanisms with a seed before the next, and print the table."""
    ctypes.CDLL(None).prctl(ADOPT_ORPHANS, 1)
    results.touch()
    done = [json.loads(text) for text in results.read_text().splitlines()]
    known = {(one["mechanism"], one["seed"]) for one in done}
    for each, seed in ((each, seed) for seed in seeds for each in chosen if (each.name, seed) not in known):
        done.append(measured(each, seed))
        with results.open("a") as file:
            print(json.dumps(done[-1]), file=file)
    click.echo(
        "| mechanism | true | median bound | audits | undecided | above the truth | at most | CPU seconds each |"
    )
    click.echo("|---|---|---|---|---|---|---|---|")
    for each in chosen:
        if own := [one for one in done if one["mechanism"] == each.name]:
            click.echo(line(each, own))


@click.command()
@click.argument("of", type=click.Choice(["events", "laws", "failing", "onerun"]))
@click.option("--number", default=2000, show_default=True, help="Runs at each event, or audits of each mechanism.")
@click.option("--first", default=0, show_default=True, help="First seed of the audits.")
@click.option("--rows", default="", help="Names of mechanisms, separated by semicolons; all where empty.")
@click.option("--results", type=Path, default=Path("soundness.jsonl"), show_default=True, help="Where audits are kept.")
def main(of: str, number: int, first: int, rows: str, results: Path) -> None:
    """Count the bounds above the truth: at fixed events, or of audits on laws and the like."""
    click.echo(f"load {os.getloadavg()[0]:.1f}; {number} runs each, of which at most {limit(number)} may err")
    if of == "events":
        events(number)
        return
    known = importlib.import_module("known_epsilon")  # which the events, and so the tests of the bounds, do not need
    wanted = {name.strip() for name in rows.split(";") if name.strip()}
    chosen = [each for each in getattr(known, of)() if not wanted or each.name in wanted]
    audit_all(chosen, range(first, first + number), results)


if __name__ == "__main__":
    main()
