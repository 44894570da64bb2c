# What mends a remark keeps what the document says; then there is nothing left to mend.
status=0
for case in offset type; do
    cp "$CASES/$case.strata" .
    "$STRATA" check -I .. --apply $case.strata 2>&1 | grep ' warning: '
    cat $case.strata
    "$STRATA" check -I .. $case.strata || status=1
done
exit $status
