"""BGS21: Bun, Gaboardi, Sivakumar: *Multiclass versus binary differentially private PAC learning*."""

SECTIONS = (
    "section1_introduction",
    "section2_privacy",
    "section2_learning",
    "section2_littlestone",
    "section3_reduction",
    "section3_composition",
    "section3_connection",
    "section4_psi",
    "section5_covers",
    "section5_lower_bound",
    "section6_tightness",
    "section6_constants",
    "section7_reverse",
    "section8_representations",
    "section8_online",
    "appendix_boosting",
    "algorithms",
    "vocabulary",
    "algorithms_estimated",
)
