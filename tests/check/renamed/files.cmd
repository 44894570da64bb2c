cp ../base.strata .
for name in s s_assert S aux com1 com10; do
    echo "use \"base.strata\"; struct OF_$name in 5.0.. { ULONG A at 0x00; }" > $name.strata
done
"$STRATA" gen *.strata -o out
status=$?
LC_ALL=C ls out 2>/dev/null
exit $status
