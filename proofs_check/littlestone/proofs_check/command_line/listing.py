"""Claims as a reader asks for them: listed, found by words, explained.

`find` takes what a reader has at hand: "Lemma 4.1", words of a title, a part of an id. It answers before anything was
run, from the release, marked so. What is printed stands before what only a proof says; a claim that has the text as its
item or id before one that has its words somewhere. `explain` is the card, and what stands behind it if it is asked for:
of Lemma 4.1 of LYU25 all of it was 90 lines, with the verdict in the second and the correction in the seventh.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from shutil import get_terminal_size

import click

from littlestone.proofs_check.command_line.completion import ids_that_begin
from littlestone.proofs_check.command_line.console import claim_lines
from littlestone.proofs_check.command_line.usage import REPORT, WrongUsage, claims_called, last_entries
from littlestone.proofs_check.json_types import JsonObject
from littlestone.proofs_check.reports.errata.data import graded_statements
from littlestone.proofs_check.reports.errata.document import Verdicts
from littlestone.proofs_check.reports.errata.formats import LatexFile, TextFile
from littlestone.proofs_check.reports.findings import run_words, stale_words
from littlestone.proofs_check.reports.pages.cards import (
    Row,
    card,
    card_lines,
    facts_of_claim,
    hit_lines,
    proofs_of,
    said,
    title_and_place,
)
from littlestone.proofs_check.reports.proof_tree import ProofView, tree_lines
from littlestone.proofs_check.reports.released import (
    ReleasedEntry,
    marked_verdicts,
    released,
    released_lines,
    released_sharpness,
)
from littlestone.proofs_check.reports.typesetting.plain_formulas import FormulaError
from littlestone.proofs_check.reports.verdict_words import (
    correction_label,
    remarks,
    repair_words,
    stale_mark,
    verdicts_by_id,
)
from littlestone.proofs_check.sources.vocabulary import vocabulary
from littlestone.proofs_check.verdicts.entries import VERDICTS, Entry, EvidenceEntry, MutantEntry
from littlestone.proofs_check.verdicts.scopes import cases_words
from littlestone.proofs_check.verdicts.scopes import said as in_words
from littlestone.spec.claim import CLAIMS, Claim, corrected
from littlestone.spec.proofs import ARROW, arrows_of
from littlestone.spec.prose import as_written

MOST_FOUND = 12
ITEMS = {"thm": "theorem", "lem": "lemma", "cor": "corollary", "def": "definition", "prop": "proposition"}
ROW_LINES = 3  # of a row of a card, so that what holds instead begins within ten lines
WIDEST = 100  # columns; longer lines are hard to read
FORM = click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
LEDGER = click.option("--report", type=click.Path(path_type=Path), default=REPORT, help="Where the ledger lies.")


@click.command("list")
@click.argument("names", nargs=-1, shell_complete=ids_that_begin)
@click.option("--verdict", "verdicts", multiple=True, type=click.Choice(VERDICTS), help="Only these (may be repeated).")
@click.option("--words", is_flag=True, help="The words that claims are written in, each with a line on what it is.")
@FORM
@LEDGER
def list_command(names: tuple[str, ...], verdicts: tuple[str, ...], words: bool, form: str, report: Path) -> None:
    """List the claims: id, verdict of the last run or else of the release with the grade, kind, source and title.

    NAMES are ids, papers or globs; all claims for none. With --words they are words of littlestone.claims, or globs.
    """
    if words:
        click.echo(_listed_words(names, form))
        return
    claims, found = claims_called(names), last_entries(report)
    known = known_verdicts(found)
    if verdicts and not any(claim.id in known for claim in claims):
        raise WrongUsage(f"there is no ledger in {report}, so no verdict is known; run littlestone verify")
    wanted = [c for c in claims if not verdicts or known.get(c.id) in verdicts]
    click.echo(listed_json(wanted, found) if form == "json" else "\n".join(listed_lines(wanted, found)))


def _listed_words(names: Sequence[str], form: str) -> str:
    """The words of claims by kind; raises WrongUsage where a name is none of them."""
    try:
        kinds = vocabulary(names)
    except LookupError as error:
        raise WrongUsage(str(error.args[0])) from error
    if form == "json":
        told = [{"kind": kind, "word": word, "is": what} for kind, words in kinds.items() for word, what in words]
        return json.dumps(told, ensure_ascii=False)
    blocks = ([f"{kind}:", *(f"  {word:<24}  {what}" for word, what in words)] for kind, words in kinds.items())
    return "\n\n".join("\n".join(lines) for lines in blocks)


def listed_lines(claims: Sequence[Claim], found: Mapping[str, Entry]) -> list[str]:
    """A line for each claim, with the verdict of the last run or else of the release where one is known."""
    told, graded = told_of(found), graded_statements()
    words = {c.id: told.get(c.id, "") for c in claims}
    words = {id: f"{said}, {graded[id].grade}" if said and id in graded else said for id, said in words.items()}
    ids, verdicts = (max(map(len, column), default=0) for column in (words, words.values()))
    gap = 2 if verdicts else 0
    kinds = {c.id: "dependency" if c.kind == ARROW else c.kind for c in claims}
    return [
        f"{c.id:<{ids}}  {words[c.id]:<{verdicts}}{'':<{gap}}{kinds[c.id]:<10}  {title_and_place(c)}" for c in claims
    ]


def known_verdicts(found: Mapping[str, Entry]) -> dict[str, str]:
    """The verdict of each claim by its id: the release's, and over it the last run's."""
    told = {id: one["verdict"] for id, one in released().items()}
    return told | {id: entry["verdict"] for id, entry in found.items()}


def listed_json(claims: Sequence[Claim], found: Mapping[str, Entry]) -> str:
    """The same as JSON: a verdict, and whether it is stale, is null where no run found one."""
    runs = {id: {"verdict": one["verdict"], "stale": bool(stale_mark(one))} for id, one in found.items()}
    none = {"verdict": None, "stale": None}
    return json.dumps([{**_about(c), **runs.get(c.id, none), "released": released().get(c.id)} for c in claims])


# ---- What is known of one claim


@click.command("explain")
@click.argument("name", shell_complete=ids_that_begin)
@click.option("--code", is_flag=True, help="The statement as it is read, and the formula; those of the correction.")
@click.option("--evidence", is_flag=True, help="The verdict, the counterexample, and what each prover found.")
@click.option("--sharpness", is_flag=True, help="Mutants, how far each constant holds, which parts are needed.")
@click.option("--dependencies", is_flag=True, help="What its proof uses, and what uses it.")
@click.option("--all", "whole", is_flag=True, help="All of these.")
@click.option("--latex", is_flag=True, help="Only the statement, and that of the correction, as LaTeX for a paper.")
@FORM
@LEDGER
def explain_command(name: str, form: str, report: Path, whole: bool, latex: bool, **asked: bool) -> None:
    """Show a claim's card: verdict and grade, what is printed, where that fails, what holds instead, what it affects.

    NAME is an id, or a paper, glob or file for several claims. Before anything was run, what the release says of it,
    marked so.
    """
    claims, told = claims_called((name,)), released()
    if latex:
        if whole or form == "json" or any(asked.values()):
            raise WrongUsage("--latex: it shows the statement alone; leave the other options out")
        words = told_of(last_entries(report))
        click.echo("\n\n".join(_in_latex(claim, words) for claim in claims))
        return
    view = ProofView(last_entries(report), marked_verdicts())
    parts = [part for part in PARTS if whole or asked[part]]
    shown = (explanation(claim, view, told.get(claim.id), parts) for claim in claims)
    click.echo(explained_json(claims, view) if form == "json" else "\n\n".join(shown))


def told_of(found: Mapping[str, Entry]) -> dict[str, str]:
    """The verdict in words of each claim and correction, by the last run or else the release."""
    return marked_verdicts() | verdicts_by_id([*found.values()])


def _in_latex(claim: Claim, told: Mapping[str, str]) -> str:
    """The statement as LaTeX, with that of its correction; the formulas are those between dollars."""
    repair, verdict = corrected(claim.id), told.get(claim.id)
    said = ((claim, f"{claim.source}, {verdict}" if verdict else claim.source), (repair, repair_words(claim.id, told)))
    write = LatexFile().inline
    try:
        return "\n".join(f"% {one.id}, {words}\n{write(as_written(one.statement))}" for one, words in said if one)
    except FormulaError as error:
        raise WrongUsage(f"{claim.id}: {error}; correct the formula between the dollars of its docstring") from error


def explanation(claim: Claim, view: ProofView, one: ReleasedEntry | None = None, parts: Sequence[str] = ()) -> str:
    """A claim's card, the parts that are asked for, and how to see more and check it again."""
    most = None if len(parts) == len(PARTS) else ROW_LINES
    lines = [f"{claim.id}  {title_and_place(claim)}", *card_lines(_with_statement(claim, view), columns(), most), ""]
    for part in parts:
        lines += [*(PARTS[part](claim, view, one) or [f"{part}: none"]), ""]
    entry = view.proofs.entries.get(claim.corrects or claim.id)
    when = "not verified yet" if entry is None else stale_words(entry) or run_words(entry)
    lines.append(f"repeat        littlestone verify {claim.address}   {when}".rstrip())
    rest = "  ".join(f"--{part}" for part in PARTS if part not in parts)
    return "\n".join(lines + ([f"more          {rest}  --all"] if rest else []))


