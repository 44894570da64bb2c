# Accessors of chosen members and of their types; the structure keeps its size. Nothing of the runtime that these do not
# need is there.
"$STRATA" bundle tests/golden/kinds.strata -s 'KINDS.State,KINDS.Identity.First' --arch x64 2>/dev/null >"$SCRATCH/bundle.h"
sed -n '/---- IDENTITY/,$p' "$SCRATCH/bundle.h" | grep -E '_M_|0x[0-9A-F]+, .*}'
sed -n '1,/---- IDENTITY/p' "$SCRATCH/bundle.h" | grep -E '^(STRATA_DEFINE|.*strata_(at|columns|count|validate)[a-z_]*\()'
