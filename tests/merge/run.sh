#!/bin/bash
# Merges kernels into specs. tests/kernel/fold/kernels.py makes symbol files of NAME.kernels. `strata import isf --into`
# folds them into NAME.before: all at once, and one by one in either order. NAME.after is the spec afterwards, and
# NAME.said has the messages of all at once. If the kernels of a case contradict each other, it has an empty NAME.once,
# and is not tried backwards. The same again writes nothing. UPDATE=1 writes NAME.after and NAME.said.
set -u
. tests/try.sh
unpack
here=$tree

# into SPEC FILE...: prints the messages and the exit status.
into()
{
    (cd "$(dirname "$1")" && "$STRATA" import isf --into "$(basename "$1")" "${@:2}") 2>&1
    echo "exit status $?"
}

# prepare NAME DIRECTORY: writes the spec of a case and its kernels, whose names are then in $files. The kernels are
# made once.
prepare()
{
    local made=$scratch/$1.made
    if [ ! -d "$made" ]; then
        mkdir "$made"
        (cd "$made" && python3 "$here/../kernel/fold/kernels.py" "$here/$1.kernels" .) >"$made.files"
    fi
    cp -r "$made" "$2"
    sed "s,^use \"specs/,use \"$PWD/specs/," "$here/$1.before" >"$2/spec.strata"
    mapfile -t files <"$made.files"
}

# result DIRECTORY: prints the spec, with paths as in the case.
result()
{
    sed "s,^use \"$PWD/specs/,use \"specs/," "$1/spec.strata"
}

# The same again writes nothing.
again()
{
    touch -d 2001-01-01 "$1/spec.strata"
    into "$1/spec.strata" "${@:2}" >/dev/null
    [ -z "$(find "$1/spec.strata" -newermt 2002-01-01)" ]
}

# one_by_one NAME ORDER FILE...: the same model.
one_by_one()
{
    local name=$1 file order=$2
    shift 2
    prepare "$name" "$scratch/$name.$order"
    for file; do
        into "$scratch/$name.$order/spec.strata" "$file" >"$scratch/said"
    done
    "$STRATA" dump --no-all "$scratch/$name.$order/spec.strata" >"$scratch/$order.json"
    "$STRATA" dump --no-all "$scratch/$name/spec.strata" | diff - "$scratch/$order.json"
}

check_case()
{
    local name=$1 reversed
    wanted "$name" || return
    prepare "$name" "$scratch/$name"
    try "$name" prints "$here/$name.said" into "$scratch/$name/spec.strata" "${files[@]}"
    try "$name" prints "$here/$name.after" result "$scratch/$name"
    try "$name again" again "$scratch/$name" "${files[@]}"
    mapfile -t reversed < <(printf '%s\n' "${files[@]}" | tac)
    try "$name one by one" one_by_one "$name" forwards "${files[@]}"
    [ -e "$here/$name.once" ] || try "$name backwards" one_by_one "$name" backwards "${reversed[@]}"
}

# make_directory NAME CASE OPTION...: goes to where import made a directory of the first kernel of a case; all are in
# $files.
make_directory()
{
    mkdir "$scratch/$1"
    ln -s "$PWD/specs" "$scratch/$1"
    mapfile -t files < <(python3 "$here"/../kernel/fold/kernels.py "$here/$2" "$scratch/$1")
    cd "$scratch/$1" && "$STRATA" import isf -o made "${@:3}" "${files[0]}"
}

