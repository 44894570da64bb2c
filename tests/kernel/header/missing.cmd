# A header whose include or types are missing: what does not depend on them is read, and the rest is reported.
cat >missing.h <<'END'
#include "nowhere.h"
struct FIRST { UINT8 a; ULONG_PTR b; PLIST_ENTRY c; UNKNOWN *d; PULONG e; WCHAR f; };
struct BY_VALUE { int a; UNKNOWN b; char c; };
struct AROUND { int a; struct BY_VALUE b[2]; };
struct WITHIN { int a; struct { UNKNOWN x; int y; } b; int c; };
struct COUNTED { int a; int n[UNKNOWN_COUNT]; int c; };
typedef int NUMBERS[UNKNOWN_COUNT];
struct BY_TYPEDEF { NUMBERS a; int b; };
typedef int (*FUNCTION)(UNKNOWN, UINT8);
struct CALLS { int a; FUNCTION call; };
NTSYSAPI UNKNOWN Function(UNKNOWN a);
struct LAST { char a; struct FIRST b; };
DECLSPEC_ALIGN(16) struct ALIGNED { int a; };
struct DECLSPEC_ALIGN(16) ALIGNED_TOO { int a; };
END
echo "--- for both targets"
"$STRATA" import c --version 10.0.19041.1 missing.h >missing.strata
cat missing.strata
"$STRATA" check missing.strata
echo "--- from standard input"
"$STRATA" import c --version 10.0.19041.1 --target x64 --struct LAST - <missing.h 2>&1 | grep -A6 '^struct LAST'
echo "--- only known numbers"
echo 'struct A { UINT8 a; UINT64 b; };' | "$STRATA" import c --version 10.0.19041.1 --target x64 -
echo "--- a type without its word"
printf 'struct A { int a; };\nstruct B { A a; A *b; };\n' | "$STRATA" import c --version 10.0.19041.1 --target x64 -
echo "--- nothing is left"
echo 'struct A { UNKNOWN a; };' | "$STRATA" import c --version 10.0.19041.1 --target x64 -
echo "--- a header that packs"
printf '#include <pshpack1.h>\nstruct A { char a; int b; UNKNOWN *c; };\n' |
    "$STRATA" import c --version 10.0.19041.1 --target x64 -
