"""Online learners of the papers, literally: their parameters and their exact laws."""
