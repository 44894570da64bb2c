"$STRATA" pack specs
"$STRATA" pack specs -o ''