def _with_statement(claim: Claim, view: ProofView) -> list[Row]:
    """The card; with what the claim says where nothing printed is quoted, and why it has no code."""
    first, *others = card_in(claim, view)
    quoted = any(row.label == "Printed" for row in others)
    stated = [] if quoted else [Row("Statement", claim.statement)]
    if claim.not_checkable is not None:
        stated += [Row("Reason", claim.not_checkable), Row("Instead", ", ".join(claim.stand_ins) or "nothing")]
    return [first, *stated, *others]


def card_in(claim: Claim, view: ProofView) -> list[Row]:
    """The claim's card, by the last run, else by the release."""
    told = Verdicts(view.proofs.entries, released())
    above = view.above.get(claim.id) or view.falls_with(claim.id)
    rows, idle = card(facts_of_claim(claim, told, proofs_of(above)), told), view.idle_uses(claim.id)
    return [*rows, Row("Idle", "; ".join(idle))] if idle else rows


def columns() -> int:
    """How wide lines are that may be broken."""
    return min(WIDEST, get_terminal_size().columns)


def _code(claim: Claim, view: ProofView, one: ReleasedEntry | None) -> list[str]:
    lines = [f"  {claim.statement}", "", _indented(claim.code).rstrip("\n")]
    repair = corrected(claim.id)
    if repair is not None:
        label = correction_label(repair.leaves_out)
        lines += ["", f"{label}, because {repair.why}:", "", f"  {repair.statement}", ""]
        lines += [_indented(repair.code).rstrip("\n")]
    return lines


