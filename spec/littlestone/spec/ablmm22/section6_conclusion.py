"""ABLMM22 section 6: the open questions."""

from littlestone.spec.notation import *


@claim(
    "ABLMM22.S6",
    "Section 6: open questions",
    "remark",
    not_checkable="open questions: nothing is stated",
    stand_ins=("ABLMM22.T3.eq2",),
)
def open_questions(H: ExplicitBinary) -> Truth:
    """Can every class be privately learned with $poly(VC(H), log*(Ldim(H)))$ rows? Further questions on query release,
    oracle-efficient learning, general losses, global stability and private boosting."""
    raise NotImplementedError
