"""What a player could have turned by hand before the inspection for the highest total: exact, with the reasons.

``course`` says what a set of cards left face up is and what it takes, ``bounds`` what the rest can still bring,
``search`` finds the best set and shows that there is no better, ``adviser`` puts it in the players' terms.
"""

from .adviser import Advice, AdviceError, Prospect, Refusal, Turn, advise, advise_table
from .document import format_advice

__all__ = ["Advice", "AdviceError", "Prospect", "Refusal", "Turn", "advise", "advise_table", "format_advice"]
