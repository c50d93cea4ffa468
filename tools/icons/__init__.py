"""Training art for the embedding of icons: pictograms of icon fonts, printed and photographed in many ways."""
