# The same file twice, under two names and in any order, is the same; what differs is told.
root=$PWD
cd "$SCRATCH" || exit 2
cp "$root/tests/kernel/isf/small.json" a-6.1.7601.json
cp "$root/tests/kernel/isf/small.json" b-6.1.7601.json
sed 's/"size": 20/"size": 24/; s/0011/0022/' "$root/tests/kernel/isf/small.json" >c-6.0.6000.json
use=$root/specs/nt/axis.strata
"$STRATA" import isf --use "$use" a-6.1.7601.json c-6.0.6000.json >once
"$STRATA" import isf --use "$use" a-6.1.7601.json c-6.0.6000.json b-6.1.7601.json a-6.1.7601.json | cmp - once
"$STRATA" import isf --use "$use" c-6.0.6000.json b-6.1.7601.json | cmp - once
sed 's/"e": {"offset": 0/"e": {"offset": 2/' a-6.1.7601.json >b-6.1.7601.json
sed 's/"Two": 2/"Two": 3/' "$root/tests/kernel/isf/small.json" >d-6.0.6000.json
"$STRATA" import isf --use "$use" [abd]-*.json --version 6.1.7601 d-6.0.6000.json
status=$?
exit $status
