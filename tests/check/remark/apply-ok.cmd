cp "$CASES/offset-ok.strata" .
"$STRATA" check --apply offset-ok.strata
