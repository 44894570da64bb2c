# Symbols of symbol files become globals, by version and identity; files of symbols alone, too.
cp tests/golden/globals.strata "$SCRATCH/kernel.strata" && cd "$SCRATCH" || exit 2

# symbols FILE GUID JSON: a symbol file with symbols, and no types.
symbols()
{
    echo '{"base_types":{"pointer":{"kind":"int","size":8,"signed":false,"endian":"little"}},"enums":{},"user_types":{},
        "metadata":{"format":"6.1.0","windows":{"pdb":{"GUID":"'$2'","age":1,"database":"ntkrnlmp.pdb",
        "machine_type":34404}}},"symbols":{'$3'}}' >"$1"
}

symbols k-10.0.19041.20.json 4C9875F76C8F0FBF3EB9A9D7C1C274DF \
    '"Head":{"address":12288},"Tail":{"address":16,"type":{"kind":"base","name":"x"}},"Zero":{"address":0},"Far":{"address":9999999999}'
symbols second.json 2C9875F76C8F0FBF3EB9A9D7C1C274DF '"Head":{"address":8448},"Tail":{"address":32}'
symbols wrong.json 1C9875F76C8F0FBF3EB9A9D7C1C274DF '"Head":{"address":1}'
symbols none-10.0.19041.30.json 5C9875F76C8F0FBF3EB9A9D7C1C274DF ''
import()
{
    echo "--- $*"
    "$STRATA" import isf "$@" --globals "$names"
}
names=Head,Tail import k-10.0.19041.20.json second.json --use kernel.strata
names='T*,Nobody' import k-10.0.19041.20.json --use kernel.strata
names='Nobody*' import k-10.0.19041.20.json --use kernel.strata
names=Far import k-10.0.19041.20.json --use kernel.strata
names=A.B import k-10.0.19041.20.json --use kernel.strata
names=, import k-10.0.19041.20.json --use kernel.strata
names=Head import none-10.0.19041.30.json --use kernel.strata
names=Head import k-10.0.19041.20.json --use kernel.strata --struct X
names=Head import wrong.json k-10.0.19041.20.json --into kernel.strata
echo '--- without --globals'
"$STRATA" import isf k-10.0.19041.20.json --use kernel.strata
mkdir tree && mv kernel.strata tree
sed -n '/^global/,$!p' tree/kernel.strata >kept && mv kept tree/kernel.strata
printf '# names\nTail # the second\n\nHead\n' >names.txt
names=names.txt import second.json --into tree
sed -i 's/^global Tail/\/\/ A comment.\n&/; /^global/s/;$/ "a remark";/' tree/globals.strata
names=Head,Tail,Tail import k-10.0.19041.20.json second.json --into tree
cat tree/globals.strata
names=Head import k-10.0.19041.20.json --into tree
names=Head import k-10.0.19041.20.json --use tree/kernel.strata -o new
cat new/globals.strata
"$STRATA" show tree Head --at 2C9875F76C8F0FBF3EB9A9D7C1C274DF-1
sed -i 's/0x2100/0x2200/' tree/globals.strata
names=Head import second.json --into tree
