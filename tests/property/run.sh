#!/bin/bash
# Random specs whose headers are compiled under ASan and UBSan. Every macro is called: see make_specs.py, property.c.
# A file of specs is one test; its compiler, language and optimization follow from its number.
#
#     PROPERTY_FILES    how many files of ten specs each (10); with PROPERTY_SECONDS: as many as that time allows
#     PROPERTY_SEED     the seed of the first file (10); that of each other one is greater by one
. tests/try.sh
work=$BUILD/tests/property
specs=10
files=${PROPERTY_FILES:-10} seed=${PROPERTY_SEED:-10} seconds=${PROPERTY_SECONDS:-}
rm -rf "$work"
mkdir -p "$work" || exit 2

sanitize='-fsanitize=address,undefined -fno-sanitize-recover=all'
warn='-Wall -Wextra -Wno-unused -Werror'
# gcc takes four times as long at -O3, so few files are compiled that way.
compilers=("gcc -std=c99 -xc -O3" "clang -std=c99 -xc -O0" "gcc -std=c99 -xc -O0" "clang -std=c99 -xc -O3"
    "g++ -std=c++11 -xc++ -O0" "clang++ -std=c++11 -xc++ -O0" "gcc -std=c99 -xc -O0" "clang -std=c99 -xc -O0"
    "clang++ -std=c++11 -xc++ -O0" "g++ -std=c++11 -xc++ -O0")

# try_file SEED: prints the counts of property.c as its last line if all is well.
try_file()
{
    local at=$work/$1 compiler=${compilers[$1 % ${#compilers[@]}]}
    python3 tests/property/make_specs.py "$1" $specs "$at.strata" &&
        python3 tests/fuzz/runtime_tables.py "$STRATA" "$at" "$at.strata" &&
        $compiler $warn $sanitize -g -Iruntime -I"$at" -Itests/runtime tests/property/property.c \
            runtime/strata_print.c -o "$at.program" &&
        "$at.program"
}

# Runs one file; keeps what belongs to a failure, and only the counts of a success.
run_file()
{
    if try_file "$1" >"$work/$1.log" 2>&1; then
        tail -n 1 "$work/$1.log" >"$work/$1.counts"
        rm -rf "$work/$1" "$work/$1.strata" "$work/$1.program" "$work/$1.log"
    fi
}

if [[ $CFLAGS == *-fsanitize=* ]]; then
    skip "random specs" "their programs always run under sanitizers"
    finish
    exit
fi
for compiler in gcc clang g++ clang++; do
    if ! command -v $compiler >/dev/null; then
        skip "random specs" "there is no $compiler"
        finish
        exit
    fi
done

begun=$SECONDS
for ((file = 0; ; file++)); do
    if [ -n "$seconds" ]; then
        [ $((SECONDS - begun)) -lt "$seconds" ] || break
    else
        [ "$file" -lt "$files" ] || break
    fi
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do
        wait -n
    done
    run_file $((seed + file)) &
done
wait

for log in "$work"/*.log; do
    [ -e "$log" ] || continue
    number=$(basename "$log" .log)
    failed=$((failed + 1))
    echo "FAIL property: file $number (PROPERTY_SEED=$number PROPERTY_FILES=1), ${compilers[number % ${#compilers[@]}]}"
    tail -n 40 "$log"
done
for counts in "$work"/*.counts; do
    [ ! -e "$counts" ] || passed=$((passed + 1))
done
cat "$work"/*.counts 2>/dev/null | awk -v specs=$specs '{ files++; for (i = 1; i < NF; i += 2) sum[$(i + 1)] += $i }
    END { printf "property: %d specs, %d structures, %d layouts, %d lengths, %.0f calls, %.0f values\n", files * specs,
          sum["structures,"], sum["layouts,"], sum["lengths,"], sum["calls,"], sum["values,"] }'
finish
