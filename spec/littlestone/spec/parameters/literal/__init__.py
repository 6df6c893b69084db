"""The second form of each parameter: plain Python over the list of functions, as near to the words as it goes."""
