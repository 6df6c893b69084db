"""The report people read: an index of the ledger and a page for each paper, which need neither network nor scripts.

As one page the kit's own ledger was of 24 MB and 811,000 elements, and took 8 to 11 s to open. Few claims are one page
still, that can go by mail. Counts are by role, on a line each: added up, 1,713 proved claims hid that 87 of them were
statements.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, FunctionLoader
from markupsafe import Markup

from littlestone.proofs_check.atlas.atlas_page import atlas_beside, atlas_id
from littlestone.proofs_check.reports.drawing import class_table, tree_svg
from littlestone.proofs_check.reports.errata.data import GRADES, Errata, Fault, graded_statements
from littlestone.proofs_check.reports.errata.document import Verdicts
from littlestone.proofs_check.reports.findings import (
    FEW,
    ORDER,
    REFUTED,
    consequences,
    run_words,
    stale_words,
)
from littlestone.proofs_check.reports.pages.cards import (
    card,
    facts_of_entry,
    fault_card,
    html,
    place_beside,
    wrong_faults,
)
from littlestone.proofs_check.reports.proof_pictures import edges_of, paper_picture
from littlestone.proofs_check.reports.proof_steps import proof_steps
from littlestone.proofs_check.reports.typesetting.formulas import formula_of
from littlestone.proofs_check.reports.typesetting.prose import typeset_prose
from littlestone.proofs_check.reports.verdict_words import (
    corrected_words,
    counts_lines,
    refuted_part_words,
    remarks,
    verdict_word,
    verdict_words,
    verdicts_by_id,
)
from littlestone.proofs_check.storage.writing import write_text
from littlestone.proofs_check.verdicts.entries import Entry, EvidenceEntry, Ledger, ProofEntry
from littlestone.proofs_check.verdicts.scopes import reach_words, said
from littlestone.spec.proofs import ARROW

INDEX = "index.html"
USES = "uses in proofs"
VERDICTS = {
    "proved": "Holds for every value of unbounded parameters, by Z3, interval arithmetic or exact algebra.",
    "checked": "Holds in every case of a finite scope; the evidence names the scope and its size.",
    "tested": "Random cases were drawn and none failed. No proof.",
    "estimated": "A statistical statement with its confidence. No proof.",
    "refuted": "False as printed: a counterexample is shown, with the corrected statement where one is known.",
    "open": "Undecided within the budget.",
    "not_checkable": "There is no code for it, for the reason given; weaker claims may be checked instead.",
}
VACUOUS = "A note beside a verdict: on that scope the hypothesis never holds, or no weakened form of the claim fails."
SAYS_NOTHING = "It holds, or its corrected form does, but nothing shows that it could have failed."
VERDICT_FILTERS: dict[str, Callable[..., object]] = {
    "said": said,
    "verdict_word": verdict_word,
    "verdict_words": verdict_words,
    "corrected_words": corrected_words,
    "remarks": remarks,
    "refuted_parts": refuted_part_words,
    "reach_words": reach_words,
    "prose": typeset_prose,
    "formula": lambda statement, id: formula_of(id, statement),
    "steps": lambda evidence: proof_steps(evidence.get("detail"), evidence.get("prover")),
    "atlas_id": atlas_id,
    "stale": stale_words,
    "run_words": run_words,
    "beside": lambda source, title: place_beside(title or "", source),
    "html": html,
}
_STRENGTH = {outcome: i for i, outcome in enumerate(("vacuous", "open", "estimated", "tested", "checked", "proved"))}
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_COMPACT_FROM = 10**12  # 2^40 and more read better as powers
_ROUNDED_FROM = 10**36  # so many digits are no longer read


def write_report(ledger: Ledger, folder: Path) -> Path:
    """Write the ledger as ``index.html`` in the folder, and where it has many claims a page for each paper beside it.

    Each page is written in one step: a reader never sees half of one.
    ledger: the form of ``ledger_schema.json``; keys that are absent or None are left out of the pages.
    folder: created where missing; where an atlas was made beside it, counterexamples are linked to their classes there.
    Returns the path of the index.
    Raises ValueError for a claim without an id, an id used twice, or a verdict that is not in ``VERDICTS``.
    """
    for name, text in report_pages(ledger, atlas_beside(folder)):
        write_text(folder / name, text)
    return folder / INDEX


def render_report(ledger: Ledger, atlas: str | None = None) -> str:
    """The index as text; equal ledgers give equal pages. Raises ValueError as ``write_report`` does."""
    return dict(report_pages(ledger, atlas))[INDEX]


def report_pages(ledger: Ledger, atlas: str | None = None) -> Iterator[tuple[str, str]]:
    """The names and texts of the pages, the index last; of few claims the index shows all.

    atlas: the address of an atlas that was made, from the pages. Raises ValueError as ``write_report`` does.
    """
    stated = ledger.get("claims") or []
    claims = [*stated, *(ledger.get("uses") or [])]
    _check_claims(claims)
    environment = page_environment()
    single = len(claims) <= FEW
    papers = {} if single else {paper: paper_page_name(paper) for paper in _papers(claims)}
    shared = _shared(ledger, claims) | {"papers": papers, "atlas": atlas, "index": "" if single else INDEX}
    homes = {claim["id"]: papers.get(claim.get("paper") or "", INDEX) for claim in claims}
    for paper, page in papers.items():
        own = [claim for claim in claims if (claim.get("paper") or "") == paper]
        uses = [claim for claim in own if claim.get("kind") == ARROW]
        parts = {"stated": [claim for claim in own if claim.get("kind") != ARROW], "uses": uses}
        told = shared | _facts(own) | {"paper": paper, "at": _addresses(homes, page), **parts}
        yield page, environment.get_template("report_paper.html.j2").render(told)
    listed = claims if single else stated
    told = shared | _facts(listed) | {"groups": groups(listed), "wrong": _wrong(claims), "single": single}
    told |= {"uses_elsewhere": len(claims) - len(listed), "at": _addresses(homes, INDEX)}
    yield INDEX, environment.get_template("report.html.j2").render(told)


def paper_page_name(paper: str) -> str:
    """The file of a paper's page; what no name of a file may have is left out of it."""
    return f"paper-{re.sub('[^A-Za-z0-9._-]', '', paper)}.html"


