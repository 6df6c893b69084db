"""A page of Markdown for each claim, from the registry and, where there is one, a ledger."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, FunctionLoader, Template

from littlestone.proofs_check.reports.drawing import class_table, tree_svg
from littlestone.proofs_check.reports.earlier_runs import as_of_now
from littlestone.proofs_check.reports.errata.document import Verdicts
from littlestone.proofs_check.reports.errata.formats import for_the_site
from littlestone.proofs_check.reports.pages.cards import card, facts_of_claim, proofs_of, said
from littlestone.proofs_check.reports.pages.report_page import VERDICT_FILTERS, package_text, thousands
from littlestone.proofs_check.reports.paper_tables import paper_tables
from littlestone.proofs_check.reports.proof_pictures import page_picture, paper_picture
from littlestone.proofs_check.reports.proof_tree import ProofView
from littlestone.proofs_check.reports.typesetting.prose import literally, typeset_in_markdown
from littlestone.proofs_check.reports.verdict_words import refuted_part_words, verdict_words
from littlestone.proofs_check.sources.catalogue import load_papers, printed_claims
from littlestone.proofs_check.sources.vocabulary import domain_in_words
from littlestone.proofs_check.verdicts.entries import Entry, Ledger, all_entries, missing
from littlestone.proofs_check.verdicts.ledger import location
from littlestone.spec.claim import Claim, corrected
from littlestone.spec.proofs import ARROW, ARROWS, arrows_of

READ_SO = """A box has the colour of its statement's verdict, where one is known; what rests on more lies further right.
A red arrow is a use that was refuted, a dashed orange one stands by a repair, and a dashed red border says that the
proof falls with a refuted step. Statements that no recorded arrow meets are below."""
Entries = Mapping[str, Entry]


def write_claim_pages(folder: Path, ledger: Path | None = None) -> list[Path]:
    """Write a page for each claim of the papers, one for each paper and an index into the folder.

    ledger: a ``ledger.json``, or a packed ``.json.gz``, whose verdicts the pages show. Pages that have not changed are
    not touched, those of claims that are gone are taken away. Raises OSError and ValueError where the ledger cannot be
    read.
    """
    load_papers()
    papers_claims = [claim for claim in printed_claims() if claim.address == claim.id and claim.kind != ARROW]
    pages = dict(claim_pages(papers_claims, {} if ledger is None else entries_in(ledger)))
    folder.mkdir(parents=True, exist_ok=True)
    for stale in {*folder.glob("*.md")} - {folder / name for name in pages}:
        stale.unlink()
    return [_written(folder / name, text) for name, text in pages.items()]


def claim_pages(claims: Sequence[Claim], entries: Entries) -> Iterator[tuple[str, str]]:
    """The file names and texts of all pages: the index, the papers, the claims."""
    keys = dict.fromkeys(claim.paper for claim in claims)
    papers = {paper: [claim for claim in claims if claim.paper == paper] for paper in keys}
    view = ProofView(entries)
    yield "index.md", index_page(papers) + paper_tables([*entries.values()])
    yield "falls.md", falls_page(view)
    yield from ((f"{paper}.md", paper_page(paper, group, entries, view)) for paper, group in papers.items())
    ids = _printed_ids()
    yield from ((f"{claim.id}.md", claim_page(claim, entries.get(claim.id), view, ids)) for claim in claims)


def claim_page(
    claim: Claim, entry: Entry | None = None, view: ProofView | None = None, ids: Sequence[str] | None = None
) -> str:
    """A claim's statement, source, formula, constants and correction; with its ledger entry also what was found.

    view: the graph of proofs, with the verdicts of other claims to be shown where they are cited. ids: of all claims as
    printed, in their order, looked up where they are not given.
    """
    view, ids = view or ProofView({}), ids or _printed_ids()
    told = Verdicts({} if entry is None else {**view.proofs.entries, claim.id: entry})
    form = for_the_site(".", dict.fromkeys(ids))
    facts = facts_of_claim(claim, told, proofs_of(view.above.get(claim.id, [])))
    before, after = _neighbours(claim, ids)
    return _template().render(
        claim=claim,
        card=[(row.label, said(row, form)) for row in card(facts, told)],
        correction=corrected(claim.id),
        location=location(claim),
        domains=[(name, domain_in_words(domain)) for name, domain in claim.domains.items()],
        relatives=_relatives(claim, ids),
        entry=entry,
        verdicts=view.verdicts,
        arrows=arrows_of(claim.id),
        worths=view.worths,
        proof=view.proof_words(claim.id),
        picture=_picture(claim, view),
        above=view.above.get(claim.id, []),
        before=before,
        after=after,
    )


def _picture(claim: Claim, view: ProofView) -> str:
    """What a theorem rests on, of a run: without verdicts the table says as much."""
    drawn = claim.kind == "theorem" and arrows_of(claim.id) and view.is_judged
    return page_picture(view.tree(claim.id)) if drawn else ""


def paper_page(paper: str, claims: Sequence[Claim], entries: Entries, view: ProofView) -> str:
    """The claims of a paper as a table, in the paper's order, after a picture of what its proofs use."""
    drawn = any(arrow.citing.startswith(f"{paper}.") for arrow in ARROWS.values())
    picture = paper_picture(paper, view.edges, view.verdicts, [claim.id for claim in claims], "{}.html")
    shown = f"## What rests on what\n\n{READ_SO}\n\n<div class='tree'>\n{picture}</div>\n" if drawn else ""
    head = f"# {paper}\n\n{markdown(paper_in_words(claims))}\n\n{shown}"
    table = f"## Its claims\n\n| claim | kind | source | verdict |\n{'| --- ' * 4}|\n"
    return head + table + "".join(_row(claim, entries.get(claim.id)) for claim in claims)


