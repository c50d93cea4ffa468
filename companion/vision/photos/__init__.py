"""Photos as files: decoded within limits, judged, drawn on, and encoded."""
