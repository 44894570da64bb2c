list()
{
    echo "--- $*"
    "$STRATA" list -I tests/check "$@" 2>&1
    echo "status $?"
}
spec=tests/golden/list/parts.strata
list $spec --members
list $spec --members ''
list $spec --members 'MOVES..Token'
list $spec --members 'MOVES.[a'
list $spec --members Tokens
list $spec --members '*Tokens*'
list $spec --members 'MOVE.Token'
list $spec --struct MOVE
list $spec --struct RIGHTS --structs
list $spec --struct MOVES.Token
list $spec --format yaml
list tests/golden/list --members Token,Count,Nothing
list --color=always $spec --structs --enums | cat -v
