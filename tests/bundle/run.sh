#!/bin/bash
# Bundles: each is complete, compiles alone everywhere and together with others, and works like the headers.
set -u
. tests/try.sh
. tests/warnings.sh

CFLAGS+=" $unoptimised" # runtime/ and the matrix optimise the same code
cases=tests/runtime
work=$scratch/work
mkdir -p "$work/strata" "$work/foo" || exit 2
kitchen="$cases/kitchen.strata $cases/reader.strata"

# bundle OPTION...: the findings of kitchen.strata are shown only on failure.
bundle()
{
    "$STRATA" bundle --names "$@" >"$work/log" 2>&1 || { cat "$work/log"; return 1; }
}

need "all of a spec" bundle $kitchen --with print,assert,reader -o "$work/strata/kitchen.h"
need "the same with a prefix" bundle $kitchen --with print --with assert,reader --prefix foo_ -o "$work/foo/kitchen.h"
need "one structure" bundle tests/bundle/needs.strata --struct WANTED --with print,assert,reader -o "$work/wanted.h"
need "one structure for one architecture" \
    bundle "$SPECS" --struct WMI_RESOURCE --arch x64 --prefix edr_ -o "$work/edr.h"
every=open,get,element,value,bytes,view,require,present,set,rebase,target
plain=open,get,element,value,bytes,present,rebase,target # those of the plain form
need "a compact one" "$STRATA" bundle $kitchen --calls $every --prefix tiny_ -o "$work/tiny.h"
need "the default prefix" bundle "$SPECS" --struct WMI_RESOURCE --with print -o "$work/wmi.h"

# The bundle stands in for each header that the programs of $cases include.
for header in kitchen_assert kitchen_print reader strata_reader; do
    echo '#include "kitchen.h"' | tee "$work/strata/$header.h" >"$work/foo/$header.h"
done

# ---- Content

# Prints the words of a header, without comments and texts. Only gcc removes comments and nothing else.
words()
{
    gcc -w -fpreprocessed -dD -E -P "$1" | sed 's/"\([^"\\]\|\\.\)*"//g' | grep -oE '\b[A-Za-z_][A-Za-z0-9_]*\b' |
        sort -u
}

# no_words HEADER PATTERN
no_words()
{
    ! words "$1" | grep -iE "$2" | head -n 5 | grep .
}

# Prints a pattern of the words that begin with the name of a structure, enum or event that does not match.
others()
{
    grep -rhoE '^(struct|union|enum|flags|event) [A-Za-z0-9_]+' "$SPECS" | cut -d ' ' -f 2 | grep -vxE "$1" |
        sed 's/.*/^(strata|edr)_&(_|$)/' | paste -s -d '|'
}

try "no word of strata's own with another prefix" no_words "$work/foo/kitchen.h" strata
try "nor in a small one" no_words "$work/edr.h" 'strata|x86|arm64'
try "nor in a compact one" no_words "$work/tiny.h" 'strata|evidence'
# The macros of a bundle, except for those of <stddef.h> and <stdint.h>, begin with its prefix.
macros()
{
    ! printf '#include <%s>\n' stddef.h stdint.h | "$CC" -dM -E - | sort |
        comm -13 - <("$CC" -dM -E -x c "$work/foo/kitchen.h" | sort) | grep -viE '^#define foo_' | grep .
}

try "macros have the prefix" macros
try "nothing that is only pointed to" no_words "$work/wanted.h" '_(POINTED|OTHER_STATE|UNRELATED|UNUSED)'
try "no other structure" no_words "$work/edr.h" "$(others 'WMI_RESOURCE|WMI_RESOURCE_ACTION')"
try "no part that nobody asked for" no_words "$work/edr.h" 'print|sizeof_|assert_type|fetch'
try "no other file" eval '! grep "#include \"" "$work"/*.h'

# ---- The same everywhere

from_elsewhere()
{
    local root=$PWD
    (cd "$work" && bundle "$root/specs" --struct WMI_RESOURCE --with print -o elsewhere.h) &&
        cmp "$work/wmi.h" "$work/elsewhere.h" &&
        (cd specs/etw && "$STRATA" bundle --names ../../specs --struct WMI_RESOURCE --with print) | cmp - "$work/wmi.h"
}