def _indented(code: str) -> str:
    return "".join(f"  {line}\n" for line in code.rstrip().splitlines())


def _evidence(claim: Claim, view: ProofView, one: ReleasedEntry | None) -> list[str]:
    if claim.corrects is not None:
        return _evidence_of_correction(claim, claim.corrects, view)
    entry = view.proofs.entries.get(claim.id)
    if entry is None:
        return [] if one is None else released_lines(one)
    repair = entry["corrected"]
    found = [*entry["evidence"], *(repair["evidence"] if repair else [])]
    reach = [f"reach: {entry['reach']}"] if entry["reach"] else []
    lines = [*claim_lines(entry, view.verdicts), *reach, "evidence:", *map(_evidence_line, found)]
    return [*lines, f"written in {entry['location']}"]


def _evidence_of_correction(claim: Claim, id: str, view: ProofView) -> list[str]:
    """What a run found of the correction of a claim, else the words of the release."""
    found = view.proofs.entries[id]["corrected"] if id in view.proofs.entries else None
    words = view.verdicts.get(claim.id)
    if found is None:
        return [words] if words else []
    beside = "; ".join(filter(None, [words, found.get("at_counterexample"), *remarks(found, view.verdicts)]))
    return [beside, "evidence:", *map(_evidence_line, found["evidence"]), f"written in {found['location']}"]


