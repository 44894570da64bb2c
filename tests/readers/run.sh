#!/bin/bash
# Readers of packs: strata_pack.h, the package of runtime/python and the crate of runtime/rust answer the same
# questions. vectors/NAME.list has questions with their answers, `QUESTION => ANSWER`, about the frozen pack
# NAME.strpack beside it; meant.list has versions as people name them. draw.py draws questions about the shipped
# structures and has them answered by `strata show --at`; and about a tree that also has members of System Informer's
# table, which are in tables of its pack. A reader that is missing here is skipped. Under sanitizers, which know C, only
# the reader in C runs.
set -u
. tests/try.sh
. tests/warnings.sh
cases=$PWD/tests/readers
work=$scratch/work
mkdir -p "$work" || exit 2
readers='c python' is_sanitized=false
[[ $CFLAGS != *-fsanitize=* ]] || readers=c is_sanitized=true

answer_c()
{
    "$work/answer-c" "$@"
}

answer_python()
{
    PYTHONPATH=$PWD/runtime/python python3 -B $cases/answer.py "$@"
}

answer_rust()
{
    "$work/cargo/release/answer" "$@"
}

build_c()
{
    "${CC:-cc}" -std=c99 $warnings ${CFLAGS:-} -Iruntime $cases/answer.c -o "$work/answer-c"
}

# The crate is copied, because cargo writes beside it.
build_rust()
{
    mkdir -p "$work/answer/src" && cp -r runtime/rust "$work/rust" && cp $cases/answer.rs "$work/answer/src/main.rs" &&
        cat >"$work/answer/Cargo.toml" <<EOF
[package]
name = "answer"
version = "0.1.0"
edition = "2021"

[dependencies]
strata-pack = { path = "../rust" }

[workspace]
EOF
    (cd "$work/answer" && RUSTFLAGS='-D warnings' CARGO_TARGET_DIR=$work/cargo cargo build --offline --release -q)
}

# agree READER LIST PACK: the answers of a reader are those of the list.
agree()
{
    sed 's/ => .*//' "$2" | answer_$1 "$3" >"$work/$1.answers" &&
        paste -d= <(sed 's/ => .*/ /' "$2") <(sed 's/^/> /' "$work/$1.answers") | diff "$2" - | head -20 &&
        cmp -s <(sed 's/.* => //' "$2") "$work/$1.answers"
}

# shown READER LIST PACK: as `agree`, by what show says of a member: offset, bit, width and grade.
shown()
{
    sed 's/ => .*//' "$2" | answer_$1 "$3" |
        awk '/^\+/ { print $1, $6 ? $5 : 0, $6, $NF; next }
             /^(arch|version) / { $1 = "none" }
             { print }' >"$work/$1.answers"
    paste -d= <(sed 's/ => .*/ /' "$2") <(sed 's/^/> /' "$work/$1.answers") >"$work/$1.list"
    diff "$2" "$work/$1.list" | head -20
    cmp -s "$2" "$work/$1.list" && [ -s "$2" ]
}

# Writes the answers of C to a list, which all readers are then compared with.
update()
{
    local name number
    for name in kernels kitchen globals members; do
        number=400
        [ $name != members ] || number=1500
        python3 -B $cases/questions.py $cases/vectors/$name.strpack $number >"$work/questions" &&
            answer_c $cases/vectors/$name.strpack <"$work/questions" >"$work/answers" &&
            paste -d= <(sed 's/$/ /' "$work/questions") <(sed 's/^/> /' "$work/answers") >$cases/vectors/$name.list
    done
}

# Readers agree about packs that are damaged in NAME.strpack, of which a quarter at least is refused. Arguments: NAME, a
# number of packs.
damaged()
{
    local reader
    rm -rf "$work/damaged" && mkdir -p "$work/damaged" &&
        python3 -B $cases/damage.py $cases/vectors/$1.strpack "$work/damaged" $2 || return
    for reader in $readers; do
        answer_$reader --open "$work/damaged"/*.strpack >"$work/$reader.opened" || return
        cmp "$work/c.opened" "$work/$reader.opened" || return
    done
    grep -q sound "$work/c.opened" && [ "$(grep -c damaged "$work/c.opened")" -gt $(($2 / 4)) ]
}

# Each address that the specs have is in the pack, and no other.
addresses()
{
    "$STRATA" dump $(grep -l '^global ' specs/*/*.strata) >"$work/globals.json" &&
        python3 -B $cases/addresses.py "$work/globals.json" "$work/shipped.strpack" >"$work/addresses.list" &&
        [ "$(wc -l <"$work/addresses.list")" -gt 400 ] && agree c "$work/addresses.list" "$work/shipped.strpack"
}

