#!/bin/bash
# The specs of specs/ntoskrnl. They are what `make kernels` makes of the kernels of the reference data, and loaded with
# the other shipped specs they say what these kernels say (truth.py of symbol files, within.py of files of the Vergilius
# Project), and leave the other specs as they are (beside.py). tests/sources compares placements alone, of all sources. A kernel that is added changes only the specs in which
# something changes. `make test-all` compares all kernels; `make test-long` some.
set -u
. tests/try.sh
here=tests/kernel/shipped
uses=(--use nt/nt.strata)
for spec in specs/etw/*.strata; do
    uses+=(--use "${spec#specs/}")
done
kernels=() # symbol files
pages=()   # files of the Vergilius Project
[ ! -d "$STRATA_SHARED/kernels" ] || kernels=("$STRATA_SHARED"/isf/*.json.xz "$STRATA_SHARED"/kernels/*.json.xz)
[ ! -d "$STRATA_SHARED/vergilius" ] || pages=("$STRATA_SHARED"/vergilius/*.yml.xz)

# The other shipped specs mean the same with and without those of the kernel.
beside()
{
    "$STRATA" dump specs >"$scratch/all.json" && "$STRATA" dump "$SPECS" >"$scratch/small.json" &&
        python3 -B $here/beside.py "$scratch/small.json" "$scratch/all.json"
}

# Counts of kernels, images, members and globals on the pages.
figures()
{
    python3 -B $here/figures.py "$STRATA" specs
}

# The structures that have headers are there.
listed()
{
    local name
    grep -v '^#' specs/ntoskrnl/headers.txt | while read -r name; do
        [ -e "specs/ntoskrnl/$name.strata" ] || { echo "no $name"; return 1; }
    done
}

# All headers of the kernel's structures, in one unit each of C and C++.
headers()
{
    find generated/ntoskrnl -name '*.h' -printf '#include "ntoskrnl/%P"\n' | LC_ALL=C sort >"$scratch/headers.c" &&
        "$CC" -std=c99 $CFLAGS -Wall -Wextra -Werror -Igenerated -Iruntime -fsyntax-only -x c "$scratch/headers.c" &&
        "$CC" -std=c++11 $CFLAGS -Wall -Wextra -Werror -Igenerated -Iruntime -fsyntax-only -x c++ "$scratch/headers.c"
}

# The committed specs are what `make kernels` makes. Before it adds the tables, the specs are copied.
made()
{
    cat >"$scratch/strata" <<EOF
#!/bin/sh
[ "\$2" != sparse ] || cp -r "$scratch/made" "$scratch/without"
exec "$STRATA" "\$@"
EOF
    chmod +x "$scratch/strata" && cp -r specs "$scratch/made" &&
        KERNELS="$STRATA_SHARED/vergilius $STRATA_SHARED/kernels $STRATA_SHARED/isf $STRATA_SHARED/vtypes" SHEETS=$STRATA_SHARED/arm64 \
            TABLES=$STRATA_SHARED/sparse generator/install/kernels.sh "$scratch/strata" "$scratch/made" >"$scratch/said" &&
        diff -rq specs/ntoskrnl "$scratch/made/ntoskrnl"
}

# Compares answers of specs without System Informer's table with its images. tests/sources asks the specs that have it.
without()
{
    python3 -B $here/without.py "$STRATA" "$scratch/without" "$STRATA_SHARED"
}

# As the Makefile does it.
by_make()
{
    make -n BUILD="$BUILD" kernels KERNELS='here there' SHEETS=sheets TABLES=tables |
        grep -o "KERNELS='here there' SHEETS='sheets' TABLES='tables'\|generator/install/kernels.sh"
}

# A kernel in which a member of one structure has another name, and one structure is new, is folded into a copy of the
# specs, with another identity. Only a fold adds what the specs do not declare.
added()
{
    cp -r specs/ntoskrnl "$scratch/copy" && touch -d 2001-01-01 "$scratch/copy"/* &&
        python3 -B $here/newer.py "$(printf "%s\n" "${kernels[@]}" | sort -V | tail -n 1)" \
            "$scratch/ntkrnlmp-x64-10.0.22000.65000.json" &&
        (cd "$scratch" && "$STRATA" import pdb --into copy ntkrnlmp-x64-10.0.22000.65000.json) >"$scratch/said" || return
    find "$scratch/copy" -newermt 2002-01-01 -type f -printf '%f\n' | LC_ALL=C sort
    "$STRATA" check "$scratch/copy"
}

# A file of the Vergilius Project, which tells its own version, imported beside the same specs.
within()
{
    local name=$1 at
    ln -sfn "$PWD/specs" "$scratch/specs"
    (cd "$scratch" && "$STRATA" import vergilius "${uses[@]}" "$STRATA_SHARED/vergilius/$name.yml.xz") \
        >"$scratch/$name.strata" 2>"$scratch/said" || return
    at=$(sed -n 's|^attest \(.*\) \([0-9.]*\) by .*;$|\2/\1|p' "$scratch/$name.strata")
    (cd "$scratch" && "$STRATA" dump --format isf --at "$at" "$name.strata") >"$scratch/$name.json" &&
        "$STRATA" dump --format isf --at "$at" specs >"$scratch/$name-specs.json" &&
        python3 -B $here/within.py "$scratch/small.json" "$scratch/$name.json" "$scratch/$name-specs.json"
}

# again COMMAND...: an import into a copy of the specs, which hold what it reads, changes no file.
again()
{
    rm -rf "$scratch/held" && cp -r specs "$scratch/held" && (cd "$scratch" && "$STRATA" import "$@") >"$scratch/said" 2>&1
    [ $? -le 1 ] && diff -r specs "$scratch/held"
}

# twice COMMAND...: an import that adds to a copy of the specs. The second time it changes no file.
twice()
{
    rm -rf "$scratch/held" "$scratch/once" && cp -r specs "$scratch/held" || return
    (cd "$scratch" && "$STRATA" import "$@") >"$scratch/said" 2>&1
    [ $? -le 1 ] && ! diff -rq specs "$scratch/held" >"$scratch/added" && cp -r "$scratch/held" "$scratch/once" || return
    (cd "$scratch" && "$STRATA" import "$@") >"$scratch/said" 2>&1
    [ $? -le 1 ] && diff -r "$scratch/once" "$scratch/held"
}

# Each reader reads again what the specs hold.
held()
{
    local shared
    shared=$(realpath "$STRATA_SHARED")
    cat "$shared"/arm64/24H2/_*.csv >"$scratch/sheet.csv"
    "$STRATA" export c specs --at 10.0.22000.318/x64 -s MMPTE >"$scratch/types.h"
    try "isf again" again isf "$shared/isf/ntkrnlmp-x64-10.0.19041.1526.json.xz" --into held
    try "pdb again" again pdb --module ntdll --version 10.0.19041.x "$shared/pdb/ntdll-x64.pdb.xz" --into held
    try "vergilius again" again vergilius "$shared/vergilius/10.0.19042.508-x86.yml.xz" --into held/ntoskrnl
    try "vergilius into all specs" twice vergilius "$shared/vergilius/10.0.19042.508-x86.yml.xz" --into held
    try "vtypes again" again isf --version 6.2.9200.x "$shared/vtypes/win8_sp0_x64.json.xz" --into held
    try "a sheet again" again text --module ntoskrnl --arch arm64 --version 10.0.26100.x sheet.csv --into held/ntoskrnl
    try "kphdyn again" again sparse "$shared/sparse/kphdyn-half.xml" --into held
    try "globals again" again isf --globals "$PWD/specs/ntoskrnl/globals.txt" \
        "$shared/isf/ntkrnlmp-x64-10.0.19041.1526.json.xz" --into held
    try "pages again" twice table "$shared/pages/windows/km" --into held/ntoskrnl
    try "a C header again" twice c --version 10.0.22000.51 --target x64 types.h --into held/ntoskrnl
}

truth()
{
    compare "$1" python3 -B $here/truth.py "$scratch/all.json" "${@:2}"
}

# The published tables of structures of the kernel, where they differ from the kernels.
pages()
{
    python3 -B $here/pages.py "$scratch/all.json" "$STRATA_SHARED/pages/rows.json"
}

table=$STRATA_SHARED/sparse/kphdyn-half.xml
need beside beside
if [ -e "$STRATA_SHARED/pages/rows.json" ]; then
    try pages prints $here/pages.expect pages
else
    skip pages "there is no $STRATA_SHARED/pages"
fi
try figures figures
try listed listed
[[ $CFLAGS == *-fsanitize=* ]] || try headers headers
try "make kernels" prints $here/make.expect by_make
if [[ $CFLAGS == *-fsanitize=* ]]; then
    skip kernels "sanitizers find no more here than in tests/kernel/all"
elif [ ${#kernels[@]} = 0 ] || [ ${#pages[@]} = 0 ] || [ ! -e "$table" ] || [ ! -d "$STRATA_SHARED/vtypes" ]; then
    skip kernels "there is no $STRATA_SHARED/kernels, vergilius or vtypes, or no $table"
else
    if wanted made || wanted without; then
        need made made
        try without prints $here/without.expect without
    fi
    if [ "$PART" = all ]; then
        held
        ! wanted truth || truth truth "${kernels[@]}"
        try added prints $here/added.expect added
    else
        ! wanted truth || truth truth "$STRATA_SHARED"/isf/ntkrnlmp-x64-{6.1,10.0.22000}.*.json.xz \
            "$STRATA_SHARED"/kernels/ntkrnlmp-x64-10.0.{18326,20348.24}*.json.xz
    fi
    [ "$PART" = all ] || ! in_part long || held
    for page in "${pages[@]}"; do
        page=$(basename "$page" .yml.xz)
        [ "$PART" != all ] && [[ $page != 5.1.* && $page != *26100* && $page != *1228* ]] ||
            try "$page" within "$page"
    done
fi
finish
