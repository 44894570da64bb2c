#!/bin/bash
# strata.exe, run by wine: what it prints and writes is what strata does. What is shipped, some command lines that read
# as much as can be read at once, what only Windows has, and the golden tests.
set -u
source tests/try.sh
source tests/wine.sh
here=tests/windows
exe=$BUILD/tests/windows/x86_64/windows/strata.exe

why=
[[ $CFLAGS != *-fsanitize* ]] || why="it has no sanitizers"
[ -n "$wine" ] || why="there is no wine"
for compiler in x86_64-w64-mingw32-gcc i686-w64-mingw32-gcc; do
    command -v $compiler >/dev/null || why="there is no $compiler"
done
if [ -n "$why" ]; then
    skip strata.exe "$why"
    finish
    exit
fi

# Both sizes compile without a warning. BUILD as seen from here: for make a blank ends a path.
relative=$(realpath --relative-to=. "$BUILD")
build()
{
    make -j2 BUILD="$relative/tests/windows/$1" CC="$CC" WINDOWS_CC="$1-w64-mingw32-gcc" WINDOWS_CFLAGS="$2" windows
}
try "the build for x86_64" build x86_64 '-O2 -s'
try "the build for i686" build i686 -O0

make_prefix

# In the locale C wine would take arguments for ASCII.
printf '#!/bin/sh\nLC_ALL=C.UTF-8 exec "%s" "%s" "$@"\n' "$wine" "$exe" >"$scratch/strata"
chmod +x "$scratch/strata"

generate()
{
    "$scratch/strata" gen specs -o "$scratch/generated" && diff -r generated "$scratch/generated"
}
try "the headers are the same" generate

pack()
{
    "$STRATA" pack specs -o "$scratch/expected" && "$scratch/strata" pack specs -o "$scratch/actual" &&
        cmp "$scratch/expected" "$scratch/actual"
}
try "the pack is the same" pack

# outcome COMMAND...: all that it prints, and how it ends.
outcome()
{
    "$@" 2>"$scratch/errors" </dev/null
    echo "exit status $?"
    cat "$scratch/errors"
}

# Both of a line of the list; the shell expands it.
compare()
{
    eval "outcome \"\$STRATA\" $1" >"$scratch/expected"
    eval "outcome \"\$scratch/strata\" $1" >"$scratch/actual"
    diff -u "$scratch/expected" "$scratch/actual"
}
while read -r line; do
    [[ $line == '#'* ]] || try "strata $line (- strata, + strata.exe)" compare "$line"
done <$here/commands.list

# golden CASE...: as tests/golden runs them.
golden()
{
    STRATA=$scratch/strata tests/golden/run.sh "$@" >"$scratch/golden" 2>&1
    [[ $(tail -n 1 "$scratch/golden") =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]] || return 1
    passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
    head -n -1 "$scratch/golden" >&3
}
exec 3>&1
try "what only Windows has" golden $here/*.cmd
# Names of files have no characters there that tests/golden/names is about.
UPDATE='' try "the golden tests" golden $(ls tests/golden/*/*.cmd | grep -v ^tests/golden/names/ |
    grep -vxFf $here/without-libraries.list)
finish
