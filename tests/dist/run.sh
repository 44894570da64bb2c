#!/bin/bash
# `make dist` writes the same bytes again, and its tree builds, runs and installs without git, flex and bison.
set -u
. tests/try.sh
release=strata-$(sed -n 's/^VERSION = //p' Makefile)
why=
[[ $CFLAGS != *-fsanitize* ]] || why="it has no sanitizers"
for program in flex bison; do
    command -v $program >/dev/null || why="there is no $program"
done
if [ -n "$why" ]; then
    skip dist "$why"
    finish
    exit
fi

# make_dist NAME DIRECTORY: the release of a tree, in a build directory of its own.
make_dist()
{
    make -s -C "$2" BUILD="$(realpath --relative-to="$2" "$scratch/build.$1")" tarball &&
        cp "$scratch/build.$1/$release.tar.gz" "$scratch/$1.tar.gz"
}
unpack()
{
    mkdir "$scratch/$1" && tar -C "$scratch/$1" -xf "$scratch/first.tar.gz"
}
need "make tarball" make_dist first .
make_again()
{
    (umask 077 && make_dist second .)
}
need "make tarball, with another umask" make_again
try "the same bytes again" cmp "$scratch/first.tar.gz" "$scratch/second.tar.gz"
has_pack()
{
    make -s BUILD="$(realpath --relative-to=. "$BUILD")" dist PARTS='tarball pack' &&
        "$STRATA" pack specs -o "$scratch/pack" &&
        cmp "$scratch/pack" "$BUILD/strata.strpack"
}
try "the pack beside it" has_pack
# The packages for editors and other languages, twice: they have their files, and are the same bytes.
packages()
{
    local names="strata.vsix strata_pack-${release#strata-}-py3-none-any.whl strata_pack-${release#strata-}.tar.gz" name
    local parts='vscode python'
    ! command -v cargo >/dev/null || { parts+=' crate'; names+=" strata-pack-${release#strata-}.crate"; }
    for into in one two; do
        make -s BUILD="$(realpath --relative-to=. "$scratch/$into")" dist PARTS="$parts" || return
    done
    for name in $names; do
        cmp "$scratch/one/$name" "$scratch/two/$name" || return
    done
    tar -tzf "$scratch/one/strata_pack-${release#strata-}.tar.gz" | grep -x ".*/pyproject.toml" &&
        python3 -m zipfile -l "$scratch/one/strata.vsix" | grep extension/package.json
}
if command -v python3 >/dev/null; then
    try "packages" packages
else
    skip "packages" "there is no python3"
fi
tree="$scratch/unpacked/$release"
need "unpacking" unpack unpacked

# The files: those of the repository, and the parser.
has_files()
{
    (cd "$tree" && find . -type f -printf '%P\n' | sort) >"$scratch/has"
    { git ls-files; printf 'grammar/%s\n' strata.tab.c strata.tab.h strata_lex.c; } | sort | diff - "$scratch/has"
}
[ ! -e .git ] || try "the files of the repository and the parser" has_files
try "no path of this build" bash -c '! grep -rlF "$1" "$2"' - "$scratch" "$tree/grammar"

# A PATH without git, flex and bison: links to all other programs.
mkdir "$scratch/bin"
for directory in /usr/local/bin /usr/bin /bin; do
    ln -sf "$directory"/* "$scratch/bin"
done
rm -f "$scratch"/bin/{git,flex,flex++,lex,bison,yacc,m4}
without()
{
    env -i -C "$tree" PATH="$scratch/bin" HOME="$scratch" CC="$CC" "$@"
}
no_tools()
{
    ! without sh -c 'command -v git || command -v flex || command -v bison'
}
need "no git, flex and bison" no_tools
# The sources are those of $BUILD, as the list of files says, so their objects are taken from there. The tree makes
# those of the parser and of what it embeds.
with_objects()
{
    mkdir "$tree/build" && cp -p "$BUILD"/{diag_codes,clause_kinds}.h "$tree/build" &&
        cp -r "$BUILD/obj" "$tree/build" &&
        rm "$tree"/build/obj/{strata_lex,strata.tab,templates,runtime}.*
}
need "objects of the same sources" with_objects
run()
{
    without make -j2 CFLAGS=-O0 run >"$scratch/run" && grep -c '^event ' "$scratch/run" | grep -qx 5 &&
        grep -q 'COPY.*strata_lex.c' "$scratch/run" && diff -r generated "$tree/generated"
}
need "make run" run
try "make install" without make -s CFLAGS=-O0 install PREFIX="$scratch/installed"
try "the installed program" env -C / "$scratch/installed/bin/strata" --version
try "the release of the release" make_dist third "$tree"
try "the same bytes from a release" cmp "$scratch/first.tar.gz" "$scratch/third.tar.gz"
changed()
{
    touch "$tree/grammar/strata.l" && without make CFLAGS=-O0 2>&1 | grep 'warning: grammar/strata.l is newer' &&
        "$tree/build/strata" check "$tree/specs"
}
try "a newer source without flex" changed
finish
