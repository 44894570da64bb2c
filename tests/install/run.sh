#!/bin/bash
# `make install` puts everything where programs find it, and `make uninstall` removes it.
set -u
. tests/try.sh
if [[ $CFLAGS == *-fsanitize=* ]]; then
    skip install "other tests run the same commands"
    finish
    exit
fi
root="$scratch/it's a root"
prefix=/opt/strata

cat >"$scratch/program.c" <<'END'
#include "etw/wmi_resource.h"

int main(void)
{
    static const unsigned char bytes[0x30] = {[0x1C] = 42};
    strata_WMI_RESOURCE v;
    uint32_t thread;
    return STRATA_OPEN_AT(WMI_RESOURCE, &v, bytes, sizeof bytes,
                                    STRATA_TARGET(STRATA_VERSION(6, 1, 7601, 0), STRATA_ARCH_X64)) != STRATA_OK ||
           STRATA_GET(WMI_RESOURCE, &v, ThreadId, &thread) != STRATA_OK || thread != 42;
}
END

# make takes no names with blanks, not even for its own directory.
make_quietly()
{
    make -s --no-print-directory BUILD="$(realpath --relative-to=. "$BUILD")" CFLAGS="$CFLAGS" PREFIX=$prefix \
        DESTDIR="$root" "$@"
}

nothing_left()
{
    find "$root" -type f | diff - <(echo "$root$prefix/bin/another")
}

mkdir -p "$root$prefix/bin"
touch "$root$prefix/bin/another"
# The files are readable by all, with any umask.
install_for_all()
{
    (umask 077 && make_quietly install) &&
        find "$root$prefix" -type f ! -name another ! -perm -444 | diff - "$nothing"
}
need "make install" install_for_all
try "the command, from elsewhere" env -C / "$root$prefix/bin/strata" check "$root$prefix/share/strata/specs"

# A shipped template is found by its name; the page about templates is installed with them.
renders()
{
    "$STRATA" render specs/etw --struct WMI_RESOURCE --template ctypes.mustache >"$scratch/wmi.py" &&
        [ -s "$root$prefix/share/strata/templates/README.md" ] &&
        env -C "$scratch" "$root$prefix/bin/strata" render "$root$prefix/share/strata/specs/etw" --struct WMI_RESOURCE \
            --template ctypes.mustache | diff "$scratch/wmi.py" -
}
try "a shipped template, from elsewhere" renders

# The program finds its specs: installed, through a link, from PATH, beside it, and none at all.
program=$root$prefix/bin/strata
finds_specs()
{
    local expected
    expected=$(realpath "$1")
    shift
    [ "$(env -C / "$@" --print-specs-dir)" = "$expected" ]
}
finds_no_specs()
{
    local said
    said=$("$1" --print-specs-dir 2>&1)
    [ "$? $said" = "2 strata: error: there are no specs beside strata; set STRATA_SPECS to their directory [usage]" ]
}
mkdir "$scratch/links" "$scratch/alone"
ln -s "$program" "$scratch/links/strata"
cp "$program" "$scratch/alone/strata"
installed=$root$prefix/share/strata/specs
try "its specs" finds_specs "$installed" "$program"
try "its specs, through a link" finds_specs "$installed" "$scratch/links/strata"
try "its specs, from PATH" finds_specs "$installed" PATH="$scratch/links:$PATH" strata
try "its specs, from the environment" finds_specs specs STRATA_SPECS="$PWD/specs" "$program"
dumps_by_schema()
{
    "$program" dump "$installed" >"$scratch/dump.json" &&
        python3 -B tests/dump/validate.py "$root$prefix/share/strata/strata.schema.json" "$scratch/dump.json"
}
try "the schema of dump" dumps_by_schema
# The index of a site begins with the structures that headers.txt beside the specs names.
lists_first()
{
    "$program" site -q "$installed/ntoskrnl/KDPC.strata" -o "$scratch/site" &&
        sed -n '/Looked for first/,/<\/section>/p' "$scratch/site/index.html" | grep '>KDPC</a>'
}
try "a site that begins with headers.txt" lists_first
try "no specs" finds_no_specs "$scratch/alone/strata"
cp -r specs "$scratch/alone"
try "its specs, beside it" finds_specs "$scratch/alone/specs" "$scratch/alone/strata"

