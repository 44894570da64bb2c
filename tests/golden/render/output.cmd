# --check and --depfile, as for gen and bundle.
cp tests/golden/bits.strata "$SCRATCH/spec.strata"
cd "$SCRATCH" || exit
echo '{{>part}}' >whole.mustache
echo '{{tool}}' >part.mustache
"$STRATA" render spec.strata -t whole.mustache -o out --check; echo "exit status $?"
"$STRATA" render spec.strata -t whole.mustache -o out --depfile out.d; echo "exit status $?"
"$STRATA" render spec.strata -t whole.mustache -o out; echo "exit status $?"
"$STRATA" render spec.strata -t whole.mustache -o out --check; echo "exit status $?"
cat out.d
echo '{{tool}}!' >part.mustache
"$STRATA" render spec.strata -t whole.mustache -o out --check; echo "exit status $?"
