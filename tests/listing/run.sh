#!/bin/bash
# Texts with offsets: WinDbg's dt, pahole, the pages of the Vergilius Project and C#. listings.py writes texts of
# structures of specs/ntoskrnl in each form, and compares what is read in them member by member. NAME.txt is a text,
# NAME.strata the spec that it becomes. Blocks have texts with the places of their members (places.py), texts that are
# refused, and texts as people copy them with the spec and the findings; wrong.list has more of these, a line each with
# `\n` in it.
set -u
. tests/try.sh
unpack
here=tests/listing
names=(KAPC LIST_ENTRY LARGE_INTEGER DISPATCHER_HEADER KEVENT EPROCESS KTHREAD ETHREAD KPROCESS PEB TEB
    HANDLE_TABLE_ENTRY POOL_HEADER MMPTE KTRAP_FRAME OBJECT_HEADER SLIST_HEADER IRP FILE_OBJECT DEVICE_OBJECT
    DRIVER_OBJECT MMVAD_SHORT CONTROL_AREA CM_KEY_CONTROL_BLOCK KPRCB)
shipped=specs dump=shipped.json
# Sanitizers take ten seconds to dump all specs.
[[ $CFLAGS != *-fsanitize=* ]] || {
    shipped=$KERNEL_SPECS dump=kernel.json
    names=(KAPC LIST_ENTRY DISPATCHER_HEADER KEVENT EPROCESS KTHREAD ETHREAD KPROCESS KPRCB)
}

# listings VERSION/ARCH...
listings()
{
    mkdir "$scratch/listings" && made_once $dump "$STRATA" dump "$shipped" &&
        python3 -B $here/listings.py "$STRATA" "$scratch/listings" "$MADE_ONCE/$dump" \
            "$(IFS=, && echo "$*")" "${names[@]}" >"$scratch/listings.said"
    cat "$scratch/listings.said"
    grep -vE '^16 texts: [1-9][0-9]* structures, [1-9][0-9]* members compared, 0 differ$' "$scratch/listings.said"
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
    try "$name" prints "$tree/$name.strata" spec "$text"
    try "$name-clean" clean "$here/$name.strata"
done

# A text says what it is: no kind is named, and the name of the file says nothing.
guessed()
{
    cp $here/dt-x64.txt "$scratch/copy-x64" && "$STRATA" import --version 10.0.22000.318 "$scratch/copy-x64" |
        diff $here/dt-x64.strata -
}
try guessed guessed

# The same of UTF-16, as PowerShell writes, and of UTF-8 with a byte order mark.
encoded()
{
    python3 -c "import sys; sys.stdout.buffer.write('\\ufeff'.encode('$1') + sys.stdin.read().encode('$1'))" \
        <$here/dt-x64.txt >"$scratch/copy-x64"
    "$STRATA" import --version 10.0.22000.318 "$scratch/copy-x64" | diff $here/dt-x64.strata -
}
try utf-16 encoded utf-16-le
try mark encoded utf-8

# A name of C++ that never ends costs no more than its length.
endless()
{
    { printf 'struct S {\n'; printf 'x<%.0s' {1..200000}; printf ' /* last cacheline: 1 */\n};\n'; } \
        >"$scratch/endless-x64"
    timeout 60 "$STRATA" import text --version 10.0.22000.318 "$scratch/endless-x64" 2>"$nothing.said"
    [ $? = 2 ]
}
try endless endless

wrong()
{
    local line
    grep -v '^#' $here/wrong.list | while IFS= read -r line; do
        printf '%b' "$line" >"$scratch/wrong-x64"
        (cd "$scratch" && "$STRATA" import text --version 10.0.22000.318 wrong-x64 2>&1; echo "exit status $?")
    done
}
try wrong prints "$tree/wrong.expect" wrong

# Texts as others write them, beside the places of their members.
for places in "$tree"/*/*.places; do
    name=${places#"$tree/"}
    try "${name%.places}" python3 -B $here/places.py "$STRATA" "$scratch" "$(ls "${places%.places}".[!p]*)" "$places"
done
refused()
{
    (cd "$(dirname "$1")" && "$STRATA" import --version 10.0.22000.318 "$(basename "$1")" 2>&1; echo "exit status $?")
}
for text in "$tree"/*-wrong/* "$tree"/copied/*; do
    [ "${text%.expect}" = "$text" ] || continue
    name=${text#"$tree/"}
    try "${name%.*}" prints "${text%.*}.expect" refused "$text"
done

# What strata writes as C# is read again with the same places.
structs=EPROCESS,KTHREAD,KPRCB,IRP,MMPTE,CONTROL_AREA,KTRAP_FRAME,PEB
[[ $CFLAGS != *-fsanitize=* ]] || structs=IRP,MMPTE,CONTROL_AREA,KTRAP_FRAME,PEB
rendered()
{
    "$STRATA" render --template csharp.mustache --struct "$structs" --at "$1/$2" -o "$scratch/rendered-$2.cs" &&
        python3 -B $here/places.py "$STRATA" "$scratch" "$scratch/rendered-$2.cs" | tee "$scratch/rendered.said" &&
        grep -q '^[1-9][0-9]* places compared$' "$scratch/rendered.said"
}
try rendered-x64 rendered 10.0.19041.1586 x64
try rendered-x86 rendered 6.1.7601.24540 x86

# A text that is twice as long takes twice the time: members, structures, and levels of both. Sanitizers, which look at
# memory, read a tenth of each.
large()
{
    local count=100000
    [[ $CFLAGS != *-fsanitize=* ]] || count=10000
    python3 -c 'import sys; print("nt!_LARGE\n" + "".join("   +0x%x M%d : Uint4B\n" % (4 * i, i)
        for i in range(int(sys.argv[1]))))' $count >"$scratch/large-x64"
    python3 -c 'import sys; print("public struct L {\n" + "".join("public int M%d;\n" % i
        for i in range(int(sys.argv[1]))) + "}")' $count >"$scratch/fields-x64"
    python3 -c 'import sys; print("".join("public struct S%d { public S%d A; }\n" % (i, i - 1 if i % 60 else 0)
        for i in range(1, int(sys.argv[1]) // 2)) + "public struct S0 { public int A; }")' $count \
        >"$scratch/structs-x64"
    python3 -c 'import sys; count = int(sys.argv[1]); print("public enum E {" + "".join("V%d,\n" % i
        for i in range(count)) + "}\nstatic class C {" + "".join("const int C%d = C%d + 1;\n" % (i, i and i - 1)
        for i in range(1, count // 2)) + "const int C0 = E.V9; }\n" +
        "public struct S { public unsafe fixed byte A[E.V%d]; }" % (count - 1))' $count >"$scratch/values-x64"
    python3 -c 'import sys; print("".join("struct _S%d { ULONG A; //0x0\n};\n" % i
        for i in range(int(sys.argv[1]) // 2)))' $count >"$scratch/many-x64"
    python3 -c 'import sys; print("nt!_OVERLAP\n" + "".join("   +0x0 P%d : Uint8B\n   +0x%x M%d : Uint4B\n" %
        (i, 8 * i + 8, i) for i in range(int(sys.argv[1]))))' $count >"$scratch/overlap-x64"
    for name in large many overlap fields structs values; do
        timeout 60 "$STRATA" import text --version 10.0.22000.318 "$scratch/$name-x64" \
            >"$scratch/$name.strata" || return
    done
}
try large large
finish
