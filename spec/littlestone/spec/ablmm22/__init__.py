"""ABLMM22: Alon, Bun, Livni, Malliaris, Moran: *Private and online learnability are equivalent*.

Stronger than the print, or explicit where it has O: Theorem 1 at 4m + log*(4m) + 3 >= log*|X| (T1.explicit); Theorem
19 with 2 s q log q for 3 s q log q (T19.corrected); Theorem 23 with 2^(2^d) for 2^(2^(d+2)) (T23.eq4.corrected); Lemma
28 without failure, whatever beta is, at (4/eta)(1 + ln(2/delta)/eps) items (L28.range.corrected); Lemma 29 at 6
ln(|H|/beta) max(1, 1/eps)/alpha rows (L29.range.corrected); Theorem 30 with all of eps in both parts of M
(T30.explicit); Theorem 3 at 2^(2^(d+1) + 4 d + 14) log(1/(beta delta))/(alpha eps) rows (T3.proof.corrected).
"""

SECTIONS = (
    "section1_introduction",
    "section2_1_lower_bounds",
    "section2_2_private_learning",
    "section2_3_global_stability",
    "section2_4_boosting",
    "section3_1_pac_learning",
    "section3_2_online_learning",
    "section3_3_privacy",
    "section3_4_notation",
    "section4_2_lower_bound",
    "section4_2_homogeneous_sets",
    "section4_2_jump",
    "section4_2_family",
    "section4_2_attack",
    "section4_2_constants",
    "section4_3_dimension",
    "section5_1_overview",
    "section5_2_distributions",
    "section5_2_frequent_hypotheses",
    "section5_2_algorithm_g",
    "section5_2_stability",
    "section5_3_histograms",
    "section5_3_generic_learner",
    "section5_3_every_epsilon",
    "section5_3_chernoff",
    "section5_3_private_learner",
    "section5_3_private_sizes",
    "section5_3_learner_m",
    "section5_4_wrap_up",
    "appendix_thresholds",
    "appendix_subtrees",
    "appendix_deep_trees",
)
