"""Find along which choices the papers' claims about numbers are proved, and keep it with the papers.

``python bench/paths.py [--jobs N] [NAMES]`` writes ``paths.json`` into each paper's folder. A path that still leads to
a proof is kept as it is.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from papers import keep, options

from littlestone.proofs_check.numbers.inquiry import Attempt, Inquiry
from littlestone.proofs_check.provers.clause_proofs import algebraic_certificate, settled
from littlestone.proofs_check.provers.registry import provers
from littlestone.proofs_check.questions.evidence import ALONE
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.questions.universes import Everything, Question
from littlestone.proofs_check.sources.catalogue import find
from littlestone.proofs_check.sources.kept_limits import PATHS, paths
from littlestone.proofs_check.sources.paper_data import file_of
from littlestone.spec.claim import CLAIMS

ATTEMPTS: dict[str, Attempt] = {"algebra": algebraic_certificate, "interval": settled}  # in the order of their ranks


def found(id: str) -> dict[str, str]:
    """The path by which the first prover that proves the claim proves it; nothing where none does."""
    claim = CLAIMS[id]
    question = Question(claim, claim.printed, Everything())
    for name, attempt in ATTEMPTS.items():
        if provers()[name].supports(question, QUICK.budget, ALONE) is None:
            inquiry = Inquiry(name, question, QUICK.budget, path=paths(claim).get(name))
            if inquiry.answer(attempt).outcome == "proved":
                path = inquiry.path_again(attempt)
                return {} if path is None else {name: path}
    return {}


def main(arguments: list[str]) -> int:
    asked = options(__doc__, arguments)
    named = {claim.id for claim in find(asked.names)}
    stated = [c for id, c in CLAIMS.items() if id.removesuffix(".corrected") in named and c.not_checkable is None]
    with ProcessPoolExecutor(asked.jobs, get_context("fork")) as pool:
        listed = list(pool.map(found, [c.id for c in stated], chunksize=8))
    for file in {file_of(c, PATHS) for c in stated}:
        keep(file, {c.id: data for c, data in zip(stated, listed, strict=True) if file_of(c, PATHS) == file})
    print(f"{sum(map(bool, listed))} of {len(stated)} claims have a path")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
