"""Figures, reasons, decisions and the whole report in words."""
