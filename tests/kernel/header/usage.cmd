# The command line.
import() { "$STRATA" import "$@" | grep -vE '^$|^use'; }
import c
import c --version 10.0.19041.1 kernel.json
import isf --version 10.0.19041.1 kernel.h
import c --version 10.0.19041.1 --target x46 kernel.h
import c --version 10.0.19041.1 --target x64,x64 kernel.h
import c --version 10.0.19041.1 --target x64= kernel.h
import c --version 10.0.19041.1 kernel.h --versions x
echo "--- the file says what it is, and its name which version; the flags are no files"
cp kernel.h kernel-10.0.19041.1.h
import --struct KIND kernel-10.0.19041.1.h -- -I kernel.json
echo "--- XP has no x64, and x86 with PAE is another column"
import c --struct KIND --version 5.1.2600.5512 kernel.h
import c --struct KIND --target x86pae,x86 --version 5.1.2600.5512 kernel.h
import c --struct KIND --target arm64 --version 5.1.2600.5512 kernel.h
echo "--- two versions"
import c --struct SHORTER --target x64 --version 10.0.17763.1 kernel.h --version 10.0.19041.1 - \
    <<<'struct _SHORTER { unsigned long long Size, Extra; };'
echo "--- two headers of one version"
import c --target x64 --version 10.0.19041.1 kernel.h --version 10.0.19041.1 - <<<'struct _SHORTER { int Size; };'
echo "--- a directory"
import c --version 10.0.19041.1 --target x64 kernel.h -o made
import c --version 10.0.19041.1 --target x64 kernel.h -o made
import c --version 10.0.19041.1 --target x64 --struct SAME - -o made <<<'struct _SAME { int a; };'
cat made/types.strata
