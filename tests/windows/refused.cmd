# Outputs that are refused: directories, devices under each of their names, read-only files. NUL takes any output.
scratch=$(mktemp -d)
cp tests/check/base.strata "$scratch"
cd "$scratch"
echo 'use "base.strata"; struct S in 5.0.. { ULONG A at 0; }' >s.strata
mkdir out other other/s.h
echo old >out/base.h
chmod a-w out/base.h
for output in out other NUL con 'out\aux' 'a?b' 'q:\out'; do
    "$STRATA" gen s.strata -o "$output" 2>&1
    echo "exit status $?"
done
for output in nul 'out\PRN' con.d out out/base.h; do
    "$STRATA" gen s.strata -o new --depfile "$output" 2>&1
    echo "exit status $?"
    printf 'Offset\tDefinition\n0x00\tULONG A;\n' |
        "$STRATA" import table --struct S --format tsv --use base.strata -o "$output" - 2>&1 | head -n 1
done
"$STRATA" import table --format tsv --use base.strata -o '.\BASE.strata' s.strata 2>&1
chmod a-w s.strata
"$STRATA" fmt s.strata 2>&1
find . -type f | sort
cat out/base.h
rm -rf "$scratch"
