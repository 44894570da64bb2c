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
echo "--- only constants"
echo 'struct A { int a; int b[ANYSIZE_ARRAY]; }; struct B { int a[NOWHERE]; };' |
    "$STRATA" import c --version 10.0.19041.1 --target x64 -
echo "--- a type without its word"
printf 'struct A { int a; };\nstruct B { A a; A *b; };\n' | "$STRATA" import c --version 10.0.19041.1 --target x64 -
echo "--- nothing is left"
echo 'struct A { UNKNOWN a; };' | "$STRATA" import c --version 10.0.19041.1 --target x64 -
echo "--- a header that packs"
printf '#include <pshpack1.h>\nstruct A { char a; int b; UNKNOWN *c; };\n' |
    "$STRATA" import c --version 10.0.19041.1 --target x64 -
echo "--- a structure of an unknown size, where comments say all"
cat >unknown-x64.h <<'END'
typedef struct _CLAIMED
{
  /* 0x0000 */ unsigned char Type;
  union
  {
    /* 0x0004 */ unsigned long Flags;
    struct /* bitfield */
    {
      /* 0x0004 */ unsigned long Low : 1; /* bit position: 0 */
      /* 0x0004 */ unsigned long High : 2; /* bit position: 1 */
    }; /* bitfield */
  }; /* size: 0x0004 */
  /* 0x0008 */ void* Thread;
  /* 0x0010 */ struct _LIST_ENTRY Links;
  /* 0x0020 */ union _LARGE_INTEGER Times[2];
} CLAIMED, *PCLAIMED; /* size: 0x0030 */

struct _AROUND { /* 0x0000 */ struct _CLAIMED Claimed; /* 0x0030 */ unsigned long After; }; /* size: 0x0038 */
struct _UNSIZED { /* 0x0000 */ struct _CLAIMED Claimed; /* 0x0030 */ unsigned long After; };
struct _SIZED { char Bytes[64 - sizeof(struct _LIST_ENTRY)]; };
struct _UNCLAIMED { struct _CLAIMED Claimed; unsigned long After; }; /* size: 0x0038 */
END
"$STRATA" import c --version 10.0.19041.1 unknown-x64.h
