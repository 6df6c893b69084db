"""Stating claims: ``from littlestone.claims import *`` gives the vocabulary that the papers are written in.

>>> from littlestone.claims import *
>>> @claim("DOC.1", "an example", "lemma", slack=Constant(0, mutants=(-1,)))
... def vc_is_at_most_littlestone(H: Binary, slack: int):
...     \"\"\"The VC dimension is at most the Littlestone dimension.\"\"\"
...     return vc_dimension(H) <= littlestone_dimension(H) + slack
"""

from littlestone.spec.notation import *
from littlestone.spec.notation import __all__ as __all__
