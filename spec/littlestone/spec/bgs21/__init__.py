"""BGS21: Bun, Gaboardi, Sivakumar, "Multiclass versus binary differentially private PAC learning"."""
