#!/bin/bash
# The form of the table of `make bench`, from figures that were kept, and the measurements that it lists. Asserts no
# speed: tests/bench/run measures.
set -u
. tests/try.sh
cases=tests/bench

# well_formed: every row of measurements.tsv has its cells, a name of its own, a peer that stands above it, and inputs
# that there are. Prints those that do not.
well_formed()
{
    awk -F'\t' -v inputs="$(sed -n 's/^\([a-z][a-z0-9.-]*\)()$/\1/p' $cases/inputs | tr '\n' ' ')gcc clang xz " '
        /^#/ || /^$/ { next }
        NF != 9 { print NR ": " NF " cells" }
        seen[$1]++ { print NR ": " $1 ": a second time" }
        $8 != "-" && !seen[$8] { print NR ": " $1 ": no peer " $8 " above it" }
        $9 !~ /^(-|x?[0-9]+(\.[0-9]+)?)$/ { print NR ": " $1 ": limit " $9 }
        $9 ~ /^x/ && $8 == "-" { print NR ": " $1 ": a ratio to no peer" }
        { count = split($6, names, " ") }
        { for (i = 1; i <= count; i++)
              if (names[i] != "-" && names[i] !~ /-(gcc|clang)$/ && index(" " inputs, " " names[i] " ") == 0)
                  print NR ": " $1 ": no input " names[i] }
    ' $cases/measurements.tsv >"$scratch/wrong"
    cat "$scratch/wrong"
    [ ! -s "$scratch/wrong" ]
}

# measured: one row is measured, and its peer with it.
measured()
{
    $cases/run 'size, LoggerId, fixed, gcc' >"$scratch/measured" 2>&1 &&
        grep -Eq '^\| size, LoggerId, by hand, gcc -O2 +\| +[0-9,]+ bytes \|' "$scratch/measured" &&
        grep -Eq '^\| size, LoggerId, fixed, gcc -O2 +\| +[0-9,]+ bytes \| +\| size, LoggerId, by hand, gcc -O2 \|' \
            "$scratch/measured" && [ "$(grep -c '^| s' "$scratch/measured")" = 2 ] && return
    cat "$scratch/measured"
    return 1
}

# refused BASE: a file without a table is no base, and nothing is measured.
refused()
{
    BASE=$1 $cases/run 'size, LoggerId, fixed, gcc' >"$scratch/refused" 2>&1
    [ $? = 2 ] && [ "$(cat "$scratch/refused")" = "bench: $(realpath -m "$1") has no table of an earlier run" ]
}

try "the table" prints $cases/figures.expect python3 -B $cases/table.py $cases/figures.tsv
try "the table beside an earlier one" prints $cases/compared.expect \
    python3 -B $cases/table.py $cases/figures.tsv $cases/compared.base
# The output of a run that was itself compared is a base, too.
try "the table beside a compared one" prints $cases/again.expect \
    python3 -B $cases/table.py $cases/figures.tsv $cases/compared.expect
try "a base without a table" refused $cases/figures.tsv
try "a base that is not there" refused "$scratch/none"
try "the list of measurements" well_formed
if command -v gcc >/dev/null; then
    try "one measurement" measured
else
    skip "one measurement" "there is no gcc"
fi
finish
