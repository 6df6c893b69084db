"""What the two modules of DP share: the mechanism that both look at."""

from littlestone.spec.notation import *

Geometric = Annotated[Run, Algorithm("DP.geometric")]
