"""The seam: the only package that brings store, scoring, wording and forms together; pages ask here for all they show.

One module for each thing that happens to an inspection. Each imports what it needs and nothing more, so that scoring
a document loads neither a web framework nor a drawer of PDFs.
"""
