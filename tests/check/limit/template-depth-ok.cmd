# Templates as deep as they may be.
cp ../base.strata .
echo 'use "base.strata"; struct S in 5.0.. { ULONG A at 0x00; }' >s.strata
for ((i = 0; i < 1024; i++)); do
    echo "x{{>t$((i + 1))}}" >t$i.mustache
done
echo y >t1024.mustache
[ "$("$STRATA" render s.strata --template t0.mustache | tr -d '\n' | wc -c)" = 1025 ]
