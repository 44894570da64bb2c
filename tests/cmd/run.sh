#!/bin/bash
# How the command line behaves: colours and progress on terminals, completions, and that help, manual page and
# completions have every option.
set -u
. tests/try.sh
here=$PWD/tests/cmd

# ---- Terminals

clock=
if [[ $CFLAGS == *-fsanitize* ]]; then
    skip "progress" "sanitizers want to be loaded before anything else"
elif "$CC" -O1 -shared -fPIC -o "$scratch/clock.so" $here/clock.c 2>"$scratch/errors"; then
    clock=$scratch/clock.so
else
    skip "progress" "no library to preload can be made: $(head -n 1 "$scratch/errors")"
fi
counts terminal.py python3 -B $here/terminal.py "$STRATA" "$clock"

# ---- Checks that are remembered

counts clean.py python3 -B $here/clean.py "$STRATA" "$scratch/clean"

# ---- Completions

for shell in bash zsh fish; do
    "$STRATA" completion $shell >"$scratch/strata.$shell"
    if command -v $shell >/dev/null; then
        try "the script for $shell has no syntax error" $shell -n "$scratch/strata.$shell"
    else
        skip "the script for $shell has no syntax error" "there is no $shell"
    fi
done

complete_lines()
{
    env -C "$scratch/files" PATH="$scratch/bin:$PATH" STRATA_SPECS="$SPECS" \
        bash --norc "$here/complete.bash" "$scratch/strata.bash"
}
mkdir -p "$scratch/files/specs/nt" "$scratch/files/two words" "$scratch/bin"
ln -s "$STRATA" "$scratch/bin/strata"
touch "$scratch/files/"{first.strata,"a file.strata",other.bin,specs/x.strata}
try "completions by bash" prints $here/complete.expect complete_lines <$here/complete.list

# Names are completed alike by all shells: those of the shipped specs, or of specs on the line. complete.zsh needs a
# terminal of its own and reads its output.
complete_names()
(
    shell=$1
    cd "$scratch/files" && export PATH=$scratch/bin:$PATH && case $shell in
    bash) bash --norc "$here/complete.bash" "$scratch/strata.bash" ;;
    fish) HOME=$scratch fish --no-config "$here/complete.fish" "$scratch/strata.fish" ;;
    zsh) mkdir "$scratch/zsh" && timeout 300 zsh -f "$here/complete.zsh" "$scratch/strata.zsh" "$scratch/zsh" ;;
    esac
)
cp "$here/names.strata" "$scratch/files/mine.strata"
echo struct >"$scratch/files/broken.strata"
for shell in bash zsh fish; do
    if command -v $shell >/dev/null; then
        try "names completed by $shell" prints $here/names.expect complete_names $shell <$here/names.list
    else
        skip "names completed by $shell" "there is no $shell"
    fi
done

# ---- Slips lead on: slips.list has the words of the advice

export STRATA_SPECS=$KERNEL_SPECS

# slip LINE: "ARGUMENT... => ADVICE".
slip()
(
    cd "$scratch/slips" && "$STRATA" ${1%% => *} 2>&1 </dev/null | head -n 4 >"$scratch/advice"
    grep -qF -e "${1#* => }" "$scratch/advice" || { cat "$scratch/advice"; exit 1; }
)
mkdir "$scratch/slips"
printf 'use <nt/nt.strata>;\nstruct S in 6.0.. {\n    uint32_t A at 0;\n}\n' >"$scratch/slips/mine.strata"
echo 'use <nt/nt.strata>;' >"$scratch/slips/used.strata"
echo "use \"$scratch/slips/used.strata\";" >"$scratch/slips/u.strata"
grep -v '^#' $here/slips.list >"$scratch/slips.list"
while IFS= read -r line; do
    try "strata ${line%% => *}" slip "$line" </dev/null
done <"$scratch/slips.list"
try "there are slips" test "$(wc -l <"$scratch/slips.list")" -ge 60

# ---- Every example of --help runs from an empty directory, or with the input that examples.list brings

# Prints the examples of all commands.
examples()
{
    local command
    "$STRATA" --help | sed -n 's/^  \([a-z][a-z]*\)   *.*/\1/p' | sort -u | while read -r command; do
        "$STRATA" $command --help | sed -n '/^Exit status/,$s/^  strata/strata/p'
    done
}