def falls_page(view: ProofView) -> str:
    """For each refutation of a run, what rests on what was refuted, and what repairs it."""
    # In the tree of contents its hundreds of sections would be copied for each page of the site
    head = "---\norphan: true\n---\n\n# What falls with it\n\n"
    head += "Each refuted statement or arrow, and all that rests on it, near ones first.\n"
    return head + "".join(f"\n## {markdown(id)}\n\n{_fallen(id, view)}\n" for id in view.refuted)


def _fallen(id: str, view: ProofView) -> str:
    above = view.falls_with(id)
    if not above:
        return "Nothing that is recorded rests on it."
    return "\n".join(f"- {_links([one])}: {markdown(view.proof_words(one) or 'no proof is recorded')}" for one in above)


def index_page(papers: Mapping[str, Sequence[Claim]]) -> str:
    """How many claims each paper has, with links to the papers."""
    rows = "".join(
        f"| [{paper}]({paper}.md) | {markdown(paper_in_words(claims))} | {len(claims)} |\n"
        for paper, claims in papers.items()
    )
    tree = "\n".join(papers)
    contents = f"```{{toctree}}\n:hidden:\n\n{tree}\n```\n"
    falls = "[What falls with it](falls.md) lists what rests on each refuted statement."
    head = f"# Claims\n\nEvery claim has a page. {falls}\n\n{contents}\n"
    return f"{head}| paper | | claims |\n| --- | --- | --: |\n{rows}"


def markdown(text: str) -> str:
    """Text as Markdown that shows it literally, on one line."""
    return literally(" ".join(text.split()))


def paper_in_words(claims: Sequence[Claim]) -> str:
    """The title of the claims' paper, or what the modules say that state them."""
    modules = list(dict.fromkeys(claim.formula.__module__ for claim in claims))
    package = sys.modules[modules[0].rpartition(".")[0]]
    documents = [package] if hasattr(package, "SECTIONS") else [sys.modules[module] for module in modules]
    return " ".join((module.__doc__ or "").strip().split("\n\n")[0] for module in documents)


def _printed_ids() -> list[str]:
    return [claim.id for claim in printed_claims() if claim.kind != ARROW]


def _relatives(claim: Claim, ids: Sequence[str]) -> list[str]:
    """The claim that this one is a step of, and this one's own steps."""
    parent = claim.id.rpartition(".")[0]
    return [id for id in ids if id == parent] + [id for id in ids if id.rpartition(".")[0] == claim.id]


def _neighbours(claim: Claim, printed: Sequence[str]) -> tuple[str | None, str | None]:
    """The claims before and after this one in its paper."""
    ids = [id for id in printed if id.partition(".")[0] == claim.paper]
    at = ids.index(claim.id) if claim.id in ids else len(ids)
    return (ids[at - 1] if 0 < at < len(ids) else None), (ids[at + 1] if at + 1 < len(ids) else None)


def _row(claim: Claim, entry: Entry | None) -> str:
    said = [] if entry is None else [verdict_words(entry), refuted_part_words(entry)]
    verdict = markdown("; ".join(filter(None, said)))
    name = f"[{claim.id}]({claim.id}.md)<br>{markdown(claim.title)}"
    return f"| {name} | {markdown(claim.kind)} | {markdown(claim.source)} | {verdict} |\n"


def _links(ids: Sequence[str]) -> str:
    known = {claim.id for claim in printed_claims() if claim.kind != ARROW}
    return ", ".join(f"[{id}]({id}.md)" if id in known else markdown(id) for id in ids)


def entries_in(ledger: Path) -> Entries:
    """The entries of a ledger, packed by gzip or not, those marked whose sources have changed since."""
    try:
        packed = ledger.read_bytes()
        whole: Ledger = json.loads(gzip.decompress(packed) if ledger.suffix == ".gz" else packed)
        for entry in all_entries(whole):
            if missing(entry):
                raise LookupError(f"{entry.get('id')} lacks {', '.join(missing(entry))}")
        return {entry["id"]: entry for entry in as_of_now(whole)}
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, EOFError) as error:
        raise ValueError(f"{ledger} is no ledger ({type(error).__name__}: {error}); run littlestone verify") from error


def _written(path: Path, text: str) -> Path:
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    return path


@cache
def _template() -> Template:
    loader = FunctionLoader(lambda name: package_text(f"templates/{name}"))
    environment = Environment(loader=loader, trim_blocks=True, lstrip_blocks=True)
    filters: dict[str, Callable[..., str]] = {"md": typeset_in_markdown, "links": _links, "thousands": thousands}
    environment.filters |= {**filters, **VERDICT_FILTERS, "class_table": class_table, "tree_svg": tree_svg}
    return environment.get_template("claim.md.j2")
