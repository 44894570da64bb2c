#!/bin/bash
# Kernel dumps: `strata decode` of whole ones (cases/NAME.cmd, in a directory that dumps.py writes), the message for
# each damaged or hostile one (wrong.expect), and the real dumps of the reference data.
set -u
. tests/try.sh
export STRATA_SPECS=$KERNEL_SPECS
cases=$PWD/tests/memory/cases
dumps=$scratch/dumps
need "the dumps" python3 -B tests/memory/dumps.py "$dumps"
need "dumps of other machines" python3 -B tests/memory/machines.py "$dumps"

# run_case NAME DIRECTORY: the output of a case, then the diagnostics, then the exit status.
run_case()
{
    wanted "$1" || return 0
    (cd "$2" && timeout 60 bash "$cases/$1.cmd" >"$scratch/actual" 2>&1 </dev/null; echo "exit status $?" \
        >>"$scratch/actual")
    expects "$1" "$cases/$1.expect" "$scratch/actual"
}

for case in "$cases"/*.cmd; do
    name=$(basename "$case" .cmd)
    [[ $name == real-* ]] || run_case "$name" "$dumps"
done

# Every dump in wrong/ ends in errors, and says where.
wrong()
(
    local file status
    cd "$dumps/wrong" || return
    for file in *.dmp; do
        local what=(--walk EPROCESS.ActiveProcessLinks)
        [[ $file != process-* ]] || what=(--struct EPROCESS)
        timeout 60 "$STRATA" decode "${what[@]}" --member UniqueProcessId $file >"$scratch/found" 2>"$scratch/errors"
        status=$?
        [ $status = 1 ] || echo "exit status $status"
        grep -v '^strata: note: ' "$scratch/errors"
    done >"$scratch/wrong"
)
wrong
expects wrong tests/memory/wrong.expect "$scratch/wrong"

# The walk's members are those that the writer has put into memory.
names()
{
    "$STRATA" decode --walk EPROCESS.ActiveProcessLinks --member UniqueProcessId,ImageFileName --format json \
        "$dumps/$1.dmp" | python3 -c '
import json, sys
sys.path.insert(0, "tests/memory")
import dumps
found = [json.loads(line) for line in sys.stdin]
values = [(int(one["data"]["value"]["UniqueProcessId"], 16), bytes(one["data"]["value"]["ImageFileName"]))
          for one in found]
assert [one["address"] for one in found] == [address for _, _, address in dumps.PROCESSES], found
assert values == [(number, name.encode().ljust(15, b"\0")) for number, name, _ in dumps.PROCESSES], values
data = open(sys.argv[1], "rb").read()
for one, (_, name, _) in zip(found, dumps.PROCESSES):
    assert data[one["offset"]] == 3, one
' "$dumps/$1.dmp"
}
for name in full bitmap-full bitmap-kernel; do
    try "names of $name" names $name
done

# machine NAME: the same of a dump of another machine.
machine()
{
    "$STRATA" decode --walk EPROCESS.ActiveProcessLinks --member UniqueProcessId,ImageFileName --format json \
        "$dumps/$1.dmp" | python3 -B -c '
import json, sys
sys.path.insert(0, "tests/memory")
import machines
found = [json.loads(line) for line in sys.stdin]
values = [one["data"]["value"] for one in found]
shown = [(int(one["UniqueProcessId"], 16), bytes(one["ImageFileName"]).rstrip(b"\0").decode()) for one in values]
machine = next(one for one in machines.machines() if one.name == sys.argv[1])
assert [one["address"] for one in found] == [address for _, _, address in machine.processes()], found
assert shown == [(number, name) for number, name, _ in machine.processes()], shown
' "$1"
}
for name in x86 x86pae arm64 la57; do
    try "names of $name" machine $name
done

# A list of thousands, in the memory that it takes.
many()
{
    python3 -B tests/memory/dumps.py "$scratch/many" many &&
        [ "$("$STRATA" decode --walk EPROCESS.ActiveProcessLinks --member UniqueProcessId "$scratch/many/many.dmp" |
            grep -c UniqueProcessId)" = 3000 ]
}
try "3000 processes" many

# A dump of 6 GiB, whose processes lie past 4 GiB; the file is nearly all holes.
large()
{
    python3 -B tests/memory/dumps.py "$scratch/large" large &&
        "$STRATA" decode --walk EPROCESS.ActiveProcessLinks --member UniqueProcessId,Token \
            "$scratch/large/large.dmp" >"$scratch/large.txt" &&
        "$STRATA" decode --walk EPROCESS.ActiveProcessLinks --member UniqueProcessId,Token "$dumps/full.dmp" |
        diff - "$scratch/large.txt"
    local status=$?
    rm -rf "$scratch/large"
    return $status
}
try "a large dump" large

shared=${STRATA_SHARED:-../shared}/dumps
if [ -e "$shared/triage_x64.dmp.xz" ]; then
    mkdir "$scratch/real"
    for arch in x64 arm64; do
        need "the dump of $arch" bash -c 'xz -dc "$0" >"$1"' "$shared/triage_$arch.dmp.xz" "$scratch/real/$arch.dmp"
    done
    for case in "$cases"/real-*.cmd; do
        run_case "$(basename "$case" .cmd)" "$scratch/real"
    done
else
    skip "real dumps" "there are none"
fi
finish
