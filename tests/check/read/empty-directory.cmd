mkdir specs
"$STRATA" check specs
