# A `use` reads no file above the directory of its spec, none with another name, and none behind a link that leads out.
# A spec that is there is not quoted, either, if it is no spec.
mkdir -p tree/below other
cp ../base.strata other/axis.strata
echo 'root:x:0:0:secret' >other/secret
cp other/secret other/secret.strata
cp other/secret tree/secret
ln -s ../../other/axis.strata tree/below/link.strata
ln -s ../../other/secret tree/below/secret.strata
ln -s ../secret tree/below/renamed.strata
ln -s ../../other tree/below/directory
ln -s circle.strata tree/below/circle.strata
for path in ../../other/axis.strata ../../other/secret.strata link.strata secret.strata renamed.strata \
    directory/axis.strata ../secret ../../other/secret; do
    echo "use \"$path\";" >tree/below/a.strata
    "$STRATA" check tree/below/a.strata
done
echo 'use "/etc/passwd"; use "/dev/stdin"; use "/dev/zero"; use "circle.strata"; use <../other/axis.strata>;' \
    >tree/below/a.strata
"$STRATA" check tree/below/a.strata </dev/zero
# What the search of a directory finds is not what the user has named.
rm tree/below/a.strata tree/below/circle.strata
"$STRATA" check tree
"$STRATA" fmt tree
