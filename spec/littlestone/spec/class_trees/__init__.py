"""Binary classes of VC dimension 1 as trees: the order of the points, the tree, its nodes, what is reduced first."""
