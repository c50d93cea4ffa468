"""What may be handed to a page."""

from __future__ import annotations


class PageValue:
    """Marks a value that a page may be made of: a seen draft, or a view that was made of seen ones.

    ``web.access.rendering`` takes marked values and plain ones, and nothing else; a stored draft is neither.
    """

    __slots__ = ()