# The package is installed without an index, and answers in three lines.
installed()
{
    python3 -m venv "$work/venv" && cp -r runtime/python "$work/package" &&
        "$work/venv/bin/pip" install -q --disable-pip-version-check --no-build-isolation --no-index "$work/package" &&
        (cd "$work" && venv/bin/python -c "import strata
pack = strata.Pack.open('shipped.strpack')
print(pack.find('EPROCESS.Token', 'Windows 10 22H2/x64'))") >"$work/printed" &&
        grep -qx '<EPROCESS.Token +0x4B8 EX_FAST_REF, [a-z]*>' "$work/printed"
}

# The example for memory images lists the processes of one that it makes.
python_example()
{
    PYTHONPATH=$PWD/runtime/python python3 -B runtime/python/examples/processes.py "$work/shipped.strpack" --try \
        >"$work/processes" && grep -q 'services.exe' "$work/processes"
}

# The crate has a pack of its own members in its binary; it is built outside of the tree, as a user would.
rust_example()
{
    cp -r runtime/rust "$work/example" &&
        "$STRATA" pack --whole-builds --struct "$(paste -sd, runtime/rust/examples/sensor.members)" \
            -o "$work/example/examples/sensor.strpack" -q &&
        [ "$(stat -c %s "$work/example/examples/sensor.strpack")" -lt 65536 ] &&
        (cd "$work/example" && CARGO_TARGET_DIR=$work/cargo cargo run --offline -q --example sensor) >"$work/sensor" &&
        grep -q 'Token +0x4B8' "$work/sensor"
}

rust_documented()
{
    (cd "$work/rust" && CARGO_TARGET_DIR=$work/cargo cargo test --doc --offline -q) 2>&1 | tail -20
    return "${PIPESTATUS[0]}"
}

need "answers in C" build_c
[ "$UPDATE" != 1 ] || update
if $is_sanitized; then
    skip "Python and Rust" "they have no sanitizers"
elif command -v cargo >/dev/null; then
    need "answers in Rust" build_rust
    readers+=' rust'
else
    skip "Rust" "cargo is not installed"
fi
structures=EPROCESS,KTHREAD,KPRCB,ETHREAD,FILE_OBJECT,DRIVER_OBJECT,DEVICE_OBJECT,MMVAD,HANDLE_TABLE
count=1000
! in_part long || count=100000
! $is_sanitized || count=300 # show, which answers most slowly, has tests of its own
need "the shipped pack" "$STRATA" pack -q -o "$work/shipped.strpack"
draw()
{
    python3 -B $cases/draw.py "$STRATA" $count $count $structures "$work/shipped.strpack" >"$work/drawn.list"
}
need "$count questions to strata show" draw
table=../shared/sparse/kphdyn-half.xml
of_table=EPROCESS,KTHREAD,KPRCB,HANDLE_TABLE,HANDLE_TABLE_ENTRY,ALPC_PORT,CONTROL_AREA,ETW_GUID_ENTRY,OBJECT_TYPE
if [ -e $table ]; then
    # The shipped specs with the table, their pack, and questions.
    sight()
    {
        cp -r specs "$work/tree" &&
            { [ -e "$work/tree/ntoskrnl/kphdyn.strata" ] ||
                "$STRATA" import sparse --name kphdyn $table --into "$work/tree/ntoskrnl" -q; } &&
            "$STRATA" pack -q "$work/tree" -o "$work/sighted.strpack" &&
            python3 -B $cases/draw.py "$STRATA" $count $count $of_table "$work/sighted.strpack" "$work/tree" \
                >"$work/sighted.list"
    }
    need "$count questions about members of a table" sight
    for reader in $readers; do
        try "$count questions about members of a table, $reader" shown $reader "$work/sighted.list" \
            "$work/sighted.strpack"
    done
else
    skip "questions about members of a table" "there is no $table"
fi
for reader in $readers; do
    for name in kernels kitchen globals members; do
        try "$name, $reader" agree $reader $cases/vectors/$name.list $cases/vectors/$name.strpack
    done
    try "names of versions, $reader" agree $reader $cases/vectors/meant.list "$work/shipped.strpack"
    try "$count questions, $reader" shown $reader "$work/drawn.list" "$work/shipped.strpack"
done
try "damaged packs" damaged kernels 200
try "damaged packs with addresses" damaged globals 200
try "damaged packs with tables" damaged members 400
try "addresses are those of strata dump" addresses
if $is_sanitized; then
    finish
    exit
fi
if python3 -c 'import venv, ensurepip' 2>/dev/null; then
    try "the package for Python, installed" installed
else
    skip "the package for Python, installed" "python3 has no venv"
fi
try "the example in Python" python_example
if [[ $readers == *rust* ]]; then
    try "the example in Rust" rust_example
    try "the examples in the documentation of the crate" rust_documented
fi
finish
