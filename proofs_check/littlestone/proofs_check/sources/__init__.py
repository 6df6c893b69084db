"""Where claims come from: the papers, users' files, and the definitions that they use."""
