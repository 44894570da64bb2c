# What mends a remark keeps what the document says; then there is nothing left to mend.
for case in offset type; do
    cp "$CASES/$case.strata" .
    "$STRATA" check --apply $case.strata 2>&1 | grep ' warning: '
    cat $case.strata
done
"$STRATA" check offset.strata type.strata
