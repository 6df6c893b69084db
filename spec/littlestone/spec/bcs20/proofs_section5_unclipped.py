"""BCS20 section 5: what the privacy of the strong learner uses where its scores are not bounded."""

from littlestone.spec.notation import *

UNCLIPPED = "Algorithm 5 with scores that are not bounded"
ADP = f"{UNCLIPPED}: (epsilon, delta)"
REPAIRED = f"{UNCLIPPED}, repaired"


rests_on("BCS20.A5.unclipped.shift", "BCS20.A5.unclipped.weights", "q and q' are at most 1/7", UNCLIPPED)
rests_on("BCS20.A5.unclipped", "BCS20.A5.unclipped.shift", "the second centres are 7/4 apart", UNCLIPPED)
rests_on("BCS20.A5.unclipped", "BCS20.L16", "given the first round the second costs (7/4)^2/(2 sigma^2) a", UNCLIPPED)
rests_on("BCS20.A5.unclipped", "BCS20.L17", "two rounds of T cost no more than all", UNCLIPPED)
rests_on("BCS20.A5.unclipped.corrected", "BCS20.L16", "a round costs ||z - z'||^2/(2 sigma^2)", REPAIRED)
rests_on("BCS20.A5.unclipped.corrected", "BCS20.L14", "T rounds cost T times as much", REPAIRED)
rests_on("BCS20.A5.unclipped.dp", "BCS20.A5.unclipped.shift", "the event tells the second centres apart", ADP)
rests_on("BCS20.A5.unclipped.dp", "BCS20.A5.unclipped.tail", "w_1 >= H has probability at least e^{-t^2}", ADP)
rests_on("BCS20.A5.unclipped.dp.corrected", "BCS20.A5.unclipped.corrected", "the cost of a round", f"{ADP}, repaired")
rests_on("BCS20.A5.unclipped.dp.corrected", "BCS20.L14", "T rounds cost T times as much", f"{ADP}, repaired")
rests_on("BCS20.A5.unclipped.dp.corrected", "BCS20.L15", "(eps, delta)-DP", f"{ADP}, repaired")