# run_example EXAMPLE: its status is 0, or 1 for findings.
run_example()
{
    local begin bring=
    while IFS='|' read -r begin bring; do
        [[ $1 != "$begin"* ]] || break
        bring=
    done < <(grep -v '^#' $here/examples.list)
    [ "$bring" != - ] || return 0
    rm -rf "$scratch/empty" && mkdir "$scratch/empty" && (
        export PATH=$scratch/bin:$PATH
        cd "$scratch/empty" && tests=$here/.. && eval "$bring" &&
            bash -o pipefail -c "$1" >"$scratch/printed" 2>&1 </dev/null
    )
    [ $? -le 1 ] || { head -5 "$scratch/printed"; return 1; }
}
examples >"$scratch/examples"
while read -r example; do
    try "$example" run_example "$example"
done <"$scratch/examples"
try "there are examples" test "$(wc -l <"$scratch/examples")" -gt 30

# ---- Every option is in the help, in the manual page and in the completions

# Prints the options of the tables: the command, and -x or --name. The script for fish has a line for each option.
options()
{
    sed -n "s/^complete -c strata -n '__strata_at \([a-z ]*\)' \(-s .* \)\?-l .*/\1 \2&/p" "$scratch/strata.fish" |
        sed -E "s/^([a-z ]*) (-s (.) )?complete .* -l ([^ ]+).*/\1\t\4\n\1 \3/; s/\t/ --/" |
        sed -nE 's/ (.)$/ -\1/; /--no-offsets$/!s/--no-.*/--no-CODE/; / -/p' | sort -u
}

# Prints the options at the beginning of a command's lines of help.
options_of_help()
{
    "$STRATA" $1 --help | sed -nE 's/^  (-.*)/\1/p' | sed 's/  .*//' | grep -oE -e '(^| )--?[A-Za-z][A-Za-z0-9-]*' |
        tr -d ' ' | sort -u
}

# The manual page has a tag for each option: those of all commands, and those of this command and its kinds.
options_of_page()
{
    awk -v section="${1%% *}" '/^\.S[HS] / { inside = $2 == section || $2 == "OPTIONS" } inside && /^\.B / { print }' \
        "$scratch/strata.1" | sed 's/\\-/-/g' | grep -oE -e '(^| )--?[A-Za-z][A-Za-z0-9-]*' | tr -d ' ' | sort -u
}

# Prints the options that bash completes.
options_of_bash()
{
    { echo "strata $1 -"; echo "strata $1 --"; } | complete_lines | grep -v '^\$' |
        sed '/^--no-offsets$/!s/^--no-.*/--no-CODE/' |
        sort -u
}

# has_all COMMAND PLACE: the place has every option of the command.
has_all()
{
    grep -E "^$1 -" "$scratch/options" | sed 's/.* //' >"$scratch/of_command"
    [ -s "$scratch/of_command" ] && "options_of_$2" "$1" | sed 's/^--no-$/--no-CODE/' >"$scratch/there" &&
        comm -23 "$scratch/of_command" "$scratch/there" >"$scratch/missing"
    sed "s/^/$2 lacks /" "$scratch/missing"
    [ ! -s "$scratch/missing" ]
}

options >"$scratch/options"
STRATA="$STRATA" awk -v version=1 -f generator/install/manual_roff.awk -f generator/install/manual_commands.awk \
    generator/install/strata.1.in >"$scratch/strata.1"
commands=$("$STRATA" --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p')
try "there are commands and options" [ $(wc -w <<<"$commands") -gt 10 -a $(wc -l <"$scratch/options") -gt 100 ]
cut -d- -f1 "$scratch/options" | sed 's/ $//' | sort -u >"$scratch/commands"
while read -r command; do
    for place in help page bash; do
        try "$place has all options of $command" has_all "$command" $place
    done
done <"$scratch/commands"
same_commands()
{
    { printf '%s\n' $commands help | sort; } | diff - <(echo 'strata ' | complete_lines | tail -n +2)
}
try "bash completes every command" same_commands
for command in $commands; do
    try "$command has options" grep -qE "^$command( |$)" "$scratch/commands"
done

finish
