printf "struct S { NOWHERE A at 0; }\n" >"$BUILD/tests/dump-errors.strata"
cd "$BUILD/tests" && "$STRATA" dump dump-errors.strata
