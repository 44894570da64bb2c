#!/bin/bash
# strata.exe under wine prints and writes the same as strata: for the shipped specs, for the command lines of
# commands.list, for the cases here, which only Windows has, and for the cases of golden/.
set -u
. tests/try.sh
. tests/wine.sh
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

# Both sizes compile without a warning. BUILD is a relative path, since for make a blank ends a path.
relative=$(realpath --relative-to=. "$BUILD")
build()
{
    make -j2 BUILD="$relative/tests/windows/$1" CC="$CC" WINDOWS_CC="$1-w64-mingw32-gcc" WINDOWS_CFLAGS="$2" windows
}
need "the build for x86_64" build x86_64 '-O0 -s'
[ -x "$exe" ] || { finish; exit 1; }
try "the build for i686" build i686 -O0

make_prefix
# The cases of other suites, for commands.list.
cases=$relative/tests/windows/cases
rm -rf "$cases"
for suite_of_cases in check check/suggest page/spec; do
    need "the cases of $suite_of_cases" \
        python3 -B tests/blocks.py unpack "tests/$suite_of_cases" "$cases/$suite_of_cases"
done

# In the locale C wine takes arguments for ASCII.
printf '#!/bin/sh\nLC_ALL=C.UTF-8 exec "%s" "%s" "$@"\n' "$wine" "$exe" >"$scratch/strata"
chmod +x "$scratch/strata"

generate()
{
    "$scratch/strata" gen specs/etw specs/nt specs/std.strata -o "$scratch/generated" &&
        diff -r --exclude=fltmgr --exclude=ntoskrnl --exclude=wdigest generated "$scratch/generated"
}
try "the headers are the same" generate

pack()
{
    "$STRATA" pack specs/etw specs/nt -o "$scratch/expected" &&
        "$scratch/strata" pack specs/etw specs/nt -o "$scratch/actual" &&
        cmp "$scratch/expected" "$scratch/actual"
}
try "the pack is the same" pack

# outcome COMMAND...: prints its output, its exit status and its messages.
outcome()
{
    "$@" 2>"$scratch/errors" </dev/null
    echo "exit status $?"
    cat "$scratch/errors"
}

# compare_line LINE: both programs with the arguments of a line, which the shell expands.
compare_line()
{
    eval "outcome \"\$STRATA\" $1" >"$scratch/expected"
    eval "outcome \"\$scratch/strata\" $1" >"$scratch/actual"
    diff -u "$scratch/expected" "$scratch/actual"
}
while read -r line; do
    [[ $line == '#'* ]] || try "strata $line (- strata, + strata.exe)" compare_line "$line"
done <$here/commands.list

# golden CASE...: the runner of golden/ for some cases. It chooses among them itself.
golden()
{
    ONLY='' counts golden env ONLY="$ONLY" STRATA="$scratch/strata" tests/golden/run.sh "$@"
}
golden $here/*.cmd
# Names of files on Windows lack the characters that tests/golden/names tries.
golden_names()
{
    { python3 -B tests/blocks.py list tests/golden; (cd tests/golden && ls */*.cmd); } |
        sed -n 's,.*\.cmd$,tests/golden/&,p' | sort |
        grep -v ^tests/golden/names/ | grep -vxFf $here/without-libraries.list
}
UPDATE='' golden $(golden_names)
finish
