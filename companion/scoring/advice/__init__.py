"""What a player could have turned by hand before the inspection for the best place, and for the most points: exact.

``course`` says what a set of cards left face up is and what it takes, ``bounds`` what the rest can still bring,
``dive`` and ``search`` find the set that brings most and show that there is no better, ``contest`` says what place it
comes to, ``aims`` and ``ties`` find the best place, and ``adviser`` puts it in the players' terms. ``forecast`` does
the same while focuses are secret, over every deal there may have been.
"""

from .adviser import Advice, AdviceError, Aim, Plan, Refusal, Turn, advise, advise_table
from .aims import Prospect
from .contest import Outcome
from .document import format_advice
from .forecast import Fate, Forecast, forecast

__all__ = [
    "Advice",
    "AdviceError",
    "Aim",
    "Fate",
    "Forecast",
    "Outcome",
    "Plan",
    "Prospect",
    "Refusal",
    "Turn",
    "advise",
    "advise_table",
    "forecast",
    "format_advice",
]
