cat >"$SCRATCH/spec.strata" <<'END'
axis { 1.0 { 1.0-rtm = 1.0.100; } }
arch x64 pointer 8 align 8 in 1.0..;
columns x64;
type ULONG unsigned 4;

/// Says "a < b" & 'c' \ ü
struct ODD {
    size 4;
    ULONG A;
}
END
printf '%s\n' '{{#structures}}{{doc}} | {{{doc}}}{{/structures}}' >"$SCRATCH/doc.mustache"
for escape in c html; do
    "$STRATA" render "$SCRATCH/spec.strata" -t "$SCRATCH/doc.mustache" --escape $escape
done
