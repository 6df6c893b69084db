"""What audits find in learners that leak, and in their honest twins, at the default budget; see ``--help``."""

from __future__ import annotations

import importlib.util
import os
import sys
import time
from pathlib import Path
from typing import Any

import click

from littlestone.proofs_check.audits.auditing import audit
from littlestone.proofs_check.audits.subjects.number_text import Bound, as_fraction
from littlestone.proofs_check.audits.subjects.results import AuditResult

FILE = Path(__file__).parents[2] / "tests/proofs_check/audits/leaks.py"


def fixtures() -> Any:
    """The module of leaks that the tests use."""
    spec = importlib.util.spec_from_file_location("leaky_targets", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["leaky_targets"] = module
    spec.loader.exec_module(module)
    return module


def figure(value: Any) -> str:
    """A number with four decimals."""
    return f"{float(value if isinstance(value, Bound) else as_fraction(value)):.4f}"


def audited(target: str, leak: Any, budget: float, mode: str, seed: int) -> tuple[AuditResult, float]:
    """The answer for one target, and the seconds it took."""
    start = time.perf_counter()
    result = audit(
        target, epsilon=leak.epsilon, delta=leak.delta, instance=leak.instance, budget=budget, mode=mode, seed=seed
    )
    return result, time.perf_counter() - start


def row(leak: Any, budget: float, mode: str, seed: int) -> str:
    """A line of the table: the claim, and the bound, verdict and seconds of the leaky and of the honest target."""
    cells = [f"{leak.what:40s} {figure(leak.epsilon):>7} {float(leak.delta):8.0e}"]
    for target, wanted in zip(leak.targets, (True, False), strict=True):
        result, seconds = audited(target, leak, budget, mode, seed)
        right = "caught" if result.leaks else "passes"
        cells.append(f"{figure(result.bound):>9} {right if result.leaks == wanted else 'WRONG':6s} {seconds:6.1f}")
    return " | ".join([*cells, result.mode])


@click.command()
@click.option("--budget", default=1e6, show_default=True, help="Draws for each audit.")
@click.option("--mode", default="auto", show_default=True, help="auto enumerates learners, blackbox draws from all.")
@click.option("--seed", default=0, show_default=True, help="Seed of all audits.")
def main(budget: float, mode: str, seed: int) -> None:
    """Print a line for each leak."""
    click.echo(f"load average {os.getloadavg()[0]:.2f} on {os.cpu_count()} cores; {budget:g} draws")
    head = f"{'':40s} {'epsilon':>7} {'delta':>8}"
    click.echo(" | ".join([head, f"{'leaky':>9} {'':6s} {'s':>6}", f"{'honest':>9} {'':6s} {'s':>6}", "mode"]))
    for leak in fixtures().leaks():
        click.echo(row(leak, budget, mode, seed))


if __name__ == "__main__":
    main()
