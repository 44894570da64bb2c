cp ../base.strata .
echo 'struct S { }' > s.strata
"$STRATA" gen base.strata "$PWD/s.strata" -o ../out 2>&1 | sed "s|$PWD|HERE|"
exit "${PIPESTATUS[0]}"
