# Completes command lines from standard input by the script $1, as zsh does in a terminal, and prints what it offers,
# sorted. $2 is a directory to write to: the shell in the terminal writes there what it would add.
zmodload zsh/zpty || exit
cat >$2/begin.zsh <<END
autoload -Uz compinit && compinit -D -u
source ${(q)1}
compadd() {
    local -a found
    [[ \$* == *-[OAD]* ]] || { builtin compadd -O found "\$@"; print -lr -- \$found >>${(q)2}/found }
    builtin compadd "\$@"
}
tell() {
    : >${(q)2}/found
    _main_complete
    compstate[insert]=
    : >${(q)2}/done
}
zle -C tell complete-word tell
bindkey '^I' tell
: >${(q)2}/done
END

# Waits until the shell in the terminal is done. Its output is read, so that it is not held up.
await() {
    local text
    while [[ ! -e $1/done ]]; do
        zpty -rt terminal text 2>/dev/null || sleep 0.02
    done
    rm $1/done
}

export HOME=$2 TERM=dumb
zpty -b terminal zsh -f -i
zpty -w terminal "source ${(q)2}/begin.zsh"
await $2
while IFS= read -r line; do
    print -r -- "\$ $line"
    zpty -w -n terminal $'\C-u'"$line"$'\t'
    await $2
    sort -u $2/found | sed '/^$/d'
done
zpty -d terminal
