#!/bin/bash
# Which layout is taken for a version that nobody has looked at, and how well it is known: generated headers, packs and
# `strata show` say the same as a program that only follows runtime/pack.md.
set -u
. tests/try.sh
. tests/warnings.sh
cases=tests/basis
work=$scratch/work
mkdir -p "$work" || exit 2
flags="-std=c99 $CFLAGS $unoptimised $warnings -Iruntime" # the optimiser has nothing to do with what is compared

# Names of versions: the constants of the generated header, the names in the pack, and the command line.
build_named()
{
    python3 -B $cases/named.py list "$STRATA" $cases/named.strata >"$work/names.inc" &&
        "$STRATA" gen --names $cases/named.strata -o "$work/headers" >"$scratch/said" &&
        "$STRATA" pack $cases/named.strata -o "$work/named.strpack" >"$scratch/said" &&
        "$CC" $flags -I"$work/headers" -I"$work" $cases/named.c -o "$work/named"
}

# random SEED: the same for random evidence and layouts, which no person would write.
random()
{
    local tree=$work/$1
    mkdir "$tree" && python3 -B $cases/draw.py "$1" >"$tree/kernels.strata" &&
        "$STRATA" gen --names "$tree/kernels.strata" -o "$tree/headers" &&
        "$STRATA" pack "$tree/kernels.strata" -o "$tree/pack" &&
        "$CC" $flags -I"$tree/headers" $cases/basis.c -o "$tree/program" &&
        python3 -B $cases/compare.py --some "$STRATA" "$tree/kernels.strata" "$tree/pack" "$tree/program" \
            x86 x64 la57 arm64 x64_1 x64_2
}

# walk NAME SPEC...: all points of the axis that run the kernel of another build.
walk()
{
    local tree=$work/$1
    shift
    mkdir -p "$tree" && "$STRATA" gen --names "$@" -o "$tree/headers" && "$STRATA" pack "$@" -o "$tree/pack" &&
        (cd "$tree/headers" && find . -name '*.h' ! -name '*_print.h' ! -name '*_assert.h' ! -name '*_identity.h' \
            -printf '#include "%P"\n') | LC_ALL=C sort >"$tree/headers.inc" &&
        python3 -B $cases/walk.py tables "$STRATA" "$@" >"$tree/walk.inc" &&
        "$CC" $flags -I"$tree/headers" -I"$tree" $cases/walk.c -o "$tree/walk" &&
        python3 -B $cases/walk.py compare "$STRATA" "$tree/walk" "$tree/pack" "$@"
}

# The same of a spec whose structure changes within the build of each of these kernels.
walk_made()
{
    local axis=$PWD/specs/nt/axis.strata types=$PWD/specs/nt/types.strata made=$work/made/made.strata
    mkdir -p "$work/made" && python3 -B $cases/walk.py spec "$STRATA" "$axis" "$types" >"$made" &&
        "$STRATA" check "$made" && walk made "$made" "$axis" "$types"
}

if in_part quick; then
    need "the spec has no findings" "$STRATA" check $cases/kernels.strata
    need "headers" "$STRATA" gen --names $cases/kernels.strata -o "$work/headers"
    need "pack" "$STRATA" pack $cases/kernels.strata -o "$work/kernels.strpack"
    need "program" "$CC" $flags -I"$work/headers" $cases/basis.c -o "$work/program"
    need "identities" "$CC" $flags -I"$work/headers" $cases/identity.c -o "$work/identity"
    try "by identity" prints $cases/identity.expect "$work/identity" "$work/kernels.strpack"
    try "every target" python3 -B $cases/compare.py "$STRATA" $cases/kernels.strata "$work/kernels.strpack" \
        "$work/program" x86 x64 la57 arm64 x64_1 x64_2
    try "named versions have no findings" "$STRATA" check $cases/named.strata
    need "named versions" build_named
    try "every named version" python3 -B $cases/named.py compare "$STRATA" $cases/named.strata "$work/named" \
        "$work/named.strpack"
    try "points of the specs" walk specs "$SPECS"
    try "points of the axis, with kernels that differ" walk_made
    try random-1 random 1
fi
# Sanitizers look at memory: they see 200 questions, and two structures of the kernel. To list all members of the
# others takes them most of a minute.
count=10000 value_count=1000
structures=(EPROCESS KTHREAD ETHREAD KPRCB TOKEN HANDLE_TABLE_ENTRY WMI_LOGGER_CONTEXT FILE_OBJECT PEB KPROCESS)
[[ $CFLAGS != *-fsanitize=* ]] || count=200 value_count=200 structures=(HANDLE_TABLE_ENTRY FILE_OBJECT)
# surfaces SEED COUNT STRUCTURE...: the pack, dump, list and show are asked the same questions about structures.
surfaces()
{
    mkdir -p "$work/surfaces" &&
        python3 -B $cases/surfaces.py "$STRATA" "$work/surfaces" "$@" >"$work/surfaces.report"
    local status=$?
    cat "$work/surfaces.report"
    return $status
}

# values SEED COUNT: the pack, by its description and by strata_pack.h, and show are asked the same questions about
# enumerations.
values()
{
    mkdir -p "$work/surfaces" &&
        "$CC" -std=c99 $CFLAGS $warnings -Iruntime $cases/values.c -o "$work/values" &&
        python3 -B $cases/values.py "$STRATA" "$work/values" "$work/surfaces" "$1" "$2" \
            POOL_TYPE KWAIT_STATE KWAIT_REASON SYSTEM_INFORMATION_CLASS OBJECT_INFORMATION_CLASS EXQUEUEINDEX \
            EX_BALANCE_OBJECT INVPCID_TYPE \
            KRESOURCEMANAGER_STATE SKSERVICE EVENT_INFO_CLASS INTERFACE_TYPE POWER_ACTION \
            PP_NPAGED_LOOKASIDE_NUMBER >"$work/values.report"
    local status=$?
    cat "$work/values.report"
    return $status
}

if in_part long; then
    try "enumerations on every surface" values 1 $value_count
    try "structures on every surface" surfaces 1 $count "${structures[@]}"
    try "modules on every surface" surfaces 7 $count 'ntdll!'{PEB,TEB,HEAP,KUSER_SHARED_DATA} 'win32k!'{tagWND,tagQ} \
        'fltmgr!FLT_FILTER' KUSER_SHARED_DATA ETW_REG_ENTRY HANDLE_TABLE MMPFN SECTION ALPC_PORT OBJECT_TYPE
    # `make test` has one more, also under sanitizers.
    [[ $CFLAGS == *-fsanitize=* ]] || for seed in 2 3; do try random-$seed random $seed; done
fi
finish
