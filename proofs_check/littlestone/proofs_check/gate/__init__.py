"""The gate: claims and learners of a project, checked against the baseline that it has committed."""
