# Each template contains the next one 12 times: 2 MB.
cp ../base.strata .
echo 'use "base.strata"; struct S in 5.0.. { ULONG A at 0x00; }' >s.strata
for i in 1 2 3 4 5; do
    printf "{{>q$((i + 1))}}%.0s" 1 2 3 4 5 6 7 8 9 10 11 12 >q$i.mustache
done
printf xxxxxxxx >q6.mustache
[ "$("$STRATA" render s.strata --template q1.mustache | wc -c)" = 1990656 ]