# A file that is up to date is not touched.
untouched()
{
    touch -d 2001-01-01 "$work/wmi.h" &&
        bundle "$SPECS" --struct WMI_RESOURCE --with print -o "$work/wmi.h" &&
        bundle "$SPECS" --struct WMI_RESOURCE --with print -o "$work/wmi.h" --check &&
        [ ! "$work/wmi.h" -nt "$work/edr.h" ]
}

try "from any directory" from_elsewhere
try "what is up to date stays" untouched

# ---- Compilers

# unit NAME LINE...: a file of those lines.
unit()
{
    local name=$1
    shift
    printf '%s\n' "$@" 'extern int strata_test; int strata_test;' >"$work/$name.c"
}

unit twice '#include "kitchen.h"' '#include "kitchen.h"'
unit both '#include "strata/kitchen.h"' '#include "foo/kitchen.h"' '#include "edr.h"' \
    '#include "tiny.h"' '#include "strata/kitchen.h"'

# alone NAME COMMAND...: every bundle alone, with its printer, and several together without.
alone()
{
    local name=$1
    shift
    for prefix in strata foo; do
        try "$prefix by $name" "$@" -I"$work/$prefix" -D${prefix^^}_PRINT_IMPLEMENTATION "$work/twice.c"
    done
    try "three prefixes in one unit by $name" "$@" -I"$work" "$work/both.c"
}

# Compiling alone has the same result under sanitizers.
everywhere()
{
    local quick='-fsyntax-only -ffreestanding' compiler dialect dialects language machine
    for compiler in gcc clang g++ clang++; do
        if ! command -v $compiler >/dev/null; then
            skip $compiler "there is none"
            continue
        fi
        case $compiler in
        *++) dialects='c++11 c++20' language='-x c++' ;;
        *) dialects='c99 c11' language='-x c' ;;
        esac
        for dialect in $dialects; do
            alone "$compiler -std=$dialect" $compiler -std=$dialect $warnings $quick $language
        done
        [[ $compiler != clang* ]] ||
            alone "$compiler -Weverything" $compiler -std=${dialects% *} $everything $quick $language
    done
    if command -v clang >/dev/null; then
        for machine in x86_64 i686 aarch64; do
            alone $machine-pc-windows-msvc clang --target=$machine-pc-windows-msvc $warnings $quick
        done
    fi
    if command -v tcc >/dev/null; then
        alone tcc tcc -Wall -Werror -c -o "$work/tcc.o"
    else
        skip tcc "there is none"
    fi

    unit windows '#include <windows.h>' '#include "foo/kitchen.h"' '#include <evntrace.h>' '#include "strata/kitchen.h"'
    for machine in x86_64 i686; do
        if command -v $machine-w64-mingw32-gcc >/dev/null; then
            try "between headers of Windows, $machine" $machine-w64-mingw32-gcc $warnings -fsyntax-only -I"$work" \
                "$work/windows.c"
        else
            skip "$machine-w64-mingw32-gcc" "there is none"
        fi
    done
}

[[ $CFLAGS == *-fsanitize=* ]] || everywhere

# refused TEXT LINE...: a unit of those lines must not compile, and the compiler says why.
refused()
{
    local text=$1
    shift
    unit refused "$@"
    if "$CC" -Iruntime -Igenerated -I"$work" -fsyntax-only "$work/refused.c" >"$work/log" 2>&1; then
        echo "it compiles"
        return 1
    fi
    grep -q "$text" "$work/log" || { cat "$work/log"; return 1; }
}

try "two bundles of one prefix" refused 'another bundle with this prefix' '#include "wmi.h"' '#include "wanted.h"'
try "a header behind a bundle" refused 'or give a bundle another --prefix' '#include "wmi.h"' \
    '#include "etw/groupmask.h"'
try "a bundle behind a header" refused 'strata.h comes before this file' '#include "etw/groupmask.h"' '#include "wmi.h"'

# ---- Programs of $cases, with bundles instead of headers

