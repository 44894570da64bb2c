#!/bin/bash
# `strata render`: the keys of its context and their description, the shipped templates, each compared with what `dump`
# and `decode` say of the same specs.
set -u
. tests/try.sh
tests=tests/render
specs=()
! in_part quick || specs+=("$SPECS" tests/golden/kinds.strata)
! in_part long || specs+=(tests/runtime/{kitchen,float}.strata tests/golden/{bits,table/constructs}.strata)

# ---- The description of the keys

keys="python3 -B $tests/keys.py"
page=generator/templates/shipped/README.md parts=generator/render/context_parts.h

try "each key is described" silent $keys documented $page $parts
sed '/^| `least` | hex | bytes that a buffer must have |$/d' $page >"$scratch/lacks.md"
sed 's/^| `is_open` /| `is_opened` /' $page >"$scratch/other.md"
for name in lacks other; do
    if wanted "a key that is $name"; then
        [ -n "$($keys documented "$scratch/$name.md" $parts)" ] && pass || fail "a key that is $name" "is not seen"
    fi
done

$keys template $page >"$scratch/all.mustache"
for spec in "$SPECS" tests/runtime/{kitchen,reader,print}.strata; do
    in_part quick || break
    "$STRATA" render "$spec" -t "$scratch/all.mustache" -o "$scratch/all" >/dev/null
    try "values of keys in $(basename "$spec" .strata)" $keys values $page "$scratch/all"
done

# ---- The shipped templates

check="python3 -B $tests/check.py"
declare -A suffixes=([ctypes]=py [rust]=rs [csharp]=cs)
for spec in "${specs[@]}"; do
    name=$(basename "$spec" .strata)
    mkdir "$scratch/$name"
    dump=$scratch/$name/dump list=$scratch/$name/list
    "$STRATA" dump --no-all "$spec" >"$dump"
    "$STRATA" render "$spec" -t $tests/list.mustache >"$list"
    try "structures of $name" $check context "$dump" "$list"
    for template in "${!suffixes[@]}"; do
        written=$scratch/$name/$template.${suffixes[$template]}
        "$STRATA" render "$spec" -t $template.mustache -o "$written" >/dev/null
        try "$template of $name" $check $template "$dump" "$list" "$written"
    done
    try "values of $name by ctypes" $check values "$STRATA" "$spec" "$list" "$scratch/$name/ctypes.py"
done

# ---- Comments of generated headers

for spec in "${specs[@]}"; do
    name=$(basename "$spec" .strata)
    try "offsets in the comments of $name" python3 -B $tests/offsets.py "$STRATA" "$scratch/$name/headers" "$spec"
done
if in_part long && [ -d specs/ntoskrnl ]; then
    kernel=specs
    [[ $CFLAGS != *-fsanitize=* ]] || kernel=$KERNEL_SPECS # the headers of all take sanitizers 20 seconds
    try "offsets in the comments of the kernel" python3 -B $tests/offsets.py "$STRATA" "$scratch/kernel" "$kernel"
fi

# Compilers that are no part of what the tests need.
compiled=()
for spec in "${specs[@]}"; do
    in_part long && compiled+=("$(basename "$spec" .strata)")
done
if command -v rustc >/dev/null; then
    for name in "${compiled[@]}"; do
        try "rustc with $name" rustc --crate-type lib --edition 2021 -D warnings -o "$scratch/$name.rlib" \
            "$scratch/$name/rust.rs"
    done
elif in_part long; then
    skip rustc "it is not installed"
fi
if command -v mcs >/dev/null; then
    for name in "${compiled[@]}"; do
        try "mcs with $name" mcs -unsafe -target:library "-out:$scratch/$name.dll" "$scratch/$name/csharp.cs"
    done
elif in_part long; then
    skip mcs "it is not installed"
fi

# The comparisons see a difference.
while read -r template edit; do
    in_part quick || break
    wanted "$template with a mistake" || continue
    kinds=$scratch/kinds wrong=$scratch/wrong.${template##*.}
    sed -E "$edit" "$kinds/$template" >"$wrong"
    if cmp -s "$kinds/$template" "$wrong"; then
        fail "$template with a mistake" "'$edit' changes nothing"
    elif $check "${template%.*}" "$kinds/dump" "$kinds/list" "$wrong" >/dev/null; then
        fail "$template with a mistake" "'$edit' is not seen"
    else
        pass
    fi
done <<'END'
ctypes.py 0,/\(0x60, "Groups"/s//(0x64, "Groups"/
ctypes.py 0,/c_uint32, None, 5, 2\)/s//c_uint32, None, 6, 2)/
rust.rs 0,/OFFSET_Groups: usize = 0x/s//&1/
rust.rs 0,/MASK_Low: u64 = 0x7/s//MASK_Low: u64 = 0xF/
csharp.cs 0,/FieldOffset\(0x4\)/s//FieldOffset(0x6)/
csharp.cs 0,/fixed UInt32 @Groups\[3\]/s//fixed UInt32 @Groups[4]/
END

# ---- From any directory, and from an installation

if wanted "a shipped template from elsewhere"; then
    mkdir "$scratch/elsewhere"
    (cd "$scratch/elsewhere" && "$STRATA" render --template ctypes.mustache "$SPECS" -o elsewhere.py) >/dev/null
    "$STRATA" render --template ctypes.mustache "$(realpath --relative-to=. "$SPECS")" -o "$scratch/here.py" >/dev/null
    same "a shipped template from elsewhere" "$scratch/here.py" "$scratch/elsewhere/elsewhere.py"
fi

# ---- Limits

# 27 sections over the structures, each inside the one before. Sanitizers make the steps take most of a minute.
if in_part long && [[ $CFLAGS != *-fsanitize=* ]] && wanted "a template without end"; then
    for ((i = 0; i < 27; i++)); do echo '{{#structures}}'; done >"$scratch/bomb.mustache"
    for ((i = 0; i < 27; i++)); do echo '{{/structures}}'; done >>"$scratch/bomb.mustache"
    (cd "$scratch" && "$STRATA" render "$OLDPWD/tests/golden/kinds.strata" -t bomb.mustache; echo "exit status $?") \
        >"$scratch/bomb" 2>&1
    same "a template without end" - "$scratch/bomb" <<'END'
bomb.mustache:27:1: error: the templates take more than 1000000000 steps [limit]
   27 | {{#structures}}
      | ^~~~~~~~~~~~~~~
exit status 1
END
fi

finish
