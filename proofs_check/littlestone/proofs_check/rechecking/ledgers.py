"""Ledgers checked anew: the chain of digests, the counterexamples by the definitions, and what is left to trust.

A ledger may lie: proofs without evidence, certificates of other constants, entries that are there twice and names
given twice are refused. What definitions remember is forgotten before each entry, so that any number of workers sums
the same laws. A run in quick, 1,815 certificates and 351 counterexamples, takes 87 CPU seconds.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from littlestone.proofs_check.compute.forked import DIED, in_order
from littlestone.proofs_check.rechecking.certificates import Checked, read_json
from littlestone.proofs_check.rechecking.counterexamples import NotRecheckable, why_no_counterexample
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.laws import Sums, summed_anew
from littlestone.proofs_check.rechecking.relisting import PROVERS, NotRelistable, check_cases, rests_on_laws
from littlestone.proofs_check.rechecking.replays import CheckedDerivation
from littlestone.proofs_check.verdicts.scopes import scope_words
from littlestone.proofs_check.verdicts.standing import Proofs
from littlestone.spec.claim import CLAIMS, corrected

STRONG, WEAK = ("proved", "checked"), ("tested", "estimated")
VERDICTS = (*STRONG, *WEAK, "refuted", "open", "not_checkable")
OUTCOMES = (*STRONG, *WEAK, "refuted", "open", "vacuous")
SCHEMA = 1
# An entry, and the certificates that it names
_Named = tuple[Mapping[str, Any], Mapping[str, Checked | CheckedDerivation]]
NOT_LOADED = "of claims that are not loaded: name their file beside the ledger"
TRUSTED = {
    "exhaustive": "the compiled evaluator of circuits, and that the circuit is the definition's",
    "direct": "plain Python, the implementations that it runs, and that all cases were listed",
    "box": "plain Python, and that all integers of the box were tried",
    "point": "plain Python, in single cases",
    "symbolic": "Z3 and the encoding as clauses",
    "cadical": "CaDiCaL and the encoding as clauses: no certificate of it was found",
    "algebra": "the rules of the algebra prover, sympy and python-flint: no certificate of it was found",
    "interval": "the branch and bound of the interval prover, and Arb's balls: no certificate of it was found",
    "relisted": "plain Python, the definitions and the implementations that they run; the cases were listed anew and "
    "the laws among them summed anew",
    "random": "random cases: another may violate the claim",
    "hypothesis": "random cases: another may violate the claim",
    "estimate": "the seeded runs and SciPy's distributions, at the confidence that is named",
}


@dataclass
class Found:
    """What became of a ledger: the ids of the counterexamples that hold, how many pieces of evidence a certificate
    bears out, of which claims all cases were listed and laws summed anew, with the sums, and what has to be trusted:
    each what with the claims of which it is."""

    counterexamples: list[str] = field(default_factory=list)
    certified: int = 0
    relisted: list[str] = field(default_factory=list)
    sums: Sums = field(default_factory=Sums)
    trusted: dict[str, list[str]] = field(default_factory=dict)

    def trust(self, what: str, id: str) -> None:
        """Note what is trusted for a claim."""
        self.trusted.setdefault(what, []).append(id)

    def add(self, other: Found) -> None:
        """Count those of another part too."""
        self.counterexamples += other.counterexamples
        self.certified += other.certified
        self.relisted += other.relisted
        self.sums.add(other.sums)
        for what, ids in other.trusted.items():
            self.trusted.setdefault(what, []).extend(ids)


def check_ledger(path: Path, certificates: Mapping[str, Checked | CheckedDerivation], jobs: int = 1) -> Found:
    """Check a ledger in so many processes, given the certificates that hold by their digests.

    Raises Refused where an entry is not as it was written, its counterexample is none, or it names a certificate of
    something else: of the first such entry, whatever the number of processes.
    """
    whole = _read(path)
    _insist_on_the_chain(whole)
    found = Found()
    named = [
        (entry, {text: certificates[text] for text in _texts(entry) if text in certificates})
        for entry in whole["claims"]
    ]
    with closing(in_order(_check_entry, named, jobs, _lost)) as parts:
        for part in parts:
            found.add(part)
    _insist_on_proofs(whole)
    return found


def _texts(data: object) -> Iterator[str]:
    """Every text in an entry, in whatever form it is, so that an entry takes its own certificates along alone."""
    if isinstance(data, str):
        yield data
    inside = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    for part in inside:
        yield from _texts(part)


def _check_entry(named: _Named) -> Found:
    entry, certificates = named
    found = Found()
    try:
        _insist_on_words(entry)
        _check_counterexample(entry, found)
        _check_evidence(entry, certificates, found)
    except (LookupError, TypeError, AttributeError) as error:
        words = f"{type(error).__name__}: {error}"
        raise Refused(f"the entry {entry['id']} is not in the form of one: {words}") from error
    return found


def _lost(named: _Named) -> Found:
    raise Refused(f"the entry {named[0]['id']} was not checked: {DIED}")


def _insist_on_words(entry: Mapping[str, Any]) -> None:
    """Verdicts and outcomes are ones that there are, and a claim that is loaded says what the entry says; Refused."""
    beside = CLAIMS.get(entry["id"]) and corrected(entry["id"])
    for stated, claim in ((entry, CLAIMS.get(entry["id"])), (entry["corrected"], beside)):
        if stated is None:
            continue
        wrong = [w for w in [stated["verdict"]] if w not in VERDICTS]
        wrong += [e["outcome"] for e in stated["evidence"] if e["outcome"] not in OUTCOMES]
        if wrong:
            raise Refused(f"the entry {entry['id']} says {wrong[0]!r}, which is no verdict")
        if (stated["verdict"] == "refuted") != any(e["outcome"] == "refuted" for e in stated["evidence"]):
            raise Refused(f"the entry {entry['id']} says {stated['verdict']}, which its evidence does not bear out")
        if stated["verdict"] in WEAK and not stated["evidence"]:
            raise Refused(f"the entry {entry['id']} says {stated['verdict']} and has no evidence of it")
        said = [stated[name] for name in ("statement", "narrows", "caps", "reach")]
        if claim is not None and said != [claim.statement, claim.narrows, claim.caps, claim.reach_words]:
            raise Refused(f"the entry {entry['id']} states something else than the claim of this id: {said[0]!r}")


def _check_evidence(
    entry: Mapping[str, Any], certificates: Mapping[str, Checked | CheckedDerivation], found: Found
) -> None:
    for evidence in entry["evidence"] if entry["verdict"] in WEAK else ():
        found.trust(TRUSTED.get(evidence["prover"], "what a prover tested"), entry["id"])
    for id, evidence in _strong(entry):
        certificate = certificates.get(evidence.get("certificate") or "")
        if entry["id"] not in CLAIMS:
            found.trust(f"evidence {NOT_LOADED}", entry["id"])
        elif certificate is None:
            prover = "relisted" if _is_relisted(id, entry["id"], evidence, found) else evidence["prover"]
            found.trust(TRUSTED.get(prover, f"the prover {prover} of another package"), entry["id"])
        elif certificate.is_about(id, evidence["universe"], _changed(evidence["command"]), evidence["outcome"]):
            found.certified += 1
        else:
            raise Refused(f"the entry {entry['id']} names a certificate of something else, {certificate.claim}")


def _changed(command: str) -> tuple[str, ...]:
    """The constants that a command changes, as NAME=VALUE."""
    words = command.split()
    return tuple(sorted(after for word, after in pairwise(words) if word == "--mutant"))


def _check_counterexample(entry: Mapping[str, Any], found: Found) -> None:
    counterexample = entry["counterexample"]
    if counterexample is None:
        if entry["verdict"] == "refuted":
            raise Refused(f"the entry {entry['id']} says refuted and has no counterexample")
        return
    if entry["verdict"] != "refuted":
        raise Refused(f"the entry {entry['id']} says {entry['verdict']} and has a counterexample")
    if entry["id"] not in CLAIMS:
        found.trust(f"counterexamples {NOT_LOADED}", entry["id"])
        return
    try:
        with summed_anew() as sums:
            wrong = why_no_counterexample(CLAIMS[entry["id"]], counterexample["data"])
    except NotRecheckable as reason:
        found.trust(f"a counterexample that cannot be given to the definitions: {reason}", entry["id"])
        return
    if wrong is not None:
        raise Refused(f"the counterexample of the entry {entry['id']} is none: {wrong}")
    found.counterexamples.append(entry["id"])
    found.sums.add(sums)


def _is_relisted(id: str, named: str, evidence: Mapping[str, Any], found: Found) -> bool:
    """All cases of evidence that rests on laws were listed, and the laws summed, anew; raises Refused."""
    claim = CLAIMS.get(id) or (corrected(named) if id != named else None)
    if claim is None or evidence["prover"] not in PROVERS or "--mutant" in evidence["command"]:
        return False
    try:
        if not rests_on_laws(claim):
            return False
        sums = check_cases(claim, evidence)
    except (NotRelistable, LookupError):  # the words do not say what the cases are, or nothing implements an algorithm
        return False
    except Refused as reason:
        raise Refused(f"what the entry {named} says was checked was not: {reason}") from reason
    found.relisted.append(id)
    found.sums.add(sums)
    return True


def _strong(entry: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The evidence for what is proved or checked, of the claim and of its correction, with the id of either."""
    for stated in filter(None, (entry, entry["corrected"])):
        id = entry["id"] if stated is entry else f"{entry['id']}.corrected"
        verdict = stated["verdict"]
        if verdict in STRONG and all(e["outcome"] != verdict for e in stated["evidence"]):
            raise Refused(f"the entry {entry['id']} says {verdict} and has no evidence of it")
        if stated.get("scope") not in (None, scope_words(stated)):
            raise Refused(f"the entry {entry['id']} speaks of {stated['scope']}, of which it has no evidence")
        yield from ((id, e) for e in stated["evidence"] if e["outcome"] in STRONG)


