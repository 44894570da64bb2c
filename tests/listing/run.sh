#!/bin/bash
# Texts with offsets: WinDbg's dt, pahole and the pages of the Vergilius Project. listings.py writes texts of structures
# of specs/ntoskrnl in each form, and compares what is read in them member by member. NAME.txt is a text, NAME.strata
# the spec that it becomes. wrong.list has texts that are refused, a line each with `\n` in it.
set -u
. tests/try.sh
here=tests/listing
names=(KAPC LIST_ENTRY LARGE_INTEGER DISPATCHER_HEADER KEVENT EPROCESS KTHREAD ETHREAD KPROCESS PEB TEB
    HANDLE_TABLE_ENTRY POOL_HEADER MMPTE KTRAP_FRAME OBJECT_HEADER SLIST_HEADER IRP FILE_OBJECT DEVICE_OBJECT
    DRIVER_OBJECT MMVAD_SHORT CONTROL_AREA CM_KEY_CONTROL_BLOCK KPRCB)

# listings VERSION/ARCH...
listings()
{
    mkdir "$scratch/listings" && made_once shipped.json "$STRATA" dump specs &&
        python3 -B $here/listings.py "$STRATA" "$scratch/listings" "$MADE_ONCE/shipped.json" \
            "$(IFS=, && echo "$*")" "${names[@]}" >"$scratch/listings.said"
    cat "$scratch/listings.said"
    grep -vE '^14 texts: [1-9][0-9]* structures, [1-9][0-9]* members compared, 0 differ$' "$scratch/listings.said"
    [ $? = 1 ] && [ "$(wc -l <"$scratch/listings.said")" = $# ]
}
try "the shipped structures" listings 10.0.19041.1586/x64 10.0.19041.264/x86 6.1.7601.24540/x64

spec()
{
    "$STRATA" import text --version 10.0.22000.318 "$1"
}
clean()
{
    "$STRATA" check "$1" && "$STRATA" fmt --check "$1"
}
for text in $here/*.txt; do
    name=$(basename "$text" .txt)
    try "$name" prints "$here/$name.strata" spec "$text"
    try "$name-clean" clean "$here/$name.strata"
done

# A text says what it is: no kind is named, and the name of the file says nothing.
guessed()
{
    cp $here/dt-x64.txt "$scratch/copy-x64" && "$STRATA" import --version 10.0.22000.318 "$scratch/copy-x64" |
        diff $here/dt-x64.strata -
}
try guessed guessed

wrong()
{
    local line
    grep -v '^#' $here/wrong.list | while IFS= read -r line; do
        printf '%b' "$line" >"$scratch/wrong-x64"
        (cd "$scratch" && "$STRATA" import text --version 10.0.22000.318 wrong-x64 2>&1; echo "exit status $?")
    done
}
try wrong prints $here/wrong.expect wrong

# A text that is twice as long takes twice the time: members, structures, and levels of both.
large()
{
    python3 -c 'print("nt!_LARGE\n" + "".join("   +0x%x M%d : Uint4B\n" % (4 * i, i) for i in range(100000)))' \
        >"$scratch/large-x64"
    python3 -c 'print("".join("struct _S%d { ULONG A; //0x0\n};\n" % i for i in range(50000)))' >"$scratch/many-x64"
    for name in large many; do
        timeout 60 "$STRATA" import text --version 10.0.22000.318 "$scratch/$name-x64" \
            >"$scratch/$name.strata" || return
    done
}
try large large
finish
