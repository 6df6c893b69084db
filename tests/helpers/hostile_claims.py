"""Hostile claims: short statements, true and false, written as users write them, and what a verdict on them may be.

A file of them has entries of this form, each but the first line as in a user's file; what stands before the line of
parameters is put before the claim, and after a bar stand its constants:

    ### name: truth, verdict; alone; says one | another
    import math
    (n: Size, factor: int) | factor=Constant(1, mutants=(2,))
    return n <= factor

The truth is one of ``true``, ``false``, ``empty`` (no statement, or one whose premise never holds) and ``beyond``
(false, but only farther out than anything that is looked at). A verdict after it is the one demanded. ``alone`` is a
file of its own, as it fails when it is read. ``says`` are words of which the answer has one, unless it is the right
verdict.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from littlestone.impl.registry import IMPLEMENTATIONS
from littlestone.proofs_check.command_line.console import claim_lines
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.sources.catalogue import load_file
from littlestone.proofs_check.verdicts.entries import fault_words
from littlestone.proofs_check.verdicts.running import run_claim
from littlestone.proofs_check.verdicts.verification import Settings

CORPUS = Path(__file__).parents[1] / "hostile"
PASSED = frozenset({"proved", "checked", "tested", "estimated"})
FORBIDDEN = {
    "true": frozenset({"refuted"}),
    "false": PASSED,
    "empty": PASSED | {"refuted"},
    "beyond": frozenset({"proved"}),
}
RIGHT = {"true": PASSED, "false": frozenset({"refuted"})}
UNHELPFUL = ("the kit is at fault", "no prover reached the claim within the budget")
TITLE = re.compile(
    r"### (?P<name>\w+): (?P<truth>\w+)(?:, (?P<verdict>\w+))?(?P<alone>; alone)?(?:; says (?P<says>.+))?"
)


@dataclass(frozen=True)
class Hostile:
    """One entry: what it is called, what may be answered, and its source lines."""

    family: str
    name: str
    truth: str
    verdict: str | None
    alone: bool
    says: tuple[str, ...]
    source: str

    @property
    def id(self) -> str:
        """The claim's id."""
        return f"HOSTILE.{self.family}.{self.name}"


@dataclass(frozen=True)
class Answer:
    """What a user reads about a claim; the verdict is "fault" where it could not be checked."""

    verdict: str
    text: str


def entries(file: Path) -> list[Hostile]:
    """The entries of one family."""
    blocks = re.split(r"^(?=### )", file.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return [_entry(file.stem, block) for block in blocks]


def _entry(family: str, block: str) -> Hostile:
    title, *lines = block.strip().splitlines()
    found = TITLE.fullmatch(title)
    assert found is not None and found["truth"] in FORBIDDEN, title
    says = tuple(found["says"].split(" | ")) if found["says"] else ()
    source = _source(family, found["name"], lines)
    return Hostile(family, found["name"], found["truth"], found["verdict"], bool(found["alone"]), says, source)


def _source(family: str, name: str, lines: list[str]) -> str:
    place = next(i for i, line in enumerate(lines) if line.startswith("("))
    parameters, _, constants = lines[place].partition(" | ")
    stated = f'@claim("HOSTILE.{family}.{name}", "a notebook", "conjecture", {constants})'
    body = [f'    """{name}."""', *(f"    {line}" for line in lines[place + 1 :])]
    return "\n".join([*lines[:place], stated, f"def claim_{name}{parameters}:", *body, "\n"])


def state(stated: list[Hostile], file: Path) -> None:
    """Write the entries as a user's file and load it as the command does; raises what that raises."""
    file.write_text("\n".join(["from littlestone.claims import *\n", *(e.source for e in stated)]), encoding="utf-8")
    load_file(file)


def answer(one: Hostile, file: Path) -> Answer:
    """What the quick profile says of the entry, whose file is loaded unless it stands alone."""
    if one.alone:
        try:
            state([one], file)
        except Exception as error:
            return Answer("fault", str(error))
    try:
        found = run_claim(one.id, Settings(QUICK))
    except BaseException as error:  # it would end the command
        return Answer("escaped", repr(error))
    text = "\n".join(claim_lines(found))
    fault = found["fault"]
    return Answer(found["verdict"], text) if fault is None else Answer("fault", f"{text}\n{fault_words(fault)}")


def objection(one: Hostile, said: Answer) -> str | None:
    """What is wrong with the answer, or None."""
    if said.verdict == "escaped":
        return "the exception ended the command"
    if said.verdict in FORBIDDEN[one.truth]:
        return f"{said.verdict}, but it is {one.truth}"
    if one.verdict is not None and said.verdict != one.verdict:
        return f"{said.verdict} instead of {one.verdict}"
    return _silence(one, said)


def _silence(one: Hostile, said: Answer) -> str | None:
    """Why the answer does not help whoever made the mistake."""
    if not one.says or (one.verdict is None and said.verdict in RIGHT.get(one.truth, ())):
        return None
    if any(words in said.text for words in UNHELPFUL):
        return "the answer blames the kit or the budget"
    return None if any(words in said.text for words in one.says) else f"the answer says none of {', '.join(one.says)}"


def forget(family: str) -> None:
    """Take the family's claims, and what they run, out of the registries."""
    from littlestone.spec.claim import _registry

    for known in (_registry, IMPLEMENTATIONS):
        for id in [id for id in known if id.startswith(f"HOSTILE.{family}.")]:
            del known[id]  # type: ignore[attr-defined]
