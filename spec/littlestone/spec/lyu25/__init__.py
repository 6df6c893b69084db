"""LYU25: Lyu: *Private learning of Littlestone classes, revisited*.

Stronger than printed: p(u) of Claim 6.4 rises by a fifth, where a tenth is printed; for delta = 1/T and log T <= d^2
the mistakes of Theorem 1 as corrected are max(1, log T / d) / log T times the printed ones, up to the logarithms that
both hide; Lemma 3.2 as corrected holds for all tests of pure privacy; Fact 4 holds for every n where p >= 1200 d
(F4.net). Theorem 3's success with probability one, printed by known tricks, is had by repeated runs (T3.prob1.repeat).
"""

SECTIONS = (
    "section1_introduction",
    "section2_interleaving",
    "section2_online_inputs",
    "section3_1_concentration",
    "section3_3_sparse_sampling",
    "section3_4_above_threshold",
    "section3_4_moments",
    "section4_notation",
    "section4_1_irreducibility",
    "section4_2_decompositions",
    "section4_2_leaves",
    "section4_2_key_lemma",
    "section4_2_essential_hypotheses",
    "section5_theorem_3",
    "section5_corollary",
    "section5_good_event",
    "section5_dp_erm",
    "section5_utility",
    "section6_online_learner",
    "section6_joint_training",
    "section6_1_privacy",
    "section6_1_draws",
    "section6_2_buffer",
    "section6_2_chunks",
    "section6_2_calls",
    "section6_2_key_claim",
    "section6_2_exposed",
    "section6_2_mistakes",
    "section6_2_parameters",
)
