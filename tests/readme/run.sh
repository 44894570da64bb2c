#!/bin/bash
# What the README shows is true: its specs are clean, its C compiles against generated/, its commands run.
set -u
source tests/try.sh
mkdir "$scratch/etw"
ln -s "$PWD/specs/nt" "$scratch/nt"

# blocks LANGUAGE SUFFIX: writes each fenced block of that language to a file of its own.
blocks()
{
    awk -v language="$1" -v suffix="$2" -v into="$scratch/etw/block" '
        $0 == "```" language { inside = 1; file = into (++count) suffix; next }
        $0 == "```" { inside = 0 }
        inside { print > file }' README.md
}

blocks strata .strata
blocks c .c
for spec in "$scratch"/etw/*.strata; do
    try "the spec" "$STRATA" check "$spec"
done
for source in "$scratch"/etw/*.c; do
    for language in '-x c -std=c99' '-x c -std=c11 -ffreestanding' '-x c++ -std=c++11'; do
        try "the program as $language" "$CC" $language -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror \
            -Igenerated -Iruntime -c -o "$scratch/block.o" "$source"
    done
done

# What a console shows: the commands behind its `$ `, and their text behind its `> `, print the rest, in a tree like
# that of a clean clone once built.
mkdir "$scratch/tree" "$scratch/tree/build"
cp -r --no-preserve=mode specs "$scratch/tree"
ln -s "$STRATA" "$scratch/tree/build/strata"
# The kernels themselves, where they are at hand; else no more of them than is shown.
mkdir "$scratch/tree/kernels"
for kernel in tests/readme/kernels/*.json; do
    given=$STRATA_SHARED/isf/${kernel##*/}.xz
    if [ -e "$given" ]; then
        ln -s "$given" "$scratch/tree/kernels"
    else
        python3 -c 'import lzma, sys; sys.stdout.buffer.write(lzma.compress(sys.stdin.buffer.read()))' \
            <"$kernel" >"$scratch/tree/kernels/${kernel##*/}.xz"
    fi
done
awk '$0 == "```console" { inside = 1; next } $0 == "```" { inside = 0 } inside' README.md >"$scratch/console"
play_console()
{
    [ -s "$scratch/console" ] &&
        (cd "$scratch/tree" && sed -n 's/^[$>] //p; s/^>$//p' "$scratch/console" | bash 2>&1) >"$scratch/played"
    grep -v '^[$>]' "$scratch/console" | diff -u - "$scratch/played"
}
try "the console" play_console

# What compiles a program against the tree.
ln -s "$PWD/generated" "$PWD/runtime" "$scratch/tree"
cp "$scratch/etw/block1.c" "$scratch/tree/program.c"
sed -n 's/^    cc \(-I.*\)/"$CC" \1/p' README.md >"$scratch/compile"
compile_program()
{
    [ -s "$scratch/compile" ] && (cd "$scratch/tree" && bash -e "$scratch/compile")
}
try "compiling a program" compile_program

# What bundles headers: they compile, alone.
sed -n '/^    strata /p' README.md >"$scratch/bundle"
bundle_headers()
{
    local header
    [ -s "$scratch/bundle" ] && (
        cd "$scratch/tree" && PATH=$PWD/build:$PATH bash -e "$scratch/bundle" || exit
        for header in *.h; do
            "$CC" -std=c99 -Wall -Wextra -Wpedantic -Werror -x c -fsyntax-only "$header" || exit
        done
    )
}
try "bundling headers" bundle_headers

# What CI would run: indented commands of build/strata, each of which is content with the tree.
sed -n 's/^    build\/strata \([^#>]*\).*/\1/p' README.md >"$scratch/ci"
while read -r command; do
    try "strata $command" "$STRATA" $command
done <"$scratch/ci"
[ -s "$scratch/ci" ] || { echo "FAIL readme: no commands for CI found"; failed=$((failed + 1)); }

# The commands of the table, as they stand there but for the place where headers go and the file of events; in the copy,
# since one of them rewrites specs. That `diff` finds differences is no failure.
run_in_tree()
{
    env -C "$scratch/tree" "$STRATA" "$@"
    local status=$?
    [ $status = 0 ] || [ "$1$status" = diff1 ]
}
ln -s "$PWD/tests" "$scratch/tree"
sed -n 's/^| `strata \([^`]*\)`.*/\1/p' README.md >"$scratch/commands"
while read -r command; do
    command=${command/-o generated/-o $scratch/generated}
    command=${command/FILE/tests/golden/decode/events-x64.txt}
    try "strata $command" run_in_tree $command
done <"$scratch/commands"

# Every command is in that table, and its help has the form of all: usage, what each option does, the exit statuses and
# an example, in lines of at most 96 characters. No option stands there that there is not.
full_help()
{
    local help=$scratch/help option
    "$STRATA" "$1" --help >"$help" && grep -q "^usage: strata $1 " "$help" && grep -q '^Exit status: 0' "$help" &&
        tail -n 1 "$help" | grep -q "^  strata $1 " && grep -q "^| \`strata $1 " README.md || return 1
    ! awk 'length > 96' "$help" | grep . || return 1
    for option in $(grep -oE '^ +(-[a-zA-Z]|--[a-z][a-z0-9-]+)(, --[a-z-]+)?' "$help" | tr -d ,); do
        if [ "$1" = import ]; then
            has_option "import table" "$option" || has_option "import isf" "$option"
        else
            has_option "$1" "$option"
        fi || return 1
    done
}
has_option()
{
    ! "$STRATA" $1 "$2" 2>&1 </dev/null | grep 'has no option'
}
"$STRATA" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p' >"$scratch/names"
while read -r name; do
    try "the help of $name, and its line in the table" full_help "$name"
done <"$scratch/names"

[ -s "$scratch/names" ] || { echo "FAIL readme: strata --help lists no commands"; failed=$((failed + 1)); }
[ -s "$scratch/commands" ] || { echo "FAIL readme: no commands found"; failed=$((failed + 1)); }
finish
