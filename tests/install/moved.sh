# Sourced by run.sh: a user who has only strata on the PATH, in an empty directory, with an installation that was moved.
# A spec of one's own, a page, a kernel, a new kernel, headers, a bundle, a program with pkg-config, a CMake project. The
# home is another directory, and nothing is written there or to the installation.
moved="$scratch/moved here"
user="$scratch/an empty directory"
home="$scratch/a home"
kernel=$PWD/tests/kernel/isf/small.json

# as_user SCRIPT: runs the commands in that directory, with nothing else in the environment.
as_user()
{
    env -i -C "$user" HOME="$home" PATH="$moved/bin:/usr/bin:/bin" LC_ALL=C.UTF-8 CC="$CC" \
        FLAGS="$CFLAGS -std=c99 -Wall -Wextra -Werror" KERNEL="$kernel" MOVED="$moved" bash -eu -o pipefail -c "$1"
}

# strata_alone ARGUMENT...: strata in an empty directory, with no other program on the PATH; it reports no error.
strata_alone()
{
    env -i -C "$user/only" HOME="$home" PATH="$moved/bin" strata "$@" 2>"$scratch/said"
    local status=$?
    cat "$scratch/said"
    [ $status = 0 ] && ! grep -q 'error' "$scratch/said"
}
installation()
{
    find "$moved" -printf '%P %s %T@\n' | sort
}

mkdir "$user" "$home"
mv "$root$prefix" "$moved"
installation >"$scratch/installation"
cat >"$user/queue.strata" <<'END'
use <nt/nt.strata>;
columns x86 | x64;

struct QUEUE in 6.1.. size 0x10 | 0x20 {
    LIST_ENTRY Links   at 0x00;
    PVOID Owner        at 0x08 | 0x10;
    ULONG Depth        at 0x0C | 0x18;
    unaccounted 0 | 4  at 0x10 | 0x1C;
}
END
cat >"$user/program.c" <<'END'
#include "kernel/S.h"
#include "page.h"
#include "queue_print.h"
#include <strata/nt/nt.h>

int main(void)
{
    static const unsigned char bytes[0x20] = {[0x18] = 42};
    strata_QUEUE v;
    uint32_t depth;
    return STRATA_OPEN_AT(QUEUE, &v, bytes, sizeof bytes,
                          STRATA_TARGET(STRATA_VERSION(6, 1, 7601, 0), STRATA_ARCH_X64)) != STRATA_OK ||
           STRATA_GET(QUEUE, &v, Depth, &depth) != STRATA_OK || depth != 42;
}
END
cat >"$user/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.16)
project(own C)
find_package(strata CONFIG REQUIRED)
strata_generate(own_headers queue.strata page.strata kernel)
add_executable(program program.c)
target_link_libraries(program PRIVATE own_headers strata::print)
strata_generate(acme_headers queue.strata PREFIX acme_)
add_executable(prefixed prefixed.c)
target_link_libraries(prefixed PRIVATE acme_headers)
END
cat >"$user/prefixed.c" <<'END'
#include "queue.h"

int main(void)
{
    static const unsigned char bytes[0x20] = {0};
    acme_QUEUE v;
    return STRATA_CALL_OPEN_AT(acme_QUEUE, &v, bytes, sizeof bytes,
                               STRATA_TARGET(STRATA_VERSION(6, 1, 7601, 0), ACME_ARCH_X64)) != STRATA_OK;
}
END
printf 'Offset\tDefinition\tVersions\n0x00\tULONG Id;\t6.0 and higher\n' >"$user/page.tsv"

# The first form of `use` works too: it falls back on the specs of the installation.
mkdir -p "$user/only"
sed 's,<nt/nt.strata>,"nt/nt.strata",' "$user/queue.strata" >"$user/only/own.strata"
cp "$user/page.tsv" tests/readme/kernels/ntkrnlmp-x64-*.json "$user/only"
printf '0: kd> dd 8012ff00 L4\n8012ff00  8012ff40 8012ff50 8055aa00 0000002a\n' >"$user/only/windbg.txt"
while read -r arguments; do
    need "moved: strata $arguments" strata_alone $arguments
done <<'END'
check own.strata
show own.strata --struct QUEUE --at 6.1/x64
decode own.strata --struct QUEUE --at 6.1/x86 windbg.txt
import table --struct PAGE --arch x86,x64 page.tsv -o page.strata
import isf --use nt/nt.strata --struct _ALPC_HANDLE_TABLE ntkrnlmp-x64-10.0.19041.1526.json -o kernel
check own.strata page.strata kernel
import isf --struct _ALPC_HANDLE_TABLE ntkrnlmp-x64-10.0.19041.1586.json --into kernel
check own.strata page.strata kernel
fmt own.strata page.strata kernel
dump kernel
table kernel --struct ALPC_HANDLE_TABLE
gen own.strata page.strata kernel -o headers
gen own.strata page.strata kernel -o headers --check
bundle kernel --struct ALPC_HANDLE_TABLE --prefix own_ -o own.h
pack own.strata kernel -o own.strpack
END
cat >"$user/only/waits.c" <<'END'
#include "kernel/ALPC_HANDLE_TABLE.h"
#include "own.h"
#include "page.h"

