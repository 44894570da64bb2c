# The file that is used is called as the output, wherever it is, calls it. Two pages, one spec.
scratch=$(mktemp -d)
mkdir "$scratch/specs" && cp -r specs/etw specs/nt "$scratch/specs"
cp -r tests/page/spec "$scratch/import"
cd "$scratch"
mkdir -p mine/deeper
"$STRATA" import table import/plain.txt import/nameless.html --struct PAGE --windows-10 all -o mine/deeper/two.strata
echo "exit status $?"
cat mine/deeper/two.strata
"$STRATA" fmt --check mine/deeper/two.strata
rm -r "$scratch"
