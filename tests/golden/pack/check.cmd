out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
mkdir "$out/specs" && cp -r specs/etw specs/nt "$out/specs"
cd "$out"
"$STRATA" pack specs -o nt.strpack --check
"$STRATA" pack specs -o nt.strpack
"$STRATA" pack specs -o nt.strpack
"$STRATA" pack specs -o nt.strpack --check
"$STRATA" pack specs -o nt.strpack --arch x64 --check
