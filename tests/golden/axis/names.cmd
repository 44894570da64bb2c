# An axis of names, and a version too large for four numbers of 16 bits. `1.2.80000` is on no axis.
cd "$CASES" || exit 2
"$STRATA" fmt --check names.strata
sed 's/N - 1/N-1/' names.strata >"$SCRATCH/joined.strata"
"$STRATA" fmt "$SCRATCH/joined.strata" >"$SCRATCH/said" && cmp "$SCRATCH/joined.strata" names.strata
"$STRATA" check names.strata
"$STRATA" show names.strata S 2>&1
for at in ue4 'Unreal 5' fw-900/m64 beta1 1.2.70000 1.2.80000 ue7
do
    echo "--- $at"
    "$STRATA" show names.strata S --at "$at" 2>&1 | tail -n +2
done
"$STRATA" list names.strata --members S.B
"$STRATA" coverage names.strata
"$STRATA" bundle names.strata --struct S -o "$SCRATCH/names.h" >"$SCRATCH/said" 2>&1 || exit 2
grep '#define STRATA_VERSION_[A-Z0-9]*_\?[0-9_]* ' "$SCRATCH/names.h"
cat >"$SCRATCH/read.c" <<'END'
#include <stdio.h>
#include "names.h"

int main(void)
{
    static const unsigned char bytes[32] = {1, 0, 0, 0, 2, 0, 0, 0, 3};
    static const strata_version versions[] = {STRATA_VERSION_UE4, STRATA_VERSION_UE5, STRATA_VERSION_FW_900,
                                              STRATA_VERSION_1_2_70000};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        strata_S s;
        uint32_t b = 0;
        strata_status status =
            STRATA_OPEN_AT(S, &s, bytes, sizeof bytes, STRATA_TARGET(versions[i], STRATA_ARCH_M64));
        if (status == STRATA_OK)
            status = STRATA_GET(S, &s, B, &b);
        printf("%s %u %s\n", strata_status_name(status), (unsigned)b, strata_basis_name(s.view.basis));
    }
    return 0;
}
END
${CC:-cc} -o "$SCRATCH/read" "$SCRATCH/read.c" && "$SCRATCH/read"
