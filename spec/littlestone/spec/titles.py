"""The name of a formula as the sentence that it is: a capital, names as they are written, a full stop."""

from __future__ import annotations

import re

NAMES = {
    "chernoff": "Chernoff", "gaussian": "Gaussian", "hoeffding": "Hoeffding", "hoeffdings": "Hoeffding's",
    "laplace": "Laplace", "littlestone": "Littlestone", "markov": "Markov", "pascal": "Pascal", "ramsey": "Ramsey",
    "sauer": "Sauer", "sauers": "Sauer's", "pascals": "Pascal's", "vc": "VC", "mld": "MLD", "soa": "SOA",
    "soas": "SOAs", "pac": "PAC", "dp": "DP", "erm": "ERM", "io": "IO", "psi": "Psi", "ldim": "Ldim", "ddim": "Ddim",
}  # fmt: skip
_NUMBERED = re.compile(r"\b(theorem|lemma|claim|corollary|definition|proposition|algorithm|assumption)(?= \d)")


def sentence(name: str) -> str:
    """The words of a Python name as a sentence."""
    words = " ".join(NAMES.get(word, word) for word in name.split("_"))
    named = _NUMBERED.sub(lambda found: found[0].capitalize(), words)
    return f"{named[:1].upper()}{named[1:]}."
