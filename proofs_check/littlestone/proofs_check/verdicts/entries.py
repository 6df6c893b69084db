"""The ledger's form in types, key by key that of ``ledger_schema.json``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NotRequired, TypedDict, TypeVar, cast

from littlestone.proofs_check.exit_codes import ExitCode
from littlestone.proofs_check.json_types import JsonObject
from littlestone.spec.claim import Direction, Role

VERDICTS = ("proved", "checked", "tested", "estimated", "refuted", "open", "not_checkable")  # as the schema has them
DependencyWord = Literal["cited", "used", "fails", "undecided"]
Worth = Literal["used", "corrected", "conditional", "undecided", "broken"]
Culprit = Literal["kit", "formula", "implementation", "target"]
WORDS: dict[Culprit, str] = {
    "kit": "the kit is at fault",
    "formula": "the formula fails",
    "implementation": "the implementation fails",
    "target": "the target cannot be audited",
}


class CheckFault(TypedDict):
    """Why something could not be checked at all: who is to blame, what happened, in which line of their own file."""

    kind: Culprit
    text: str
    line: int | None


class EvidenceEntry(TypedDict):
    """One prover's answer."""

    prover: str
    universe: str
    outcome: str
    size: int | None
    cases: int
    beyond_reach: int
    premise_cases: int | None
    violations: int
    seconds: float
    seed: int | None
    command: str
    detail: str | None
    certificate: str | None


class MutantEntry(TypedDict):
    """A strengthened form of the claim, and what kills it; None where it survives."""

    constants: dict[str, str]
    killed_by: str | None
    universe: str | None
    text: str | None


class FrontierEntry(TypedDict):
    """How far a constant can be made stronger; nulls and the words say what was not found."""

    constant: str
    printed: str
    stronger: Direction
    holds_to: str | None
    fails_at: str | None
    precision: str | None
    universe: str | None
    case: str | None
    status: Literal["measured", "not measured"]
    words: str


class PartEntry(TypedDict):
    """A part of a claim, and what was found when it was changed."""

    part: str
    fate: str
    case: str | None
    words: str


class CounterexampleEntry(TypedDict):
    """A counterexample in words and as data."""

    text: str
    data: JsonObject


class JudgedEntry(TypedDict):
    """What the entry of a claim and that of its corrected form have both."""

    statement: str
    verdict: str
    reason: str | None
    evidence: list[EvidenceEntry]
    narrows: str | None
    caps: str | None
    reach: str | None
    cites: list[str]
    location: str
    scope: NotRequired[str | None]


class CorrectedEntry(JudgedEntry):
    """What became of the corrected form of a claim."""

    leaves_out: NotRequired[str | None]
    at_counterexample: NotRequired[str | None]


class RunNote(TypedDict):
    """When an entry was made, UTC, in which profile and version, from what; stale where that has changed since."""

    profile: str
    at: str | None
    version: str
    rests_on: str
    stale: bool


class Entry(JudgedEntry):
    """A claim's place in the ledger."""

    id: str
    paper: str
    source: str
    kind: str
    role: Role
    title: str
    expected: bool
    fault: CheckFault | None
    counterexample: CounterexampleEntry | None
    corrected: CorrectedEntry | None
    mutants: list[MutantEntry]
    frontiers: list[FrontierEntry]
    structure: list[PartEntry]
    vacuous: str | None
    not_sharp: NotRequired[str | None]
    lost: str | None
    stopped: str | None
    vacuous_on: list[str]
    stand_ins: list[str]
    refuted_parts: list[str]
    run: RunNote | None
    digest: NotRequired[str]


class ArrowEntry(TypedDict):
    """A dependency of a proof: what it points to, its own word, and what it and all behind it are worth."""

    id: str
    cited: str
    place: str
    statement: str
    repair: str | None
    assumes: str | None
    draws: str | None
    claims: list[str]
    word: DependencyWord
    verdict: Worth


class ProofEntry(TypedDict):
    """What the proof of a statement is worth, apart from the statement's verdict, and what it uses."""

    id: str
    verdict: Worth
    words: str
    steps: list[str]
    through: str | None
    repaired: list[str]
    sums: str | None
    arrows: list[ArrowEntry]


class Tool(TypedDict):
    """What wrote the ledger, and a hash of its sources."""

    name: str
    version: str
    sources: NotRequired[str]


class Ledger(TypedDict):
    """All claims of a run, and what earlier runs found of others; the profile is the last run's.

    ``uses`` are the entries of what is made from the uses in proofs, which are no claims of anybody's.
    """

    schema: int
    tool: Tool
    profile: str
    claims: list[Entry]
    uses: list[Entry]
    proofs: list[ProofEntry]
    digest: NotRequired[str]


LISTS = ("claims", "uses")
Form = TypeVar("Form")


def filled(form: type[Form], source: object, **given: Any) -> Form:
    """An entry of this form: what is given, and of the other fields what the source has by the same name."""
    own = {name: getattr(source, name) for name in form.__annotations__ if name not in given and hasattr(source, name)}
    return cast(Form, {**own, **given})


def all_entries(ledger: Ledger) -> list[Entry]:
    """The entries of the claims, then those of the uses."""
    return [*ledger["claims"], *ledger["uses"]]


def parts_of(ledger: Ledger) -> list[dict[str, object]]:
    """What digests are of: each entry, then what is beside them."""
    return [*map(dict, all_entries(ledger)), {name: value for name, value in ledger.items() if name not in LISTS}]


def fault_words(fault: CheckFault) -> str:
    """The fault in a sentence, for people; nothing is decided by its words."""
    place = "" if fault["line"] is None else f", in line {fault['line']} of its file"
    return f"{WORDS[fault['kind']]}{place}: {fault['text']}"


def fault_code(faults: Iterable[CheckFault | None]) -> ExitCode:
    """How a command ends that met these faults: the kit's weigh most."""
    kinds = {fault["kind"] for fault in faults if fault is not None}
    if "kit" in kinds:
        return ExitCode.KIT_FAULT
    return ExitCode.BAD_INPUT if kinds else ExitCode.PASSED