# Imports a page in another directory.
import_elsewhere()
{
    printf 'Offset\tDefinition\tVersions\n0x00\tULONG Id;\t6.0 and higher\n' >"$scratch/page.tsv"
    (cd "$scratch" &&
        "$root$prefix/bin/strata" import table --use "$root$prefix/share/strata/specs/nt/nt.strata" --struct PAGE \
            --arch x86,x64 page.tsv -o page.strata && "$root$prefix/bin/strata" check page.strata &&
        grep 'ULONG Id' page.strata)
}
try "import, from elsewhere" import_elsewhere
if command -v pkg-config >/dev/null; then
    # pkg-config escapes blanks of the directory that strata.pc lies in, and no quotes.
    ln -s "$root" "$scratch/a root"
    eval "flags=($(PKG_CONFIG_PATH="$scratch/a root$prefix/share/pkgconfig" pkg-config --cflags strata))"
    need "a program" "$CC" -std=c99 "${flags[@]}" -o "$scratch/program" "$scratch/program.c"
    try "running it" "$scratch/program"

    # The commands of runtime/README.md, below a path without blanks.
    ln -s "$root" "$scratch/plain"
    sed -n 's/^    cc \(.*pkg-config.*\)/"$CC" \1/p' runtime/README.md >"$scratch/compile"
    compile_program()
    {
        local plain=$scratch/plain
        [ -s "$scratch/compile" ] &&
            env -C "$scratch" PKG_CONFIG_PATH="$plain$prefix/share/pkgconfig" \
                bash -e "$scratch/compile"
    }
    try "the lines of runtime/README.md" compile_program
else
    skip "building a program" "pkg-config is not there"
fi

# A project that adds the tree, as FetchContent does.
subdirectory()
{
    mkdir -p "$scratch/sub" && cp "$scratch/program.c" "$scratch/sub" && cat >"$scratch/sub/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.16)
project(sub LANGUAGES C)
set(STRATA_EXECUTABLE "$STRATA" CACHE FILEPATH "")
add_subdirectory("$PWD" strata)
add_executable(program program.c)
target_link_libraries(program PRIVATE strata::strata)
EOF
    cmake -S "$scratch/sub" -B "$scratch/sub/build" >/dev/null && cmake --build "$scratch/sub/build" >/dev/null &&
        "$scratch/sub/build/program"
}
if command -v cmake >/dev/null; then
    try "add_subdirectory" subdirectory
else
    skip "add_subdirectory" "cmake is not there"
fi

# The version stands in the Makefile; the packages have the same.
one_version()
{
    local version file
    version=$(sed -n 's/^VERSION = //p' Makefile)
    for file in generator/install/{vcpkg/strata/vcpkg.json,conan/conanfile.py,msys2/PKGBUILD,debian/changelog} \
        runtime/python/strata/__init__.py runtime/rust/Cargo.toml grammar/editors/vscode/package.json; do
        grep -qF "$version" $file || { echo "$file: not $version"; return 1; }
    done
}
try "one version" one_version

. tests/install/moved.sh
. tests/install/hardened.sh

