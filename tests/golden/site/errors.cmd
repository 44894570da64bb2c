printf 'struct A { NOWHERE B at 0; }\n' | "$STRATA" site - -o "$SCRATCH/site"
status=$?
ls "$SCRATCH"
exit $status