freestanding()
{
    "$1" -std=c99 $2 $warnings -ffreestanding -nostdlib -static -I"$work/strata" $cases/freestanding.c \
        -o "$work/freestanding" && ! nm -u "$work/freestanding" | grep .
}

# runs NAME COMMAND...: builds a program and runs it; its last line counts.
runs()
{
    local program=$work/$1
    shift
    "$@" -o "$program" && "$program" | tee "$work/log" && grep -qxE '[1-9][0-9]* checks, 0 failed' "$work/log"
}

for program in behaviour reader pick; do
    sed '/#include/!{ s/\bstrata_/foo_/g; s/\bSTRATA_/FOO_/g; }' $cases/$program.c >"$work/foo/$program.c"
    try $program runs $program "$CC" -std=c99 $CFLAGS -I"$work/strata" -I$cases $cases/$program.c
    try "$program with a prefix" runs foo_$program "$CC" -std=c99 $CFLAGS -I"$work/foo" -I$cases "$work/foo/$program.c"
done
need "one architecture of 32 bits" bundle $kitchen --struct KITCHEN_RETURNS,KITCHEN_TRAILING --arch x86 --prefix old_ \
    -o "$work/old.h"
try "pointers of 32 bits alone" runs pointers "$CC" -std=c99 $CFLAGS $warnings -I"$work" tests/bundle/pointers.c
for compiler in gcc clang; do
    ! command -v $compiler >/dev/null || for level in -O0 -O2; do
        try "without a library by $compiler $level" freestanding $compiler $level
    done
done

# members NAME SPECS STRUCT...: bundles of some members say of these what the bundle of all says.
members()
{
    local name=$1 specs=$2 part here=$work/members-$1
    shift 2
    mkdir -p "$here" && "$STRATA" dump --no-all "$specs" >"$here/dump.json" || return
    bundle "$specs" --struct "$(printf '%s,' "$@")" --prefix whole_ -o "$here/whole.h" || return
    for part in odd even; do
        bundle "$specs" --struct "$(python3 -B tests/bundle/members.py $part "$@" <"$here/dump.json")" \
            --prefix ${part}_ -o "$here/$part.h" || return
    done
    python3 -B tests/bundle/members.py "$@" <"$here/dump.json" >"$here/members.c" &&
        runs "members-$name/program" "$CC" -std=c99 $CFLAGS -Wno-incompatible-pointer-types -I"$here" "$here/members.c"
}

try "some members of shipped structures" members shipped "$SPECS" ETW_UM_LOGGER_CONTEXT WMI_BUFFER_HEADER \
    TRACE_LOGFILE_HEADER EVENT_TRACE_HEADER
try "some members of strange structures" members strange $cases/kitchen.strata KITCHEN_BITS \
    KITCHEN_ARRAYS KITCHEN_NESTED KITCHEN_TRAILING KITCHEN_FLEXIBLE KITCHEN_RETURNS KITCHEN_SHARED KITCHEN_UNION

# compact NAME CALLS OPTION...: a bundle of these calls is compact, compiles in every language, and says what the bundle
# of all calls says.
compact()
{
    local here=$work/compact-$1 calls=$2
    shift 2
    mkdir -p "$here" && "$STRATA" bundle "$@" --calls all --prefix full_ -o "$here/full.h" >"$work/log" 2>&1 &&
        "$STRATA" bundle "$@" --calls "$calls" --prefix small_ -o "$here/small.h" >"$work/log" 2>&1 ||
        { cat "$work/log"; return 1; }
    ! grep -n evidence "$here/small.h" || return
    echo '#include "small.h"' >"$here/alone.c"
    "$CC" -std=c99 $warnings -ffreestanding -fsyntax-only -I"$here" "$here/alone.c" &&
        "$CXX" -std=c++11 $warnings -ffreestanding -fsyntax-only -I"$here" -x c++ "$here/alone.c" || return
    python3 -B tests/bundle/compact.py "$calls" "$here/small.h" <"$here/full.h" >"$here/program.c" &&
        runs "${here##*/}/program" "$CC" -std=c99 $CFLAGS -I"$here" "$here/program.c"
}