def _papers(claims: Sequence[Entry]) -> list[str]:
    return list(dict.fromkeys(claim.get("paper") or "" for claim in claims))


def _addresses(homes: Mapping[str, str], page: str) -> Callable[[str], str]:
    """Where a page leads for the section of a claim, or of its correction; empty where there is none."""

    def at(id: str) -> str:
        id = id if id in homes else id.removesuffix(".corrected")
        home = homes.get(id)
        return "" if home is None else f"{'' if home == page else home}#{id}"

    return at


def _shared(ledger: Ledger, claims: Sequence[Entry]) -> dict[str, object]:
    """What the pages of a report have in common."""
    proofs = ledger.get("proofs") or []
    verdicts = verdicts_by_id(claims)
    told = Verdicts({claim["id"]: claim for claim in claims})
    return {
        "tool": ledger.get("tool") or {},
        "profile": ledger.get("profile"),
        "proofs": proofs,
        "pictures": _pictures(claims, proofs, verdicts),
        "neighbours": _neighbours(claims),
        "ids": verdicts,
        "graded": lambda claim: graded_statements().get(claim["id"]),
        "vacuous": VACUOUS,
        "card": lambda claim: card(facts_of_entry(claim, _affects(claim["id"], proofs)), told),
        "fault_card": lambda errata, fault: fault_card(fault, errata, told),
    }


def _facts(claims: Sequence[Entry]) -> dict[str, object]:
    """What a page says of its claims together, and by what they are found."""
    met = {verdict_word(claim) for claim in claims}
    meant = VERDICTS | ({"vacuous": SAYS_NOTHING} if "vacuous" in met else {})
    graded = graded_statements()
    own_grades = {graded[claim["id"]].grade for claim in claims if claim["id"] in graded}
    return {
        "claims": claims,
        "counts": counts_lines(claims),
        "verdicts": [(word, word in met, meant[word]) for word in sorted(meant, key=ORDER.index)],
        "unexpected": [claim["id"] for claim in claims if claim.get("expected") is False],
        "stale": [claim["id"] for claim in claims if stale_words(claim)],
        "keys": [paper for paper in _papers(claims) if paper],
        "kinds": sorted({claim["kind"] for claim in claims if claim.get("kind")}),
        "met_grades": [grade for grade in GRADES if grade in own_grades],
    }


