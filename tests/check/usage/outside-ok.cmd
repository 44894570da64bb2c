mkdir nt etw
cp ../base.strata nt
echo 'use "../nt/base.strata"; struct S in 5.0.. { ULONG A at 0x00; }' > etw/s.strata
"$STRATA" gen -I .. etw -o out >log && [ -s out/etw/s.h ] && [ -s out/nt/base.h ]
cd etw
"$STRATA" gen -I .. ../etw ../nt -o ../out >log && grep -q ' 0 written' log
