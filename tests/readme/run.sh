#!/bin/bash
# The examples of the pages for users work: their specs are clean, their C compiles against generated/, their commands
# run in a tree like a clean clone after make, and a table lists every command. The tutorial of grammar/README.md runs
# in an empty directory.
set -u
. tests/try.sh
if [[ $CFLAGS == *-fsanitize=* ]]; then
    skip readme "other tests run the same commands"
    finish
    exit
fi
pages='README.md specs/README.md runtime/README.md generator/templates/shipped/README.md'

# Prints the guide of a page. Its reference is left out: tests/runtime and tests/pack try that.
guide()
{
    sed '/^# Reference$/,$d' "$1"
}

# extract PAGE DIRECTORY: writes each fenced block to DIRECTORY/LINE.LANGUAGE, and the list of them to its index.
extract()
{
    mkdir -p "$2" && guide "$1" | awk -v into="$2/" '
        /^```[a-z]/ {
            language = substr($0, 4)
            file = into NR "." language
            print NR, language > (into "index")
            printf "" > file
            inside = 1
            next
        }
        /^```/ { inside = 0 }
        inside { print > file }'
}

# indented PATTERN: prints the indented lines of all guides that begin so, each after the name of its page.
indented()
{
    local page
    for page in $pages; do
        guide "$page" | sed -n "s|^    \($1.*\)|$page \1|p"
    done
}

# make_tree DIRECTORY: the tree that the commands of one page run in. It has symbol files of two kernels: the whole
# ones if they are at hand, else the types that the pages show. It has a PDB of these types, too.
make_tree()
{
    local kernel given
    mkdir -p "$1/build" "$1/kernels" "$1/specs" &&
        cp -r --no-preserve=mode specs/*.* specs/etw specs/nt "$1/specs" && ln -s "$PWD/specs/ntoskrnl" "$1/specs" &&
        ln -s "$STRATA" "$1/build/strata" &&
        ln -s "$PWD/generated" "$PWD/runtime" "$PWD/generator" "$PWD/tests" "$1" &&
        cp "$program" "$1/program.c" || return
    for kernel in tests/readme/kernels/*.json; do
        given=$STRATA_SHARED/isf/${kernel##*/}.xz
        if [ -e "$given" ]; then
            ln -s "$given" "$1/kernels"
        else
            python3 -c 'import lzma, sys; sys.stdout.buffer.write(lzma.compress(sys.stdin.buffer.read()))' \
                <"$kernel" >"$1/kernels/${kernel##*/}.xz"
        fi
    done
    given=$(python3 tests/kernel/fold/kernels.py tests/readme/kernels/next.kernels "$1/kernels") &&
        mv "$given" "$1/kernels/ntkrnlmp-10.0.22621.1.pdb"
}

# ---- Blocks, by their language: try_LANGUAGE NAME FILE, in the tree of their page

try_strata()
{
    cp "$2" "$scratch/etw/block.strata"
    try "$1" "$STRATA" check "$scratch/etw/block.strata"
}

try_c()
{
    local language
    for language in '-x c -std=c99' '-x c -std=c11 -ffreestanding' '-x c++ -std=c++11'; do
        try "$1 as $language" "$CC" $language -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror \
            -Igenerated -Iruntime -c -o "$scratch/block.o" "$2"
    done
}

# The commands after `$ `, with the lines after `> `, print the other lines.
play_console()
{
    (cd "$tree" && sed -n 's/^[$>] //p; s/^>$//p' "$1" | bash 2>&1) >"$scratch/played"
    grep -v '^[$>]' "$1" | diff -u - "$scratch/played"
}
try_console()
{
    need "$1" play_console "$2"
}

try_sh()
{
    need "$1" env -C "$tree" bash -e "$2"
}

# tests/vendor builds it.
try_cmake()
{
    :
}

mkdir "$scratch/etw"
ln -s "$PWD/specs/nt" "$scratch/nt"
for page in $pages; do
    extract "$page" "$scratch/blocks/$page"
