# That the structure is absent is carried forward from another build.
"$STRATA" show -s GOES --at 2.0.500.1/x64 --require interpolated --format json \
    "$CASES/../../golden/coverage/parts.strata"
