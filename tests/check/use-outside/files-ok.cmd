# -I allows a directory, a link within the tree is followed, and an operand may be any file, also a link or a pipe.
mkdir -p tree/below other
cp ../base.strata other/axis.strata
cp ../base.strata tree/axis.txt
ln -s ../../other/axis.strata tree/below/link.strata
echo 'use "../../other/axis.strata"; struct S in 5.0.. { ULONG A at 0; }' >tree/below/a.strata
echo 'use "link.strata"; struct T in 5.0.. { ULONG A at 0; }' >tree/below/b.strata
mkdir within
cp other/axis.strata within/real.strata
ln -s real.strata within/link.strata
echo 'use "link.strata"; struct U in 5.0.. { ULONG A at 0; }' >within/c.strata
"$STRATA" check -I other tree && "$STRATA" check tree/below/a.strata other && "$STRATA" check within &&
    "$STRATA" check tree/axis.txt && "$STRATA" check tree/below/link.strata &&
    "$STRATA" check - <other/axis.strata && "$STRATA" check /dev/stdin <other/axis.strata &&
    "$STRATA" check <(cat other/axis.strata) && cat other/axis.strata | "$STRATA" check /dev/stdin &&
    cd tree/below && echo 'use "../../other/axis.strata"; struct S in 5.0.. { ULONG A at 0; }' |
    "$STRATA" check -I .. -I ../../other -
