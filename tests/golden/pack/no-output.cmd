"$STRATA" pack specs/etw specs/nt
"$STRATA" pack specs/etw specs/nt -o ''
