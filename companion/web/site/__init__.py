"""What all pages share: their language, words, headers, files, errors, and live updates."""
