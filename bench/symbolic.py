"""What Z3 takes to decide true and false statements, and how encodings compare; run with ``--help`` for the options."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import click
import z3

from littlestone.proofs_check.provers.symbolic import SymbolicProver
from littlestone.proofs_check.questions.evidence import Budget
from littlestone.proofs_check.questions.universes import ClassUniverse, Question, circuit_of
from littlestone.proofs_check.solvers.clauses import cases_of, encode
from littlestone.proofs_check.solvers.engines import MOST_CASES
from littlestone.spec.algebra.circuit import AND, CONSTANT, INPUT, NOT, OR, Truth, nodes_of
from littlestone.spec.algebra.naturals import largest
from littlestone.spec.algebra.reals import Real, ln
from littlestone.spec.algebra.rounding import floor
from littlestone.spec.claim import (
    Claim,
    Constant,
    Statement,
    Value,
)
from littlestone.spec.classes.concept_classes import Bits, binary_restrictions
from littlestone.spec.classes.dimensions import (
    littlestone_dimension,
    psi_b,
    psi_bin,
    psi_littlestone_dimension,
    vc_dimension,
)
from littlestone.spec.domains import Binary, Multiclass


def vc_below_ldim(H: Binary) -> Truth:
    return vc_dimension(H) <= littlestone_dimension(H)


def ldim_below_vc(H: Binary) -> Truth:
    return littlestone_dimension(H) <= vc_dimension(H)


def ldim_below_log_size(H: Binary) -> Truth:
    return littlestone_dimension(H).map(lambda d: 2**d if d >= 0 else 0) <= H.size()


def size_below_sauer(H: Binary) -> Truth:
    return H.size() <= littlestone_dimension(H).map(lambda d: sum(comb(H.points, i) for i in range(d + 1)))


def size_below_sauer_vc(H: Binary) -> Truth:
    return H.size() <= vc_dimension(H).map(lambda d: sum(comb(H.points, i) for i in range(d + 1)))


def bits_below_mld_ln(H: Multiclass, factor: Fraction) -> Truth:
    bound = littlestone_dimension(H).map(lambda d: floor(Real.of(factor * d) * ln(H.labels)))
    return largest([littlestone_dimension(bit) for bit in binary_restrictions(H)]) <= bound


def psi_bin_below_psi_b(H: Multiclass) -> Truth:
    return psi_littlestone_dimension(H, psi_bin(H.labels)) <= psi_littlestone_dimension(H, psi_b(H.labels))


def mld_below_psi_bin(H: Multiclass) -> Truth:
    return littlestone_dimension(H) <= psi_littlestone_dimension(H, psi_bin(H.labels))


def mld_below_bits(H: Multiclass) -> Truth:
    bits = [littlestone_dimension(bit) for bit in binary_restrictions(H)]
    return littlestone_dimension(H) <= largest(bits) * Bits(H.labels).length


def ask(formula: Callable[..., Statement], points: int, labels: int, **constants: Value) -> Question:
    claim = Claim(formula.__name__, "bench", "lemma", formula, {n: Constant(v) for n, v in constants.items()})
    return Question(claim, claim.printed, ClassUniverse(points, labels))


QUESTIONS = (
    *(ask(vc_below_ldim, points, 2) for points in (5, 6)),
    *(ask(ldim_below_vc, points, 2) for points in (5, 6)),
    *(ask(ldim_below_log_size, points, 2) for points in (4, 5)),
    *(ask(size_below_sauer, points, 2) for points in (5, 6)),
    *(ask(size_below_sauer_vc, points, 2) for points in (5, 6)),
    *(ask(bits_below_mld_ln, points, 3, factor=factor) for points in (2, 3, 4) for factor in (6, 2, 1)),
    *(ask(psi_bin_below_psi_b, points, 3) for points in (3, 4)),
    *(ask(mld_below_psi_bin, points, 3) for points in (3, 4)),
    *(ask(mld_below_bits, points, 3) for points in (3, 4)),
)


# ---- Other ways to put the same truth to Z3


def expression(goal: Truth, context: z3.Context) -> z3.BoolRef:
    """One shared Z3 expression per gate."""
    made: dict[Truth, z3.BoolRef] = {}
    for serial, node in enumerate(nodes_of([goal])):
        made[node] = _expression(node, [made[arg] for arg in node.args], f"x{serial}", context)
    return made[goal]


def _expression(node: Truth, args: list[z3.BoolRef], name: str, context: z3.Context) -> z3.BoolRef:
    if node.op is CONSTANT:
        return z3.BoolVal(bool(node.payload), context)
    if node.op is INPUT:
        return z3.Bool(name, context)
    if node.op is NOT:
        return z3.Not(args[0], context)
    return z3.And(*args) if node.op is AND else z3.Or(*args) if node.op is OR else z3.Xor(args[0], args[1], context)


SOLVERS: dict[str, Callable[[z3.Context], z3.Solver]] = {
    "sat": lambda context: z3.Tactic("sat", ctx=context).solver(),
    "QF_FD": lambda context: z3.SolverFor("QF_FD", ctx=context),
    "plain": lambda context: z3.Solver(ctx=context),
}


@dataclass(frozen=True)
class Way:
    """A form of the goal, a solver, and whether the goal is split into cases."""

    clauses: bool
    solver: str
    split: bool

    @property
    def name(self) -> str:
        return f"{'clauses' if self.clauses else 'expressions'} {self.solver}{' by cases' if self.split else ''}"

    def decide(self, goal: Truth, steps: int) -> list[str]:
        """Z3's answer for each case that is not constant."""
        cases = cases_of(goal, MOST_CASES) if self.split else [goal]
        return [self._decide(case, steps) for case in cases if case.op is not CONSTANT]

    def _decide(self, goal: Truth, steps: int) -> str:
        context = z3.Context()
        solver = SOLVERS[self.solver](context)
        solver.set("rlimit", steps)
        if self.clauses:
            clauses = encode(goal)
            solver.from_string(clauses.dimacs(clauses.goal))
        else:
            solver.add(expression(goal, context))
        return str(solver.check())


