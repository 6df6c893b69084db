"""The report and the pages of claims."""