done
program=$(find "$scratch/blocks/README.md" -name '*.c' | sort | head -n 1)
for page in $pages; do
    tree=$scratch/tree/$page
    need "the tree of $page" make_tree "$tree"
    while read -r line language; do
        if declare -F "try_$language" >/dev/null; then
            "try_$language" "$page:$line, $language" "$scratch/blocks/$page/$line.$language"
        else
            try "$page:$line: a block of $language, which has no test" false
        fi
    done <"$scratch/blocks/$page/index"
done
for language in strata c console sh cmake; do
    try "there are blocks of $language" grep -q " $language$" -r "$scratch/blocks" --include=index
done

# ---- The tutorial of grammar/README.md, from an empty directory

tutorial=$scratch/tutorial
mkdir "$tutorial" "$scratch/bin"
ln -s "$(command -v ${CC%% *})" "$scratch/bin/cc"

# Writes the blocks to DIRECTORY/NUMBER.LANGUAGE, and a line NUMBER LANGUAGE [FILE] for each to its index. The text
# above a block may end with the name of a file in backticks and a colon: the block is that file.
split_tutorial()
{
    mkdir "$1" && sed -n '/^## Tutorial$/,/^## Text$/p' grammar/README.md | awk -v into="$1/" '
        /^```[a-z]/ {
            language = substr($1, 4)
            count++
            file = into count "." language
            print count, language, name > (into "index")
            printf "" > file
            inside = 1
            next
        }
        /^```/ { inside = 0 }
        inside { print > file; next }
        NF { name = match($0, /`[^`]+`:$/) ? substr($0, RSTART + 1, RLENGTH - 3) : "" }'
}

play_tutorial()
{
    (cd "$tutorial" && sed -n 's/^[$>] //p' "$1" | PATH=$scratch/bin:${STRATA%/*}:$PATH bash 2>&1) >"$scratch/played"
    grep -v '^[$>] ' "$1" | diff -u - "$scratch/played"
}

need "the blocks of the tutorial" split_tutorial "$scratch/steps"
while read -r number language file; do
    step=$scratch/steps/$number.$language
    case $language,$file in
    console,*) need "grammar/README.md, tutorial, console $number" play_tutorial "$step" ;;
    *,?*)      need "grammar/README.md, tutorial, $file" cp "$step" "$tutorial/$file" ;;
    *)         try "grammar/README.md, tutorial: a block of $language without the name of a file" false ;;
    esac
done <"$scratch/steps/index"
try "the tutorial has a spec, a program and commands" test -e "$tutorial/sample.strata" -a -x "$tutorial/read"
try "the spec of the tutorial, formatted" "$STRATA" fmt --check "$tutorial/sample.strata"
for language in '-x c -std=c99' '-x c++ -std=c++11'; do
    try "the program of the tutorial as $language" "$CC" $language -Wall -Wextra -Wpedantic -Wconversion -Wshadow \
        -Werror -fsyntax-only "$tutorial/read.c"
done

# ---- Pictures, which `make pictures` draws

pictures_are_current()
{
    local picture
    mkdir "$scratch/pictures" && python3 -B tests/readme/pictures.py "$STRATA" "$scratch/pictures" || return
    for picture in header finding; do
        diff "tests/readme/pictures/$picture.svg" "$scratch/pictures/$picture.svg" || return
    done
}
# A picture is small and shows itself without anything else; README.md says in words what it shows.
picture_is_sound()
{
    [ "$(wc -c <"$1")" -lt 100000 ] && ! grep -E '<(script|image|foreignObject)|(href|src)=|url\([^#]' "$1" || return
    [[ $1 != *.svg ]] || python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$1"
}
try "the pictures are those of make pictures" pictures_are_current
for picture in tests/readme/pictures/*; do
    try "$picture" picture_is_sound "$picture"
done

# ---- Indented lines

# some NAME FILE: the file has lines.
some()
{
    try "there are $1" [ -s "$2" ]
}

# Compiling a program against the tree.
indented 'cc -I' >"$scratch/compile"
some "lines that compile" "$scratch/compile"
while read -r page command; do
    tree=$scratch/tree/$page
    echo "\"$CC\" ${command#cc }" >"$scratch/command"
    need "$page: $command" env -C "$tree" bash -e "$scratch/command"
done <"$scratch/compile"

# Commands of an installed strata: the headers that they write compile alone.
run_installed()
{
    local header
    env -C "$tree" PATH="$tree/build:$PATH" bash -e "$scratch/command" || return
    for header in "$tree"/*.h; do
        [ ! -e "$header" ] || "$CC" -std=c99 -Wall -Wextra -Wpedantic -Werror -x c -fsyntax-only "$header" || return
    done
}
need "kernel dumps" python3 -B tests/memory/dumps.py "$scratch/dumps"
cp "$scratch/dumps/full.dmp" "$scratch/tree/specs/README.md/memory.dmp"
cp "$scratch/dumps/triage.dmp" "$scratch/tree/specs/README.md/small.dmp"
indented 'strata ' >"$scratch/installed"
some "lines that bundle headers" "$scratch/installed"
while read -r page command; do
    tree=$scratch/tree/$page
    echo "$command" >"$scratch/command"
    try "$page: $command" run_installed
done <"$scratch/installed"

# Commands for CI: each finds nothing in the tree. tests/site/browser writes the site of all specs.
indented 'build/strata ' | sed 's/ *[>#].*//; s|build/strata ||' >"$scratch/ci"
some "commands for CI" "$scratch/ci"
while read -r page command; do
    specs=
    [[ $command != 'site '* ]] || specs=STRATA_SPECS=$SPECS
    try "$page: strata $command" env $specs "$STRATA" $command
done <"$scratch/ci"

# ---- The table of commands

# The commands run as they stand in the table, except for the directory of headers and the file of events. They run in
# the copy, since one of them rewrites specs. It is no failure if `diff` finds differences.
run_in_tree()
{
    env -C "$scratch/tree/README.md" "$STRATA" "$@" </dev/null
    local status=$?
    [ $status = 0 ] || [ "$1$status" = diff1 ]
}
sed -n 's/^| `strata \([^`]*\)`.*/\1/p' README.md >"$scratch/commands"
some "commands in the table" "$scratch/commands"
while read -r command; do
    command=${command/-o generated/-o $scratch/generated}
    command=${command/FILE/tests/golden/decode/events-x64.txt}
    try "strata $command" run_in_tree $command
done <"$scratch/commands"

# Every command is in that table, and every help has the same form: usage, a description of each option, the exit
# statuses and an example, in lines of at most 96 characters. The command has every option that its help lists.
full_help()
{
    local help=$scratch/help option
    "$STRATA" "$1" --help >"$help" && grep -q "^usage: strata $1 " "$help" && grep -q '^Exit status: 0' "$help" &&
        tail -n 1 "$help" | grep -q "^  strata $1 " && grep -q "^| \`strata $1 " README.md || return 1
    ! awk 'length > 96' "$help" | grep . || return 1
    for option in $(grep -oE '^ +(-[a-zA-Z]|--[a-z][a-z0-9-]+)(, --[a-z-]+)?' "$help" | tr -d ,); do
        case $1 in
        import) has_option "import table" "$option" || has_option "import isf" "$option" ||
                has_option "import c" "$option" || has_option "import sparse" "$option" ||
                has_option "import btf" "$option" ;;
        export) has_option "export c" "$option" ;;
        *) has_option "$1" "$option" ;;
        esac || return 1
    done
}
# An option is known before the files are looked for, and there are none. One of them may be the option's value.
has_option()
{
    ! "$STRATA" $1 "$2" "$scratch/none" "$scratch/none" 2>&1 </dev/null | grep 'has no option'
}
"$STRATA" --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p' >"$scratch/names"
some "commands in strata --help" "$scratch/names"
while read -r name; do
    try "the help of $name, and its line in the table" full_help "$name"
done <"$scratch/names"
finish
