# `--into` adds TimeDateStamp and SizeOfImage to an identity that has only GUID and age, and these to one that has only
# the other two. Both stay as they are if nothing is new.
root=$PWD
cd "$SCRATCH" || exit 2
cp "$root/tests/kernel/isf/small.json" a-6.1.7601.24540.json
printf '00112233445566778899AABBCCDDEEFF-1\t0x5F3A1B2C\t0x1046000\n' >images.tsv
import()
{
    "$STRATA" import isf "$@" a-*.json
    echo "exit status $?"
    grep ^identity spec.strata
}
"$STRATA" import isf --use "$root/specs/nt/axis.strata" a-*.json >spec.strata
import --into spec.strata
import --into spec.strata --identity images.tsv
import --into spec.strata --identity images.tsv
sed -i 's/ pdb "[^"]*"//' spec.strata
import --into spec.strata --identity images.tsv
sed -i 's/ pdb "[^"]*"//; s/0x5F3A1B2C/0x5F3A1B2D/' spec.strata
import --into spec.strata --identity images.tsv