def _evidence_line(e: EvidenceEntry) -> str:
    counted = cases_words(e).strip(" ()") or f"{e['cases']:,} cases"
    found = f"{counted}, {e['violations']:,} violations, {e['seconds']} s"
    detail = f"; {e['detail']}" if e["detail"] else ""
    return f"  {in_words(e['outcome']):<9} {e['prover']:<10} {e['universe']}: {found}{detail}"


def _sharpness(claim: Claim, view: ProofView, one: ReleasedEntry | None) -> list[str]:
    entry = view.proofs.entries.get(claim.id)
    if entry is None:
        return [] if one is None else released_sharpness(one)
    lines = ["mutants:", *map(_mutant_line, entry["mutants"])] if entry["mutants"] else []
    constants = [f"  {found['constant']}: {found['words']}" for found in entry["frontiers"]]
    lines += ["constants:", *constants] if constants else []
    lines += ["parts:", *(f"  {found['words']}" for found in entry["structure"])] if entry["structure"] else []
    return [*lines, *([f"no mutant fails on: {', '.join(entry['vacuous_on'])}"] if entry["vacuous_on"] else [])]


def _mutant_line(mutant: MutantEntry) -> str:
    change = ", ".join(f"{name}: {value}" for name, value in mutant["constants"].items())
    place = f", {mutant['text']}" if mutant["text"] else ""
    fate = f"killed by {mutant['killed_by']}{place}" if mutant["killed_by"] else "SURVIVES"
    return f"  {change}  {fate}"


def _dependencies(claim: Claim, view: ProofView, one: ReleasedEntry | None) -> list[str]:
    """What the claim uses, to any depth, and what uses it."""
    tree, above = view.tree(claim.id), view.falls_with(claim.id)
    below = ["what it rests on:", *(f"  {line}" for line in tree_lines(tree))] if tree.children else []
    used = [f"  {arrow.id}: {arrow.statement}  ({arrow.place})" for arrow in arrows_of(claim.id)]
    resting = [f"what rests on it: {', '.join(above)}"] if above else []
    return [*(["its proof uses:", *used] if used else []), *below, *resting]


PARTS: Mapping[str, Callable[[Claim, ProofView, ReleasedEntry | None], list[str]]] = {
    "code": _code,
    "evidence": _evidence,
    "sharpness": _sharpness,
    "dependencies": _dependencies,
}


def explained_json(claims: Sequence[Claim], view: ProofView) -> str:
    """All that ``explain`` says, as JSON; ``found`` is the ledger's entry or null, ``released`` the release's."""
    return json.dumps([_explained(claim, view) for claim in claims], ensure_ascii=False)


def _about(claim: Claim) -> JsonObject:
    return {"id": claim.id, "kind": claim.kind, "source": claim.source, "title": claim.title}


def _explained(claim: Claim, view: ProofView) -> dict[str, object]:
    repair, graded = corrected(claim.id), graded_statements().get(claim.id)
    uses = [{"id": a.id, "cited": a.cited, "place": a.place, "statement": a.statement} for a in arrows_of(claim.id)]
    return {
        **_about(claim),
        "address": claim.address,
        "grade": graded.grade if graded else None,
        "consequence": graded.consequence if graded else None,
        "card": {row.label: said(row, TextFile()) for row in card_in(claim, view)},
        "statement": claim.statement,
        "formula": claim.code,
        "not_checkable": claim.not_checkable,
        "corrected": repair and {"why": repair.why, "statement": repair.statement, "formula": repair.code},
        "uses": uses,
        "found": view.proofs.entries.get(claim.id),
        "released": released().get(claim.id),
    }


