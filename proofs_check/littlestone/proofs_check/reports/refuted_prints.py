"""What is false as printed in a paper, as Markdown: from the claims, and the counterexamples that a run found."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from littlestone.proofs_check.reports.claim_pages import Entries, markdown
from littlestone.proofs_check.reports.proof_tree import ProofView
from littlestone.proofs_check.verdicts.entries import Entry, EvidenceEntry
from littlestone.spec.claim import CLAIMS, corrected
from littlestone.spec.proofs import ARROW, ARROWS, Arrow

LONGEST_LINE = 400  # of a counterexample: the command prints the whole
ON_CLASSES = ("exhaustive", "symbolic", "direct")
THEOREMS = ("theorem", "lemma", "corollary", "proposition")


def refuted_section(id: str, view: ProofView, consequence: str = "") -> str:
    """One false print: what is printed, the counterexample, the consequence, the repair, what rests on it."""
    parts = (print_and_counterexample(view.proofs.entries[id]), consequence, repair_of(id, view), _rests_on(id, view))
    return "\n\n".join(filter(None, parts)) + "\n"


def print_and_counterexample(entry: Entry) -> str:
    """What is printed, and the command that refutes it with what it prints."""
    claim, found = CLAIMS[entry["id"]], entry["counterexample"]
    assert found is not None, f"{claim.id} was refuted by no counterexample"
    shown = f"```console\n$ littlestone verify {claim.id}\n...\n{_indented(found['text'])}\n...\n```"
    said = f"{markdown(claim.source)}: {markdown(claim.title)} {_link(claim.id)}"
    return "\n\n".join((f"### {claim.id}", said, _quoted(claim.statement), shown))


def repair_of(id: str, view: ProofView) -> str:
    """The repair with its verdict; nothing where there is none."""
    repair = corrected(id)
    if repair is None:
        return ""
    return f"Repair ({view.verdicts[repair.address]}): {markdown(repair.why or '')}.\n\n{_quoted(repair.statement)}"


def refuted_ids(paper: str, entries: Entries) -> list[str]:
    """The prints of a paper that a run refuted, uses in proofs apart, in the paper's order."""
    found = [id for id, entry in entries.items() if entry["paper"] == paper and entry["verdict"] == "refuted"]
    return [id for id in found if entries[id]["kind"] != ARROW]


def refuted_uses(paper: str, entries: Entries) -> str:
    """A table of the uses in proofs that were refuted: where, for what, and what fails."""
    found = [e for e in entries.values() if (e["paper"], e["kind"], e["verdict"]) == (paper, ARROW, "refuted")]
    return _table(("use", "what is asked for", "where it fails"), [_use(entry) for entry in found])


def _use(entry: Entry) -> tuple[str, ...]:
    text = "" if entry["counterexample"] is None else entry["counterexample"]["text"]
    return f"`{entry['id']}`", markdown(entry["statement"]), markdown(_cut(" ".join(text.split())))


def standing_table(ids: Iterable[str], view: ProofView) -> str:
    """The verdict of each statement as printed, and what its proof is worth."""
    rows = [(_link(id), view.verdicts[id].replace("_", " "), markdown(_proof_words(id, view))) for id in ids]
    return _table(("statement", "as printed", "its proof"), rows)


def _proof_words(id: str, view: ProofView) -> str:
    """What the proof is worth; that of the repair where arrows are stated for it alone."""
    repaired = view.proof_words(f"{id}.corrected")
    return view.proof_words(id) or (f"of the repair: {repaired}" if repaired else "no uses are stated")


def universes_table(paper: str, entries: Entries) -> str:
    """For each universe of classes, of how many claims of a paper it is the largest that was decided, and which."""
    own = [entry for entry in entries.values() if entry["paper"] == paper and entry["kind"] != ARROW]
    largest = {entry["id"]: last for entry in own if (last := _largest_decided(entry)) is not None}
    groups: dict[tuple[str, str], list[str]] = {}
    for id, last in largest.items():
        groups.setdefault((last["universe"], last["prover"]), []).append(id.partition(".")[2])
    ranked = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    rows = [(universe, prover, str(len(ids)), ", ".join(ids)) for (universe, prover), ids in ranked]
    return _table(("the largest universe", "by", "claims", "which"), rows)


def _largest_decided(entry: Entry) -> EvidenceEntry | None:
    """The last and so largest universe of classes on which the claim, or its corrected form, was decided whole."""
    judged = entry["corrected"] or entry
    told = [e for e in judged["evidence"] if e["prover"] in ON_CLASSES and e["outcome"] == "checked"]
    return told[-1] if told and "classes" in told[-1]["universe"] else None


# ---- Parts of a section


def _rests_on(id: str, view: ProofView) -> str:
    """Which named statements rest on it, and through what; which of their uses hold all the same."""
    near = list(dict.fromkeys(arrow.citing for arrow in _uses_of(id)))
    far = [one for one in view.falls_with(id) if one not in near and one in CLAIMS and CLAIMS[one].kind in THEOREMS]
    if not near:
        return "No dependency on it is stated here."
    said = "; ".join(f"{_link(one)} ({_worst(one, id, view)})" for one in near)
    return f"Used in the proof of {said}.{_and_so(far)}"


def _uses_of(id: str) -> list[Arrow]:
    return [arrow for arrow in ARROWS.values() if arrow.cited == id]


def _worst(citing: str, cited: str, view: ProofView) -> str:
    """What the use is worth, in words."""
    worth = view.worst_between(citing, cited)[1]
    words = {"corrected": "the correction serves", "broken": "it uses it as printed"}
    return words.get(worth, worth)


def _and_so(far: Sequence[str]) -> str:
    return f" Through these: {', '.join(map(_link, far))}." if far else ""


def _link(id: str) -> str:
    return f"[{id}](claims/{id.removesuffix('.corrected')}.md)"


def _quoted(text: str) -> str:
    return f"> {markdown(text)}"


def _indented(text: str) -> str:
    return textwrap.indent("\n".join(map(_cut, text.split("\n"))), " " * 14)


def _cut(line: str) -> str:
    return line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + "..."


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines: list[Sequence[str]] = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