# The manual pages: groff and man have no complaints, and the pages have all of their sources.
manual=$root$prefix/share/man
finds_page()
{
    man -M "$manual" -w "$2" "$1" && lexgrog "$manual/man$2/$1.$2" | grep ": \"$1 - " &&
        ! { groff -man -ww -z "$manual/man$2/$1.$2" && man --warnings -M "$manual" "$2" "$1" >"$scratch/page"; } 2>&1 |
        grep .
}
words()
{
    tr -s ' \n' ' '
}
# The options of all commands are on the page once.
has_help()
{
    local help
    help=$("$STRATA" "$1" --help | sed 's/^usage: //; /^Options of all commands:$/,/^$/d' | words)
    [ -n "$help" ] && [[ $(words <"$scratch/strata.1") == *"$help"* ]]
}
has_options()
{
    local help
    help=$("$STRATA" --help | sed -n '/^Options of all commands:$/,/^$/p' | sed 1d | words)
    [ -n "$help" ] && [[ $(words <"$scratch/strata.1") == *"$help"* ]]
}
has_examples()
{
    awk '/^```/ { inside = !inside; next } inside' grammar/README.md | sorted_lines >"$scratch/examples"
    sorted_lines <"$scratch/strata-spec.5" | comm -13 - "$scratch/examples" | tee /dev/stderr | wc -l | grep -qx 0
}
# Every cell of a table is on the page.
has_tables()
{
    local page cell
    page=$(words <"$scratch/strata-spec.5")
    grep '^|' grammar/README.md | grep -v '^|---' | sed 's/\\|/\x01/g; s/|/\n/g' |
        sed 's/\x01/|/g; s/`//g; s/\[\([^]]*\)\]([^)]*)/\1/g; s/…/.../g; s/^ *//; s/ *$//' | grep . >"$scratch/cells"
    [ -s "$scratch/cells" ] || return 1
    while IFS= read -r cell; do
        [[ $page == *"$cell"* ]] || echo "$cell"
    done <"$scratch/cells" | tee "$scratch/missing"
    [ ! -s "$scratch/missing" ]
}
sorted_lines()
{
    sed 's/^ *//; s/…/.../g' | sort -u
}
if command -v groff >/dev/null && command -v lexgrog >/dev/null; then
    for page in strata.1 strata-spec.5; do
        try "the page $page" finds_page "${page%.*}" "${page#*.}"
        groff -man -Tascii -rHY=0 -rLL=200n -P-cbou "$manual/man${page#*.}/$page" >"$scratch/$page"
    done
    try "strata(1) has the options of all commands" has_options
    for name in $("$STRATA" --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p'); do
        try "strata(1) has the help of $name" has_help "$name"
    done
    try "strata-spec(5) has the examples of the language's page" has_examples
    try "strata-spec(5) has the tables of the language's page" has_tables
else
    skip "the manual pages" "groff or lexgrog is not there"
fi

# Editors know a spec by its name, without settings of the user. Debian's Vim looks in /usr/share/vim/vimfiles.
share=$root$prefix/share
vim_knows()
{
    "$@" -i NONE -n -es --cmd 'filetype plugin on | syntax on' "+redir! >$scratch/known" \
        "+silent edit $scratch/program.strata" '+silent echo &filetype b:current_syntax &commentstring' \
        '+compiler strata' '+silent echo &makeprg' '+qall!'
    printf '\nstrata strata // %%s\nstrata check' | diff "$scratch/known" -
}
vim_looks()
{
    ln -s "$share/vim/vimfiles" "$scratch/vimfiles" &&
        vim -u NONE -i NONE -es "+redir! >$scratch/path" '+silent set runtimepath?' '+qall!' &&
        grep -q ',/usr/share/vim/vimfiles,' "$scratch/path" &&
        vim_knows vim -u NONE --cmd "set nocompatible runtimepath^=$scratch/vimfiles"
}
emacs_knows()
{
    emacs -q --batch --eval "(setq package-directory-list '(\"$share/emacs/site-lisp/elpa\"))" \
        --eval '(package-activate-all)' "$scratch/program.strata" --eval '(message "%s" major-mode)' \
        >"$scratch/known" 2>&1
    cat "$scratch/known"
    grep -qx strata-mode "$scratch/known"
}
known_by()
{
    if command -v "$1" >/dev/null; then
        try "the files of $1" "${@:2}"
    else
        skip "the files of $1" "there is no $1"
    fi
}
known_by vim vim_looks
known_by nvim vim_knows env XDG_DATA_DIRS="$share" nvim -u NONE
known_by emacs emacs_knows

need "make uninstall" make_quietly uninstall
try "nothing stays behind" nothing_left

finish