# ---- Finding claims by what a reader has at hand


@click.command("find")
@click.argument("text", nargs=-1, required=True)
@LEDGER
def find_command(text: tuple[str, ...], report: Path) -> None:
    """Find claims by TEXT: "Lemma 4.1", with a paper or without, words of a title or statement, a part of an id.

    The best are first, each with its verdict of the last run or else of the release.
    """
    from littlestone.proofs_check.sources.catalogue import load_papers

    load_papers()
    claims, words = [*CLAIMS.values()], " ".join(text)
    if not re.search(r"\w", words):
        raise WrongUsage(f"TEXT: {words!r} has no words; give some, such as Lemma 4.1")
    found = best_first(words, claims)
    if not found:
        spelled = {claim.id.upper(): claim.id for claim in claims}
        near = [spelled[id] for id in get_close_matches(words.upper(), [*spelled], 3, 0.5)]
        advice = f"near are {', '.join(near)}" if near else "littlestone list has all"
        raise WrongUsage(f"no claim has {words!r}; {advice}")
    told = Verdicts(last_entries(report), released())
    click.echo("\n".join(line for claim in found[:MOST_FOUND] for line in hit_lines(claim, told)))
    if len(found) > MOST_FOUND:
        click.echo(f"and {len(found) - MOST_FOUND} more: say the paper too, or more words")


def best_first(text: str, claims: Sequence[Claim]) -> list[Claim]:
    """The claims that have all of the text, in any case: id and item first, then titles, then statements.

    The key of a paper is a word like others where the paper has no such claim; a correction has its id alone.
    """
    words, papers = _plain_words(text), {claim.paper.lower() for claim in claims}
    asked = [word for word in words if word in papers]
    rest = " ".join(word for word in words if word not in papers)
    own = [claim for claim in claims if claim.paper.lower() in asked]
    return (_ranked(rest or " ".join(words), own) if asked else []) or _ranked(" ".join(words), claims)


def _plain_words(text: str) -> list[str]:
    """The words in lower case without the signs behind them, that of an item in full where its number follows."""
    words = [word for each in text.lower().split() if (word := each.strip(".,;:"))]
    numbered = [re.search(r"\d", word) is not None for word in (*words[1:], "")]
    return [ITEMS.get(word, word) if is_item else word for word, is_item in zip(words, numbered, strict=True)]


def _ranked(text: str, claims: Sequence[Claim]) -> list[Claim]:
    among = [c for c in claims if c.kind != ARROW and (c.corrects is None or _LOOKED_AT[0](text, c))]
    ranked = [(_rank(text, claim), claim.role != "statement", i) for i, claim in enumerate(among)]
    return [among[i] for rank, _, i in sorted(ranked) if rank < len(_LOOKED_AT)]


def _rank(text: str, claim: Claim) -> int:
    """The first place where the claim has the text; the number of places where it has it nowhere."""
    return next((i for i, has in enumerate(_LOOKED_AT) if has(text, claim)), len(_LOOKED_AT))


def _all_words(text: str, where: str) -> bool:
    """Words may be begun only, numbers not: "5.1" is not in "5.11"."""
    return all(re.search(rf"\b{re.escape(word)}(?!(?<=\d)\d)", where, re.IGNORECASE) for word in text.split())


_LOOKED_AT: tuple[Callable[[str, Claim], bool], ...] = (
    lambda text, claim: text in (claim.id.lower(), claim.id.lower().partition(".")[2]),
    lambda text, claim: re.match(rf"{re.escape(text)}(,| \(| and |$)", claim.source.lower()) is not None,
    lambda text, claim: re.search(rf"\b{re.escape(text)}(?![\w]|\.\d)", claim.source.lower()) is not None,
    lambda text, claim: text in claim.id.lower(),
    lambda text, claim: _all_words(text, claim.title),
    lambda text, claim: _all_words(text, f"{claim.title} {claim.source} {claim.statement}"),
)
