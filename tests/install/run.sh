#!/bin/bash
# `make install` puts everything where programs find it, and `make uninstall` takes it away again.
set -u
source tests/try.sh
root=$scratch/root
prefix=/opt/strata

cat >"$scratch/program.c" <<'END'
#include "etw/wmi_resource.h"

int main(void)
{
    static const unsigned char bytes[0x30] = {[0x1C] = 42};
    strata_WMI_RESOURCE v;
    uint32_t thread;
    return strata_WMI_RESOURCE_open(&v, bytes, sizeof bytes,
                                    STRATA_TARGET(STRATA_VERSION(6, 1, 7601, 0), STRATA_ARCH_X64)) != STRATA_OK ||
           strata_WMI_RESOURCE_get_ThreadId(&v, &thread) != STRATA_OK || thread != 42;
}
END

# make takes no names with blanks in them, not even that of the directory it is in.
make_quietly()
{
    make -s --no-print-directory BUILD="$(realpath --relative-to=. "$BUILD")" CFLAGS="$CFLAGS" PREFIX=$prefix \
        DESTDIR="$root" "$@"
}

nothing_left()
{
    find "$root" -type f | tee /dev/stderr | wc -l | grep -qx 0
}

try "make install" make_quietly install
try "the command, from elsewhere" env -C / "$root$prefix/bin/strata" check "$root$prefix/share/strata/specs"

# A page, imported where there is nothing else.
import_elsewhere()
{
    printf 'Offset\tDefinition\tVersions\n0x00\tULONG Id;\t6.0 and higher\n' >"$scratch/page.tsv"
    (cd "$scratch" &&
        "$root$prefix/bin/strata" import table --use "$root$prefix/share/strata/specs/nt/nt.strata" --struct PAGE \
            --arch x86,x64 page.tsv -o page.strata && "$root$prefix/bin/strata" check page.strata &&
        grep 'ULONG Id' page.strata)
}
try "import, from elsewhere" import_elsewhere
if command -v pkg-config >/dev/null; then
    flags=$(PKG_CONFIG_PATH=$root$prefix/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root pkg-config --cflags strata)
    try "a program" "$CC" -std=c99 $flags -o "$scratch/program" "$scratch/program.c"
    try "running it" "$scratch/program"
else
    skip "building a program" "pkg-config is not there"
fi
try "make uninstall" make_quietly uninstall
try "nothing stays behind" nothing_left

finish
