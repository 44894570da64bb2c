# Names outside of any code page, and arguments that other programs would expand.
scratch=$(mktemp -d)
mkdir "$scratch/прóба"
cp tests/check/base.strata "$scratch"
cd "$scratch"
echo 'use "../base.strata"; struct S in 5.0.. { ULONG A at 0; ULONG B at 2; }' >'прóба/日本 😀.strata'
"$STRATA" check -I . 'прóба\日本 😀.strata' 2>&1
"$STRATA" check -I . --suggest прóба 2>&1
sed -i 's/at 2/at 4/' прóба/*.strata
"$STRATA" gen -I . прóба -o 'вы ход'
find 'вы ход' -type f | LC_ALL=C sort
"$STRATA" check нет '*.strata' 'a "b" \' '' 2>&1
echo "exit status $?"
rm -r "$scratch"
