"""The database's five yes/no properties of each parameter: a yes for all classes, a no by a class that shows it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.cpm.database import IN_LIBRARY, Entry, database, definitions_used, in_library
from littlestone.spec.cpm.relations import named
from littlestone.spec.notation import *
from littlestone.spec.parameters.library import Parameter

Formula = Callable[..., Statement]
Witness = dict[str, Any]

WORDS = {
    "symmetric": "the same for H and its complements",
    "monotonic": "at most its value on H for each subclass of H",
    "p_monotonic": "at most its value on H for each restriction of H to points",
    "doubly_monotonic": "at most its value on H for each restriction of a subclass of H",
    "strictly_monotonic": "less than its value on H for each subclass of H other than H",
}
SUBJECTS = {
    "symmetric": "symmetry of {}",
    "monotonic": "monotonicity of {}",
    "p_monotonic": "monotonicity of {} under restriction",
    "doubly_monotonic": "double monotonicity of {}",
    "strictly_monotonic": "strict monotonicity of {}",
}
STRICTLY = "the legend does not say what strictly monotonic is; it is taken as G < H implies P(G) < P(H)"
FEW = "a class that shows the no is looked for among all of at most three points"

# Noes that are wrong, with the reason, which is a proof
ALWAYS = {
    "oriented_diameter.symmetric": "if the empty set and S are traces on S, so are their complements",
    "threshold_dimension.symmetric": "the complements of the sets of a chain are a chain, in the reversed order",
    "worst_mistakes.p_monotonic": "an order of H may begin with the points of the restriction",
}
WITNESSES: dict[str, Witness] = json.loads(Path(__file__).with_name("witnesses.json").read_text(encoding="utf-8"))

MIXED = ["0011", "0101", "0110", "0111", "1000", "1001", "1010", "1100"]
# Refuted by the part of the property that fails on fewer cases: a subclass of H may be H itself
REFUTED_BY_PART = {"membership_and_equivalence_queries_complexity.doubly_monotonic": "p_monotonic"}

# Yeses that are wrong, with a class that shows it; the parameter is no smaller on the subclass or restriction
BREAKING: dict[str, Witness] = {
    "effective_range.strictly_monotonic": {"H": ["00", "01", "10"], "G": ["01", "10"]},
    "log_shattering.strictly_monotonic": {"H": ["00", "01", "10"], "G": ["01", "10"]},
    "littlestone_dimension.strictly_monotonic": {"H": ["00", "01", "10"], "G": ["00", "10"]},
    "equivalence_queries_complexity.strictly_monotonic": {"H": ["00", "01", "10"], "G": ["00", "10"]},
    "effective_vc_radius.monotonic": {
        "by": 1,
        "H": ["000", "001", "010", "011", "100"],
        "G": ["000", "001", "010", "011"],
    },
    "membership_and_equivalence_queries_complexity.p_monotonic": {"by": 1, "H": MIXED, "points": [1, 2, 3]},
    "membership_and_equivalence_queries_complexity.doubly_monotonic": {"by": 1, "H": MIXED, "points": [1, 2, 3]},
    "log_size_ratio.p_monotonic": {"by": "1/8", "H": ["000", "001", "110"], "points": [0, 2]},
    "log_size_ratio.doubly_monotonic": {"by": "1/8", "H": ["000", "001", "110"], "points": [0, 2]},
}
RANGE = "a function more, or a point less, changes the effective range"
ASKED = "a membership query may help whose point the restriction leaves out"
EQUAL = "one more function need not make it larger"
WRONG = {key: EQUAL if "strictly" in key else RANGE if "queries" not in key else ASKED for key in BREAKING}


# ---- A yes


def _symmetric(P: Parameter) -> Formula:
    def formula(H: Binary, slack: int) -> Truth:
        return P(complement(H)) == P(H) + slack

    return formula


def _monotonic(P: Parameter) -> Formula:
    def formula(H: Binary, G: Subclass, slack: int) -> Truth:
        return P(G) <= P(H) + slack

    return formula


def _p_monotonic(P: Parameter) -> Formula:
    def formula(H: Binary, slack: int) -> Truth:
        return all_of(P(trace) <= P(H) + slack for trace in restrictions(H))

    return formula


def _doubly_monotonic(P: Parameter) -> Formula:
    def formula(H: Binary, G: Subclass, slack: int) -> Truth:
        return all_of(P(trace) <= P(H) + slack for trace in restrictions(G))

    return formula


def _strictly_monotonic(P: Parameter) -> Formula:
    def formula(H: Binary, G: Subclass, slack: int) -> Statement:
        return when(G != H, P(G) < P(H) + slack)

    return formula


YES = {
    "symmetric": _symmetric,
    "monotonic": _monotonic,
    "p_monotonic": _p_monotonic,
    "doubly_monotonic": _doubly_monotonic,
    "strictly_monotonic": _strictly_monotonic,
}


# ---- A no


def listed(functions: Iterable[str]) -> ConceptClass:
    """The class of the functions that are written as words of labels."""
    return explicit([tuple(map(int, f)) for f in functions], 2)


def _is_broken(P: Parameter, witness: Witness) -> Formula:
    """P is larger, by so much, on a subclass, a restriction, or else the complements of the witness."""

    def formula(by: Fraction) -> Truth:
        H = listed(witness["H"])
        return P(_compared(H, witness)) >= P(H) + by

    return formula


def _compared(H: ConceptClass, witness: Witness) -> ConceptClass:
    if "G" in witness:
        return listed(witness["G"])
    return restriction_to(H, tuple(witness["points"])) if "points" in witness else complement(H)


def _is_broken_somewhere(universal: Formula) -> Formula:
    def formula(most: int) -> Truth:
        return any_of(~as_truth(universal(H, 0)) for m in range(1, most + 1) for H in _classes(m))

    return formula


def _classes(points: int) -> Iterable[ConceptClass]:
    functions = list(all_functions(points, 2))
    for code in range(1, 2 ** len(functions)):
        yield explicit([f for i, f in enumerate(functions) if code >> i & 1], 2, points)


# ---- The entries


def _state(entry: Entry, kind: str) -> None:
    key = f"{entry['key']}.{kind}"
    P = in_library(entry["key"])
    id, source = f"CPM.P.{key}", f"parameter {entry['id']}, {kind}: {SUBJECTS[kind].format(entry['name'])}"
    said = [definitions_used(entry["key"]), STRICTLY if kind == "strictly_monotonic" else None]
    used = (P.definition,)
    yes = named(
        YES[REFUTED_BY_PART.get(key, kind)](P), f"{entry['key']}_is_{kind}", f"{entry['name']} is {WORDS[kind]}."
    )
    no, sentence = f"{entry['key']}_is_not_{kind}", f"{entry['name']} is not always {WORDS[kind]}."
    slack = OFFSET if kind == "symmetric" else TIGHT
    if entry[kind]:
        claim(id, source, "property", narrows=_joined(said), made_of=used, slack=slack)(yes)
        if key in BREAKING:
            _correct(id, P, key, no, sentence)
    elif key in WITNESSES:
        claim(id, source, "property", narrows=_joined(said), made_of=used, by=_by(WITNESSES[key]))(
            named(_is_broken(P, WITNESSES[key]), no, sentence)
        )
    elif key in ALWAYS:
        broken = named(_is_broken_somewhere(YES[kind](P)), no, sentence)
        claim(id, source, "property", narrows=_joined([*said, FEW]), made_of=used, most=Constant(3))(broken)
        correction(id, ALWAYS[key], made_of=used, slack=slack)(yes)


def _correct(id: str, P: Parameter, key: str, name: str, sentence: str) -> None:
    """Put beside a yes that is false the class that shows it."""
    broken = named(_is_broken(P, BREAKING[key]), name, sentence)
    correction(id, WRONG[key], made_of=(P.definition,), by=_by(BREAKING[key]))(broken)


def _by(witness: Witness) -> Constant:
    by = Fraction(witness.get("by", 0))
    return Constant(by, mutants=(by + 1,))


def _joined(said: Iterable[str | None]) -> str | None:
    return "; ".join(filter(None, said)) or None


EXPRESSIBLE = [entry for entry in database()["parameters"] if entry["key"] in IN_LIBRARY]

for _entry in EXPRESSIBLE:
    for _kind in YES:
        _state(_entry, _kind)
