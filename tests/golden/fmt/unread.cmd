# A file that cannot be read keeps no other from being written.
scratch=$(mktemp -d)
cd "$scratch"
mkdir empty
echo 'type A unsigned   4;' >a.strata
"$STRATA" fmt no-such.strata empty a.strata
status=$?
cat a.strata
rm -r "$scratch"
exit $status
