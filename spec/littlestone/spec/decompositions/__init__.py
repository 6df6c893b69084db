"""What learners by decompositions of Littlestone classes must do: their sizes and their laws."""
