# Where members are: a line for each place, the architectures that share it together.
list()
{
    echo "--- $*"
    "$STRATA" list -I tests/check tests/golden/list/parts.strata "$@" 2>&1
    echo "status $?"
}
list --members '*'
list -m Token
list -m '_MOVES.Token,EITHER.*'
list -m 'MOVES.Pair.*'
list -m '*o*' --struct MOVES
list -m Token --members=Late
list -m '*' -s EITHER --enums
list --struct '[EM]*' --struct _RIGHTS
