"""A table for each paper: how many of its claims have which verdict, with cases skipped, and what shows their bite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, get_args

from littlestone.proofs_check.reports.verdict_words import HOLDING, IN_PART, REFUTED_BESIDE, SKIPPED, verdict_words
from littlestone.proofs_check.verdicts.entries import DependencyWord, Entry, Ledger
from littlestone.proofs_check.verdicts.measuring import BITING
from littlestone.proofs_check.verdicts.scopes import said
from littlestone.proofs_check.verdicts.standing import WORTHS
from littlestone.spec.proofs import ARROW

Bite = Literal["frontier", "needed part", "dead mutant", "none"]
BITES: tuple[Bite, ...] = ("frontier", "needed part", "dead mutant", "none")
DEPENDENCY_WORDS: tuple[DependencyWord, ...] = get_args(DependencyWord)
STATEMENT = "refuted (a statement)"
HELD = [words for verdict in HOLDING for words in (said(verdict), f"{said(verdict)}{IN_PART}")]
ROWS = (*HELD, "vacuous", STATEMENT, *REFUTED_BESIDE.values(), *map(said, ("open", "not_checkable")))
HEAD = ("verdict", "claims", "statements", "reached in full", "some skipped", *BITES)
EXPLAINED = """Every claim is in one row of its paper's table. *Statements* are those that the paper makes, the others
are constructions in its proofs, and companions that no paper prints. The other columns are about what holds, the
corrected claim where the print is refuted. *Some* cases are *skipped* where its formula could not afford them. The last
four columns name the first of these that shows that it could have failed: a *frontier* is a stronger constant that
fails, a *needed part* a hypothesis that cannot be dropped, a bound that is reached or a wrong answer that is caught. A
*dead mutant* is a hand-placed stronger constant that fails. What holds *in part* says less than the print; its page
says what it leaves out.
"""


def tables_page(ledger: Ledger) -> str:
    """The tables of all papers of a ledger as a page of Markdown; equal ledgers give equal pages."""
    run = f"From a run of the profile {ledger['profile']} over {len(ledger['claims'])} claims."
    tables = (paper_tables(ledger["claims"]), corrections_table(ledger["claims"]), proofs_table(ledger))
    return f"# What was found in each paper\n\n{run}\n\n{EXPLAINED}{''.join(tables)}"


def paper_tables(entries: Sequence[Entry]) -> str:
    """A heading and a table of Markdown for each paper; nothing where there are no entries."""
    stated = [entry for entry in entries if entry["kind"] != ARROW]
    papers = dict.fromkeys(entry["paper"] for entry in stated)
    return "".join(f"\n## {paper}\n\n{_table([e for e in stated if e['paper'] == paper])}" for paper in papers)


def corrections_table(entries: Sequence[Entry]) -> str:
    """Of each paper how many refuted statements have a correction that gives all that is concluded, by its verdict, how
    many one that gives a part, and how many none."""
    refuted = [e for e in entries if e["verdict"] == "refuted" and e["role"] == "statement" and e["kind"] != ARROW]
    if not refuted:
        return ""
    fates = Counter((entry["paper"], _fate(entry["corrected"])) for entry in refuted)
    papers, words = dict.fromkeys(e["paper"] for e in refuted), sorted({fate for _, fate in fates})
    rows = [(paper, *(str(fates[paper, word]) for word in words)) for paper in papers]
    rule = ("---", *["--:"] * len(words))
    table = "".join(f"| {' | '.join(cells)} |\n" for cells in (("paper", *words), rule, *rows))
    return f"\n## Corrections of refuted statements\n\n{table}"


def _fate(correction: Entry | None) -> str:
    if correction is None:
        return "none"
    return "in part" if correction.get("leaves_out") else f"whole, {correction['verdict']}"


def proofs_table(ledger: Ledger) -> str:
    """How many proofs of each paper are worth what, and how many of their dependencies are used, cited, or fail."""
    if not ledger["proofs"]:
        return ""
    papers = dict.fromkeys(proof["id"].split(".")[0] for proof in ledger["proofs"])
    rows = [_proofs_row(paper, ledger) for paper in papers]
    head = ("paper", "proofs", *WORTHS, "dependencies", *DEPENDENCY_WORDS)
    rule = ("---", *["--:"] * (len(head) - 1))
    return "\n## Proofs\n\n" + "".join(f"| {' | '.join(cells)} |\n" for cells in (head, rule, *rows))


def _proofs_row(paper: str, ledger: Ledger) -> tuple[str, ...]:
    proofs = [proof for proof in ledger["proofs"] if proof["id"].split(".")[0] == paper]
    worths = [sum(proof["verdict"] == worth for proof in proofs) for worth in WORTHS]
    words = Counter(arrow["word"] for proof in proofs for arrow in proof["arrows"])
    return (paper, *map(str, (len(proofs), *worths, words.total(), *(words[word] for word in DEPENDENCY_WORDS))))


def row_of(entry: Entry) -> str:
    """The row that a claim is counted in: one of ``ROWS``."""
    words = verdict_words(entry).removesuffix(SKIPPED)
    return STATEMENT if words == "refuted" else words


def bite_of(entry: Entry) -> Bite:
    """The first kind of thing that shows that the claim, or its corrected form, could have failed."""
    if entry["vacuous"]:
        return "none"
    if any(frontier["fails_at"] is not None for frontier in entry["frontiers"]):
        return "frontier"
    if any(part["fate"] in BITING for part in entry["structure"]):
        return "needed part"
    return "dead mutant" if any(mutant["killed_by"] is not None for mutant in entry["mutants"]) else "none"


def has_skipped(found: Entry) -> bool:
    """Some of the evidence for the verdict left out cases that the formula cannot afford."""
    return any(e["beyond_reach"] for e in found["evidence"] if e["outcome"] == found["verdict"])


def _table(entries: Sequence[Entry]) -> str:
    counted = [_row(row, [entry for entry in entries if row_of(entry) == row]) for row in ROWS]
    rows = [cells for cells in counted if cells[1] != "0"]
    rule = ("---", *["--:"] * (len(HEAD) - 1))
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (HEAD, rule, *rows, _row("all", entries)))


def _row(name: str, entries: Sequence[Entry]) -> tuple[str, ...]:
    judged = [entry for entry in entries if _holds(entry)]
    beyond = sum(has_skipped(entry["corrected"] or entry) for entry in judged)
    bites = [sum(bite_of(entry) == bite for entry in judged) for bite in BITES]
    statements = sum(entry["role"] == "statement" for entry in entries)
    return (name, *map(str, (len(entries), statements, len(judged) - beyond, beyond, *bites)))


def _holds(entry: Entry) -> bool:
    """The claim, or its corrected form, was found to hold."""
    return (entry["corrected"] or entry)["verdict"] in HOLDING
