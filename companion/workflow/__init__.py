"""The only package that brings store, scoring, wording, and forms together; pages get everything they show from here.

Each module imports only what it needs, so that scoring a document loads neither a web framework nor a PDF renderer.
"""
