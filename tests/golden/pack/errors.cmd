# A spec that contradicts itself leaves the file unchanged.
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
mkdir "$out/specs" && cp -r specs/etw specs/nt "$out/specs"
cd "$out"
"$STRATA" pack specs -o nt.strpack
sed -i 's/corrected 0x168 was 0x158/0x160/' specs/etw/um_logger_context.strata
cp nt.strpack before
"$STRATA" pack specs -o nt.strpack
status=$?
cmp before nt.strpack
exit $status
