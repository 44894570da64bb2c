# Partials below the directory of the template, and links that stay there.
echo 'use "base.strata"; struct S in 5.0.. { ULONG A at 0x00; }' >s.strata
cp ../base.strata .
mkdir -p here/sub
echo 'a partial' | tee here/part.mustache here/sub/part.mustache >part.mustache
ln -s part.mustache here/link.mustache
ln -s ../part.mustache here/sub/link.mustache
ln -s . here/self
ln -s here elsewhere
for name in part ./part sub/part link sub/link self/part; do
    echo "{{>$name}}" >here/t.mustache
    "$STRATA" render s.strata --template here/t.mustache >/dev/null || exit
    "$STRATA" render s.strata --template elsewhere/t.mustache >/dev/null || exit
done
