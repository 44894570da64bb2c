# CR LF in a spec: it means the same, and what is written has the line ends that were there.
scratch=$(mktemp -d)
mkdir "$scratch/lf" "$scratch/crlf"
cp tests/check/base.strata "$scratch/lf"
cd "$scratch"
printf 'use "base.strata";\n/// Two of\n/// them.\nstruct S in 5.0.. {\n ULONG A at 0; // one\n ULONG B at 2;\n}\n' >lf/s.strata
sed 's/$/\r/' lf/base.strata >crlf/base.strata
sed 's/$/\r/' lf/s.strata >crlf/s.strata
for kind in lf crlf; do
    (cd $kind && "$STRATA" check s.strata >../$kind.findings 2>&1
     "$STRATA" check --apply s.strata >../$kind.applied 2>&1
     "$STRATA" dump . >../$kind.dump
     "$STRATA" gen . -o ../$kind.out >../$kind.gen 2>&1)
done
sed -i 's/crlf/lf/' crlf.gen
for result in findings applied dump gen; do
    diff lf.$result crlf.$result && echo "$result: the same, $(grep -c $'\r' crlf.$result) CR"
done
diff -r lf.out crlf.out && echo "headers: the same, $(cat crlf.out/*.h | grep -c $'\r') CR"
cat lf.findings
"$STRATA" fmt crlf/s.strata
cat -v crlf/s.strata
"$STRATA" fmt - <crlf/s.strata | cmp - crlf/s.strata && echo "fmt -: the same"
rm -r "$scratch"
