"$STRATA" gen "$CASES/../base.strata" -o
