"""BGS21: Bun, Gaboardi, Sivakumar: *Multiclass versus binary differentially private PAC learning*."""

SECTIONS = (
    "section1_introduction",
    "section2_privacy",
    "section2_learning",
    "section2_littlestone",
    "section3_reduction",
    "section3_theorem",
    "section3_connection",
    "section4_psi",
    "section5_covers",
    "section5_sauer",
    "section5_induction",
    "section5_lower_bound",
    "section6_tightness",
    "section7_reverse",
    "section8_representations",
    "section8_accuracy",
    "section8_averaged",
    "section8_online",
    "appendix_weak_learner",
    "appendix_boosting",
)
