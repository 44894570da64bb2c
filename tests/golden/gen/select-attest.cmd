# A file that only attests versions of a chosen structure has a header, which the structure's header includes.
cd "$SCRATCH" || exit 2
printf 'use <nt/nt.strata>;\nattest x64 10.0.19041.1;\n' >types.strata
printf 'use "types.strata";\ncolumns x64;\nstruct %s in 2004.. {\n    ULONG A at 0x00;\n}\n' S | tee S.strata | sed 's/struct S/struct T/' >T.strata
"$STRATA" gen . -s S -o out && find out -name '*.h' | LC_ALL=C sort && grep -h '^#include "' out/S.h
