# Structures in structures, deeper than the printer goes.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
    echo 'axis { 1.0 { 1.0-rtm = 1.0.1; } } arch x86 pointer 4 align 4 in 1.0..; type ULONG unsigned 4;'
    echo 'struct IN_0 { ULONG Value; }'
    for depth in {1..40}; do echo "struct IN_$depth { IN_$((depth - 1)) In; }"; done
} >"$work/deep.strata"
decode() { "$STRATA" decode "$work/deep.strata" --struct IN_40 --hex 01020304 "$@"; }
decode | tail -n 3
decode --depth 99 --format json
decode --depth 2
