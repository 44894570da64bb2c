# A bundle for two calls has these and what they need, and no names of versions; it compiles and reads. A call that it
# does not have is an error of the compiler. Words that are no calls are refused.
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
"$STRATA" bundle tests/golden/kinds.strata -s KINDS.State --arch x64 --calls open,get -o "$out/kinds.h" >/dev/null 2>&1
grep -oE '^#define STRATA_(GET|VALUE|SET|OPEN|OPEN_AT|OPEN_MUTABLE|REBASE|BYTES|VERSION_[0-9]\w*|RELEASE_\w*|KINDS_\w*)\b' \
    "$out/kinds.h" | sort
cat >"$out/use.c" <<'END'
#include <stdio.h>
#include "kinds.h"

int main(void)
{
    static const unsigned char bytes[0x100] = {0};
    strata_target target = STRATA_TARGET(STRATA_VERSION(2, 0, 0, 0), STRATA_ARCH_X64);
    strata_place place;
    strata_KINDS v;
    int32_t state = 1;
    STRATA_RESOLVE(KINDS, &place, target);
    int opened = STRATA_OPEN(KINDS, &v, bytes, sizeof bytes, &place, STRATA_DISPUTED);
    int got = STRATA_GET(KINDS, &v, State, &state);
    printf("%d %d %d\n", opened, got, (int)state);
#ifdef WRONG
    return STRATA_SET(KINDS, &v, State, 2);
#endif
    return 0;
}
END
"${CC:-cc}" -std=c99 -Wall -Wextra -Werror "$out/use.c" -o "$out/use" && "$out/use"
"${CC:-cc}" -std=c99 -Werror -DWRONG -fsyntax-only "$out/use.c" 2>&1 | grep -q STRATA_SET && echo "STRATA_SET is not there"
"$STRATA" bundle tests/golden/kinds.strata -s KINDS.State --calls open,got 2>&1
"$STRATA" bundle tests/golden/kinds.strata -s KINDS.State --calls , 2>&1
