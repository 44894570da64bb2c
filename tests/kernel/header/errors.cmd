# Errors of clang, where it finds them.
cat >wrong.h <<'END'
#pragma once
struct A { int a; FOO b; };
#ifdef _WIN64
BAR c;
#endif
END
for word in '' 10.0.19041.1 1.2.3.4 5.1.2600.5512; do
    echo "--- ${word:-no version}"
    "$STRATA" import c ${word:+--version $word} wrong.h
done
echo "--- with a flag, for x64 alone"
"$STRATA" import c --version 10.0.19041.1 wrong.h -- -D FOO=int
echo "--- by an include, from standard input"
printf '#include "wrong.h"\nstruct B {\n    int x[-1];\n    UNKNOWN y;\n};\n' >other.h
"$STRATA" import c --version 10.0.19041.1 --stdin-filename other-input.h - <other.h
echo "--- many"
for i in 1 2 3 4 5 6 7 8; do echo "int x$i[-1];"; done >many.h
"$STRATA" import c --version 10.0.19041.1 many.h 2>&1 | grep -c error
echo "--- not there"
"$STRATA" import c --version 10.0.19041.1 missing.h
"$STRATA" import c --version 10.0.19041.1 . -- -I x
echo '#include "missing.h"' | "$STRATA" import c --version 10.0.19041.1 -
echo "--- too large"
echo 'struct LARGE { char a[0xC0000000]; };' | "$STRATA" import c --version 10.0.19041.1 --target x64 -
echo "--- flags"
"$STRATA" import c --version 10.0.19041.1 kernel.h -- --target=x86_64-pc-windows-msvc
"$STRATA" import c --version 10.0.19041.1 kernel.h -- --no-such-flag -std=c1
