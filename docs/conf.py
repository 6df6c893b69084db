"""How the documentation is built: MyST and furo; the claims' pages and the reference are generated."""

from __future__ import annotations

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "littlestone"
release = installed_version("littlestone")
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
extensions += ["claims", "docstrings", "found", "python_names", "reference"]

templates_path = ["_templates"]
exclude_patterns = ["_build", "literature_found.md"]
smartquotes = False
suppress_warnings = ["myst.header"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

claims_ledger = ""

napoleon_google_docstring = False
autodoc_default_options = {"exclude-members": "set_score_request"}
autodoc_use_type_comments = False  # there are none, and to look for them takes every source apart again
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
add_module_names = False
python_display_short_literal_types = True

html_theme = "furo"
html_title = "littlestone"
html_static_path = ["_static"]
html_css_files = ["claims.css"]
html_search_scorer = str(Path(__file__).parent / "search_scorer.js")  # read from wherever the build is run
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_use_index = False  # of names that nobody looks up in a book: megabytes
html_domain_indices = False
# On each of the 1,700 pages of claims the tree of the site would weigh as much as what is said there
html_sidebars = {"claims/*": ["sidebar/brand.html", "sidebar/search.html"]}
