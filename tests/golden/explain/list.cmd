"$STRATA" explain | grep -E '^[A-Z]|^  (overlap|natural|unused-allow|syntax) '
