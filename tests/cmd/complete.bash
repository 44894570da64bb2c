# Completes command lines from standard input by the script $1, as bash does, and prints what it offers, sorted. A line
# ends where the cursor is; a blank at its end begins another word.
. "$1"
while IFS= read -r line; do
    echo "\$ $line"
    # bash makes words of an equals sign, too.
    read -ra COMP_WORDS <<<"${line//=/ = }"
    [[ $line != *[\ =] ]] || COMP_WORDS+=('')
    [[ $line != *= ]] || unset 'COMP_WORDS[-1]'
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    $(complete -p strata | sed 's/.*-F \([^ ]*\) .*/\1/')
    [ ${#COMPREPLY[@]} = 0 ] || printf '%s\n' "${COMPREPLY[@]}" | sort
done