@dataclass(frozen=True, slots=True)
class Group:
    """The claims of one verdict, or those made from uses in proofs, in the papers' order."""

    name: str
    claims: Sequence[Entry]


def groups(claims: Sequence[Entry]) -> list[Group]:
    """The statements by verdict, the refuted first, of these the worst; then the uses in proofs, the refuted first."""
    stated = [claim for claim in claims if claim.get("kind") != ARROW]
    uses = [claim for claim in claims if claim.get("kind") == ARROW]
    by_verdict = [Group(word, [claim for claim in stated if verdict_word(claim) == word]) for word in ORDER[1:]]
    refuted = Group(REFUTED, sorted((claim for claim in stated if verdict_word(claim) == REFUTED), key=_rank))
    made = Group(USES, sorted(uses, key=lambda claim: ORDER.index(verdict_word(claim))))
    return [group for group in (refuted, *by_verdict, made) if group.claims]


def _rank(claim: Entry) -> tuple[bool, int]:
    """The papers' statements first, the worst grade first; what is not graded last."""
    graded = graded_statements().get(claim["id"])
    return claim.get("role") != "statement", GRADES.index(graded.grade) if graded else len(GRADES)


def _wrong(claims: Sequence[Entry]) -> list[tuple[Errata, Fault]]:
    """What is wrong in the papers of the ledger, by consequence, where it has what that refutes."""
    refuted = {claim["id"] for claim in claims if claim["verdict"] == "refuted"}
    faults = wrong_faults(_papers(claims))
    return [(errata, fault) for errata, fault in faults if refuted.intersection(fault.ids)]


def _affects(id: str, proofs: Sequence[ProofEntry]) -> str:
    """What becomes of the proofs that use a claim."""
    fates = [f"{citing}, {fate}" for citing, fate in consequences(id, proofs)]
    named = f"the proof{'s' * (len(fates) > 1)} of {'; '.join(fates)}"
    return named if fates else "no recorded proof" if proofs else ""


def _pictures(
    claims: Sequence[Entry], proofs: Sequence[ProofEntry], verdicts: Mapping[str, str]
) -> list[tuple[str, Markup]]:
    """A picture for each paper whose proofs are recorded: its statements by verdict, and what rests on what."""
    papers = dict.fromkeys(proof["id"].split(".")[0] for proof in proofs)
    stated = [claim["id"] for claim in claims if claim.get("kind") != ARROW]
    edges = edges_of(proofs)
    return [(paper, Markup(paper_picture(paper, edges, verdicts, stated, "#{}"))) for paper in papers]


def _neighbours(claims: Sequence[Entry]) -> dict[str, tuple[str | None, str | None]]:
    """The claims before and after each one, of its paper."""
    found: dict[str, tuple[str | None, str | None]] = {}
    for paper in dict.fromkeys(claim.get("paper") for claim in claims):
        ids = [claim["id"] for claim in claims if claim.get("paper") == paper]
        found |= {id: (before, after) for before, id, after in zip([None, *ids], ids, [*ids[1:], None], strict=False)}
    return found


def strongest_in_words(claim: Entry) -> str:
    """The evidence behind the verdict in a few words, such as "exhaustive, all 511 classes on 2 points".

    Empty where the claim has no evidence.
    """
    evidence = claim.get("evidence") or []
    if not evidence:
        return ""
    strongest = max(evidence, key=lambda e: _strength(e, claim["verdict"]))
    return ", ".join(part for part in (strongest.get("prover"), _finding(strongest)) if part)


def count_in_words(n: int | None) -> str:
    """A count as a reader would write it: 4,294,967,295, or 2⁶⁴ − 1 where powers of two are easier to take in."""
    if n is None:
        return ""
    for base, suffix in ((n, ""), (n + 1, " − 1")):
        if n >= _COMPACT_FROM and base.bit_count() == 1:
            return f"2{str(base.bit_length() - 1).translate(_SUPERSCRIPTS)}{suffix}"
    return thousands(n)