def _read(path: Path) -> dict[str, Any]:
    whole = read_json(path)
    claims = whole.get("claims") if isinstance(whole, dict) else None
    if not isinstance(claims, list) or not all(isinstance(e, dict) and isinstance(e.get("id"), str) for e in claims):
        raise Refused("this is no ledger: it has no list of claims, each with its id")
    if whole.get("schema") != SCHEMA:
        raise Refused(f"it is of schema {whole.get('schema')}, this checker reads {SCHEMA}")
    several = [id for id, times in Counter(entry["id"] for entry in claims).items() if times > 1]
    if several:
        raise Refused(f"the entry {several[0]} is there more than once")
    return dict(whole)


def _insist_on_the_chain(whole: Mapping[str, Any]) -> None:
    last = ""
    for entry in whole["claims"]:
        if "digest" not in entry:
            raise Refused(f"the entry {entry['id']} has no digest; write the ledger anew with littlestone verify")
        last = _digest(last, {name: value for name, value in entry.items() if name != "digest"})
        if last != entry["digest"]:
            raise Refused(f"the entry {entry['id']}, or one that was before it, was altered: its digest is another")
    rest = {name: value for name, value in whole.items() if name not in ("claims", "digest")}
    if _digest(last, rest) != whole.get("digest"):
        raise Refused(f"what is beside the claims ({', '.join(rest)}) was altered, or claims were left out at the end")


def _insist_on_proofs(whole: Mapping[str, Any]) -> None:
    """What is said of proofs follows from the verdicts, for proofs of claims that are loaded; raises Refused."""
    anew = Proofs({entry["id"]: entry for entry in whole["claims"]}).data
    try:
        said = {proof["id"]: proof for proof in whole["proofs"] if proof["id"] in CLAIMS}
    except (LookupError, TypeError) as error:
        raise Refused(f"its proofs cannot be read: {type(error).__name__}: {error}") from error
    follows = {proof["id"]: json.loads(json.dumps(proof)) for proof in anew}
    for id in {**said, **follows}:
        if said.get(id) != follows.get(id):
            raise Refused(f"what it says of the proof of {id} does not follow from its verdicts")


def _digest(last: str, part: object) -> str:
    return hashlib.sha256(json.dumps([last, part], sort_keys=True).encode()).hexdigest()
