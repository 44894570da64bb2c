"$STRATA" check --frobnicate "$CASES/../base.strata"