/* The update moved TotalHandles: +8 in the old kernel, +0x10 in the new one. */
static int total_at(uint32_t revision)
{
    static const unsigned char bytes[0x20] = {[0x08] = 1, [0x10] = 2};
    strata_ALPC_HANDLE_TABLE v;
    uint64_t total = 0;
    if (STRATA_OPEN_AT(ALPC_HANDLE_TABLE, &v, bytes, sizeof bytes,
                       STRATA_TARGET(STRATA_VERSION(10, 0, 19041, revision), STRATA_ARCH_X64)) != STRATA_OK ||
        STRATA_GET(ALPC_HANDLE_TABLE, &v, TotalHandles, &total) != STRATA_OK)
        return -1;
    return (int)total;
}

int main(void)
{
    return total_at(1526) == 1 && total_at(1586) == 2 ? 0 : 1;
}
END
cat >"$user/only/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.16)
project(only C)
find_package(strata CONFIG REQUIRED)
strata_generate(structures own.strata page.strata kernel)
add_executable(waits waits.c)
target_link_libraries(waits PRIVATE structures)
END

need "moved: a spec of one's own" as_user '
    strata check queue.strata
    strata show queue.strata --struct QUEUE --at 6.1/x64 | grep Depth'
need "moved: a page" as_user '
    strata import table --struct PAGE --arch x86,x64 page.tsv -o page.strata
    strata check page.strata'
need "moved: a kernel" as_user '
    strata import isf --version 6.1.7601 "$KERNEL" -o alone
    strata gen alone -o alone_headers'
need "moved: a kernel, to be used with other specs" as_user '
    strata import isf --use nt/nt.strata --version 6.1.7601 "$KERNEL" -o kernel
    grep "use <nt/nt.strata>;" kernel/types.strata
    strata check kernel'
need "moved: a new kernel" as_user '
    sed "s/00112233445566778899AABBCCDDEEFF/11112233445566778899AABBCCDDEEFF/" "$KERNEL" >newer.json
    strata import isf --version 10.0.10240 newer.json --into kernel
    strata check kernel
    grep "attest x86 6.1.7601.0, 10.0.10240.0 by \"symbol file\";" kernel/types.strata'
try "moved: its specs elsewhere" as_user '
    mkdir -p further/away
    cp -r queue.strata page.strata kernel further/away
    strata check further'
need "moved: headers" as_user '
    strata gen queue.strata page.strata kernel -o headers
    (cd headers && find . -name "*.h" ! -name "*_*" | sort) >names
    printf "%s\n" ./kernel/E.h ./kernel/S.h ./kernel/types.h ./page.h ./queue.h | diff - names
    strata gen queue.strata page.strata kernel -o headers --check'
try "moved: headers with all that they use" as_user '
    strata gen queue.strata -o complete --with-used
    echo "#include \"queue.h\"" >complete/unit.c
    $CC $FLAGS -Icomplete -I"$(strata --print-specs-dir)/../../../include/strata" -c complete/unit.c -o complete/unit.o
    [ -e complete/nt/nt.h ]'
try "moved: a bundle" as_user '
    strata bundle queue.strata --struct QUEUE --prefix own_ -o own.h
    printf "%s\n" "#include \"own.h\"" "int main(void) { return !sizeof(own_QUEUE); }" >bundle.c
    $CC $FLAGS bundle.c -o bundle
    ./bundle'
if command -v pkg-config >/dev/null; then
    try "moved: a program" as_user '
        export PKG_CONFIG_PATH="$MOVED/share/pkgconfig"
        eval "flags=($(pkg-config --cflags strata))"
        $CC $FLAGS -Iheaders "${flags[@]}" program.c "$MOVED/share/strata/strata_print.c" -o with_pkg_config
        ./with_pkg_config'
else
    skip "moved: a program" "pkg-config is not there"
fi
if command -v cmake >/dev/null; then
    try "moved: a project" as_user '
        cmake -S . -B build -DCMAKE_PREFIX_PATH="$MOVED" -DCMAKE_C_COMPILER="$CC" -DCMAKE_C_FLAGS="$FLAGS"
        cmake --build build
        build/program
        build/prefixed
        cd only
        cmake -S . -B build -DCMAKE_PREFIX_PATH="$MOVED" -DCMAKE_C_COMPILER="$CC" -DCMAKE_C_FLAGS="$FLAGS"
        cmake --build build
        build/waits'
else
    skip "moved: a project" "cmake is not there"
fi
installation >"$scratch/installation.after"
same "moved: nothing was written to the installation" "$scratch/installation" "$scratch/installation.after"
# The directory for journals stays, without a journal; what `check` remembers is in the directory of caches.
nothing_at_home()
{
    find "$home" -mindepth 1 | grep -vE '/\.local(/state(/strata)?)?$|/\.cache(/strata(/.*)?)?$' | diff - "$nothing"
}
try "moved: nothing was written to the home" nothing_at_home
mv "$moved" "$root$prefix"
