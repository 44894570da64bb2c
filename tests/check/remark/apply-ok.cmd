cp "$CASES/offset-ok.strata" .
"$STRATA" check -I .. --apply offset-ok.strata
