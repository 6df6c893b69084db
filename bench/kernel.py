"""Claims of the papers as Rocq theorems, each checked by coqc: the rows of the table in docs/kernel.md.

``python bench/kernel.py`` checks every row, in some minutes of the processor, and exits with 1 where one is refused.
"""

from __future__ import annotations

import resource
import sys

from littlestone.proofs_check.kernel.proving import refusal, written
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.proofs_check.sources.catalogue import find

# Points and labels: the largest that stay below a minute
CLAIMS = {
    (6, 2): "DIM.vc DIM.thresholds BGS21.T3.4 BGS21.T8.8 CPM.R94",
    (5, 2): "DIM.vc DIM.sauer.vc DIM.sauer.ldim DIM.thresholds.lower BGS21.COR3.3 ABLMM22.T10 ABLMM22.S1.log YAN25.T4"
    " LYU25.N4.vc LYU25.S2.sauer.corrected CPM.R105 CPM.R111 LIT.hodges.ladder LIT.hodges.tree",
    (4, 2): "DIM.log BGS21.T5.6.parts BGS21.C5.7 BGS21.T7.1.parts LIT.bondy LIT.chain LIT.frankl.pach DIM.thresholds.root"
    " DIM.ldim.root LYU25.N4.min YAN25.T4.sharp CPM.P.vc_dimension.monotonic CPM.P.littlestone_dimension.monotonic",
    (3, 3): "BGS21.T3.4 BGS21.COR3.3 BGS21.T3.4.zero BGS21.C4.7 BGS21.T3.4.final",
    (2, 4): "BGS21.T3.4 BGS21.C4.6 BGS21.L5.11 BGS21.T3.4.eq6 BGS21.N3.bits",
}


def seconds() -> float:
    """The seconds of the processor that processes started from here have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Print a row for each claim; the exit code says whether all were accepted."""
    refused, total = 0, seconds()
    print("| claim | points | labels | gates | steps | kB | CPU s |\n| --- | --: | --: | --: | --: | --: | --: |")
    for (points, labels), ids in CLAIMS.items():
        for claim in find(ids.split()):
            made, before = written(Question(claim, claim.printed, ClassUniverse(points, labels))), seconds()
            why = refusal(made.text)
            refused += why is not None
            cells = (made.gates, made.steps, len(made.text) // 1000)
            taken = f"{seconds() - before:.1f}" if why is None else f"refused: {why}"
            print("|", " | ".join([f"`{claim.id}`", str(points), str(labels), *(f"{n:,}" for n in cells), taken]), "|")
            sys.stdout.flush()
    print(f"\n{refused} refused, {seconds() - total:.0f} seconds of the processor", file=sys.stderr)
    return int(refused > 0)


if __name__ == "__main__":
    sys.exit(main())
