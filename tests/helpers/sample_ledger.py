"""A small ledger with a claim of each kind, as the report takes it."""

from __future__ import annotations

from typing import Any

from littlestone.proofs_check.reports.drawing import tree_svg

IO_TREE: dict[str, Any] = {
    "kind": "io",
    "point": 0,
    "labels": [0, 1],
    "left": {"kind": "io", "point": 1, "labels": [0, 2], "left": None, "right": None},
    "right": {"kind": "io", "point": 1, "labels": [0, 2], "left": None, "right": None},
}
PSI_TREE: dict[str, Any] = {
    "kind": "psi",
    "point": 0,
    "map": [0, 1, None],
    "left": {"kind": "psi", "point": 1, "map": [0, 1, 1], "left": None, "right": None},
    "right": None,
}


def evidence(prover: str, universe: str, size: int | None, **changes: Any) -> dict[str, Any]:
    printed = {
        "prover": prover,
        "universe": universe,
        "size": size,
        "cases": size,
        "beyond_reach": 0,
        "violations": 0,
        "seconds": 0.04,
        "seed": None,
        "command": f"littlestone verify --prover {prover}",
        "detail": None,
        "outcome": "checked",
    }
    return printed | changes


def claim(name: str, verdict: str, **changes: Any) -> dict[str, Any]:
    plain = {
        "id": name,
        "paper": name.split(".")[0],
        "source": "Theorem 3.4, section 3.2",
        "kind": "theorem",
        "role": "statement",
        "narrows": None,
        "caps": None,
        "reach": None,
        "cites": [],
        "title": f"title of {name}",
        "statement": f"statement of {name}",
        "verdict": verdict,
        "expected": True,
        "reason": None,
        "fault": None,
        "counterexample": None,
        "corrected": None,
        "mutants": [],
        "frontiers": [],
        "structure": [],
        "vacuous": None,
        "lost": None,
        "stopped": None,
        "evidence": [],
        "vacuous_on": [],
        "stand_ins": [],
        "refuted_parts": [],
        "location": None,
        "run": None,
        "digest": "0" * 64,
    }
    return plain | changes


def frontier(constant: str, printed: str, words: str) -> dict[str, Any]:
    unknown = dict.fromkeys(("holds_to", "fails_at", "precision", "universe", "case"))
    told = {"constant": constant, "printed": printed, "stronger": "smaller", "status": "measured", "words": words}
    return unknown | told


def restrictions() -> dict[str, Any]:
    killed = "Let   H = {01, 12, 20, 22} on the points x0, x1\nThen  MLD(H) = 1, but Ldim(H|_1) = 2 > 1 ln 3"
    return claim(
        "BGS21.T3.4",
        "checked",
        title="Binary restrictions are not much harder",
        statement="A binary restriction of a $[k]$-valued class has dimension at most $6 MLD(H) ln(k+1)$.",
        frontiers=[frontier("factor", "6", "holds to 15/8, fails at 3/2 on H = {01, 11, 12, 20}")],
        location="spec/littlestone/spec/bgs21/section3.py:24",
        vacuous_on=["classes with one function"],
        mutants=[
            {"constants": {"factor": "6 -> 1"}, "killed_by": "z3", "universe": "2 points, 3 labels", "text": killed},
            {"constants": {"factor": "6 -> 2"}, "killed_by": None, "universe": None, "text": None},
        ],
        evidence=[
            evidence(
                "random", "all three-label classes on 5 points", 2**243 - 1, cases=100_000, seed=7, outcome="tested"
            ),
            evidence(
                "exhaustive", "all binary classes on 5 points", 2**32 - 1, seconds=9.31, premise_cases=77_000, detail=""
            ),
            evidence("z3", "all three-label classes on 4 points", 2**81 - 1, cases=None, seconds=212.5, detail="unsat"),
        ],
    )


def bit_by_bit() -> dict[str, Any]:
    functions = [[0, 0], [0, 2], [1, 0], [1, 2]]
    return claim(
        "BGS21.T7.1",
        "refuted",
        title="MLD is at most the largest bit dimension times log(k+1)",
        statement="$MLD(H) <= max_i Ldim(H|_i) * log2(k+1)$.",
        source="Theorem 7.1, section 7",
        counterexample={
            "text": "Let   H = {00, 02, 10, 12} on the points x0, x1 with labels 0..2\n"
            "Then  MLD(H) = 2, but both bit restrictions have dimension 1 and log2 3 = 1.5849... < 2",
            "data": {"class": {"points": 2, "labels": 3, "functions": functions}, "tree": IO_TREE},
        },
        corrected={
            "statement": "$MLD(H) <= sum_i Ldim(H|_i) <= max_i Ldim(H|_i) * ceil(log2(k+1))$.",
            "verdict": "checked",
            "evidence": [evidence("exhaustive", "all three-label classes on 2 points", 511)],
        },
        evidence=[evidence("exhaustive", "all three-label classes on 2 points", 511, violations=80, outcome="refuted")],
    )


def learner() -> dict[str, Any]:
    return claim(
        "BGS21.T3.6",
        "not_checkable",
        title="A private learner for classes of finite Littlestone dimension",
        source="Theorem 3.6, section 3.2",
        reason="The theorem is cited; its constant is hidden and its algorithm is not described.",
        stand_ins=["BGS21.T3.4", "BGS21.T3.7"],
    )


def logarithm() -> dict[str, Any]:
    arb = evidence(
        "interval", "all x, y > 0", None, cases=None, outcome="proved", detail="u - 1 - ln u >= 0 with u = x y"
    )
    figure = {"title": "A Psi-labelled tree", "svg": f'<?xml version="1.0"?>\n{tree_svg(PSI_TREE)}'}
    return claim(
        "BGS21.T3.4.lnineq",
        "proved",
        kind="proof step",
        statement="$ln x <= x y - ln(e y)$",
        evidence=[arb],
        figures=[figure],
    )


def ledger() -> dict[str, Any]:
    counted = evidence("monte carlo", "samples of size 200", None, cases=20_000, seed=3, outcome="estimated")
    undecided = evidence("z3", "all binary classes on 6 points", 2**64 - 1, cases=None, outcome="open", seconds=60.0)
    claims = [
        logarithm(),
        restrictions(),
        learner(),
        bit_by_bit(),
        claim("ABLMM22.L5.1", "open", kind="lemma", expected=False, reason="Z3 gave up.", evidence=[undecided]),
        claim("ABLMM22.T2.4", "estimated", evidence=[counted]),
    ]
    return {
        "schema": 2,
        "tool": {"name": "littlestone", "version": "0.1.0"},
        "profile": "quick",
        "claims": claims,
        "uses": [],
        "proofs": [],
    }