WAYS = (Way(True, "sat", True), *(Way(clauses, solver, False) for clauses in (True, False) for solver in SOLVERS))


def compare(question: Question, steps: int) -> None:
    goal = circuit_of(question).violation
    for way in WAYS:
        started = time.perf_counter()
        answers = way.decide(goal, steps)
        found = " ".join(f"{answers.count(answer)} {answer}" for answer in sorted(set(answers)))
        click.echo(f"    {way.name:24s} {time.perf_counter() - started:8.2f} s  {found}")


def measure(question: Question, steps: int) -> None:
    name = " ".join([question.claim.id, *(f"{name}={value}" for name, value in question.constants.items())])
    gates = len(nodes_of([circuit_of(question).violation]))
    evidence = SymbolicProver().run(question, Budget(solver_steps=steps))
    smallest = f"{evidence.counterexample.size} functions, " if evidence.counterexample else ""
    click.echo(
        f"{name:27s} {question.universe.name:36s} {gates:6d} nodes {evidence.seconds:8.2f} s  {evidence.outcome:8s} "
        f"{smallest}{evidence.detail}"
    )


@click.command()
@click.option("--steps", default=20_000_000, show_default=True, help="Solver steps for each question.")
@click.option("--only", default="", help="Only statements whose name contains this.")
@click.option("--ways", is_flag=True, help="Compare encodings and solvers, each with these steps per query.")
def main(steps: int, only: str, ways: bool) -> None:
    """Print the verdict, time and solver steps of each statement."""
    click.echo(f"Z3 {z3.get_version_string()}, load average {os.getloadavg()[0]:.2f}, {os.cpu_count()} processors")
    for question in QUESTIONS:
        if only in question.claim.id:
            measure(question, steps)
            if ways:
                compare(question, steps)


if __name__ == "__main__":
    main()
