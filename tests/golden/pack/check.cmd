out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cp -r specs "$out"
cd "$out"
"$STRATA" pack specs -o nt.strpack --check
"$STRATA" pack specs -o nt.strpack
"$STRATA" pack specs -o nt.strpack
"$STRATA" pack specs -o nt.strpack --check
"$STRATA" pack specs -o nt.strpack --arch x64 --check