# Under sanitizers a compact bundle is compiled and run for each kind of table. The others have the same code, or more
# members of the same kinds.
is_sanitized=false
[[ $CFLAGS != *-fsanitize=* ]] || is_sanitized=true
four=EPROCESS.Token,EPROCESS.UniqueProcessId,EPROCESS.ActiveProcessLinks,EPROCESS.ImageFileName
CXX=${CXX:-g++}
try "compact: one member" compact one open,get --struct EPROCESS.Token --arch x64
$is_sanitized || try "compact: four members" compact four open,get --struct $four --arch x64
$is_sanitized || try "compact: every call of the plain form" compact plain $plain --struct $four --arch x64
$is_sanitized || try "compact: members that differ, in the plain form" compact differs $plain \
    --struct EPROCESS,KTHREAD --arch x64,arm64
try "compact: strange structures, in the plain form" compact plain-strange $plain tests/runtime/kitchen.strata \
    --arch x64 --struct KITCHEN_BITS,KITCHEN_NESTED,KITCHEN_TRAILING,KITCHEN_FLEXIBLE,KITCHEN_SHARED,KITCHEN_UNION
$is_sanitized || try "compact: four bytes, in the plain form" compact plain-x86 $plain --struct $four --arch x86
try "compact: evidence of two trees, in the plain form" compact plain-trees $plain --arch x64,arm64 \
    --struct EPROCESS.Token,EPROCESS.UniqueProcessId,KTHREAD.Priority,ETW_UM_LOGGER_CONTEXT.LoggerId
try "compact: disputed ones, in the plain form" compact plain-disputed $plain tests/basis/kernels.strata \
    --struct SAME,MOVED,BETWEEN --arch x64,la57,arm64,x64_1,x64_2
$is_sanitized || try "compact: other calls" compact calls open,bytes,view --struct $four --arch x86,arm64
$is_sanitized || try "compact: all calls, all architectures" compact every $every --struct $four
$is_sanitized || try "compact: strange structures" compact strange $every tests/runtime/kitchen.strata
try "compact: disputed ones" compact disputed $every tests/basis/kernels.strata \
    --struct SAME,MOVED,COMES,BETWEEN,TWINS,PAGES,MANY,RULED
for name in DOCUMENTED BOTH LACKS; do
    ! $is_sanitized || continue
    try "compact: evidence of $name" compact $name $every tests/basis/kernels.strata --struct $name
    try "compact: plain evidence of $name" compact plain-$name $plain tests/basis/kernels.strata --struct $name
done

# The tables in one unit, the program in another.
extern_tables()
{
    "$CC" -std=c99 $CFLAGS -DFOO_EXTERN_TABLES -DFOO_DEFINE_TABLES -I"$work/foo" -c "$work/twice.c" \
        -o "$work/tables.o" &&
        runs extern "$CC" -std=c99 $CFLAGS -DFOO_EXTERN_TABLES -I"$work/foo" -I$cases "$work/foo/behaviour.c" \
            "$work/tables.o" &&
        "$CC" -std=c99 -DFOO_EXTERN_TABLES -I"$work/foo" -c "$work/twice.c" -o "$work/user.o" &&
        ! nm "$work/user.o" | grep -i ' [rdb] .*foo_'
}

try "extern tables" extern_tables

# Two bundles that print, each in a unit of its own and both in a third: they print the same as `strata decode`.
printed()
{
    "$STRATA" bundle --names "$SPECS" --struct WMI_RESOURCE --with print --prefix foo_ --arch x64 \
        -o "$work/foo.h" >/dev/null &&
        "$CC" -std=c99 $CFLAGS -I"$work" tests/bundle/print.c -DOTHER -c -o "$work/other.o" &&
        "$CC" -std=c99 $CFLAGS -I"$work" tests/bundle/print.c "$work/other.o" -o "$work/print" &&
        "$work/print" >"$work/print.txt" &&
        "$STRATA" decode "$SPECS" --struct WMI_RESOURCE --at 6.1/x64 --hex "$(printf '%02x' {1..48})" |
        sed 1d >"$work/decode.txt" &&
        diff "$work/print.txt" "$work/decode.txt"
}

try "two printers" printed

finish
