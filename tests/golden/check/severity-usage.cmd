check()
{
    "$STRATA" check "$@" tests/golden/check/session.strata
    echo "exit status $?"
}
check --no-syntax
check -W overlop
check --error
check --no-
check --eror=overlap
check --suggest --apply
check --apply --format sarif
