"""What is asked of a class as clauses over the entries of its matrix; whoever rechecks a proof makes them anew."""
