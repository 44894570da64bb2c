# The weakest answer of each command.
specs=$CASES/../../golden/coverage/parts.strata
failed()
{
    "$STRATA" "$@" >out 2>err
    echo "--- $1: exit status $?"
    [ -s out ] || echo "no output"
    cat err
}
failed list "$specs" --members GROWS.Second --require extrapolated
failed coverage "$specs" --at 2.0.300/x64 --require interpolated
failed diff "$specs" --from 1.0.200.4/x64 --to 2.0.500/x64 --require interpolated
failed decode "$specs" --struct GROWS --at 2.0.500/x64 --hex 010000000200000003000000 --require bracketed
failed dump "$specs" --format isf --at 1.0.200.2/x64 --require extrapolated
exit 1
