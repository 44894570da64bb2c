# Partials outside of the directory of the template, and those that are no files.
echo 'use "base.strata"; struct S in 5.0.. { ULONG A at 0x00; }' >s.strata
cp ../base.strata .
mkdir -p here/sub other
echo 'a partial' | tee here/part.mustache here/sub/part.mustache other/part.mustache >part.mustache
ln -s ../part.mustache here/out.mustache
ln -s ../other here/away
mkfifo here/fifo.mustache
mkdir here/directory.mustache
for name in ../part sub/../part /part out away/part fifo directory; do
    echo "{{>$name}}" >here/t.mustache
    "$STRATA" render s.strata --template here/t.mustache
done
exit 1
