printf "struct S { NOWHERE A at 0; }\n" >"$SCRATCH/dump-errors.strata"
cd "$SCRATCH" && "$STRATA" dump dump-errors.strata
