"""The files that pages are drawn with: style sheets, scripts, pictures and fonts."""