def thousands(n: int | None) -> str:
    """A count with thousands separators; from 10^36 on, two digits and a power of ten."""
    if n is None:
        return ""
    if n < _ROUNDED_FROM:
        return f"{n:,}"
    exponent = len(str(n)) - 1
    return f"about {str(n)[0]}.{str(n)[1]} × 10{str(exponent).translate(_SUPERSCRIPTS)}"


def inline_svg(svg: str) -> Markup:
    """A figure made by the kit, without the XML declaration and document type that HTML has no place for.

    Raises ValueError where the text holds no svg element.
    """
    start = svg.find("<svg")
    if start < 0:
        raise ValueError(f"a figure must be an <svg> element, but it begins with {svg[:40]!r}")
    return Markup(svg[start:].strip())


def _check_claims(claims: Sequence[Entry]) -> None:
    seen: set[str] = set()
    for i, claim in enumerate(claims):
        name = claim.get("id")
        if not name:
            raise ValueError(f"claims[{i}] of the ledger has no id: every claim needs one, to be linked to")
        if name in seen:
            raise ValueError(f"claims[{i}] of the ledger repeats the id {name}: keep one claim per id")
        seen.add(name)
        _check_verdict(claim.get("verdict"), name)
        if corrected := claim.get("corrected"):
            _check_verdict(corrected.get("verdict"), f"{name}, corrected")


def _check_verdict(verdict: object, where: str) -> None:
    if verdict not in VERDICTS:
        raise ValueError(f"{where} has the verdict {verdict!r}: give one of {', '.join(VERDICTS)}")


def _strength(evidence: EvidenceEntry, verdict: str) -> tuple[bool, int, int]:
    outcome = evidence.get("outcome") or ("refuted" if evidence.get("violations") else None)
    cases = evidence.get("size") or evidence.get("cases") or 0
    return outcome == verdict, _STRENGTH.get(outcome or "", -1), cases


def _finding(evidence: EvidenceEntry) -> str:
    return ", ".join(filter(None, [_found_among(evidence), *reach_words(evidence)]))


def _found_among(evidence: EvidenceEntry) -> str:
    population, violations = _population(evidence), evidence.get("violations")
    if violations and population:
        return f"{_number_of(violations, 'violation')} among {population}"
    if evidence.get("outcome") in ("open", "vacuous"):
        return f"{'undecided' if evidence['outcome'] == 'open' else 'vacuous'} on {population or 'what it ranges over'}"
    return population


def _population(evidence: EvidenceEntry) -> str:
    universe, size, cases = evidence.get("universe"), evidence.get("size"), evidence.get("cases")
    if not universe or size is None:
        return ", ".join(part for part in (universe, _number_of(cases, "case") if cases else "") if part)
    if str(size) in universe.replace(",", ""):
        return str(universe)
    every = evidence.get("outcome") in ("proved", "checked") or cases is None or cases >= size
    share = f"all {count_in_words(size)}" if every else f"{count_in_words(cases)} of the {count_in_words(size)}"
    if universe.startswith("all "):
        return f"{share} {universe.removeprefix('all ')}"
    return f"{universe}, {share} cases"


def _number_of(n: int, thing: str) -> str:
    return f"{count_in_words(n)} {thing}{'' if n == 1 else 's'}"


def package_text(name: str) -> str:
    """The text of a file of this package, such as a template."""
    return files("littlestone.proofs_check.reports").joinpath(name).read_text(encoding="utf-8")


def page_environment() -> Environment:
    """What templates of pages in HTML are rendered in: autoescaped, with the filters that say verdicts."""
    environment = Environment(
        autoescape=True,
        loader=FunctionLoader(lambda name: package_text(f"templates/{name}")),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "class_table": class_table,
        "tree_svg": tree_svg,
        "inline_svg": inline_svg,
        "thousands": thousands,
        "strongest": strongest_in_words,
        **VERDICT_FILTERS,
    }
    return environment
