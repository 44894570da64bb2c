#!/bin/sh
# Makes the specs of the kernel: `make kernels`.
#
#     kernels.sh STRATA SPECS
#
# SPECS is a copy of specs/ that gets new specs in ntoskrnl/. The variables name directories, with blanks between:
# KERNELS of symbol files, PDBs and files of the Vergilius Project. ntoskrnl/versions.txt has the versions of those that
# do not name one, and files that a sources.txt lists are of another module. SHEETS names directories of the directories
# that ntoskrnl/sheets.txt lists, whose files *.csv list members of one kernel each; TABLES of tables with a row for each
# image, kphdyn*.xml. KERNEL_OPTIONS are more options of `strata import pdb`.
set -eu
strata=$1 specs=$2
STRATA_SPECS=$specs
export STRATA_SPECS
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
globals=$specs/ntoskrnl/globals.strata # which `make globals` makes
[ ! -e "$globals" ] || mv "$globals" "$scratch"
rm -f "$specs"/ntoskrnl/*.strata

set -- --use nt/nt.strata
for spec in "$specs"/etw/*.strata; do
    set -- "$@" --use "etw/${spec##*/}"
done
find -L $KERNELS -type f \( -name '*.json' -o -name '*.json.[gx]z' -o -name '*.yml' -o -name '*.yml.[gx]z' \
    -o -name '*.pdb' -o -name '*.pdb.[gx]z' \) | LC_ALL=C sort |
    awk '
        FILENAME ~ /sources.txt$/ { is_other[$2] = 1; next }
        FILENAME ~ /versions.txt$/ { version[$2] = $1; next }
        {
            name = $0
            sub(/.*\//, "", name)
            if (name in version)
                printf "--version\n%s\n", version[name]
            if (!(name in is_other))
                print
        }' "$specs"/*/sources.txt "$specs/ntoskrnl/versions.txt" - |
    tr '\n' '\0' | xargs -0 -x -s 1000000 "$strata" import pdb "$@" ${KERNEL_OPTIONS:-} -o "$specs/ntoskrnl" -q

set --
if [ -n "${SHEETS:-}" ]; then
    while read -r arch version name; do
        case $arch in '#'* | '') continue ;; esac
        find -L $SHEETS -path "*/$name/_*.csv" | LC_ALL=C sort | xargs cat >"$scratch/$name.csv"
        set -- "$@" --arch "$arch" --version "$version" "$scratch/$name.csv"
    done <"$specs/ntoskrnl/sheets.txt"
    "$strata" import text --module ntoskrnl "$@" --into "$specs/ntoskrnl" -q
fi
if [ -n "${TABLES:-}" ]; then
    find -L $TABLES -name 'kphdyn*.xml' | LC_ALL=C sort |
        xargs "$strata" import sparse --name kphdyn --into "$specs/ntoskrnl" -q
fi
[ ! -e "$scratch/globals.strata" ] || mv "$scratch/globals.strata" "$globals"