# A directory gets a file for a new structure.
directory()
(
    make_directory directory hand.kernels || exit
    for _ in 1 2; do
        touch -d 2001-01-01 made/*
        "$STRATA" import isf --into made "${files[1]}" && "$STRATA" check made || exit
        find made -type f -newermt 2002-01-01 | LC_ALL=C sort
    done
)

# A directory that was made for some structures, in two runs, takes these and what they hold of a later kernel, also
# when its specs were formatted.
chosen()
(
    make_directory chosen hand.kernels -s _AGREES && "$STRATA" import isf -o made -s OPEN "${files[0]}" &&
        "$STRATA" fmt made && head -n 3 made/types.strata &&
        "$STRATA" import isf --into made "${files[1]}" && "$STRATA" check made || exit
    find made -type f | LC_ALL=C sort
)

# A directory that was made for some members takes these of a later kernel, with new ones that a pattern names, and new
# types that they hold. Members that --struct names besides are added, too.
members()
(
    make_directory members members.list -s 'THING.*Id*,THING.Held.Deep' || exit
    "$STRATA" import isf --into made "${files[1]}" && "$STRATA" check made && cat made/THING.strata made/HELD.strata &&
        find made -type f | LC_ALL=C sort &&
        "$STRATA" import isf --into made -s 'THING.Late,NEW.Only' "${files[2]}" && "$STRATA" check made || exit
    cat made/THING.strata made/NEW.strata
    "$STRATA" import isf --into made -s 'THING.Lat' "${files[2]}" 2>&1
    "$STRATA" import isf --into made -s 'NOTHING*' "${files[2]}" 2>&1
    true
)

# No file of a directory is another's, where a system knows no capitals either.
alike()
(
    make_directory alike alike.list || exit
    for file in "${files[@]:1}"; do
        "$STRATA" import isf --into made "$file" || exit
    done
    "$STRATA" check made && grep -o '^struct [^ ]*' made/*.strata
)

# A file uses the spec that declares the type of a new member.
used()
(
    make_directory used used.list --use nt/axis.strata --use nt/tracing.strata || exit
    "$STRATA" import isf --into made "${files[1]}" && "$STRATA" check made && cat made/PLAIN.strata made/LATER.strata
)

# Pages beside kernels: their rows stay, and give way to a structure of kernels, which may come later. Where they speak
# of a kernel's version and say otherwise, that is reported, whichever comes first. A directory that does not use the
# specs of pages takes none.
documents()
(
    exec 2>&1
    make_directory documents documents.list --use nt/nt.strata || exit
    "$STRATA" import table -q "$here/documents.md" --into made
    echo "exit status $?"
    cat made/documents/documents.strata && "$STRATA" show made LATER --at 10.0.17763.379/x64 &&
        "$STRATA" import isf -q --into made "${files[1]}"
    echo "exit status $?"
    "$STRATA" show made LATER --at 10.0.17763.379/x64 && "$STRATA" check -q made &&
        "$STRATA" import isf -o own "${files[0]}" &&
        "$STRATA" import table "$here/documents.md" --into own >said 2>&1
    echo "exit status $?"
    grep -v '^/' said | head -n 2 && find own made -name documents
)

# twins ORDER FILE...: imports kernels one by one, then all again, which writes nothing. Under each of its identities a
# kernel has the types that it has if all are imported at once.
twins()
{
    local order=$1 number identity
    shift
    "$STRATA" import isf -o "$order" "$1" >/dev/null
    for file in "${@:2}"; do
        "$STRATA" import isf --into "$order" "$file" >/dev/null || return
    done
    touch -d 2001-01-01 "$order"/*
    "$STRATA" import isf --into "$order" "$@" && find "$order" -type f -newermt 2002-01-01 && "$STRATA" check "$order"
    for number in $(seq $#); do
        identity=$(printf '%032X-1' "$number")
        "$STRATA" dump --format isf --at "$identity" "$order" >"$order.json" &&
            "$STRATA" dump --format isf --at "$identity" together | cmp - "$order.json" || return
    done
}

# Kernels of one version that differ get arches, in whatever order they come.
twin_orders()
(
    mkdir "$scratch/twins.list" && cd "$scratch/twins.list" || exit
    mapfile -t files < <(python3 "$here/../kernel/fold/kernels.py" "$here/twins.list" .)
    "$STRATA" import isf -o together "${files[@]}" >/dev/null || exit
    twins forwards "${files[@]}" && mapfile -t files < <(printf '%s\n' "${files[@]}" | tac) &&
        twins backwards "${files[@]}" && twins middle "${files[@]:3}" "${files[@]:0:3}" || exit
    mkdir once && "$STRATA" import isf -o once/made -s BITS "${files[6]}" >/dev/null &&
        "$STRATA" import isf --into once/made -s BITS,POINT,OWN "${files[@]}" &&
        "$STRATA" check once/made && cat forwards/types.strata once/made/*.strata
)

# Folds a revision of a build into the spec of another one: in EPROCESS the rows that differ change, and no others.
edits()
(
    mkdir "$scratch/edits" && cd "$scratch/edits" && ln -s "$OLDPWD/specs" . || exit
    files=("$STRATA_SHARED"/isf/ntkrnlmp-x64-10.0.19041.15[28]6.json.xz)
    "$STRATA" import isf -s _EPROCESS "${files[0]}" >spec.strata && cp spec.strata before.strata &&
        "$STRATA" import isf --into spec.strata -s _EPROCESS "${files[1]}" &&
        { diff before.strata spec.strata || [ $? = 1 ]; }
)

# Prints how many models a run resolves: one before the kernel and one after; if nothing changes, only the first. One
# more tells whether findings are new, if there are any.
resolves()
(
    local specs=$PWD/specs/nt
    # shellcheck disable=SC2086
    "$CC" -std=c11 $CFLAGS -o "$scratch/resolves" "$here/resolves.c" "$BUILD/obj/cmd/main.o" "$BUILD/libstrata.a" \
        -Wl,--wrap=model_resolve,--wrap=model_resolve_within || exit
    prepare counts "$scratch/resolved" && cd "$scratch/resolved" || exit
    for file in "${files[0]}" "${files[0]}"; do
        "$scratch/resolves" import isf -I "$specs" --into spec.strata "$file" || exit
    done
)

for case in "$here"/*.before; do
    check_case "$(basename "$case" .before)"
done
try resolves prints "$here/resolves.expect" resolves
try chosen prints "$here/chosen.expect" chosen
try directory prints "$here/directory.expect" directory
try documents prints "$here/documents.expect" documents
try used prints "$here/used.expect" used
try members prints "$here/members.expect" members
try twin-orders prints "$here/twin-orders.expect" twin_orders
try alike prints "$here/alike.expect" alike
if [ -d "$STRATA_SHARED/isf" ]; then
    try edits prints "$here/edits.expect" edits
else
    skip edits "there is no $STRATA_SHARED/isf"
fi
finish
