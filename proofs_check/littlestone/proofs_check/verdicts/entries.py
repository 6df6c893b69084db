"""The ledger's form: ``ledger_schema.json`` alone says what each part of it has, and parts are filled by that."""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib.resources import files
from typing import Any, Literal, TypeAlias

from littlestone.proofs_check.compute.forked import THE_LIMIT
from littlestone.proofs_check.exit_codes import ExitCode

SCHEMA: dict[str, Any] = json.loads(files(__package__).joinpath("ledger_schema.json").read_text("utf-8"))
VERDICTS: tuple[str, ...] = tuple(SCHEMA["$defs"]["verdict"]["enum"])
# The first ledgers had no notes of runs
MAY_LACK = {"run", "digest", "scope", "not_sharp", "example", "figures", "idle"}
LISTS = ("claims", "uses")
# Parts of a ledger, each in the form of the schema that has its name
Entry: TypeAlias = dict[str, Any]
EvidenceEntry: TypeAlias = dict[str, Any]
MutantEntry: TypeAlias = dict[str, Any]
FrontierEntry: TypeAlias = dict[str, Any]
ArrowEntry: TypeAlias = dict[str, Any]
ProofEntry: TypeAlias = dict[str, Any]
CheckFault: TypeAlias = dict[str, Any]
RunNote: TypeAlias = dict[str, Any]
Ledger: TypeAlias = dict[str, Any]
DependencyWord = Literal["cited", "used", "fails", "undecided"]
Worth = Literal["used", "corrected", "conditional", "undecided", "broken"]
Culprit = Literal["kit", "formula", "implementation", "target"]
WORDS: dict[Culprit, str] = {
    "kit": "the kit is at fault",
    "formula": "the formula fails",
    "implementation": "the implementation fails",
    "target": "the target cannot be audited",
}


def filled(form: str, source: object, **given: Any) -> dict[str, Any]:
    """A part of this form: what is given, and of the other fields what the source has by the same name."""
    names = SCHEMA["$defs"][form]["properties"]
    own = {name: getattr(source, name) for name in names if name not in given and hasattr(source, name)}
    return {**own, **given}


def missing(entry: Entry) -> list[str]:
    """What an entry that was read lacks of the schema's form, and what the note of its run does."""
    run = entry.get("run")
    noted = set() if run is None else SCHEMA["$defs"]["run"]["properties"].keys() - run.keys()
    return sorted(SCHEMA["$defs"]["claim"]["properties"].keys() - entry.keys() - MAY_LACK | noted)


def all_entries(ledger: Ledger) -> list[Entry]:
    """The entries of the claims, then those of the uses."""
    return [*ledger["claims"], *ledger["uses"]]


def parts_of(ledger: Ledger) -> list[dict[str, object]]:
    """What digests are of: each entry, then what is beside them."""
    return [*all_entries(ledger), {name: value for name, value in ledger.items() if name not in LISTS}]


def fault_words(fault: CheckFault) -> str:
    """The fault in a sentence, for people; nothing is decided by its words.

    A formula at the limit of its time may have nothing wrong: the search for a proof takes most of it.
    """
    place = "" if fault["line"] is None else f", in line {fault['line']} of its file"
    is_ended = fault["kind"] == "formula" and fault["text"].endswith(THE_LIMIT)
    return f"{'ended' if is_ended else WORDS[fault['kind']]}{place}: {fault['text']}"


def fault_code(faults: Iterable[CheckFault | None]) -> ExitCode:
    """How a command ends that met these faults: the kit's weigh most."""
    kinds = {fault["kind"] for fault in faults if fault is not None}
    if "kit" in kinds:
        return ExitCode.KIT_FAULT
    return ExitCode.BAD_INPUT if kinds else ExitCode.PASSED
