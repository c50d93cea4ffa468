"""The inspection step by step, on phones and on the big screen."""
