# No identifier is given twice, whatever things are called; what is generated compiles, alone and as a bundle.
out=$(mktemp -d) && trap 'rm -rf "$out"' EXIT || exit 2
"$STRATA" check tests/golden/gen/clashes.strata
"$STRATA" gen tests/golden/gen/clashes.strata -o "$out" >"$out/log"
"$STRATA" bundle tests/golden/gen/clashes.strata --prefix b_ --with print,assert,reader -o "$out/bundle.h" 2>&1 >"$out/log" |
    grep -c warning
cat >"$out/all.c" <<'END'
#include "clashes.h"
#include "clashes_assert.h"
#include "clashes_print.h"
#include "strata_reader.h"
#include "bundle.h"
END
${CC:-cc} -fsyntax-only -Wall -Wextra -Werror -I "$out" -I runtime "$out/all.c"
