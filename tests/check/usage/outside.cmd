mkdir nt etw
cp ../base.strata nt
echo 'use "../nt/base.strata"; struct S in 5.0.. { ULONG A at 0x00; }' > etw/s.strata
cd etw
"$STRATA" gen -I .. . -o ../out
